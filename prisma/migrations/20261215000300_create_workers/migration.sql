-- Workers, and the rows by which processes exclude each other.

-- A worker's lease: it may write what it holds as long as its epoch is the one in its row (docs/adr/0008).
CREATE TABLE "Worker" (
  id text PRIMARY KEY,
  host text NOT NULL,
  pid integer NOT NULL,
  version text NOT NULL,
  concurrency integer NOT NULL,
  capabilities jsonb NOT NULL DEFAULT '{}',
  state text NOT NULL DEFAULT 'alive' CHECK (state IN ('alive', 'idle', 'busy', 'dead')),
  epoch integer NOT NULL DEFAULT 1,
  "activeJobs" integer NOT NULL DEFAULT 0,
  "leaseExpiresAt" timestamptz(3) NOT NULL,
  "startedAt" timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "heartbeatAt" timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "stoppedAt" timestamptz(3),
  -- A worker that drains claims nothing more, and finishes what it has.
  draining boolean NOT NULL DEFAULT false
);

-- How the machines of workers fare, about once a minute.
CREATE TABLE "WorkerSnapshot" (
  id text PRIMARY KEY,
  "workerId" text NOT NULL,
  at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "cpuPercent" double precision NOT NULL,
  "loadAverage" double precision NOT NULL,
  "memoryMb" double precision NOT NULL,
  "rssMb" double precision NOT NULL,
  "eventLoopLagP50Ms" double precision NOT NULL,
  "eventLoopLagP99Ms" double precision NOT NULL,
  "activeJobs" integer NOT NULL
);
CREATE INDEX "WorkerSnapshot_workerId_id_idx" ON "WorkerSnapshot" ("workerId", id);
CREATE INDEX "WorkerSnapshot_at_idx" ON "WorkerSnapshot" (at);

-- Processes exclude each other by locking a row here. An advisory lock would not do: any login of the database can take those, so an
-- agent's login could stop everybody.
CREATE TABLE "Mutex" (
  name text PRIMARY KEY,
  "heldUntil" timestamptz(3)
);

-- What servers and workers watch over: one row for each watch. Its lock lets one process at a time look, and its state remembers what
-- people were notified of.
CREATE TABLE "Watch" (
  name text PRIMARY KEY,
  state jsonb NOT NULL DEFAULT '{}',
  at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP
);
INSERT INTO "Watch" (name) VALUES ('notifications'), ('workers'), ('jobs');
