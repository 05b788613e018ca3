-- The outbox: one row for each change that somebody may watch. Triggers write it (prisma/sql/shared/events.sql), and servers tail it with a
-- cursor of snapshots, which the column xid makes possible (src/events, docs/adr/0006).

CREATE TABLE outbox (
  pos bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  xid xid8 NOT NULL DEFAULT pg_current_xact_id(),
  at timestamptz(3) NOT NULL DEFAULT clock_timestamp(),
  -- Without a check: a new kind of event needs no migration. Triggers write it, and servers that do not know it skip it.
  kind text NOT NULL,
  "entityId" text NOT NULL,
  "previousStatus" text,
  status text NOT NULL,
  supersedes text,
  "jobId" text,
  "agentId" text,
  "scheduleId" text,
  "scheduleExecutionId" text,
  "pipelineId" text,
  "pipelineStepId" text,
  "contextId" text
);
CREATE INDEX outbox_xid_idx ON outbox (xid);

-- What was visible at certain times, so that events are trimmed by the time of their commit, not of their insertion. The newest trimmed
-- mark is the horizon: a cursor from before it has lost events (src/events/trim-outbox.ts).
CREATE TABLE outbox_mark (
  at timestamptz DEFAULT clock_timestamp() PRIMARY KEY,
  snapshot pg_snapshot NOT NULL DEFAULT pg_current_snapshot(),
  trimmed boolean NOT NULL DEFAULT false
);

-- The cluster and database that the events were written in. Transaction ids mean nothing in another one, although a dump takes them there
-- (src/events/adopt-outbox.ts).
CREATE TABLE outbox_origin (
  one boolean DEFAULT true PRIMARY KEY CHECK (one),
  origin text NOT NULL
);
