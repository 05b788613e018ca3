import type { LateAttempt } from '../../db/jobs/end/fail-late-attempts.js';
import { failAttemptsOfDeadAgents } from '../../db/jobs/end/fail-late-attempts.js';
import type { EngineSettings } from '../../domain/config/engine-config.js';
import { formatDuration } from '../../domain/duration.js';
import type { Pool } from '../../runtime/database/pool.js';

type HeartbeatSettings = Pick<EngineSettings, 'heartbeatIntervalMs' | 'deadHeartbeatThreshold'>;

/** How long an agent may be silent, in milliseconds. */
export const agentSilenceMs = ({ heartbeatIntervalMs, deadHeartbeatThreshold }: HeartbeatSettings): number =>
  heartbeatIntervalMs * deadHeartbeatThreshold;

/**
 * Ends accepted attempts of agents that count as dead by their heartbeats. The error `AGENT_LOST` is
 * retryable.
 */
export function endJobsOfDeadAgents(pool: Pool, settings: HeartbeatSettings): Promise<LateAttempt[]> {
  const { heartbeatIntervalMs, deadHeartbeatThreshold } = settings;
  const silentMs = agentSilenceMs(settings);
  const message = `The agent sent no heartbeat for ${formatDuration(silentMs)}: ${deadHeartbeatThreshold} × ${formatDuration(heartbeatIntervalMs)} (deadHeartbeatThreshold × heartbeatIntervalMs).`;
  return failAttemptsOfDeadAgents(pool, silentMs, message);
}
