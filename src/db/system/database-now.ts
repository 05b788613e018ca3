import type { DatabaseClock } from '../../runtime/database/database-clock.js';
import type { Queryable } from './queryable.js';

/** The database's time. All decisions use it, so that the clocks of the hosts do not matter. */
export async function databaseNow(client: Queryable): Promise<Date> {
  const { rows } = await client.query<{ now: Date }>('SELECT clock_timestamp() AS now');
  const now = rows[0]?.now;
  if (!now) throw new Error('the database did not return the time');
  return now;
}

/** Reads the database's time for a process that then computes it. */
export async function readClock(client: Queryable, clock: DatabaseClock): Promise<void> {
  const askedAt = performance.now();
  clock.read(await databaseNow(client), askedAt);
}
