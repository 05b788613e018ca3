-- The word for jobs that wait for a rate limit is "throttled" everywhere.
ALTER TABLE "AgentPace" RENAME COLUMN "parkedAt" TO "throttledAt";
