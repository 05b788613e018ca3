import type { Pool } from '../runtime/database/pool.js';
import { type Cursor, cursorAt } from './cursor.js';
import { EventStreamError } from './event-stream-error.js';
import { OutboxEvent } from './outbox-event.js';
import { type OutboxRange, readOutbox } from './read-outbox.js';
import type { Snapshot } from './snapshot.js';
import type { Subscriber } from './subscriber.js';

export interface CatchUpOptions {
  pool: Pool;
  subscriber: Subscriber;
  after: Cursor;
  /**
   * Resolves with the tail's position as soon as the tail is between two batches and has seen everything that
   * `covering` sees. With `join`, the subscriber receives what the tail reads from that position on.
   */
  tailAt(covering: Snapshot, join: boolean): Promise<Snapshot>;
  onDelivered(count: number): void;
}

/** Message of streams whose events were deleted. */
export const EXPIRED =
  'Events after this cursor are no longer kept. Reload the data, and subscribe from a cursor that was read before the data.';

/**
 * Brings a subscriber from its cursor to the tail, without gaps or repetitions. First delivers the rest of
 * the cursor's own batch, then range after range up to the tail's position at that time. When the tail is
 * near, delivers a last range while the subscriber keeps what the tail reads. Throws `EventStreamError`
 * `CURSOR_EXPIRED`, or errors of the database.
 */
export async function catchUp(options: CatchUpOptions): Promise<void> {
  const { subscriber, after, tailAt } = options;
  await deliver(options, { from: after.previous, to: after.current, afterPos: after.pos });
  let at = after.current;
  for (let near = false, joined = false; !joined && !subscriber.queue.ended; ) {
    joined = near;
    const to = await tailAt(at, joined);
    near = (await deliver(options, { from: at, to })) === 1;
    at = to;
  }
  subscriber.goLive();
}

/** @returns the number of pages of the range */
async function deliver(
  { pool, subscriber, onDelivered }: CatchUpOptions,
  range: Required<Pick<OutboxRange, 'from' | 'to'>> & OutboxRange,
): Promise<number> {
  let pages = 0;
  for await (const { rows, broken } of readOutbox(pool, { ...range, kind: subscriber.kind })) {
    if (broken) throw new EventStreamError('CURSOR_EXPIRED', EXPIRED);
    pages += 1;
    let delivered = 0;
    for (const { pos, change } of rows) {
      const place = { previous: range.from, current: range.to, pos };
      if (subscriber.append(new OutboxEvent(change, place))) delivered += 1;
      subscriber.reach(place);
    }
    onDelivered(delivered);
    await subscriber.queue.drained();
    if (subscriber.queue.ended) return pages;
  }
  subscriber.reach(cursorAt(range.to));
  return pages;
}
