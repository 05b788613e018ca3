import { failAttemptsOfDeadAgents } from '../../db/jobs/fail-attempts-of-dead-agents.js';
import type { EndedForSilence } from '../../db/jobs/recover-attempts.js';
import type { EngineSettings } from '../../domain/config/engine-config.js';
import { formatDuration } from '../../domain/duration.js';
import type { Pool } from '../../runtime/pool.js';

type HeartbeatSettings = Pick<EngineSettings, 'heartbeatIntervalMs' | 'deadHeartbeatThreshold'>;

/** For how long an agent may be silent. */
export const agentSilenceMs = ({ heartbeatIntervalMs, deadHeartbeatThreshold }: HeartbeatSettings): number =>
  heartbeatIntervalMs * deadHeartbeatThreshold;

/** Ends what agents had accepted that are dead by their heartbeat, as `AGENT_LOST`: worth another attempt. */
export function endJobsOfDeadAgents(pool: Pool, settings: HeartbeatSettings): Promise<EndedForSilence[]> {
  const { heartbeatIntervalMs, deadHeartbeatThreshold } = settings;
  const silentMs = agentSilenceMs(settings);
  const message = `The agent sent no heartbeat for ${formatDuration(silentMs)}: ${deadHeartbeatThreshold} × ${formatDuration(heartbeatIntervalMs)} (deadHeartbeatThreshold × heartbeatIntervalMs).`;
  return failAttemptsOfDeadAgents(pool, silentMs, message);
}
