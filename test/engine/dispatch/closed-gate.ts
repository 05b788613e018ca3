import type { Pool } from 'pg';
import { eventually } from '../../support/engine.js';

/** While this lock is held, the gate is closed. */
const LOCK = 4_711;

/** Stops statements that change attempts in this way, until it is opened. */
export async function closeGate(pool: Pool, when: string) {
  await pool.query(`
    CREATE FUNCTION public.gate() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      WHILE NOT pg_try_advisory_xact_lock_shared(${LOCK}) LOOP PERFORM pg_sleep(0.01); END LOOP;
      RETURN NEW;
    END $$;
    CREATE TRIGGER gate BEFORE UPDATE ON "AgentJobExecution" FOR EACH ROW WHEN (${when}) EXECUTE FUNCTION public.gate()`);
  const keeper = await pool.connect();
  await keeper.query('SELECT pg_advisory_lock($1)', [LOCK]);
  return {
    reached: () =>
      eventually(
        pool,
        `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event = 'PgSleep'`,
        [],
        ({ length }) => length > 0,
      ),
    open: () => keeper.query('SELECT pg_advisory_unlock_all()'),
    async remove() {
      await keeper.query('SELECT pg_advisory_unlock_all()');
      keeper.release();
    },
  };
}
