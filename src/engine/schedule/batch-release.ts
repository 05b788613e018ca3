import { offerBatches } from '../../db/workers/wake-workers.js';
import {
  type BatchRelease,
  NOTHING_RELEASED,
  releaseDueBatches,
} from '../../services/runs/release-batches.js';
import type { EngineContext } from '../engine-context.js';
import type { LocalWorker } from '../local-worker.js';

const BATCHES_AT_ONCE = 200;
/** The longest time that the rest of a batch waits for room, unless agents are slow. */
const ROOM_MS = 500;
/** How often a worker offers a large batch to the others while it releases it. */
const OFFER_MS = 300;
/** How long after an offer a worker without room leaves due batches to the others. */
const LEAVE_MS = 1_000;

/**
 * How much of the due batches a worker releases. A worker without queued jobs claims jobs while it releases
 * them, as far as they fit in, and offers the rest of a large batch to the other workers, which do the same.
 * A worker without room only releases jobs, unless another one has offered the batch.
 */
export function createBatchRelease(
  { pool, logger, directory }: Pick<EngineContext, 'pool' | 'logger' | 'directory'>,
  { id, lease: { current }, dispatcher, fleet, sizes }: LocalWorker,
) {
  /** The first jobs of a batch were claimed, and the rest will follow. */
  let isInPart = false;
  /** The run whose last claimed jobs were not rows yet. */
  let chunked: string | undefined;
  /** When this worker last offered a batch, by `performance.now()`. */
  let offeredAt = Number.NEGATIVE_INFINITY;
  /** Until when due batches are left to other workers, by `performance.now()`. */
  let leaveUntil = Number.NEGATIVE_INFINITY;

  /** Makes the other workers release parts of the batch as well, as far as they have room. */
  function offer(): void {
    const now = performance.now();
    if (fleet.isAlone() || now - offeredAt < OFFER_MS) return;
    offeredAt = now;
    offerBatches(pool, id).catch((err: unknown) => logger.warn('batch.not_offered', { err }));
  }

  async function release(): Promise<BatchRelease> {
    if (isInPart) await dispatcher.idle.room(sizes.claim, ROOM_MS);
    const lease = current();
    const room = lease && dispatcher.idle.next();
    if (!lease || !room || room.limit < sizes.claim) {
      if (!isInPart && performance.now() < leaveUntil) return NOTHING_RELEASED;
      // There is no room, although the worker waited if it could. The rest is only released, and is claimed
      // when requests end.
      isInPart = false;
      return releaseDueBatches(pool, BATCHES_AT_ONCE);
    }
    const limited = (await directory.limitedAgents()).map(({ id }) => id);
    const { soon: limit, served, sendWithinMs } = room;
    const claim = { limit, served, sendWithinMs, lease, limited, isAlone: fleet.isAlone(), chunked };
    const work = () => releaseDueBatches(pool, BATCHES_AT_ONCE, claim);
    const released = await dispatcher.claiming(lease, work, false);
    if (released.chunked !== undefined || released.batches.length > 0) chunked = released.chunked;
    // If other workers have locked what is left, nothing is released. That does not last, so the rest of the
    // batch waits.
    if (released.batches.length === 0) return released;
    isInPart = released.claimed.length > 0 && released.more;
    if (isInPart) offer();
    return released;
  }

  return {
    release,
    /** Nothing of a batch is left. */
    done(): void {
      isInPart = false;
    },
    /** Another worker has offered its batch, so those with room go first. */
    leaveToOthers(): void {
      leaveUntil = performance.now() + LEAVE_MS;
    },
  };
}
