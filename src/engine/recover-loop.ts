import { buryDeadWorkers, type Freed, freeAttemptsOfDeadWorkers } from '../db/recover-attempts.js';
import { executionsToRollUp } from '../db/recover-executions.js';
import { trimOutbox } from '../events/trim-outbox.js';
import { createLoop, type Loop } from '../runtime/loop.js';
import { rearmSchedules } from '../services/rearm-schedules.js';
import { advanceBatches } from '../services/release-batches.js';
import { rollUpLost } from '../services/roll-up-executions.js';
import { wakeStuckContexts } from '../services/wake-contexts.js';
import type { EngineContext } from './engine-context.js';
import type { Finding } from './engine-metrics.js';

/** Events are kept for subscribers that come back within a day. */
const EVENTS_KEPT_MS = 24 * 3_600_000;
const EVENTS_PER_DELETE = 10_000;
/** What was answered just now is being seen to, and no finding. */
const QUIET_MS = 5_000;

/**
 * Puts right what crashes and lost messages leave behind. Every step is idempotent and counts what it found: in a healthy
 * system nothing. Leases are looked at whenever the safety net is due, the rest every `orphanCheckInterval`.
 *
 * @param freeForgotten frees what this worker holds without its knowing
 * @param wakeAll makes every other loop look at the rows
 */
export function createRecoverLoop(
  context: EngineContext,
  freeForgotten: () => Promise<Freed>,
  wakeAll: () => void,
): Loop {
  const { pool, directory, logger, metrics, safetyNetMs } = context;
  let thoroughAt = 0;
  let first = true;

  function note(kind: Finding, count: number): void {
    if (count === 0) return;
    metrics.findings.inc({ kind }, count);
    logger.warn('recovery.found', { kind, count });
  }

  function noteFreed({ redelivered, lost }: Freed): void {
    note('redelivered', redelivered);
    note('worker_lost', lost);
  }

  const steps: { name: string; thorough: boolean; run(signal: AbortSignal): Promise<unknown> }[] = [
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
      run: async () => noteFreed(await freeAttemptsOfDeadWorkers(pool)),
    },
    {
      name: 'free what this worker holds unknowingly',
      thorough: false,
      run: async () => noteFreed(await freeForgotten()),
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
      run: async () => note('unadvanced', (await advanceBatches(pool, null, QUIET_MS)).advanced),
    },
    {
      name: 'wake contexts of pipelines',
      thorough: true,
      run: async () => note('stuck_context', (await wakeStuckContexts(pool)).contexts),
    },
    {
      name: 'roll up ended executions',
      thorough: true,
      run: async () => note('unrolled', await rollUpLost(pool, await executionsToRollUp(pool, null))),
    },
    {
      name: 'forget old events',
      thorough: true,
      run: (signal) => trimOutbox(pool, { olderThanMs: EVENTS_KEPT_MS, limit: EVENTS_PER_DELETE, signal }),
    },
  ];

  return createLoop({
    name: 'recover',
    logger,
    async runOnce(signal) {
      const { orphanCheckInterval } = (await directory.config()).scheduler;
      const thorough = performance.now() >= thoroughAt;
      if (thorough) thoroughAt = performance.now() + orphanCheckInterval;
      for (const step of steps.filter((candidate) => thorough || !candidate.thorough)) {
        // One that fails does not keep the others from their work.
        await step
          .run(signal)
          .catch((err: unknown) => logger.error('recovery.step_failed', { step: step.name, err }));
        if (first) logger.info('recovery.step', { step: step.name });
      }
      first = false;
      wakeAll();
      return safetyNetMs;
    },
  });
}
