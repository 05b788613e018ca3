import { failAttemptsOfDeadAgents } from '../db/fail-attempts-of-dead-agents.js';
import type { EndedForSilence } from '../db/recover-attempts.js';
import type { EngineSettings } from '../domain/config/engine-config.js';
import { formatDuration } from '../domain/duration.js';
import type { Pool } from '../runtime/pool.js';

/** Ends what agents had accepted that are dead by their heartbeat, as `AGENT_LOST`: worth another attempt. */
export function endJobsOfDeadAgents(
  pool: Pool,
  {
    heartbeatIntervalMs,
    deadHeartbeatThreshold,
  }: Pick<EngineSettings, 'heartbeatIntervalMs' | 'deadHeartbeatThreshold'>,
): Promise<EndedForSilence[]> {
  const silentMs = heartbeatIntervalMs * deadHeartbeatThreshold;
  const message = `The agent sent no heartbeat for ${formatDuration(silentMs)}: ${deadHeartbeatThreshold} × ${formatDuration(heartbeatIntervalMs)} (deadHeartbeatThreshold × heartbeatIntervalMs).`;
  return failAttemptsOfDeadAgents(pool, silentMs, message);
}
