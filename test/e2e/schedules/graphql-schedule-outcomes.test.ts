/** Recent outcomes of schedules, and what data sources may name, for lists and forms of the admin. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DataSourcesDocument, ScheduleOutcomesDocument } from '../../support/generated/operations.js';
import { startTestServer, type TestServer } from '../../support/graphql-server.js';
import { insertAgent, insertExecution, insertSchedule } from '../../support/rows.js';

let server: TestServer;
let executions: string[];

beforeAll(async () => {
  server = await startTestServer();
  await insertAgent(server.pool, 'alpha', 'http://127.0.0.1:9/run');
  const busy = await insertSchedule(server.pool, { agentId: 'alpha', interval: 60_000 }, { name: 'a busy' });
  await insertSchedule(server.pool, { agentId: 'alpha', interval: 60_000 }, { name: 'b new' });
  executions = [];
  for (const [index, columns] of [
    `status = 'success', "runStatus" = 'succeeded'`,
    `status = 'skipped', "runStatus" = NULL, reason = 'overlap', "missedCount" = 3`,
    `status = 'success', "runStatus" = 'failed'`,
    `"runStatus" = 'running', "jobsCreated" = 10, "jobsCompleted" = 4`,
    `"runStatus" = 'running', "jobsCreated" = 5, "jobsCompleted" = 1`,
  ].entries()) {
    const id = await insertExecution(server.pool, { agentId: 'alpha' });
    const at = `'2030-01-01T00:0${index}:00Z'`;
    const isOver = index === 0 || index === 2;
    await server.pool.query(
      `UPDATE "ScheduleExecution" SET "scheduleId" = $2, "slotAt" = ${at}, "executionTime" = ${at},
         "completedAt" = ${isOver ? `'2030-01-01T00:0${index}:02.500Z'` : 'NULL'}, ${columns} WHERE id = $1`,
      [id, busy],
    );
    executions.push(id);
  }
});
afterAll(() => server?.close());

async function outcomes(variables: { first?: number; last?: number }) {
  const { schedules } = await server.viewer.ask(ScheduleOutcomesDocument, { first: 10, ...variables });
  return schedules.edges.map(({ node }) => node);
}

describe('recent outcomes', () => {
  test('are returned oldest first, including skipped slots, up to the requested number', async () => {
    const [busy, unused] = await outcomes({ last: 4 });
    expect(busy?.recentOutcomes).toMatchObject([
      {
        executionId: executions[1],
        runStatus: null,
        reasonCode: 'OVERLAP',
        missedCount: 3,
        durationMs: null,
      },
      { executionId: executions[2], runStatus: 'FAILED', at: '2030-01-01T00:02:00.000Z', durationMs: 2_500 },
      { executionId: executions[3], runStatus: 'RUNNING', durationMs: null },
      { executionId: executions[4], runStatus: 'RUNNING' },
    ]);
    expect(unused).toMatchObject({ recentOutcomes: [], activeExecution: null });
  });

  test('include the newest active run', async () => {
    const [busy] = await outcomes({});
    expect(busy?.recentOutcomes).toHaveLength(5);
    expect(busy?.activeExecution).toEqual({ id: executions[4], jobsCreated: 5, jobsCompleted: 1 });
  });

  test('take a fixed number of statements, however many schedules there are', async () => {
    const statementsOf = async (first: number) => {
      server.statements.length = 0;
      await outcomes({ first });
      return server.statements.length;
    };
    const few = await statementsOf(1);
    await server.pool.query(
      `INSERT INTO "Schedule" (id, name, repeat, interval, "targetType", "agentId", params, "originAt", "activatedAt", "createdBy")
       SELECT 'more-' || n, 'more ' || n, 'repeating', 60000, 'agent', 'alpha', '{}', now(), now(), 'test' FROM generate_series(1, 40) n`,
    );
    expect(await statementsOf(50)).toBe(few);
    // The page, and the active runs; everything else is read without Prisma, in two statements.
    expect(few).toBe(2);
  });

  test.each([0, 101])('are refused for %i', async (last) => {
    const { errors } = await server.viewer.send(ScheduleOutcomesDocument, { first: 1, last });
    expect(errors[0]?.message).toBe('last must be from 1 to 100.');
  });
});

describe('data sources', () => {
  beforeAll(async () => {
    await server.pool.query(`
      CREATE TABLE public."Company" (id text PRIMARY KEY, name varchar(40), listed boolean, "apiKey" text);
      CREATE TABLE public.secrets (password text);
      CREATE VIEW public.listed AS SELECT id FROM public."Company" WHERE listed;
    `);
  });

  test('list what may be read: no control plane, no credentials', async () => {
    const { dataSources } = await server.operator.ask(DataSourcesDocument, {});
    expect(dataSources).toEqual([
      {
        source: 'db',
        tables: [
          {
            name: 'Company',
            columns: [
              { name: 'id', type: 'text' },
              { name: 'name', type: 'character varying(40)' },
              { name: 'listed', type: 'boolean' },
            ],
          },
          { name: 'listed', columns: [{ name: 'id', type: 'text' }] },
        ],
      },
    ]);
  });

  test('follow the setting, and are closed if it cannot be read', async () => {
    const set = (value: unknown) =>
      server.pool.query(
        `INSERT INTO "AgentConfig" (key, value) VALUES ('dataSources', $1) ON CONFLICT (key) DO UPDATE SET value = $1`,
        [JSON.stringify(value)],
      );
    await set({ deny: ['listed', 'Company.name'], allow: ['company', 'Company.apiKey', 'AgentRegistry.id'] });
    const { dataSources } = await server.operator.ask(DataSourcesDocument, {});
    expect(dataSources[0]?.tables).toEqual([
      {
        name: 'Company',
        columns: [
          { name: 'id', type: 'text' },
          { name: 'listed', type: 'boolean' },
          { name: 'apiKey', type: 'text' },
        ],
      },
    ]);
    await set({ allow: 'everything' });
    const { errors, data } = await server.operator.send(DataSourcesDocument, {});
    expect(data).toBeNull();
    expect(errors[0]?.message).toContain('"dataSources" (AgentConfig) is malformed');
    await server.pool.query(`DELETE FROM "AgentConfig" WHERE key = 'dataSources'`);
  });
});
