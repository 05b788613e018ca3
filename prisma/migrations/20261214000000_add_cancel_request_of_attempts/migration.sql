-- When somebody asked to cancel an attempt that a worker had claimed. The worker gives it back, or writes the answer that it has.
ALTER TABLE "AgentJobExecution" ADD COLUMN "cancelRequestedAt" timestamptz(3);
