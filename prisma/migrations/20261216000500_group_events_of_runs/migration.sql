-- The events of runs that one statement changes alike share a row of the outbox: their schedules, in the order of "entityIds".
-- Short ids do not compress.
ALTER TABLE outbox ADD COLUMN "scheduleIds" text[];
ALTER TABLE outbox ALTER COLUMN "scheduleIds" SET STORAGE EXTERNAL;
