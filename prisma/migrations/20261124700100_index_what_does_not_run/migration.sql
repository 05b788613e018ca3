-- Not of what runs, which has indexes of its own: statistics say that hardly anything is running, and wherever that was among the
-- conditions the planner read all that was by this index. It is also an entry less for every claim.
DROP INDEX "AgentJobExecution_status_id_idx";
CREATE INDEX "AgentJobExecution_status_id_idx" ON "AgentJobExecution" (status, id) WHERE status <> 'running';
