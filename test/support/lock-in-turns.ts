import pg from 'pg';
import type { TestDatabase } from './database.js';
import { untilLockAwaited } from './lock-waits.js';

const NAME = 'takes turns';

/**
 * Two sessions that lock a row of a run in turns, so that it is never free: one commits when the other waits
 * for it.
 *
 * @param first a statement in the first transaction, with `$1` for the run
 */
export async function lockInTurns({ url, pool }: TestDatabase, runId: string, first?: string) {
  const connect = async () => {
    const client = new pg.Client({
      connectionString: url,
      options: '-c search_path=callboard',
      application_name: NAME,
    });
    await client.connect();
    return client;
  };
  const lock = (client: pg.Client) =>
    client.query('SELECT FROM "ScheduleExecution" WHERE id = $1 FOR UPDATE', [runId]);
  let [holder, other] = await Promise.all([connect(), connect()]);
  await holder.query('BEGIN');
  await lock(holder);
  if (first !== undefined) await holder.query(first, [runId]);
  let isOver = false;
  const turns = (async () => {
    while (!isOver) {
      await other.query('BEGIN');
      const locked = lock(other);
      await untilLockAwaited(pool, NAME);
      await holder.query('COMMIT');
      await locked;
      [holder, other] = [other, holder];
    }
  })();
  return {
    async stop() {
      isOver = true;
      await turns;
      await Promise.all([holder.end(), other.end()]);
    },
  };
}
