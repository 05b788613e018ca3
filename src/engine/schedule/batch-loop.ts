import type { Lease } from '../../db/jobs/claim-attempts.js';
import { msUntilNextDue } from '../../db/schedules/next-due.js';
import { offerBatches } from '../../db/workers/wake-workers.js';
import { createLoop, type Loop } from '../../runtime/loop.js';
import {
  advanceBatches,
  type BatchRelease,
  NOTHING_RELEASED,
  releaseDueBatches,
} from '../../services/runs/release-batches.js';
import type { Dispatcher } from '../dispatch/dispatcher.js';
import { type Announce, createBusyWait, type EngineContext } from '../engine-context.js';
import { logEnded } from '../finish/log-ended.js';

export interface BatchLoop {
  loop: Loop;
  /** These runs received answers. Undefined: unknown runs did, through reports or direct SQL. */
  answered(executionIds?: readonly string[]): void;
  /** A worker releases a batch that is larger than its room. */
  offered(workerId: string): void;
  /**
   * Whether this loop should release the first batch of a run, and claim as many of its jobs as fit, instead
   * of the expansion.
   */
  holdsFirst(agentId: string, jobs: number): Promise<boolean>;
}

export interface BatchOptions extends Pick<Dispatcher, 'claiming' | 'idleClaim' | 'idleRoom'> {
  lease: () => Lease | undefined;
  workerId: string;
  /** True if there is no other worker that could take a part of the batches. */
  isAlone(): boolean;
  announce: Announce;
}

const BATCHES_AT_ONCE = 200;
/** With room for fewer jobs, a claim is not worth its own transaction, and the batch is only released. */
const LEAST_CLAIMED = 25;
/** Smaller first batches are released by the expansion, because claiming them afterwards costs no more. */
const WORTH_HOLDING = 100;
/** How long the rest of a batch waits for room at most, as long as slots are freed. */
const ROOM_MS = 500;
/** How often a worker offers a large batch to the others while it releases it. */
const OFFER_MS = 300;
/** How long after an offer a worker without room leaves due batches to the others. */
const LEAVE_MS = 1_000;

/**
 * Releases one batch after another: the next one `staggerDelay` after the last was answered. A worker without
 * queued jobs claims jobs while it releases them, as far as they fit in, and offers the rest of a large batch to
 * the other workers, which do the same. A worker without room only releases jobs, unless another one has offered
 * the batch.
 */
export function createBatchLoop(context: EngineContext, options: BatchOptions): BatchLoop {
  const { pool, logger, directory } = context;
  let touched = new Set<string>();
  let lookAtAll = true;
  const wait = createBusyWait();
  /** The first jobs of a batch were claimed, and the rest is to follow. */
  let isInPart = false;
  /** When this worker last offered a batch, by `performance.now()`. */
  let offeredAt = Number.NEGATIVE_INFINITY;
  /** Until when due batches are left to other workers, by `performance.now()`. */
  let leaveUntil = Number.NEGATIVE_INFINITY;

  /** Makes the other workers release parts of the batch as well, as far as they have room. */
  function offer(): void {
    const now = performance.now();
    if (options.isAlone() || now - offeredAt < OFFER_MS) return;
    offeredAt = now;
    offerBatches(pool, options.workerId).catch((err: unknown) => logger.warn('batch.not_offered', { err }));
  }

  async function release(): Promise<BatchRelease> {
    if (isInPart) await options.idleRoom(LEAST_CLAIMED, ROOM_MS);
    const lease = options.lease();
    const room = lease && options.idleClaim();
    if (!lease || !room || room.limit < LEAST_CLAIMED) {
      if (!isInPart && performance.now() < leaveUntil) return NOTHING_RELEASED;
      // There is no room although the worker waited for slots: the agents are slow. The rest is only released,
      // and is claimed when slots are free.
      isInPart = false;
      return releaseDueBatches(pool, BATCHES_AT_ONCE);
    }
    const limited = (await directory.limitedAgents()).map(({ id }) => id);
    const claim = { ...room, lease, limited, isAlone: options.isAlone() };
    const work = () => releaseDueBatches(pool, BATCHES_AT_ONCE, claim);
    const released = await options.claiming(lease, work, false);
    // Nothing is released if other workers hold what is left, which does not last: the rest of the batch waits.
    if (released.batches.length === 0) return released;
    isInPart = released.claimed.length > 0 && released.more;
    if (isInPart) offer();
    return released;
  }

  const loop = createLoop({
    name: 'batch',
    logger,
    async runOnce() {
      const among = lookAtAll ? null : [...touched];
      lookAtAll = false;
      touched = new Set();
      let busy: string[] = [];
      try {
        if (among === null || among.length > 0) {
          const advanced = await advanceBatches(pool, among);
          busy = advanced.busy;
          logEnded(context, advanced.ended);
        }
      } catch (error) {
        lookAtAll = true;
        throw error;
      }
      const { batches, more, ended } = await release();
      logEnded(context, ended);
      for (const { scheduleExecutionId, batchIndex, released } of batches)
        logger.debug('batch.released', { scheduleExecutionId, batchIndex, released });
      options.announce(batches.filter(({ released, claimed = 0 }) => released > claimed));
      if (batches.length > 0) wait.reset();
      if (more) return 0;
      const untilDue = await msUntilNextDue(pool, 'batch');
      if (untilDue !== 0) isInPart = false;
      for (const id of busy) touched.add(id);
      if (busy.length > 0 || untilDue === 0) return wait.next();
      wait.reset();
      return untilDue;
    },
  });

  return {
    loop,
    answered(executionIds) {
      if (executionIds === undefined) lookAtAll = true;
      else for (const id of executionIds) touched.add(id);
      loop.wake();
    },
    offered(workerId) {
      if (workerId === options.workerId) return;
      leaveUntil = performance.now() + LEAVE_MS;
      loop.wake();
    },
    async holdsFirst(agentId, jobs) {
      if (jobs < WORTH_HOLDING || !options.lease() || !options.idleClaim()) return false;
      return (await directory.limitedAgents()).every(({ id }) => id !== agentId);
    },
  };
}
