-- Notifications. Rows tell: a trigger appends a signal for each end, flag or death that people should know of, whoever wrote it. Nothing
-- but an insert, so that no settlement waits for another one or for a mail server. A loop of the workers (src/engine/notify-loop.ts)
-- takes the signals, groups them into notifications, and delivers these.
CREATE TABLE "NotificationSignal" (
    "pos" BIGSERIAL NOT NULL,
    "kind" TEXT NOT NULL,
    "subjectId" TEXT NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "NotificationSignal_pkey" PRIMARY KEY ("pos")
);

CREATE TABLE "Notification" (
    "id" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "groupKey" TEXT NOT NULL,
    "subjectType" TEXT NOT NULL,
    "subjectId" TEXT NOT NULL,
    "scheduleId" TEXT,
    "pipelineId" TEXT,
    "agentId" TEXT,
    "title" TEXT NOT NULL,
    "message" TEXT NOT NULL,
    "count" INTEGER NOT NULL DEFAULT 1,
    "followsId" TEXT,
    "firstAt" TIMESTAMPTZ(3) NOT NULL,
    "lastAt" TIMESTAMPTZ(3) NOT NULL,
    "dueAt" TIMESTAMPTZ(3) NOT NULL,
    "windowEndsAt" TIMESTAMPTZ(3) NOT NULL,
    "status" TEXT NOT NULL DEFAULT 'open',
    "data" JSONB NOT NULL DEFAULT '{}',
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "Notification_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "NotificationDelivery" (
    "id" TEXT NOT NULL,
    "notificationId" TEXT NOT NULL,
    "channel" TEXT NOT NULL,
    "status" TEXT NOT NULL DEFAULT 'pending',
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "error" TEXT,
    "nextAttemptAt" TIMESTAMPTZ(3),
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "NotificationDelivery_pkey" PRIMARY KEY ("id")
);

CREATE INDEX "Notification_kind_groupKey_windowEndsAt_idx" ON "Notification"("kind", "groupKey", "windowEndsAt");
CREATE INDEX "Notification_scheduleId_id_idx" ON "Notification"("scheduleId", "id");
CREATE UNIQUE INDEX "NotificationDelivery_notificationId_channel_key" ON "NotificationDelivery"("notificationId", "channel");
CREATE INDEX "NotificationDelivery_channel_id_idx" ON "NotificationDelivery"("channel", "id");

ALTER TABLE "NotificationSignal"
  ADD CHECK (kind IN ('dead_letter', 'job_failed', 'execution_failed', 'schedule_flagged', 'worker_dead', 'circuit_open'));

ALTER TABLE "Notification"
  ADD CHECK (kind IN ('dead_letter', 'job_failed', 'execution_failed', 'schedule_flagged', 'schedule_stuck', 'worker_dead', 'circuit_open')),
  ADD CHECK ("subjectType" IN ('job', 'execution', 'schedule', 'worker', 'agent')),
  ADD CHECK (status IN ('open', 'sending', 'sent', 'failed', 'skipped')),
  ADD CHECK (count > 0);

ALTER TABLE "NotificationDelivery"
  ADD CHECK (status IN ('pending', 'sent', 'failed', 'skipped')),
  ADD CHECK ((status = 'pending') = ("nextAttemptAt" IS NOT NULL));

-- One notification of a kind and subject gathers at a time.
CREATE UNIQUE INDEX "Notification_open_key" ON "Notification" (kind, "groupKey") WHERE status = 'open';
CREATE INDEX "Notification_due_idx" ON "Notification" ("dueAt") WHERE status = 'open';
CREATE INDEX "NotificationDelivery_due_idx" ON "NotificationDelivery" ("nextAttemptAt") WHERE status = 'pending';

CREATE FUNCTION signal_notification() RETURNS trigger LANGUAGE plpgsql SET search_path = callboard, pg_temp AS $$
BEGIN
  INSERT INTO "NotificationSignal" (kind, "subjectId", at) VALUES (TG_ARGV[0], NEW.id, clock_timestamp());
  PERFORM pg_notify('callboard_notify', '');
  RETURN NULL;
END $$;
REVOKE EXECUTE ON FUNCTION signal_notification() FROM PUBLIC;

-- A job's end counts when its consequences have been drawn: an attempt that is followed by another one is no news.
CREATE TRIGGER signal_dead_letter AFTER UPDATE OF "settledAt" ON "AgentJobExecution" FOR EACH ROW
  WHEN (NEW.status = 'dead_letter' AND NEW."settledAt" IS NOT NULL AND OLD."settledAt" IS NULL AND NEW."isLatest")
  EXECUTE FUNCTION signal_notification('dead_letter');
-- One worth retrying that is not retried belongs to a cancelled execution.
CREATE TRIGGER signal_failed AFTER UPDATE OF "settledAt" ON "AgentJobExecution" FOR EACH ROW
  WHEN (NEW.status = 'failed' AND NEW."settledAt" IS NOT NULL AND OLD."settledAt" IS NULL AND NEW."isLatest"
    AND (NEW.error -> 'retryable') IS DISTINCT FROM 'true'::jsonb)
  EXECUTE FUNCTION signal_notification('job_failed');
-- Of an execution with a single job, the job tells.
CREATE TRIGGER signal_failed AFTER UPDATE OF "runStatus" ON "ScheduleExecution" FOR EACH ROW
  WHEN (NEW."runStatus" = 'failed' AND OLD."runStatus" IS DISTINCT FROM 'failed' AND NEW."jobsCreated" <> 1)
  EXECUTE FUNCTION signal_notification('execution_failed');
CREATE TRIGGER signal_flagged AFTER UPDATE OF flag ON "Schedule" FOR EACH ROW
  WHEN (NEW.enabled AND NEW.flag IS NOT NULL AND NEW.flag IS DISTINCT FROM OLD.flag)
  EXECUTE FUNCTION signal_notification('schedule_flagged');
-- One that left by itself has a stoppedAt.
CREATE TRIGGER signal_dead AFTER UPDATE OF state ON "Worker" FOR EACH ROW
  WHEN (NEW.state = 'dead' AND OLD.state <> 'dead' AND NEW."stoppedAt" IS NULL)
  EXECUTE FUNCTION signal_notification('worker_dead');

-- Opened: as long as it stays so, failed probes included, it is no further news.
CREATE FUNCTION signal_circuit() RETURNS trigger LANGUAGE plpgsql SET search_path = callboard, pg_temp AS $$
BEGIN
  INSERT INTO "NotificationSignal" (kind, "subjectId", at) VALUES ('circuit_open', NEW."agentId", clock_timestamp());
  PERFORM pg_notify('callboard_notify', '');
  RETURN NULL;
END $$;
REVOKE EXECUTE ON FUNCTION signal_circuit() FROM PUBLIC;
CREATE TRIGGER signal_opened AFTER INSERT ON "AgentCircuit" FOR EACH ROW WHEN (NEW.state = 'open') EXECUTE FUNCTION signal_circuit();
CREATE TRIGGER signal_reopened AFTER UPDATE OF state ON "AgentCircuit" FOR EACH ROW
  WHEN (NEW.state = 'open' AND OLD.state = 'closed') EXECUTE FUNCTION signal_circuit();
