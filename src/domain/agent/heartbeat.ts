import type { EngineSettings } from '../config/engine-config.js';

/** NEVER: the agent has not written one; it need not. LATE: one is overdue. DEAD: so many are. */
export const HEARTBEAT_STATUSES = ['never', 'alive', 'late', 'dead'] as const;
export type HeartbeatStatus = (typeof HEARTBEAT_STATUSES)[number];

/** Judges an agent by the last heartbeat it wrote: late after one interval, dead after `deadHeartbeatThreshold` of them. */
export function judgeHeartbeat(
  lastHeartbeat: Date | null,
  now: Date,
  { heartbeatIntervalMs, deadHeartbeatThreshold }: EngineSettings,
): HeartbeatStatus {
  if (lastHeartbeat === null) return 'never';
  const silentMs = now.getTime() - lastHeartbeat.getTime();
  if (silentMs <= heartbeatIntervalMs) return 'alive';
  return silentMs <= heartbeatIntervalMs * deadHeartbeatThreshold ? 'late' : 'dead';
}
