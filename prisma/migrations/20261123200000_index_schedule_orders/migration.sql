-- The orders in which schedules are listed: a page of a hundred thousand is a range of an index, in either direction.
CREATE INDEX "Schedule_name_id_idx" ON "Schedule" ("name", "id");
CREATE INDEX "Schedule_nextRunAt_id_idx" ON "Schedule" ("nextRunAt", "id");
CREATE INDEX "Schedule_lastRunAt_id_idx" ON "Schedule" ("lastRunAt", "id");
