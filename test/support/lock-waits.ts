import { setTimeout as sleep } from 'node:timers/promises';
import pg, { type Pool, type PoolClient } from 'pg';
import { createPool } from '../../src/runtime/database/pool.js';

/**
 * Returns once a session waits for a lock in the pool's database. `pg_locks` would also show the waits of
 * tests that run at the same time in other databases.
 *
 * @param applicationName only sessions with this name count
 */
export async function untilLockAwaited(pool: Pool, applicationName?: string): Promise<void> {
  for (;;) {
    const { rowCount } = await pool.query(
      `SELECT FROM pg_stat_activity
       WHERE wait_event_type = 'Lock' AND datname = current_database() AND ($1::text IS NULL OR application_name = $1)`,
      [applicationName],
    );
    if (rowCount !== 0) return;
    await sleep(5); // nothing announces such a wait
  }
}

/** A pool of the program `writer` that soon gives up waiting for a lock. */
export function createImpatientPool(connectionString: string, writer: 'engine' | 'server'): Pool {
  return createPool({ connectionString, max: 2, applicationName: 'impatient', writer, lockTimeoutMs: 50 });
}

/** Does `work` while another session holds, in an open transaction, the rows that `sql` selects and locks. */
export async function holding<T>(
  connectionString: string,
  sql: string,
  work: (holder: pg.Client) => Promise<T>,
): Promise<T> {
  const holder = new pg.Client({ connectionString, options: '-c search_path=callboard' });
  holder.on('error', () => {}); // its next statement fails
  await holder.connect();
  try {
    await holder.query(`BEGIN; ${sql}`);
    return await work(holder);
  } finally {
    await holder.end();
  }
}

/** Ends the transaction of a session that a test holds. The pool gets the session back in any case. */
export async function rollBack(holder: PoolClient): Promise<void> {
  let broken: Error | undefined;
  try {
    await holder.query('ROLLBACK');
  } catch (error) {
    broken = error as Error;
    throw error;
  } finally {
    holder.release(broken);
  }
}
