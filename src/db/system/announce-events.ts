import type { Pool } from '../../runtime/pool.js';

/** What is committed within this time, in milliseconds, is told together. */
const TOGETHER_MS = 20;

/** With which a transaction leaves it to {@link announceEvents} to tell of its events. */
export const ANNOUNCED_LATER = { 'callboard.announce': 'later' } as const;

const announcing = new WeakSet<Pool>();

/**
 * Tells those who read events that there are new ones, once for all that was committed within a few milliseconds: a NOTIFY in each
 * transaction would make their commits wait for each other. Lost with the process, it costs readers a second, after which they look.
 */
export function announceEvents(pool: Pool): void {
  if (announcing.has(pool)) return;
  announcing.add(pool);
  setTimeout(() => {
    announcing.delete(pool);
    pool.query(`SELECT pg_notify('callboard_events', '')`).catch(() => {});
  }, TOGETHER_MS);
}
