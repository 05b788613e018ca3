/** What recovery does. Every step is idempotent and counts what it found, which is zero in a healthy system. */
import {
  type Freed,
  freeAttemptsOfDeadWorkers,
  markDeadWorkers,
} from '../../db/jobs/end/recover-attempts.js';
import { executionsToRollUp } from '../../db/runs/end/roll-up.js';
import { databaseNow } from '../../db/system/database-now.js';
import { trimDeadWorkers, trimSnapshots } from '../../db/workers/worker-snapshots.js';
import { trimOutbox } from '../../events/trim-outbox.js';
import { agentSilenceMs, endJobsOfDeadAgents } from '../../services/jobs/end-jobs-of-dead-agents.js';
import { wakeStuckContexts } from '../../services/pipelines/wake-contexts.js';
import { promoteForgotten } from '../../services/runs/conclude-executions.js';
import { advanceBatches } from '../../services/runs/release-batches.js';
import { rollUpLost } from '../../services/runs/roll-up-executions.js';
import {
  PLANNED_AT_ONCE,
  planUnplannedSchedules,
} from '../../services/schedules/plan/plan-unplanned-schedules.js';
import { withdrawDisabledPlans } from '../../services/schedules/plan/withdraw-disabled-plans.js';
import type { EngineContext } from '../engine-context.js';
import type { Finding } from '../engine-metrics.js';
import { logEnded } from '../finish/log-ended.js';
import type { LocalWorker } from '../local-worker.js';
import { deleteInSteps } from './delete-in-steps.js';
import { createUnbrokenWatch } from './unbroken-watch.js';

/** Events are kept for subscribers that come back within a day. */
const EVENTS_KEPT_MS = 24 * 3_600_000;
const EVENTS_PER_DELETE = 10_000;
/** The load of machines is shown for a day, and dead workers for a week. */
const SNAPSHOTS_KEPT_MS = 24 * 3_600_000;
const DEAD_WORKERS_KEPT_MS = 7 * 24 * 3_600_000;
/** Newer answers are still being processed and do not count as findings. */
const QUIET_MS = 5_000;
/** How late a round may be without counting as a gap. */
const LATE_MS = 5_000;

export interface RecoveryStep {
  name: string;
  /** @returns how many problems it found */
  run(signal: AbortSignal): Promise<number>;
}

/** Counts and logs what a step found. */
function note(
  { metrics, logger }: Pick<EngineContext, 'metrics' | 'logger'>,
  kind: Finding,
  count: number,
): number {
  if (count > 0) {
    metrics.findings.inc({ kind }, count);
    logger.warn('recovery.found', { kind, count });
  }
  return count;
}

/** Takes work from workers and agents that have died, and what this worker has claimed without knowing it. */
export function leaseSteps(context: EngineContext, { dispatcher }: LocalWorker): RecoveryStep[] {
  const { pool, directory, logger, signals, safetyNetMs } = context;
  const watchedForMs = createUnbrokenWatch(2 * safetyNetMs + LATE_MS);
  const noteFreed = ({ redelivered, lost }: Freed) =>
    note(context, 'redelivered', redelivered) + note(context, 'worker_lost', lost);

  return [
    {
      name: 'mark dead workers',
      async run() {
        const dead = await markDeadWorkers(pool);
        for (const { id, host, pid } of dead) logger.warn('worker.dead', { deadWorkerId: id, host, pid });
        return note(context, 'dead_worker', dead.length);
      },
    },
    {
      name: 'free attempts of dead workers',
      run: async () => noteFreed(await freeAttemptsOfDeadWorkers(pool)),
    },
    {
      name: 'free forgotten attempts of this worker',
      run: async () => noteFreed(await dispatcher.freeForgotten()),
    },
    {
      name: 'end attempts of dead agents',
      async run() {
        const watchedMs = watchedForMs(await databaseNow(pool));
        const settings = await directory.engine();
        if (!(await directory.config()).scheduler.endJobsOfDeadAgents) return 0;
        // After a start or an outage, agents have the full time again, because no heartbeat could arrive
        // before.
        if (watchedMs < agentSilenceMs(settings)) return 0;
        const ended = await endJobsOfDeadAgents(pool, settings);
        if (ended.length > 0) signals.emit('agentsLost', ended);
        return note(context, 'agent_lost', ended.length);
      },
    },
  ];
}

/** Repairs what a crash or a lost message left undone. */
export function orphanSteps(
  context: Pick<EngineContext, 'pool' | 'directory' | 'metrics' | 'logger' | 'traces'>,
): RecoveryStep[] {
  const { pool, directory } = context;
  return [
    {
      name: 'plan unplanned schedules',
      run: async () =>
        note(
          context,
          'unplanned',
          await planUnplannedSchedules(pool, (await directory.config()).scheduler.timezone),
        ),
    },
    {
      name: 'withdraw plans of disabled schedules',
      async run() {
        const { timezone } = (await directory.config()).scheduler;
        const deps = { pool, logger: context.logger, missedSlots: context.metrics.slotsMissed };
        return withdrawDisabledPlans(deps, timezone, PLANNED_AT_ONCE);
      },
    },
    {
      name: 'advance answered batches',
      async run() {
        const { advanced, ended } = await advanceBatches(pool, null, { quietMs: QUIET_MS });
        logEnded(context, ended);
        return note(context, 'unadvanced', advanced);
      },
    },
    {
      name: 'wake contexts of pipelines',
      async run() {
        const { contexts, ended } = await wakeStuckContexts(pool);
        logEnded(context, ended);
        return note(context, 'stuck_context', contexts);
      },
    },
    {
      name: 'roll up ended runs',
      async run() {
        const ended = await rollUpLost(pool, await executionsToRollUp(pool, null));
        logEnded(context, ended);
        return note(context, 'unrolled', ended.length);
      },
    },
    {
      name: 'start queued runs whose turn has come',
      run: async () => note(context, 'unpromoted', (await promoteForgotten(pool)).length),
    },
  ];
}

/** Deletes what is too old. */
export function trimSteps({ pool }: EngineContext): RecoveryStep[] {
  return [
    {
      name: 'delete old events',
      run: (signal) => trimOutbox(pool, { olderThanMs: EVENTS_KEPT_MS, limit: EVENTS_PER_DELETE, signal }),
    },
    {
      name: 'delete old snapshots of machines',
      run: (signal) => deleteInSteps(signal, (limit) => trimSnapshots(pool, SNAPSHOTS_KEPT_MS, limit)),
    },
    {
      name: 'delete workers that died long ago',
      run: (signal) => deleteInSteps(signal, (limit) => trimDeadWorkers(pool, DEAD_WORKERS_KEPT_MS, limit)),
    },
  ];
}
