import { callsAtOnce, DEFAULT_SCHEDULER_CONFIG } from '../../domain/config/scheduler-config.js';
import type { EngineContext } from '../engine-context.js';
import type { EngineOptions } from '../engine-options.js';
import type { LeaseKeeper } from './lease.js';

/** Run-time settings of this worker that are not read each time they are used. */
export interface AppliedSettings {
  /** Reads the settings and applies them. Rejects if the database cannot be read. */
  apply(): Promise<void>;
  /** The maximum number of concurrent requests. */
  capacity(): number;
  /** `scheduler.shutdownGrace` */
  shutdownGraceMs(): number;
}

/** Until the settings are read. */
const FIRST_CAPACITY = 50;

export function createAppliedSettings(
  { directory, signals }: EngineContext,
  options: Pick<EngineOptions, 'invoker' | 'leaseMs' | 'maxConcurrent'>,
  lease: LeaseKeeper,
): AppliedSettings {
  let capacity = options.maxConcurrent ?? FIRST_CAPACITY;
  let shutdownGraceMs = DEFAULT_SCHEDULER_CONFIG.scheduler.shutdownGrace;
  return {
    async apply() {
      const [{ httpClient, scheduler }, { maxConcurrent, lockTtlMs }] = await Promise.all([
        directory.config(),
        directory.engine(),
      ]);
      const { connectionPool } = httpClient;
      capacity = callsAtOnce(options.maxConcurrent ?? maxConcurrent, connectionPool.maxSockets);
      shutdownGraceMs = scheduler.shutdownGrace;
      lease.reportCapacity(capacity);
      lease.setLeaseMs(options.leaseMs ?? lockTtlMs);
      signals.emit('roomFreed');
      // One socket for each call, because a call that waits for a socket spends its own deadline.
      options.invoker.configure({
        ...connectionPool,
        maxSockets: Math.max(connectionPool.maxSockets, capacity),
      });
    },
    capacity: () => capacity,
    shutdownGraceMs: () => shutdownGraceMs,
  };
}
