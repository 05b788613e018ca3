-- What watches over the installation, in servers and workers alike: one row per watch. Its lock makes one process at a time look, and its
-- state remembers what people were told. A row of a table that no agent may touch: an advisory lock could be taken by any login.
CREATE TABLE "Watch" (
    "name" TEXT NOT NULL,
    "state" JSONB NOT NULL DEFAULT '{}',
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "Watch_pkey" PRIMARY KEY ("name")
);
INSERT INTO "Watch" (name) VALUES ('notifications'), ('workers');

ALTER TABLE "Notification" DROP CONSTRAINT "Notification_kind_check";
ALTER TABLE "Notification" ADD CONSTRAINT "Notification_kind_check"
  CHECK (kind IN ('dead_letter', 'job_failed', 'execution_failed', 'schedule_flagged', 'schedule_stuck', 'worker_dead', 'circuit_open',
    'no_worker', 'worker_back', 'jobs_waiting'));
