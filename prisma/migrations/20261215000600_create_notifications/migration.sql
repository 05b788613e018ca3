-- Notifications. Triggers append a signal for each end, flag or death that people should know of. Signals are only inserted, so that no
-- settlement waits for another one or for a mail server. A loop of the workers groups them into notifications and delivers these.

CREATE TABLE "NotificationSignal" (
  pos bigserial PRIMARY KEY,
  kind text NOT NULL CHECK (kind IN ('dead_letter', 'job_failed', 'execution_failed', 'schedule_flagged', 'worker_dead', 'circuit_open')),
  "subjectId" text NOT NULL,
  at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP
);

CREATE TABLE "Notification" (
  id text PRIMARY KEY,
  kind text NOT NULL CHECK (
    kind IN ('dead_letter', 'job_failed', 'execution_failed', 'schedule_flagged', 'schedule_stuck', 'worker_dead', 'circuit_open',
      'no_worker', 'worker_back', 'jobs_waiting')
  ),
  "groupKey" text NOT NULL,
  "subjectType" text NOT NULL CHECK ("subjectType" IN ('job', 'execution', 'schedule', 'worker', 'agent')),
  "subjectId" text NOT NULL,
  "scheduleId" text,
  "pipelineId" text,
  "agentId" text,
  title text NOT NULL,
  message text NOT NULL,
  count integer NOT NULL DEFAULT 1 CHECK (count > 0),
  "followsId" text,
  "firstAt" timestamptz(3) NOT NULL,
  "lastAt" timestamptz(3) NOT NULL,
  "dueAt" timestamptz(3) NOT NULL,
  "windowEndsAt" timestamptz(3) NOT NULL,
  status text NOT NULL DEFAULT 'open' CHECK (status IN ('open', 'sending', 'sent', 'failed', 'skipped')),
  data jsonb NOT NULL DEFAULT '{}',
  "createdAt" timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP
);
CREATE INDEX "Notification_kind_groupKey_windowEndsAt_idx" ON "Notification" (kind, "groupKey", "windowEndsAt");
CREATE INDEX "Notification_scheduleId_id_idx" ON "Notification" ("scheduleId", id);
-- One notification of a kind and subject gathers signals at a time.
CREATE UNIQUE INDEX "Notification_open_key" ON "Notification" (kind, "groupKey") WHERE status = 'open';
CREATE INDEX "Notification_due_idx" ON "Notification" ("dueAt") WHERE status = 'open';

CREATE TABLE "NotificationDelivery" (
  id text PRIMARY KEY,
  "notificationId" text NOT NULL,
  channel text NOT NULL,
  status text NOT NULL DEFAULT 'pending' CHECK (status IN ('pending', 'sent', 'failed', 'skipped')),
  attempts integer NOT NULL DEFAULT 0,
  error text,
  "nextAttemptAt" timestamptz(3),
  at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CHECK ((status = 'pending') = ("nextAttemptAt" IS NOT NULL))
);
CREATE UNIQUE INDEX "NotificationDelivery_notificationId_channel_key" ON "NotificationDelivery" ("notificationId", channel);
CREATE INDEX "NotificationDelivery_channel_id_idx" ON "NotificationDelivery" (channel, id);
CREATE INDEX "NotificationDelivery_due_idx" ON "NotificationDelivery" ("nextAttemptAt") WHERE status = 'pending';
