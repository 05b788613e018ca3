-- Executions that a newer one replaces, but whose row another transaction held when the newer one was claimed: they are asked to
-- stop as soon as the row is free. Written by the claim's own transaction, so a crash in between loses nothing.
CREATE TABLE "PendingReplacement" (
  "executionId" TEXT NOT NULL,
  "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT "PendingReplacement_pkey" PRIMARY KEY ("executionId")
);
