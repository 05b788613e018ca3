-- Finds the schedules with a label. Most have none, and a schedule without one costs nothing here when it runs.
CREATE INDEX "Schedule_labels_idx" ON "Schedule" USING gin (labels) WHERE labels <> '{}';
