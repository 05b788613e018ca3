-- A chunk is stored again with each claim of its jobs, and soon deleted. Compressing it takes longer than writing it as it is.
ALTER TABLE "JobChunk" ALTER COLUMN params SET STORAGE EXTERNAL;

-- A step is written three times: inserted, started and answered. With room for all three versions, PostgreSQL no longer has to clean each
-- page of the indexes that only steps have. This applies to new pages.
ALTER INDEX "AgentJobExecution_context_idx" SET (fillfactor = 32);
ALTER INDEX "AgentJobExecution_ofPipeline_idx" SET (fillfactor = 32);
ALTER INDEX "AgentJobExecution_ofStep_idx" SET (fillfactor = 32);
