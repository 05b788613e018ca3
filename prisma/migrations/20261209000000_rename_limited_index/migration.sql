-- Agents with a limit are "limited" everywhere.
ALTER INDEX "AgentRegistry_restrained_idx" RENAME TO "AgentRegistry_limited_idx";
