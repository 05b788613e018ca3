import { buryDeadWorkers, freeAttemptsOfDeadWorkers } from '../db/recover-attempts.js';
import { executionsToRollUp } from '../db/recover-executions.js';
import { createLoop, type Loop } from '../runtime/loop.js';
import { rearmSchedules } from '../services/rearm-schedules.js';
import { advanceBatches } from '../services/release-batches.js';
import { rollUpLost } from '../services/roll-up-executions.js';
import type { EngineContext } from './engine-context.js';
import type { Finding } from './engine-metrics.js';

/** Leases are looked at so often; the rest every `orphanCheckInterval`. */
const LEASE_CHECK_MS = 10_000;

/**
 * Puts right what crashes and lost messages leave behind. Every step is idempotent and counts what it found: in a healthy
 * system nothing.
 *
 * @param wakeAll makes every other loop look at the rows
 */
export function createRecoverLoop(context: EngineContext, wakeAll: () => void): Loop {
  const { pool, directory, logger, metrics } = context;
  let thoroughAt = 0;
  let first = true;

  function note(kind: Finding, count: number): void {
    if (count === 0) return;
    metrics.findings.inc({ kind }, count);
    logger.warn('recovery.found', { kind, count });
  }

  const steps: { name: string; thorough: boolean; run(): Promise<void> }[] = [
    {
      name: 'bury dead workers',
      thorough: false,
      async run() {
        const dead = await buryDeadWorkers(pool);
        for (const { id, host, pid } of dead) logger.warn('worker.dead', { workerId: id, host, pid });
        note('dead_worker', dead.length);
      },
    },
    {
      name: 'free what they held',
      thorough: false,
      async run() {
        const { redelivered, lost } = await freeAttemptsOfDeadWorkers(pool);
        note('redelivered', redelivered);
        note('worker_lost', lost);
      },
    },
    {
      name: 'plan unplanned schedules',
      thorough: true,
      run: async () =>
        note('unplanned', await rearmSchedules(pool, (await directory.config()).scheduler.timezone)),
    },
    {
      name: 'advance answered batches',
      thorough: true,
      run: async () => note('unadvanced', (await advanceBatches(pool, null)).advanced),
    },
    {
      name: 'roll up ended executions',
      thorough: true,
      run: async () => note('unrolled', await rollUpLost(pool, await executionsToRollUp(pool))),
    },
  ];

  return createLoop({
    name: 'recover',
    logger,
    async runOnce() {
      const { orphanCheckInterval } = (await directory.config()).scheduler;
      const thorough = performance.now() >= thoroughAt;
      if (thorough) thoroughAt = performance.now() + orphanCheckInterval;
      for (const step of steps.filter((candidate) => thorough || !candidate.thorough)) {
        await step.run();
        if (first) logger.info('recovery.step', { step: step.name });
      }
      first = false;
      wakeAll();
      return LEASE_CHECK_MS;
    },
  });
}
