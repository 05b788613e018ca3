import type { Pool } from 'pg';

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
  }
}
