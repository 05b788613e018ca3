-- Backfills: past slots of a schedule that an operator wants to have run, a few at a time. Each becomes an execution like any
-- other, from the target, params and timing that the schedule had when the backfill was made.
CREATE TABLE "Backfill" (
    "id" TEXT NOT NULL,
    "scheduleId" TEXT NOT NULL,
    "from" TIMESTAMPTZ(3) NOT NULL,
    "to" TIMESTAMPTZ(3) NOT NULL,
    "maxConcurrency" INTEGER NOT NULL DEFAULT 1,
    "repeatExisting" BOOLEAN NOT NULL DEFAULT false,
    "params" JSONB,
    "targetType" TEXT NOT NULL,
    "agentId" TEXT,
    "pipelineId" TEXT,
    "timing" JSONB NOT NULL,
    "snapshot" JSONB NOT NULL,
    "total" INTEGER NOT NULL,
    "existing" INTEGER NOT NULL,
    "created" INTEGER NOT NULL DEFAULT 0,
    "cursorSlotAt" TIMESTAMPTZ(3),
    "status" TEXT NOT NULL DEFAULT 'pending',
    "createdBy" TEXT NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "completedAt" TIMESTAMPTZ(3),

    CONSTRAINT "Backfill_pkey" PRIMARY KEY ("id")
);

CREATE INDEX "Backfill_scheduleId_id_idx" ON "Backfill"("scheduleId", "id");

ALTER TABLE "Backfill"
  ADD CHECK ("from" < "to"),
  ADD CHECK ("maxConcurrency" BETWEEN 1 AND 100),
  ADD CHECK ("targetType" IN ('agent', 'pipeline')),
  ADD CHECK (status IN ('pending', 'running', 'completed', 'cancelled'));

-- What the engine looks at: those with slots to go, or whose last executions still run.
CREATE INDEX "Backfill_open_idx" ON "Backfill" ("id") WHERE status IN ('pending', 'running');

ALTER TABLE "ScheduleExecution" ADD COLUMN "backfillId" TEXT;
ALTER TABLE "ScheduleExecution"
  ADD CHECK ((trigger = 'backfill') = ("backfillId" IS NOT NULL)),
  ADD CHECK (trigger <> 'backfill' OR "slotAt" IS NOT NULL);

-- One execution for each slot of a backfill, whoever makes it.
CREATE UNIQUE INDEX "ScheduleExecution_backfillSlot_key" ON "ScheduleExecution" ("backfillId", "slotAt") WHERE trigger = 'backfill';
-- How far a backfill is, and how many of it are under way.
CREATE INDEX "ScheduleExecution_backfillProgress_idx" ON "ScheduleExecution" ("backfillId", "runStatus") WHERE "backfillId" IS NOT NULL;
CREATE INDEX "ScheduleExecution_backfillPage_idx" ON "ScheduleExecution" ("backfillId", "id") WHERE "backfillId" IS NOT NULL;
-- Slots that another backfill has run already.
CREATE INDEX "ScheduleExecution_backfilled_idx" ON "ScheduleExecution" ("scheduleId", "slotAt") WHERE trigger = 'backfill';

CREATE TRIGGER touch_updated_at BEFORE UPDATE ON "Backfill" FOR EACH ROW EXECUTE FUNCTION touch_updated_at();

-- A backfill that begins or ends is news of its schedule; and the engine has something to do.
CREATE FUNCTION emit_backfill_changes() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = callboard, pg_temp SET enable_nestloop = off AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO outbox (kind, "entityId", "previousStatus", status, "agentId", "scheduleId", "pipelineId")
    SELECT 'schedule', s.id, CASE WHEN s.enabled THEN 'enabled' ELSE 'disabled' END, CASE WHEN s.enabled THEN 'enabled' ELSE 'disabled' END, s."agentId", s.id, s."pipelineId"
    FROM "Schedule" s WHERE s.id IN (SELECT "scheduleId" FROM new_rows);
  ELSE
    INSERT INTO outbox (kind, "entityId", "previousStatus", status, "agentId", "scheduleId", "pipelineId")
    SELECT 'schedule', s.id, CASE WHEN s.enabled THEN 'enabled' ELSE 'disabled' END, CASE WHEN s.enabled THEN 'enabled' ELSE 'disabled' END, s."agentId", s.id, s."pipelineId"
    FROM "Schedule" s WHERE s.id IN (SELECT n."scheduleId" FROM new_rows n JOIN old_rows o USING (id) WHERE n.status <> o.status);
  END IF;
  IF FOUND THEN
    PERFORM pg_notify('callboard_events', '');
  END IF;
  IF callboard.current_writer() <> 'engine' THEN
    PERFORM pg_notify('callboard_engine', '');
  END IF;
  RETURN NULL;
END $$;
REVOKE EXECUTE ON FUNCTION emit_backfill_changes() FROM PUBLIC;
CREATE TRIGGER emit_inserts AFTER INSERT ON "Backfill"
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION emit_backfill_changes();
CREATE TRIGGER emit_updates AFTER UPDATE ON "Backfill"
  REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION emit_backfill_changes();

-- Dead letters that nobody has replayed: the list as a whole and by what it is narrowed to, the newest at the end. What failed
-- alike has the beginning of its message in common (src/db/error-key.ts); a whole message may be larger than an index takes.
CREATE INDEX "AgentJobExecution_deadLetter_idx" ON "AgentJobExecution" ("id") WHERE status = 'dead_letter' AND "isLatest";
CREATE INDEX "AgentJobExecution_deadLetterOfAgent_idx" ON "AgentJobExecution" ("agentId", "id") WHERE status = 'dead_letter' AND "isLatest";
CREATE INDEX "AgentJobExecution_deadLetterOfSchedule_idx" ON "AgentJobExecution" ("scheduleId", "id") WHERE status = 'dead_letter' AND "isLatest";
CREATE INDEX "AgentJobExecution_deadLetterOfPipeline_idx" ON "AgentJobExecution" ("pipelineId", "id") WHERE status = 'dead_letter' AND "isLatest";
CREATE INDEX "AgentJobExecution_deadLetterOfCode_idx" ON "AgentJobExecution" ((left(error ->> 'code', 100)), "id") WHERE status = 'dead_letter' AND "isLatest";
CREATE INDEX "AgentJobExecution_deadLetterOfMessage_idx" ON "AgentJobExecution" ((left(error ->> 'message', 300)), "id") WHERE status = 'dead_letter' AND "isLatest";
-- What has failed for good in an execution.
CREATE INDEX "AgentJobExecution_failed_idx" ON "AgentJobExecution" ("scheduleExecutionId", "id") WHERE status IN ('failed', 'dead_letter') AND "isLatest";
-- Schedules that are enabled and cannot run.
CREATE INDEX "Schedule_flagged_idx" ON "Schedule" ("id") WHERE enabled AND NOT template AND flag IS NOT NULL;
