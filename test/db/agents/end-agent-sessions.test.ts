/** At the instant of each limit, by a clock of the test, so that nobody waits for ten minutes. */
import type { Socket } from 'node:net';
import type pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { endAgentSessions } from '../../../src/db/agents/end-agent-sessions.js';
import { LIMITS } from '../../../src/domain/limits.js';
import { isDatabaseAway } from '../../../src/runtime/database/database-error.js';
import { type AgentLogin, createAgentLogin } from '../../support/agent-login.js';
import { createTestDatabase, type TestDatabase } from '../../support/database.js';
import { eventually } from '../../support/engine.js';

let database: TestDatabase;
let login: AgentLogin;
/** Callboard's own session, which checks. */
let watcher: pg.PoolClient;
/** The agent's session, which does harm. */
let session: pg.Client;
beforeAll(async () => {
  database = await createTestDatabase();
  login = await createAgentLogin(database, ['hostile']);
  watcher = await database.pool.connect();
  await watcher.query(`
    CREATE SCHEMA test;
    CREATE FUNCTION test.clock_timestamp() RETURNS timestamptz LANGUAGE sql STABLE AS 'SELECT current_setting(''test.now'')::timestamptz';
    CREATE FUNCTION test.pg_notification_queue_usage() RETURNS float8 LANGUAGE sql STABLE AS 'SELECT current_setting(''test.queue_usage'')::float8';
    SET test.queue_usage = 0;
    SET search_path = test, callboard, pg_catalog`);
});
afterAll(async () => {
  watcher?.release(true);
  await login?.drop();
  await database?.drop();
});
beforeEach(async () => {
  session = await login.connect();
});
afterEach(() => session.end().catch(() => {}));

const endOf = (client: pg.Client) => new Promise((resolve) => client.once('end', resolve));

/** Waits until a row contains it. */
async function instant(sql: string, values: unknown[] = [login.name]): Promise<string> {
  const [row] = await eventually<{ at: string | null }>(
    database.pool,
    `SELECT (${sql})::text AS at`,
    values,
    ([found]) => typeof found?.at === 'string',
  );
  return String(row?.at);
}
const activity = (column: string, condition: string) =>
  instant(`SELECT ${column} FROM pg_stat_activity WHERE usename = $1 AND ${condition}`);

/** The sessions that are ended when `ms` have passed, and a microsecond later. */
async function around(since: string, ms: number) {
  const at = async (microseconds: number) => {
    await watcher.query(
      `SELECT set_config('test.now', ($1::timestamptz + $2 * interval '1 millisecond' + $3 * interval '1 microsecond')::text, false)`,
      [since, ms, microseconds],
    );
    return endAgentSessions(watcher);
  };
  return [await at(0), await at(1)];
}
const harmful = (reason: string) => ({
  login: login.name,
  pid: expect.any(Number),
  reason,
  kept: false,
});

test('a session may be idle in a transaction for a limited time, whatever timeout it sets', async () => {
  await session.query('SET idle_in_transaction_session_timeout = 0; SET statement_timeout = 0');
  await session.query('BEGIN');
  const ended = endOf(session);
  const since = await activity('state_change', `state = 'idle in transaction'`);
  expect(await around(since, LIMITS.agentIdleTransactionMs)).toEqual([
    [],
    [harmful(`it was idle in a transaction for more than ${LIMITS.agentIdleTransactionMs / 1_000} seconds`)],
  ]);
  await ended;
});

test('a transaction may take a limited time', async () => {
  const ended = endOf(session);
  const cut = expect(session.query('SELECT pg_sleep(60)')).rejects.toSatisfy(isDatabaseAway);
  const since = await activity('xact_start', `state = 'active'`);
  expect(await around(since, LIMITS.agentTransactionMs)).toEqual([
    [],
    [harmful(`its transaction took more than ${LIMITS.agentTransactionMs / 1_000} seconds`)],
  ]);
  await Promise.all([cut, ended]);
});

test('a session may keep Callboard waiting for an advisory lock for a limited time', async () => {
  const ended = endOf(session);
  await session.query('SELECT pg_advisory_lock(1, 2)');
  const waiting = database.pool.query('SELECT pg_advisory_xact_lock(1, 2)');
  const since = await instant(
    `SELECT waitstart FROM pg_locks WHERE locktype = 'advisory' AND NOT granted AND waitstart IS NOT NULL
       AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`,
    [],
  );
  expect(await around(since, LIMITS.agentLockBlocksMs)).toEqual([
    [],
    [harmful('it held an advisory lock that Callboard waited for')],
  ]);
  await Promise.all([waiting, ended]);
});

test('a session may hold a limited number of locks', async () => {
  const ended = endOf(session);
  await session.query('SELECT pg_advisory_lock(n) FROM generate_series(1, $1::int) n', [LIMITS.agentLocks]);
  const now = new Date().toISOString();
  expect(await around(now, 0)).toEqual([[], []]);
  await session.query('SELECT pg_advisory_lock(0)');
  expect((await around(now, 0))[0]).toEqual([harmful(`it held more than ${LIMITS.agentLocks} locks`)]);
  await ended;
});

test('a session that reads no notifications is ended before they fill the queue', async () => {
  const filled = async () =>
    (await database.pool.query<{ used: number }>('SELECT pg_notification_queue_usage() AS used')).rows[0]
      ?.used ?? 0;
  const flood = `SELECT pg_notify('flood', repeat('x', 7900) || n) FROM generate_series(1, 4000) n`;
  const ended = endOf(session);
  await session.query('LISTEN flood');
  const { stream } = (session as unknown as { connection: { stream: Socket } }).connection;
  stream.pause();
  await database.pool.query(flood);
  const since = await activity('xact_start', `state = 'idle' AND wait_event = 'ClientWrite'`);
  expect(await filled()).toBeGreaterThan(0);

  const usage = (percent: number) =>
    watcher.query(`SELECT set_config('test.queue_usage', ($1::float8 / 100)::text, false)`, [percent]);
  await usage(LIMITS.agentQueuePercent);
  expect(await around(since, LIMITS.agentQueueBlocksMs)).toEqual([[], []]);
  await usage(LIMITS.agentQueuePercent + 1);
  expect(await around(since, LIMITS.agentQueueBlocksMs)).toEqual([
    [],
    [
      harmful(
        `its transaction took more than ${LIMITS.agentQueueBlocksMs / 1_000} seconds while the queue of notifications filled up`,
      ),
    ],
  ]);
  stream.resume();
  await ended;
  await usage(0);
  await expect.poll(filled).toBe(0);
});

test('sessions start with timeouts of their own, which end them before Callboard has to', async () => {
  const { rows } = await session.query<{ name: string; ms: string }>(
    `SELECT name, setting AS ms FROM pg_settings WHERE name IN ('idle_in_transaction_session_timeout', 'statement_timeout')`,
  );
  const ms = Object.fromEntries(rows.map((row) => [row.name, Number(row.ms)]));
  expect(ms).toEqual({ idle_in_transaction_session_timeout: 30_000, statement_timeout: 60_000 });
  expect(ms.idle_in_transaction_session_timeout).toBeLessThan(LIMITS.agentIdleTransactionMs);
  expect(ms.statement_timeout).toBeLessThan(LIMITS.agentTransactionMs);
});
