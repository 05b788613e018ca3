import { createLoop, type Loop } from '../../runtime/loop.js';
import { singleJobOf } from '../../services/runs/expand/single-job.js';
import {
  type Claim,
  type ClaimHelp,
  claimDueSchedules,
  UnclaimableScheduleError,
} from '../../services/schedules/claim/claim-due-schedules.js';
import { BUSY_MS, createBusyWait } from '../busy-wait.js';
import type { EngineContext } from '../engine-context.js';
import type { LocalWorker } from '../local-worker.js';
import { createClaimWatch } from './claim-watch.js';
import { createLeftOut } from './left-out.js';
import { reportStarted } from './report-expansion.js';

/**
 * If many schedules are due at once, a round claims what can be sent soon, and the next round waits for room,
 * but at most this long. A job that the same worker claims and sends takes one statement less, and the first
 * calls leave while the last slots are still to be claimed.
 */
const PACE_MS = 500;
/** Slots that are later than this are claimed as fast as possible. */
const PACED_FOR_MS = 10_000;
const LEAST_AT_ONCE = 25;

/** A round begins this long before the next schedule is due, to be ready when it is. */
const EARLY_MS = 25;
/** A round locks schedules that are due within this time. */
const AHEAD_MS = 2 * EARLY_MS;
/** If a schedule due within this time was not locked, another transaction has locked it. */
const LOCKED_MS = 1.5 * EARLY_MS;

export interface ClaimLoop extends Loop {
  /**
   * A schedule has changed and is due at this instant, in milliseconds since 1970 by the database's clock.
   */
  dueAt(at: number): void;
}

/**
 * Claims due schedules. Sleeps until just before the earliest is due, but at most `pollIntervalMs`. Woken
 * when a schedule changes. Signals `slotsRecorded`, and what the runs need: `batchesReleased`,
 * `runsToExpand`, `runsPostponed`, `runsReplaced`.
 */
export function createClaimLoop(context: EngineContext, { lease, dispatcher }: LocalWorker): ClaimLoop {
  const { pool, directory, logger, clock, signals } = context;
  const watch = createClaimWatch(() => lease.current()?.epoch);
  const busy = createBusyWait();
  const leftOut = createLeftOut();
  /** The last round left due schedules, which have not been due for long. */
  let isPaced = false;

  async function batchSize(most: number): Promise<number> {
    const room = await dispatcher.idle.room(LEAST_AT_ONCE, isPaced ? PACE_MS : 0);
    return room >= LEAST_AT_ONCE ? Math.min(room, most) : most;
  }

  async function claim(): Promise<{ claim: Claim; pollIntervalMs: number }> {
    const [config, engine] = await Promise.all([
      directory.config(),
      directory.engine(),
      directory.limitedAgents(), // loads them before the slot is due, if they are not cached
    ]);
    const { timezone, enabled, misfireThreshold: misfireThresholdMs } = config.scheduler;
    const settings = {
      timezone,
      enabled,
      misfireThresholdMs,
      watchedSince: watch.since(misfireThresholdMs),
      batchSize: await batchSize(engine.claimBatchSize),
      aheadMs: AHEAD_MS,
      except: leftOut.ids(),
      jitterThreshold: engine.jitterThreshold,
      maxJitterMs: engine.maxJitterMs,
    };
    const current = lease.current();
    const help: ClaimHelp = {
      planJob: (execution) => singleJobOf(directory, execution, config, execution.executionTime),
      async sendAtOnce() {
        const limited = (await directory.limitedAgents()).map(({ id }) => id);
        const sender = dispatcher.idle.next();
        return current && sender && { ...sender, lease: current, limited };
      },
    };
    async function work(): Promise<Claim> {
      const done = await claimDueSchedules(pool, settings, help);
      signals.emit('slotsRecorded', done.recorded);
      return done;
    }
    const { pollIntervalMs } = engine;
    return { claim: await (current ? dispatcher.claiming(current, work, false) : work()), pollIntervalMs };
  }

  function delayAfter({ more, isEmpty, nextDueAt, now }: Claim, pollIntervalMs: number): number {
    if (more) return 0;
    const mostMs = Math.min(pollIntervalMs, leftOut.msLeft());
    if (nextDueAt === null) return mostMs;
    const untilDueMs = clock.msUntil(nextDueAt.getTime());
    if (isEmpty && nextDueAt.getTime() <= now.getTime() + LOCKED_MS)
      return Math.max(busy.next(), untilDueMs + BUSY_MS);
    busy.reset();
    return Math.min(Math.max(0, untilDueMs - EARLY_MS), mostMs);
  }

  const loop = createLoop({
    name: 'claim',
    logger,
    async runOnce() {
      const claimed = await claim().catch((error: unknown) => {
        if (error instanceof UnclaimableScheduleError) return error;
        watch.broken();
        throw error;
      });
      if (claimed instanceof UnclaimableScheduleError) {
        const { scheduleId, cause } = claimed;
        logger.error(
          'schedule.unclaimable',
          { scheduleId, err: cause },
          'The schedule is skipped for one minute',
        );
        leftOut.add(scheduleId);
        return 0;
      }
      const { claim: done, pollIntervalMs } = claimed;
      clock.read(done.clock.now, done.clock.askedAt);
      isPaced = done.more && (done.nextDueAt?.getTime() ?? 0) > clock.now() - PACED_FOR_MS;
      const delayMs = delayAfter(done, pollIntervalMs);
      watch.claimed(done.now, done.more, delayMs);
      report(context, done);
      announce(context, done);
      return delayMs;
    },
  });
  return { ...loop, dueAt: (at) => loop.wakeIn(clock.msUntil(at - EARLY_MS)) };
}

/** Starts what the recorded runs need. */
function announce(context: EngineContext, done: Claim): void {
  const { signals } = context;
  reportStarted(context, done.started, done.started.length - done.claimed.length);
  if (done.executionIds.length > 0) signals.emit('runsToExpand', done.executionIds);
  if (done.later) signals.emit('runsPostponed');
  if (done.replacedIds.length > 0 || done.deferred > 0) signals.emit('runsReplaced');
}

function report({ logger, metrics, traces }: EngineContext, { recorded, extending, now }: Claim): void {
  traces?.claimed(recorded, now);
  const missed = (reason: string, count: number) => {
    metrics.slots.inc({ outcome: reason }, count);
    metrics.slotsMissed.inc({ reason }, count);
  };
  let ran = 0;
  for (const { reason, missedCount } of extending) missed(reason ?? 'skipped', missedCount);
  for (const { id, scheduleId, status, slotAt, reason, missedCount, traceId, source } of recorded) {
    if (status === 'skipped') {
      missed(reason ?? 'skipped', missedCount);
      logger.warn('slot.skipped', {
        scheduleId,
        scheduleExecutionId: id,
        slotAt,
        missedCount,
        reason,
        traceId,
      });
    } else {
      ran += 1;
      if (slotAt)
        metrics.slotLateness.observe(
          { until: 'claim' },
          Math.max(0, now.getTime() - slotAt.getTime()) / 1_000,
        );
      // The end of the run is logged with the same ids, and two lines per run cost as much as its decision.
      logger.debug('slot.claimed', { scheduleId, scheduleExecutionId: id, slotAt, source, traceId });
    }
  }
  if (ran > 0) metrics.slots.inc({ outcome: 'run' }, ran);
}
