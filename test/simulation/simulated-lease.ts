import type { Lease } from '../../src/db/jobs/claim/claim-attempts.js';
import { departWorker, registerWorker } from '../../src/db/workers/worker-lease.js';
import type { LeaseKeeper, LeaseOptions } from '../../src/engine/maintain/lease.js';
import type { Simulator } from './simulator.js';

/**
 * The lease of a simulated worker, renewed by the virtual clock. @param onExpiry called for each lease that
 * ended, with the time
 */
export function createSimulatedLease(
  simulator: Simulator,
  { pool, registration, onAcquired, onLost }: LeaseOptions,
): LeaseKeeper {
  let lease: Lease | undefined;
  let lastsUntil = 0;
  let leaseMs = 30_000;
  let stopped = false;
  let timer: NodeJS.Timeout | undefined;

  async function register(): Promise<void> {
    while (!stopped) {
      try {
        const askedAt = performance.now();
        lease = await registerWorker(pool, { ...registration, concurrency: 10 }, leaseMs);
        lastsUntil = askedAt + leaseMs;
        wait(leaseMs / 3);
        onAcquired();
        return;
      } catch {
        await new Promise((resolve) => setTimeout(resolve, 200));
      }
    }
  }

  async function renew(): Promise<void> {
    const held = lease;
    if (!held || stopped) return;
    try {
      const askedAt = performance.now();
      const { rowCount } = await pool.query(
        `UPDATE "Worker" SET "leaseExpiresAt" = clock_timestamp() + $3 * interval '1 millisecond', "heartbeatAt" = clock_timestamp()
         WHERE id = $1 AND epoch = $2 AND state <> 'dead'`,
        [held.workerId, held.epoch, leaseMs],
      );
      if (rowCount !== 0) {
        lastsUntil = askedAt + leaseMs;
        return wait(leaseMs / 3);
      }
      simulator.note('a lease is lost');
      lease = undefined;
      onLost();
      await register();
    } catch {
      wait(leaseMs / 30);
    }
  }

  function wait(ms: number): void {
    timer = setTimeout(() => void renew(), ms);
  }

  return {
    start: register,
    current: () => lease,
    isFresh: () => lease !== undefined && performance.now() < lastsUntil,
    reportLoad: () => {},
    reportCapacity: () => {},
    setLeaseMs(ms) {
      leaseMs = ms;
    },
    async stop() {
      stopped = true;
      clearTimeout(timer);
      const held = lease;
      lease = undefined;
      if (held) await departWorker(pool, held);
    },
  };
}
