import type { Lease } from '../../db/jobs/claim-attempts.js';
import { msUntilNextDue } from '../../db/schedules/next-due.js';
import { createLoop, type Loop } from '../../runtime/loop.js';
import { advanceBatches, type BatchRelease, releaseDueBatches } from '../../services/runs/release-batches.js';
import type { Dispatcher } from '../dispatch/dispatcher.js';
import { type Announce, createBusyWait, type EngineContext } from '../engine-context.js';
import { logEnded } from '../finish/log-ended.js';

export interface BatchLoop {
  loop: Loop;
  /** Answers came in for these executions; undefined: for some that are not known here (a report, direct SQL). */
  answered(executionIds?: readonly string[]): void;
  /** Whether the first batch of a run is to be released here, claimed as far as that goes, rather than with its insertion. */
  holdsFirst(agentId: string, jobs: number): Promise<boolean>;
}

export interface BatchOptions extends Pick<Dispatcher, 'claiming' | 'idleClaim' | 'idleRoom'> {
  lease: () => Lease | undefined;
  /** No other worker would take a share of what is put in line. */
  isAlone(): boolean;
  announce: Announce;
}

const BATCHES_AT_ONCE = 200;
/** Jobs that are worth a transaction of their own: where less fits in, a batch is put in line. */
const LEAST_CLAIMED = 25;
/** Jobs of a first batch: below that, to claim what is in line costs no more than to release it. */
const WORTH_HOLDING = 100;
/** How long the rest of such a batch waits for room at most, while slots come free. */
const ROOM_MS = 500;

/**
 * Releases batch after batch: the next one `staggerDelay` after the last was answered. A worker that is alone, and has nothing in line
 * before it, claims jobs with their release, as they fit in; else they are put in line.
 */
export function createBatchLoop(context: EngineContext, options: BatchOptions): BatchLoop {
  const { pool, logger, directory } = context;
  let touched = new Set<string>();
  let lookAtAll = true;
  const wait = createBusyWait();
  /** There is more of a batch of which the first jobs were claimed. */
  let isInPart = false;

  async function release(): Promise<BatchRelease> {
    if (isInPart) await options.idleRoom(LEAST_CLAIMED, ROOM_MS);
    const lease = options.lease();
    const room = lease && options.isAlone() ? options.idleClaim() : undefined;
    // No room, though slots were waited for: the agents are slow, and the rest is found in line as soon as one comes free.
    if (!lease || !room || room.limit < LEAST_CLAIMED) {
      isInPart = false;
      return releaseDueBatches(pool, BATCHES_AT_ONCE);
    }
    const limited = (await directory.limitedAgents()).map(({ id }) => id);
    const claim = { ...room, lease, limited };
    const work = () => releaseDueBatches(pool, BATCHES_AT_ONCE, claim);
    const released = await options.claiming(lease, work, false);
    // With nothing released its run is held, for a moment: the rest of the batch waits on.
    if (released.batches.length > 0) isInPart = released.claimed.length > 0 && released.more;
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
    async holdsFirst(agentId, jobs) {
      if (jobs < WORTH_HOLDING || !options.lease() || !options.isAlone() || !options.idleClaim())
        return false;
      return (await directory.limitedAgents()).every(({ id }) => id !== agentId);
    },
  };
}
