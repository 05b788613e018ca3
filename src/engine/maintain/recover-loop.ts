import { buryDeadWorkers, type Freed, freeAttemptsOfDeadWorkers } from '../../db/jobs/recover-attempts.js';
import { executionsToRollUp } from '../../db/runs/recover-executions.js';
import { databaseNow } from '../../db/system/database-now.js';
import { trimDeadWorkers, trimSnapshots } from '../../db/workers/worker-snapshots.js';
import { trimOutbox } from '../../events/trim-outbox.js';
import { createLoop, type Loop } from '../../runtime/loop.js';
import { agentSilenceMs, endJobsOfDeadAgents } from '../../services/jobs/end-jobs-of-dead-agents.js';
import { wakeStuckContexts } from '../../services/pipelines/wake-contexts.js';
import { promoteForgotten } from '../../services/runs/conclude-executions.js';
import { advanceBatches } from '../../services/runs/release-batches.js';
import { rollUpLost } from '../../services/runs/roll-up-executions.js';
import { rearmSchedules } from '../../services/schedules/rearm-schedules.js';
import type { EngineContext } from '../engine-context.js';
import type { Finding } from '../engine-metrics.js';
import { logEnded } from '../finish/log-ended.js';
import { createUnbrokenWatch } from './unbroken-watch.js';

/** Events are kept for subscribers that come back within a day. */
const EVENTS_KEPT_MS = 24 * 3_600_000;
const EVENTS_PER_DELETE = 10_000;
/** How a machine fared is shown for a day; who worked here, and died, for a week. */
const SNAPSHOTS_KEPT_MS = 24 * 3_600_000;
const DEAD_WORKERS_KEPT_MS = 7 * 24 * 3_600_000;
const ROWS_PER_DELETE = 1_000;
/** What was answered just now is being seen to, and no finding. */
const QUIET_MS = 5_000;
/** Rounds are late now and then. */
const LATE_MS = 5_000;

interface Step {
  name: string;
  /** Not each time the safety net is due. */
  thorough: boolean;
  /** How much it found. */
  run(signal: AbortSignal): Promise<number>;
}

/**
 * Puts right what crashes and lost messages leave behind. Every step is idempotent and counts what it found: in a healthy
 * system nothing. Leases are looked at whenever the safety net is due, the rest every `orphanCheckIntervalMs`. The first pass, on
 * start, is logged step by step.
 *
 * @param freeForgotten frees what this worker holds without its knowing
 */
export function createRecoverLoop(context: EngineContext, freeForgotten: () => Promise<Freed>): Loop {
  const { pool, directory, logger, metrics, signals, safetyNetMs } = context;
  let thoroughAt = 0;
  let first = true;
  const watchedForMs = createUnbrokenWatch(2 * safetyNetMs + LATE_MS);

  function note(kind: Finding, count: number): number {
    if (count > 0) {
      metrics.findings.inc({ kind }, count);
      logger.warn('recovery.found', { kind, count });
    }
    return count;
  }

  const noteFreed = ({ redelivered, lost }: Freed) =>
    note('redelivered', redelivered) + note('worker_lost', lost);

  const steps: Step[] = [
    {
      name: 'bury dead workers',
      thorough: false,
      async run() {
        const dead = await buryDeadWorkers(pool);
        for (const { id, host, pid } of dead) logger.warn('worker.dead', { deadWorkerId: id, host, pid });
        return note('dead_worker', dead.length);
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
      name: 'end what dead agents had accepted',
      thorough: false,
      async run() {
        const watchedMs = watchedForMs(await databaseNow(pool));
        const settings = await directory.engine();
        if (!(await directory.config()).scheduler.endJobsOfDeadAgents) return 0;
        // After a start or an outage, agents have as long again to be heard of: no heartbeat could come in before.
        if (watchedMs < agentSilenceMs(settings)) return 0;
        const ended = await endJobsOfDeadAgents(pool, settings);
        if (ended.length > 0) signals.emit('agentsLost', ended);
        return note('agent_lost', ended.length);
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
      async run() {
        const ended = await rollUpLost(pool, await executionsToRollUp(pool, null));
        logEnded(context, ended);
        return note('unrolled', ended.length);
      },
    },
    {
      name: 'start what waits for nothing',
      thorough: true,
      run: async () => note('unpromoted', (await promoteForgotten(pool)).length),
    },
    {
      name: 'forget old events',
      thorough: true,
      run: (signal) => trimOutbox(pool, { olderThanMs: EVENTS_KEPT_MS, limit: EVENTS_PER_DELETE, signal }),
    },
    {
      name: 'forget old snapshots of machines',
      thorough: true,
      run: (signal) => untilDone(signal, () => trimSnapshots(pool, SNAPSHOTS_KEPT_MS, ROWS_PER_DELETE)),
    },
    {
      name: 'forget workers that died long ago',
      thorough: true,
      run: (signal) => untilDone(signal, () => trimDeadWorkers(pool, DEAD_WORKERS_KEPT_MS, ROWS_PER_DELETE)),
    },
  ];

  /** One that fails does not keep the others from their work. */
  async function take({ name, run }: Step, signal: AbortSignal): Promise<void> {
    const startedAt = performance.now();
    const fields = () => ({ step: name, ms: Math.round(performance.now() - startedAt) });
    try {
      const found = await run(signal);
      if (first) logger.info('recovery.step', { ...fields(), found });
    } catch (err) {
      logger.error('recovery.step_failed', { ...fields(), err });
    }
  }

  return createLoop({
    name: 'recover',
    logger,
    async runOnce(signal) {
      const { orphanCheckIntervalMs } = await directory.engine();
      const thorough = performance.now() >= thoroughAt;
      if (thorough) thoroughAt = performance.now() + orphanCheckIntervalMs;
      for (const step of steps) if (thorough || !step.thorough) await take(step, signal);
      first = false;
      signals.emit('recovered');
      return safetyNetMs;
    },
  });
}

/** In small deletes, so that nobody waits for one. @returns how many rows */
async function untilDone(signal: AbortSignal, deleteSome: () => Promise<number>): Promise<number> {
  let deleted = 0;
  for (let last = ROWS_PER_DELETE; last === ROWS_PER_DELETE && !signal.aborted; deleted += last)
    last = await deleteSome();
  return deleted;
}
