-- Lists sorted by name ignore case.
CREATE INDEX "Schedule_lower_name_idx" ON "Schedule" (lower(name), id);
DROP INDEX "Schedule_name_id_idx";
