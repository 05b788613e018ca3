-- Jobs of a run that its expansion has decided, and that are not rows of "AgentJobExecution" yet. They are written in the transaction of
-- the expansion (docs/adr/0027).
CREATE TABLE "JobChunk" (
  "executionId" text NOT NULL,
  part integer NOT NULL,
  -- Index of the first job among all jobs of the run, and its batch.
  "firstIndex" integer NOT NULL,
  "firstBatch" integer NOT NULL,
  "batchSize" integer NOT NULL,
  jobs integer NOT NULL,
  -- What all jobs share.
  settings jsonb NOT NULL,
  -- JSON text for each job, one on each line.
  params text NOT NULL,
  -- Until then, workers may claim its jobs, which become rows with their claim.
  "storeAt" timestamptz(3) NOT NULL,
  PRIMARY KEY ("executionId", part)
);
