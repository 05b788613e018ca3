/**
 * A database whose clock stands still until the test moves it, for all times in statements, functions and
 * defaults.
 */
import { syncBuiltinESMExports } from 'node:module';
import timersPromises from 'node:timers/promises';
import type pg from 'pg';
import { vi } from 'vitest';

/** Before `pg_catalog`, so that `now()` and similar functions are those of the simulation. */
export const VIRTUAL_SEARCH_PATH = 'sim, callboard, pg_catalog, public, pg_temp';

const CLOCKS = ['now', 'clock_timestamp', 'statement_timestamp', 'transaction_timestamp'];

/** Makes the clock of a migrated database virtual, for sessions whose search path is `VIRTUAL_SEARCH_PATH`. */
export async function installVirtualClock(client: pg.Pool): Promise<void> {
  await client.query(`
    CREATE SCHEMA sim;
    GRANT USAGE ON SCHEMA sim TO PUBLIC;
    CREATE UNLOGGED TABLE sim.clock (at timestamptz NOT NULL);
    GRANT SELECT ON sim.clock TO PUBLIC;
    INSERT INTO sim.clock VALUES (pg_catalog.clock_timestamp());
    ${CLOCKS.map((name) => `CREATE FUNCTION sim.${name}() RETURNS timestamptz LANGUAGE sql STABLE AS 'SELECT at FROM sim.clock';`).join('\n')}
    DO $$
    DECLARE item record;
    BEGIN
      FOR item IN SELECT oid::regprocedure AS name FROM pg_proc
        WHERE pronamespace = 'callboard'::regnamespace AND prokind = 'f' AND array_to_string(proconfig, ' ') LIKE '%search_path=%'
      LOOP
        EXECUTE format('ALTER FUNCTION %s SET search_path = ${VIRTUAL_SEARCH_PATH}', item.name);
      END LOOP;
      FOR item IN SELECT table_name, column_name FROM information_schema.columns
        WHERE table_schema = 'callboard' AND column_default ~* '(now\\(\\)|current_timestamp|clock_timestamp|statement_timestamp)'
      LOOP
        EXECUTE format('ALTER TABLE callboard.%I ALTER COLUMN %I SET DEFAULT sim.clock_timestamp()', item.table_name, item.column_name);
      END LOOP;
    END $$`);
}

/** @param at milliseconds since 1970 */
export async function setVirtualClock(client: pg.Client, at: number): Promise<void> {
  await client.query('UPDATE sim.clock SET at = $1', [new Date(at)]);
}

/**
 * Makes the timers and clocks of this process virtual, including those of `node:timers/promises`. @returns
 * restores the real ones
 */
export function installVirtualTimers(now: number): () => void {
  vi.useFakeTimers({
    now,
    toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date', 'performance'],
  });
  const { setTimeout: realWait } = timersPromises;
  timersPromises.setTimeout = wait as typeof realWait;
  syncBuiltinESMExports();
  return () => {
    timersPromises.setTimeout = realWait;
    syncBuiltinESMExports();
    vi.useRealTimers();
  };
}

function wait<T>(ms?: number, value?: T, { signal }: { signal?: AbortSignal } = {}): Promise<T | undefined> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', abort);
      resolve(value);
    }, ms);
    const abort = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    if (signal?.aborted) abort();
    else signal?.addEventListener('abort', abort, { once: true });
  });
}
