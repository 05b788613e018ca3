import type { Pool } from '../../runtime/database/pool.js';
import { createLoop, type Loop } from '../../runtime/loop.js';
import type { Logger } from '../../runtime/telemetry/logger.js';

/**
 * After this share of a lease without an answer, the lease is not renewed, so that others take over within
 * two leases.
 */
const SILENT_LEASES = 1 / 2;
/**
 * Interval and timeout of the question, as a share of a lease: several fit in before the database counts as
 * silent.
 */
const ASK_LEASES = 1 / 8;
const LONGEST_TURN_MS = 1_000;

export interface DatabasePulse {
  loop: Loop;
  /**
   * For the thread of the lease: when the event loop last turned (nanoseconds of `hrtime`), and 1 while the
   * database is silent.
   */
  shared: BigInt64Array;
}

/**
 * Reports to the thread of the lease whether the main thread can work. It asks the database over the
 * connections of the engine. Time in which the event loop was busy does not count as silence, because no
 * answer could be received.
 */
export function createDatabasePulse(pool: Pool, leaseMs: () => number, logger: Logger): DatabasePulse {
  const shared = new BigInt64Array(new SharedArrayBuffer(16));
  let turnedAt = performance.now();
  let askAt = 0;
  let isAsking = false;
  let silentMs = 0;

  async function ask(timeoutMs: number): Promise<void> {
    isAsking = true;
    try {
      await pool.query({ text: 'SELECT 1', query_timeout: timeoutMs } as never);
      answered();
    } catch {
      // The next turn asks again, over another connection.
      askAt = 0;
    } finally {
      isAsking = false;
    }
  }

  function answered(): void {
    silentMs = 0;
    if (Atomics.exchange(shared, 1, 0n) === 1n) logger.info('worker.database_answers');
  }

  const loop = createLoop({
    name: 'database pulse',
    logger,
    async runOnce() {
      const now = performance.now();
      const turnMs = Math.min(LONGEST_TURN_MS, leaseMs() / 30);
      silentMs += Math.min(now - turnedAt, 2 * turnMs);
      turnedAt = now;
      Atomics.store(shared, 0, process.hrtime.bigint());
      if (silentMs > leaseMs() * SILENT_LEASES && Atomics.exchange(shared, 1, 1n) === 0n)
        logger.error(
          'worker.database_silent',
          { silentMs: Math.round(silentMs) },
          'The database does not answer the engine. The lease is not renewed, so that other workers take over',
        );
      if (!isAsking && now >= askAt) {
        askAt = now + leaseMs() * ASK_LEASES;
        void ask(leaseMs() * ASK_LEASES);
      }
      return turnMs;
    },
  });

  return {
    shared,
    loop: {
      ...loop,
      start() {
        turnedAt = performance.now();
        Atomics.store(shared, 0, process.hrtime.bigint());
        answered();
        loop.start();
      },
    },
  };
}
