-- Counted where they are written, so that nothing has to be counted again with each answer: how many first attempts in line have not
-- been answered, and how many an agent took. The rows stay the truth: what follows from the counters is verified by them.
ALTER TABLE "ScheduleExecution"
  ADD COLUMN "jobsUnanswered" INTEGER NOT NULL DEFAULT 0,
  ADD COLUMN "jobsStarted" INTEGER NOT NULL DEFAULT 0;
-- 0: its answer is not in the counters of its execution.
ALTER TABLE "AgentJobExecution" ADD COLUMN "answersCounted" SMALLINT NOT NULL DEFAULT 0;

SELECT set_config('callboard.writer', 'engine', true);
UPDATE "AgentJobExecution" j SET "answersCounted" = 1
  FROM "ScheduleExecution" e WHERE e.id = j."scheduleExecutionId" AND e."runStatus" = 'running'
    AND j."retryCount" = 0 AND (j."acceptedAt" IS NOT NULL OR j."settledAt" IS NOT NULL);
UPDATE "ScheduleExecution" e SET "jobsUnanswered" = c.unanswered, "jobsStarted" = c.started
  FROM (SELECT j."scheduleExecutionId" AS id,
      count(*) FILTER (WHERE "answersCounted" = 0 AND "enqueuedAt" IS NOT NULL) AS unanswered,
      count(*) FILTER (WHERE "answersCounted" > 0 AND ("statusCode" BETWEEN 200 AND 299 OR "acceptedAt" IS NOT NULL)) AS started
    FROM "AgentJobExecution" j WHERE "retryCount" = 0 AND j."scheduleExecutionId" IN (SELECT id FROM "ScheduleExecution" WHERE "runStatus" = 'running')
    GROUP BY 1) c
  WHERE e.id = c.id AND e."runStatus" = 'running';
