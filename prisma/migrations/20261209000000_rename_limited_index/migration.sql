-- Agents with a limit are "limited" everywhere.
ALTER INDEX "AgentRegistry_restrained_idx" RENAME TO "AgentRegistry_limited_idx";
-- What a watch has reported is called so. Without this, everything would be reported once more after the upgrade.
UPDATE "Watch" SET state = (state - 'told') || jsonb_build_object('reported', state -> 'told') WHERE state ? 'told';
