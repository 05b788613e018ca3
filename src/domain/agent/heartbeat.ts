import type { EngineSettings } from '../config/engine-config.js';

/**
 * NEVER: the agent has never sent one, and does not have to. LATE: one heartbeat is overdue. DEAD: as many as
 * the threshold are.
 */
const HEARTBEAT_STATUSES = ['never', 'alive', 'late', 'dead'] as const;
export type HeartbeatStatus = (typeof HEARTBEAT_STATUSES)[number];

/**
 * Classifies an agent by its last heartbeat: late after one interval, dead after `deadHeartbeatThreshold`
 * intervals.
 */
export function assessHeartbeat(
  lastHeartbeat: Date | null,
  now: Date,
  { heartbeatIntervalMs, deadHeartbeatThreshold }: EngineSettings,
): HeartbeatStatus {
  if (lastHeartbeat === null) return 'never';
  const silentMs = now.getTime() - lastHeartbeat.getTime();
  if (silentMs <= heartbeatIntervalMs) return 'alive';
  return silentMs <= heartbeatIntervalMs * deadHeartbeatThreshold ? 'late' : 'dead';
}
