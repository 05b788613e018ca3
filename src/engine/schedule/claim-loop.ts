import { createLoop, type Loop } from '../../runtime/loop.js';
import { type Claim, UnclaimableScheduleError } from '../../services/schedules/claim/claim-due-schedules.js';
import { BUSY_MS, createBusyWait } from '../busy-wait.js';
import type { EngineContext } from '../engine-context.js';
import type { LocalWorker } from '../local-worker.js';
import { createClaimWatch } from './claim-watch.js';
import { createDueClaim, type DueClaim } from './due-claim.js';
import { createLeftOut } from './left-out.js';
import { reportClaim } from './report-claim.js';
import { reportStarted } from './report-expansion.js';

/** Slots that are later than this are claimed as fast as possible. */
const PACED_FOR_MS = 10_000;

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
export function createClaimLoop(context: EngineContext, worker: LocalWorker): ClaimLoop {
  const { logger, clock } = context;
  const watch = createClaimWatch(() => worker.lease.current()?.epoch);
  const busy = createBusyWait();
  const leftOut = createLeftOut();
  const claim = createDueClaim(context, worker, { watch, leftOut, aheadMs: AHEAD_MS });
  /** The last round left due schedules, which have not been due for long. */
  let isPaced = false;

  /** @returns undefined if a schedule could not be claimed and is left out, so that the others can be */
  async function claimOrLeaveOut(): Promise<DueClaim | undefined> {
    try {
      return await claim(isPaced);
    } catch (error) {
      if (!(error instanceof UnclaimableScheduleError)) {
        watch.broken();
        throw error;
      }
      const { scheduleId, cause: err } = error;
      logger.error('schedule.unclaimable', { scheduleId, err }, 'The schedule is skipped for one minute');
      leftOut.add(scheduleId);
      return undefined;
    }
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
      const claimed = await claimOrLeaveOut();
      if (!claimed) return 0;
      const { done, pollIntervalMs } = claimed;
      clock.read(done.clock.now, done.clock.askedAt);
      isPaced = done.more && (done.nextDueAt?.getTime() ?? 0) > clock.now() - PACED_FOR_MS;
      const delayMs = delayAfter(done, pollIntervalMs);
      watch.claimed(done.now, done.more, delayMs);
      reportClaim(context, done);
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
