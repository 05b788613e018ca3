-- How far the schedules that follow the default time zone have been planned anew since it changed: one row at most, which a crash leaves
-- for whoever goes on.
CREATE TABLE "ZoneChange" (
  "id" INTEGER NOT NULL DEFAULT 1,
  -- the zone before
  "zoneBefore" TEXT NOT NULL,
  -- schedules up to this id have been looked at
  "cursor" TEXT NOT NULL DEFAULT '',
  -- a second pass finds what a worker that had not heard of the change planned during the first
  "pass" INTEGER NOT NULL DEFAULT 1,
  "passFrom" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT "ZoneChange_pkey" PRIMARY KEY ("id"),
  CHECK ("id" = 1)
);
