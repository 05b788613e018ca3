/** Server and worker behind a real PgBouncer, in both of its modes, and beside one. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { requireDatabase } from '../../../src/db/migrate/require-database.js';
import { createPool, withShortTransaction, withTransaction } from '../../../src/runtime/database/pool.js';
import { type AgentServer, startAgentServer } from '../../support/agent-server.js';
import { createEmptyDatabase, createTestDatabase, type TestDatabase } from '../../support/database.js';
import { eventually } from '../../support/engine.js';
import {
  JobExecutionChangedDocument,
  JobExecutionsDocument,
  TriggerAgentDocument,
} from '../../support/generated/operations.js';
import { type Installation, startInstallation } from '../../support/programs/installation.js';
import { insertAgent, insertExecution } from '../../support/rows.js';
import {
  pgbouncerAvailable,
  startTestPgBouncer,
  type TestPgBouncer,
} from '../../support/servers/pgbouncer.js';

const AGENT = 'pooled-agent';
const ITEMS = 200;

describe.skipIf(!pgbouncerAvailable('PostgreSQL through PgBouncer'))('through PgBouncer', () => {
  let db: TestDatabase;
  let session: TestPgBouncer;
  let transaction: TestPgBouncer;
  beforeAll(async () => {
    db = await createTestDatabase();
    [session, transaction] = await Promise.all([
      startTestPgBouncer(db.url, 'session'),
      startTestPgBouncer(db.url, 'transaction'),
    ]);
    await db.pool.query('CREATE TABLE public."Item" (id int PRIMARY KEY)');
    await db.pool.query('INSERT INTO public."Item" SELECT generate_series(1, $1::int)', [ITEMS]);
  });
  afterAll(async () => {
    await Promise.all([session?.stop(), transaction?.stop()]);
    await db?.drop();
  });

  describe('a pool', () => {
    const open = (url: string, pooled: boolean) =>
      createPool({
        connectionString: url,
        max: 8,
        applicationName: 'pooled',
        writer: 'engine',
        prepare: true,
        pooled,
      });
    const SETTINGS = `SELECT current_setting('search_path') AS path, current_setting('callboard.writer') AS writer, current_setting('timezone') AS zone`;
    const OURS = { path: 'callboard, pg_temp', writer: 'engine', zone: 'UTC' };

    test('in transaction mode applies our settings to every statement, alone and in transactions, and leaves none behind', async () => {
      const pool = open(transaction.url, true);
      const plain = createPool({ connectionString: db.url, max: 1, applicationName: 'watch' });
      try {
        const many = Array.from({ length: 50 }, () => pool.query(SETTINGS));
        for (const { rows } of await Promise.all(many)) expect(rows).toEqual([OURS]);
        await withTransaction(pool, async (client) => {
          await client.query('SET TRANSACTION ISOLATION LEVEL REPEATABLE READ'); // before any query, as always
          expect((await client.query(SETTINGS)).rows).toEqual([OURS]);
        });
        const short = await withShortTransaction(pool, {
          settings: { 'callboard.announce': 'later' },
          first: (client) => client.query(SETTINGS),
          async work(client, first, commit) {
            const sum = client.query('SELECT $1::int + 1 AS sum', [1]);
            commit();
            return [first.rows[0], (await sum).rows[0]];
          },
        });
        expect(short).toEqual([OURS, { sum: 2 }]);
        const called = await new Promise((resolve, reject) => {
          pool.query(SETTINGS, (error, result) => (error ? reject(error) : resolve(result.rows)));
        });
        expect(called).toEqual([OURS]);
      } finally {
        await Promise.all([pool.end(), plain.end()]);
      }
      // What another application finds in the sessions that we used.
      const others = createPool({
        connectionString: transaction.url,
        max: 1,
        applicationName: 'other',
        pooled: true,
        searchPath: 'public',
      });
      const { rows } = await others.query(
        `SELECT current_setting('callboard.writer', true) AS writer, current_setting('search_path') AS path`,
      );
      await others.end();
      // Null in a session that PgBouncer has just opened.
      expect(rows).toEqual([{ writer: expect.toBeOneOf(['', null]), path: 'public, pg_temp' }]);
    });

    test('rolls back what an error belongs to, and the next statement is not part of it', async () => {
      const pool = open(transaction.url, true);
      try {
        await expect(pool.query('SELECT 1 / $1::int', [0])).rejects.toMatchObject({ code: '22012' });
        await expect(
          withTransaction(pool, async (client) => {
            await client.query('INSERT INTO public."Item" VALUES (100000)');
            await client.query('SELECT nonsense');
          }),
        ).rejects.toMatchObject({ code: '42703' });
        const { rows } = await pool.query('SELECT count(*) AS n FROM public."Item" WHERE id = 100000');
        expect(rows).toEqual([{ n: 0 }]);
      } finally {
        await pool.end();
      }
    });
  });

  describe('at startup', () => {
    test('a pooler in session mode is enough, whether it refuses or ignores the settings of a connection', async () => {
      await requireDatabase({ databaseUrl: session.url, directUrl: session.url });
      const ignoring = await startTestPgBouncer(db.url, 'session', { ignore_startup_parameters: 'options' });
      try {
        await requireDatabase({ databaseUrl: ignoring.url, directUrl: ignoring.url });
        const pool = createPool({
          connectionString: ignoring.url,
          max: 1,
          applicationName: 'ignored',
          writer: 'server',
        });
        const { rows } = await pool
          .query(`SELECT current_setting('callboard.writer') AS writer`)
          .finally(() => pool.end());
        expect(rows).toEqual([{ writer: 'server' }]);
      } finally {
        await ignoring.stop();
      }
    });

    test('a pooler in transaction mode requires a direct address of the same database', async () => {
      await expect(
        requireDatabase({ databaseUrl: transaction.url, directUrl: transaction.url }),
      ).rejects.toThrow(/^DATABASE_URL: this is a pooler in transaction mode, .* Set DATABASE_DIRECT_URL to/);
      await requireDatabase({ databaseUrl: transaction.url, directUrl: db.url });
      await requireDatabase({ databaseUrl: transaction.url, directUrl: session.url });
      const other = await createTestDatabase();
      const empty = await createEmptyDatabase();
      try {
        await other.pool.query('UPDATE _applied_sql SET applied_at = now()');
        await expect(requireDatabase({ databaseUrl: transaction.url, directUrl: other.url })).rejects.toThrow(
          /^DATABASE_DIRECT_URL: this is not the same database as DATABASE_URL/,
        );
        await expect(requireDatabase({ databaseUrl: transaction.url, directUrl: empty.url })).rejects.toThrow(
          /lacks \d+ migration/,
        );
      } finally {
        await Promise.all([other.drop(), empty.drop()]);
      }
    });
  });

  describe.each([
    ['session mode', () => ({ DATABASE_URL: session.url })],
    ['transaction mode', () => ({ DATABASE_URL: transaction.url, DATABASE_DIRECT_URL: db.url })],
    [
      'transaction mode, with the direct address through session mode',
      () => ({ DATABASE_URL: transaction.url, DATABASE_DIRECT_URL: session.url }),
    ],
  ])('server and worker in %s', (mode, settings) => {
    const agentId = `${AGENT}-${mode.length}`;
    let installation: Installation;
    let agent: AgentServer;
    beforeAll(async () => {
      // The database is shared with the other modes, so each installation stops before the next one starts.
      [installation, agent] = await Promise.all([
        startInstallation(settings(), { ...db, drop: async () => {} }),
        startAgentServer(),
      ]);
      await insertAgent(db.pool, agentId, agent.url);
    });
    afterAll(async () => {
      await installation?.close();
      await agent?.close();
    });

    test('complete a run over a table, each job once; a subscriber sees a manual run, and lists are read', async () => {
      await insertExecution(db.pool, {
        agentId,
        params: { item: 'db:item:all:id?batchSize=50&staggerDelay=0' },
      });
      await eventually<{ n: number }>(
        db.pool,
        `SELECT count(*)::int AS n FROM "AgentJobExecution" WHERE "agentId" = $1 AND status = 'completed'`,
        [agentId],
        ([row]) => row?.n === ITEMS,
      );
      expect(new Set(agent.ledger.map(({ executionId }) => executionId)).size).toBe(ITEMS);
      const events = installation.admin.listen(JobExecutionChangedDocument, { filter: { agentId } });
      const next = events.next();
      await expect
        .poll(async () => {
          await installation.admin.ask(TriggerAgentDocument, { agentId, params: {} });
          return agent.ledger.length;
        })
        .toBeGreaterThan(ITEMS);
      expect((await next)?.jobExecutionChanged.executionId).toBeTruthy();
      const { jobExecutions } = await installation.admin.ask(JobExecutionsDocument, {
        first: 5,
        filter: { agentId },
      });
      expect(jobExecutions.edges).toHaveLength(5);
    });
  });
});
