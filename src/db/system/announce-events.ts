import type { Pool } from '../../runtime/database/pool.js';

/** Events that are committed within this time share one announcement, in milliseconds. */
const ANNOUNCE_WINDOW_MS = 20;

/** Setting of a transaction that leaves the announcement of its events to {@link announceEvents}. */
export const ANNOUNCED_LATER = { 'callboard.announce': 'later' } as const;

const announcing = new WeakSet<Pool>();

/**
 * Announces new events to their readers, once for all that were committed within a few milliseconds. A NOTIFY
 * in each transaction would make commits wait for each other. If the process dies before the announcement,
 * readers find the events within a second, when they poll.
 */
export function announceEvents(pool: Pool): void {
  if (announcing.has(pool)) return;
  announcing.add(pool);
  setTimeout(() => {
    announcing.delete(pool);
    pool.query(`SELECT pg_notify('callboard_events', '')`).catch(() => {});
  }, ANNOUNCE_WINDOW_MS);
}
