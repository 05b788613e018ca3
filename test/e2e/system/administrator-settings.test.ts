/** What an administrator has set for the database, for other clients or for a reason. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { applyMigrations } from '../../../src/db/migrate/apply-migrations.js';
import { requireDatabase } from '../../../src/db/migrate/require-database.js';
import { migrateQueue } from '../../../src/queue/migrate-queue.js';
import { type AgentServer, completes, startAgentServer } from '../../support/agent-server.js';
import {
  createEmptyDatabase,
  createTestDatabase,
  type TestDatabase,
  withAdmin,
} from '../../support/database.js';
import { eventually } from '../../support/engine.js';
import { TriggerAgentDocument } from '../../support/generated/operations.js';
import { startInstallation } from '../../support/programs/installation.js';
import { createRecordingLogger } from '../../support/recording-logger.js';
import { insertAgent } from '../../support/rows.js';

const AGENT = 'settings-agent';

let db: TestDatabase;
afterEach(() => db?.drop());

async function set(settings: Record<string, string>): Promise<void> {
  const name = new URL(db.url).pathname.slice(1);
  await withAdmin(async (admin) => {
    for (const [setting, value] of Object.entries(settings))
      await admin.query(`ALTER DATABASE ${name} SET ${setting} = '${value}'`);
  });
}

const migrate = async (logger = createRecordingLogger()) => {
  await applyMigrations({ databaseUrl: db.url, prismaDir: 'prisma', logger });
  await migrateQueue({ databaseUrl: db.url });
};

test('what Callboard depends on, it sets for itself: the migration works, and a run of 200 jobs', async () => {
  db = await createEmptyDatabase();
  await set({
    default_transaction_isolation: 'serializable',
    timezone: 'America/New_York',
    datestyle: 'German',
    intervalstyle: 'sql_standard',
    extra_float_digits: '-10',
    bytea_output: 'escape',
    statement_timeout: '20ms',
    lock_timeout: '1ms',
    idle_in_transaction_session_timeout: '1ms',
  });
  await migrate();
  const agent: AgentServer = await startAgentServer();
  agent.behave(completes);
  const installation = await startInstallation({}, { ...db, drop: async () => {} });
  try {
    await insertAgent(db.pool, AGENT, agent.url);
    await db.pool.query(
      'CREATE TABLE public."Item" (id int PRIMARY KEY); INSERT INTO public."Item" SELECT generate_series(1, 200)',
    );
    await installation.admin.ask(TriggerAgentDocument, {
      agentId: AGENT,
      params: { item: 'db:item:all:id?batchSize=50&staggerDelay=300' },
    });
    const rows = await eventually<{ runStatus: string; jobsCompleted: number }>(
      db.pool,
      'SELECT "runStatus", "jobsCompleted" FROM "ScheduleExecution" WHERE "completedAt" IS NOT NULL',
      [],
      ({ length }) => length > 0,
    );
    expect(rows).toEqual([{ runStatus: 'succeeded', jobsCompleted: 200 }]);
    expect(agent.ledger).toHaveLength(200);
    const trouble = installation.lines().filter(({ level }) => level === 'warn' || level === 'error');
    expect(
      trouble.map(({ event }) => event).filter((event) => event !== 'database.may_lose_commits'),
    ).toEqual([]);
  } finally {
    await installation.close();
    await agent.close();
  }
});

describe('what only the administrator can decide', () => {
  const start = (logger = createRecordingLogger()) =>
    requireDatabase({ databaseUrl: db.url, directUrl: db.url }, logger);

  beforeEach(async () => {
    db = await createTestDatabase();
  });

  test('read-only sessions: neither the migration nor a program starts, and the message names the setting', async () => {
    await start();
    await set({ default_transaction_read_only: 'on' });
    const refused =
      /^DATABASE_URL: sessions of user postgres are read-only, because default_transaction_read_only is on\. Turn it off with ALTER ROLE postgres, ALTER DATABASE test_\w+ or/;
    await expect(start()).rejects.toThrow(refused);
    await expect(migrate()).rejects.toThrow(refused);
  });

  test('commits that a crash may undo: a warning', async () => {
    const logger = createRecordingLogger();
    await set({ synchronous_commit: 'local' });
    await start(logger);
    expect(logger.lines).toEqual([]);
    await set({ synchronous_commit: 'off' });
    await start(logger);
    expect(logger.lines).toMatchObject([{ level: 'warn', event: 'database.may_lose_commits' }]);
  });
});
