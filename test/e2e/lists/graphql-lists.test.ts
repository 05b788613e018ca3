import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import type { Pool } from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { LIMITS } from '../../../src/domain/limits.js';
import {
  AgentsDocument,
  JobExecutionDocument,
  type JobExecutionFilter,
  JobExecutionsDocument,
  ScheduleExecutionsDocument,
  type ScheduleOrder,
  SchedulesDocument,
  type SchedulesQuery,
  SchedulesWithHistoryDocument,
} from '../../support/generated/operations.js';
import { startTestServer, type TestServer } from '../../support/graphql-server.js';
import { insertAgent, insertExecution, insertSchedule } from '../../support/rows.js';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
  await seed(server.pool);
});
afterAll(() => server?.close());

const SCHEDULES = 12;
const EXECUTIONS = 6;
const JOBS = 4;

/** 12 schedules × 6 runs × 4 jobs, of which every second one is at its second attempt. */
async function seed(pool: Pool): Promise<void> {
  for (const id of ['alpha', 'beta', 'gamma']) await insertAgent(pool, id, 'http://127.0.0.1:9/run');
  for (let index = 0; index < SCHEDULES; index += 1) {
    const agentId = index % 2 === 0 ? 'alpha' : 'beta';
    // Some never run again, and some run at the same instant.
    const nextRunAt = index % 3 === 0 ? undefined : new Date(Date.UTC(2040, 0, 1 + (index % 4)));
    const scheduleId = await insertSchedule(pool, {
      agentId,
      interval: 60_000,
      ...(nextRunAt && { nextRunAt }),
    });
    await pool.query(`UPDATE "Schedule" SET name = $2, enabled = $3 WHERE id = $1`, [
      scheduleId,
      `schedule ${index % 5}`,
      index % 4 !== 0,
    ]);
    for (let count = 0; count < EXECUTIONS; count += 1) await seedExecution(pool, scheduleId, agentId);
  }
}

async function seedExecution(pool: Pool, scheduleId: string, agentId: string): Promise<void> {
  const executionId = await insertExecution(pool, { agentId });
  await pool.query(`UPDATE "ScheduleExecution" SET "scheduleId" = $2, "jobsCreated" = $3 WHERE id = $1`, [
    executionId,
    scheduleId,
    JOBS,
  ]);
  await pool.query(
    `INSERT INTO "AgentJobExecution" (id, "jobId", "retryCount", "isLatest", "agentId", "scheduleId", "scheduleExecutionId", params, "attemptTimeout", "retryConfig", "retriesLeft", "traceId")
     SELECT callboard.uuid_v7(), 'job-' || $1 || '-' || n, retry, retry = n % 2, $3, $2, $1, '{}', 1000, '{}', 0, 'trace-' || n
     FROM generate_series(1, $4::int) n, generate_series(0, n % 2) retry ORDER BY n, retry`,
    [executionId, scheduleId, agentId, JOBS],
  );
}

async function statementsOf(work: () => Promise<unknown>): Promise<string[]> {
  server.statements.length = 0;
  await work();
  return [...server.statements];
}

describe('statements', () => {
  const history = (schedules: number, executions: number, jobs: number) =>
    server.viewer.ask(SchedulesWithHistoryDocument, { schedules, executions, jobs });

  test('do not grow in number with what is returned', async () => {
    const few = await statementsOf(() => history(1, 1, 1));
    const many = await statementsOf(() => history(10, 5, 4));
    expect(many.length).toBe(few.length);
    // The page with everything nested in it: agents in four places, attempts, two counts.
    expect(many.length).toBe(8);
  });

  test('limit a nested page in the statement that reads it', async () => {
    const [page = ''] = await statementsOf(() => history(10, 5, 4));
    // schedules, runs, jobs, and the schedule of a run
    expect(page.match(/LIMIT/g)?.length).toBe(4);
    expect(page.match(/LATERAL/g)?.length).toBeGreaterThanOrEqual(2);
    expect(page).not.toMatch(/"responseBody"|"snapshot"|"inputSchema"/);
  });

  test('read no earlier history for a deep nested page', async () => {
    const first = await history(1, 2, 1);
    const after = first.schedules.edges[0]?.node.executions.pageInfo.endCursor;
    const [page = ''] = await statementsOf(() =>
      server.viewer.ask(SchedulesWithHistoryDocument, {
        schedules: 1,
        executions: 2,
        jobs: 1,
        after: after ?? null,
      }),
    );
    expect(page).toMatch(/"id" < \$\d+/);
    expect(page).not.toMatch(/OFFSET/);
  });

  test('do not count for a list without totalCount', async () => {
    const statements = await statementsOf(() =>
      server.viewer.send(
        { toString: () => '{ jobExecutions(first: 3) { edges { node { id } } } }' } as never,
        {},
      ),
    );
    expect(statements).toHaveLength(1);
    expect(statements[0]).not.toMatch(/COUNT/i);
  });
});

describe('nested history', () => {
  test('contains what belongs together', async () => {
    const { schedules } = await server.viewer.ask(SchedulesWithHistoryDocument, {
      schedules: 15,
      executions: 3,
      jobs: 2,
    });
    expect(schedules.totalCount).toBe(SCHEDULES);
    expect(schedules.edges).toHaveLength(SCHEDULES);
    for (const { node } of schedules.edges) {
      expect(node.executions.totalCount).toBe(EXECUTIONS);
      expect(node.executions.edges).toHaveLength(3);
      expect(node.executions.pageInfo.hasNextPage).toBe(true);
      for (const { node: execution } of node.executions.edges) {
        expect(execution.schedule).toMatchObject({ id: node.id, agent: { name: node.agent?.name } });
        expect(execution.jobs.totalCount).toBe(JOBS);
        expect(execution.jobs.edges).toHaveLength(2);
        for (const { node: job } of execution.jobs.edges) {
          expect(job.agent?.id).toBe(node.agent?.id);
          expect(job.attempts.map(({ retryCount }) => retryCount)).toEqual(
            job.attempts.length === 1 ? [0] : [0, 1],
          );
          expect(job.attempts.at(-1)?.id).toBe(job.id);
        }
      }
    }
  });

  test('supports the same list twice under aliases', async () => {
    const { data, errors } = await server.viewer.send(
      {
        toString: () => `{ schedules(first: 3) { edges { node {
          newest: executions(first: 1) { edges { node { id } } }
          oldest: executions(first: 1, orderBy: {field: CREATED_AT}) { edges { node { id } } }
        } } } }`,
      } as never,
      {},
    );
    expect(errors).toEqual([]);
    type Page = { edges: { node: { id: string } }[] };
    const { edges } = (data as { schedules: { edges: { node: { newest: Page; oldest: Page } }[] } })
      .schedules;
    expect(edges).toHaveLength(3);
    for (const { node } of edges) {
      const [newest = '', oldest = ''] = [node.newest, node.oldest].map((page) => page.edges[0]?.node.id);
      expect(newest > oldest).toBe(true);
    }
  });

  test('returns null for a deleted agent', async () => {
    await insertAgent(server.pool, 'gone', 'http://127.0.0.1:9/run');
    const executionId = await insertExecution(server.pool, { agentId: 'gone' });
    await seedExecution(server.pool, executionId, 'gone');
    const { jobExecutions } = await server.viewer.ask(JobExecutionsDocument, { filter: { agentId: 'gone' } });
    await server.pool.query(`DELETE FROM "AgentRegistry" WHERE id = 'gone'`);
    const { errors, data } = await server.viewer.send(
      { toString: () => 'query($id: ID!) { jobExecution(id: $id) { agentId agent { id } } }' } as never,
      { id: jobExecutions.edges[0]?.node.id },
    );
    expect(errors).toEqual([]);
    expect(data).toEqual({ jobExecution: { agentId: 'gone', agent: null } });
  });
});

describe('pages', () => {
  test('of any size, direction and order add up to the whole list', async () => {
    const orders: (ScheduleOrder | null)[] = [
      null,
      { field: 'NAME', direction: 'ASC' },
      { field: 'NAME', direction: 'DESC' },
      { field: 'NEXT_RUN_AT', direction: 'ASC' },
      { field: 'NEXT_RUN_AT', direction: 'DESC' },
    ];
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...orders),
        fc.integer({ min: 1, max: 13 }),
        fc.boolean(),
        async (orderBy, size, backward) => {
          const whole = await server.viewer.ask(SchedulesDocument, { first: 100, orderBy });
          const wanted = whole.schedules.edges.map(({ node }) => node.id);
          const found: string[] = [];
          let cursor: string | null = null;
          for (;;) {
            const answer: SchedulesQuery = await server.viewer.ask(
              SchedulesDocument,
              backward ? { last: size, before: cursor, orderBy } : { first: size, after: cursor, orderBy },
            );
            const { edges, pageInfo } = answer.schedules;
            const ids = edges.map(({ node }) => node.id);
            if (backward) found.unshift(...ids);
            else found.push(...ids);
            const { hasNextPage, hasPreviousPage, startCursor, endCursor } = pageInfo;
            if (!(backward ? hasPreviousPage : hasNextPage)) break;
            cursor = (backward ? startCursor : endCursor) ?? null;
          }
          expect(found).toEqual(wanted);
        },
      ),
      { numRuns: 25 },
    );
  });

  test('of schedules start with the next due; those never due come last', async () => {
    const { schedules } = await server.viewer.ask(SchedulesDocument, {
      orderBy: { field: 'NEXT_RUN_AT', direction: 'ASC' },
    });
    const times = schedules.edges.map(({ node }) => node.nextRunAt ?? '9999');
    expect(times).toEqual([...times].sort());
    expect(times.filter((time) => time === '9999').length).toBeGreaterThan(0);
  });

  test.each([
    [
      'more than a page may hold',
      { first: 1_000_000_000 },
      '"first" is 1000000000. It must be from 0 to 100.',
    ],
    ['a negative size', { last: -1 }, '"last" is -1. It must be from 0 to 100.'],
    ['both ends', { first: 1, last: 1 }, 'Give either "first" or "last", not both.'],
    ['an invalid cursor', { after: 'x' }, '"after" is not a cursor of this list in this order.'],
    [
      'a cursor with SQL',
      { after: Buffer.from(`["JobExecution","id","1' OR 1=1"]`).toString('base64') },
      undefined,
    ],
  ])('are refused: %s', async (_case, page, message) => {
    const { errors } = await server.viewer.send(JobExecutionsDocument, page);
    expect(errors.map((error) => [error.extensions?.code, error.message])).toEqual(
      message ? [['BAD_USER_INPUT', message]] : [],
    );
  });

  test('are refused with a cursor of another order', async () => {
    const { agents } = await server.viewer.ask(AgentsDocument, { first: 1 });
    const { errors } = await server.viewer.send(AgentsDocument, {
      after: agents.pageInfo.endCursor ?? null,
      orderBy: { field: 'NAME', direction: 'ASC' },
    });
    expect(errors[0]?.message).toBe('"after" is not a cursor of this list in this order.');
  });

  test('are refused with a cursor that has no value, in an order in which all rows have one', async () => {
    const { errors } = await server.viewer.send(AgentsDocument, {
      after: Buffer.from('["Agent","name",null,"x"]').toString('base64url'),
      orderBy: { field: 'NAME', direction: 'ASC' },
    });
    expect(errors[0]?.message).toBe('"after" is not a cursor of this list in this order.');
  });

  test('are refused with a cursor of another list in the same order', async () => {
    const { agents } = await server.viewer.ask(AgentsDocument, { first: 1 });
    const after = agents.pageInfo.endCursor ?? null;
    expect(after).not.toBeNull();
    const { errors } = await server.viewer.send(JobExecutionsDocument, { after });
    expect(errors.map((error) => [error.extensions?.code, error.message])).toEqual([
      ['BAD_USER_INPUT', '"after" is not a cursor of this list in this order.'],
    ]);
  });

  test('can be empty', async () => {
    const { jobExecutions } = await server.viewer.ask(JobExecutionsDocument, { first: 0 });
    expect(jobExecutions.edges).toEqual([]);
    expect(jobExecutions.totalCount).toBeGreaterThan(0);
  });
});

describe('filters', () => {
  const idsOf = async (filter: JobExecutionFilter) => {
    const { jobExecutions } = await server.viewer.ask(JobExecutionsDocument, { filter, first: 100 });
    expect(jobExecutions.totalCount).toBeGreaterThanOrEqual(jobExecutions.edges.length);
    return jobExecutions.edges.map(({ node }) => node.id);
  };

  test('return what the database finds', async () => {
    const { rows } = await server.pool.query<{
      id: string;
      jobId: string;
      scheduleExecutionId: string;
      scheduleId: string;
    }>(
      `SELECT id, "jobId", "scheduleExecutionId", "scheduleId" FROM "AgentJobExecution" WHERE "isLatest" AND "agentId" = 'alpha' LIMIT 1`,
    );
    const [row] = rows;
    if (!row) throw new Error('nothing was seeded');
    await server.pool.query(
      `UPDATE "AgentJobExecution" SET "contextId" = 'context-1', "pipelineId" = 'pipe', "pipelineStepId" = 'step' WHERE id = $1`,
      [row.id],
    );
    expect(await idsOf({ jobId: row.jobId })).toEqual([row.id]);
    expect(await idsOf({ contextId: 'context-1' })).toEqual([row.id]);
    expect(await idsOf({ pipelineId: 'pipe', pipelineStepId: 'step' })).toEqual([row.id]);
    expect(await idsOf({ scheduleExecutionId: row.scheduleExecutionId })).toHaveLength(JOBS);
    expect(await idsOf({ scheduleId: row.scheduleId })).toHaveLength(JOBS * EXECUTIONS);
    expect(await idsOf({ search: row.id.toUpperCase() })).toEqual([row.id]);
    expect(await idsOf({ search: row.scheduleExecutionId })).toHaveLength(JOBS);
    expect((await idsOf({ search: 'ALPH' })).length).toBe(100);
    expect(await idsOf({ search: "'; DROP TABLE" })).toEqual([]);
    expect(await idsOf({ agentId: 'alpha', status: ['RUNNING', 'FAILED'] })).toEqual([]);
    expect(await idsOf({ agentId: 'nobody' })).toEqual([]);
  });

  test('include the time of creation', async () => {
    const { rows } = await server.pool.query<{ id: string; createdAt: Date }>(
      `SELECT id, "createdAt" FROM "AgentJobExecution" WHERE "isLatest" ORDER BY id LIMIT 1`,
    );
    const first = rows[0];
    const before = new Date((first?.createdAt.getTime() ?? 0) - 5_000).toISOString();
    const later = new Date(Date.now() + 60_000).toISOString();
    expect((await idsOf({ from: before, to: later })).length).toBe(100);
    expect(await idsOf({ from: later })).toEqual([]);
    expect(await idsOf({ to: before })).toEqual([]);
  });

  test('include latestAttempt: true by default, false shows all attempts', async () => {
    const { scheduleExecutions } = await server.viewer.ask(ScheduleExecutionsDocument, {
      first: 1,
      filter: { agentId: 'beta' },
    });
    const scheduleExecutionId = scheduleExecutions.edges[0]?.node.id ?? null;
    expect(await idsOf({ scheduleExecutionId })).toHaveLength(JOBS);
    expect(await idsOf({ scheduleExecutionId, latestAttempt: false })).toHaveLength(JOBS * 1.5);
  });

  test('include schedules and agents', async () => {
    const schedules = async (filter: object) =>
      (await server.viewer.ask(SchedulesDocument, { filter })).schedules.totalCount;
    expect(await schedules({ enabled: false })).toBe(3);
    expect(await schedules({ agentId: 'beta' })).toBe(6);
    expect(await schedules({ search: 'SCHEDULE 4' })).toBe(2);
    expect(await schedules({ search: 'SCHEDULE_4' })).toBe(0);
    expect(await schedules({ flagged: true })).toBe(0);
    expect(await schedules({ repeat: 'ONCE' })).toBe(0);
    const agents = async (filter: object) =>
      (await server.viewer.ask(AgentsDocument, { filter })).agents.totalCount;
    expect(await agents({ search: 'amm' })).toBe(1);
    expect(await agents({ search: '%' })).toBe(0);
    expect(await agents({ enabled: true, healthStatus: ['HEALTHY'] })).toBe(0);
  });
});

describe('a value of a job in a list is limited in length', () => {
  const FIELDS = ['params', 'result', 'metrics', 'responseBody'];
  /** JSON as PostgreSQL writes it, of this many bytes; the first letter has two. */
  const textOf = (bytes: number, fill: string) => {
    const start = '{"text": "é';
    return `${start}${fill.slice(Buffer.byteLength(start) + 2 - bytes)}"}`;
  };
  const monotony = 'x'.repeat(2 * LIMITS.listedValueBytes);
  const noise = randomBytes(LIMITS.listedValueBytes).toString('hex');

  async function aJob(bytes: number, fill: string): Promise<{ id: string; scheduleId: string }> {
    const executionId = await insertExecution(server.pool, { agentId: 'gamma' });
    const text = textOf(bytes, fill);
    expect(Buffer.byteLength(text)).toBe(bytes);
    const { rows } = await server.pool.query<{ id: string; scheduleId: string }>(
      `INSERT INTO "AgentJobExecution" (id, "jobId", "agentId", "scheduleId", "scheduleExecutionId", status, params, result, metrics, "responseBody", "attemptTimeout", "retryConfig", "retriesLeft", "traceId")
       VALUES (uuid_v7(), uuid_v7(), 'gamma', $1, $1, 'completed', $2::jsonb, $2::jsonb, $2::jsonb, $2, 1000, '{}', 0, 't') RETURNING id, "scheduleId"`,
      [executionId, text],
    );
    return rows[0] as { id: string; scheduleId: string };
  }
  const listed = async (scheduleId: string) => {
    const text = `query($id: ID) { jobExecutions(filter: {scheduleId: $id}) { edges { node { truncatedFields ${FIELDS.join(' ')} } } } }`;
    const { data } = await server.viewer.send({ toString: () => text } as never, { id: scheduleId } as never);
    return (data as { jobExecutions: { edges: { node: Record<string, unknown> }[] } }).jobExecutions.edges[0]
      ?.node;
  };
  const most = LIMITS.listedValueBytes;

  test.each([
    ['that can be compressed', monotony],
    ['that cannot be compressed', noise],
  ])('for %s', async (_which, fill) => {
    const whole = (bytes: number) => {
      const text = textOf(bytes, fill);
      const value = JSON.parse(text);
      return { params: value, result: value, metrics: value, responseBody: text, truncatedFields: [] };
    };
    const fits = await aJob(most, fill);
    expect(await listed(fits.scheduleId)).toEqual(whole(most));
    const exceeds = await aJob(most + 1, fill);
    const cut = { truncated: true, bytes: most + 1 };
    expect(await listed(exceeds.scheduleId)).toEqual({
      params: cut,
      result: cut,
      metrics: cut,
      responseBody: null,
      truncatedFields: expect.arrayContaining(FIELDS),
    });
    const single = `query($id: ID!) { jobExecution(id: $id) { truncatedFields ${FIELDS.join(' ')} } }`;
    const { data } = await server.viewer.send(
      { toString: () => single } as never,
      { id: exceeds.id } as never,
    );
    expect(data).toEqual({ jobExecution: whole(most + 1) });
  });
});

test('the history of heartbeats can be read in full, up to its limit', async () => {
  const ask = (last: number) => {
    const text = `{ agent(id: "alpha") { heartbeat { history(last: ${last}) { at } } } }`;
    return server.viewer.send({ toString: () => text } as never, {} as never);
  };
  expect((await ask(LIMITS.heartbeatsKept)).errors).toEqual([]);
  expect((await ask(LIMITS.heartbeatsKept + 1)).errors).toMatchObject([
    {
      message: `last must be from 1 to ${LIMITS.heartbeatsKept}.`,
      extensions: { code: 'BAD_USER_INPUT' },
    },
  ]);
});

test('as many snapshots of a worker can be read as are kept', async () => {
  const ask = (last: number) => {
    const text = `{ workers(first: 1) { edges { node { snapshots(last: ${last}) { at } } } } }`;
    return server.viewer.send({ toString: () => text } as never, {} as never);
  };
  expect((await ask(1_440)).errors).toEqual([]);
  for (const last of [0, 1_441])
    expect((await ask(last)).errors).toMatchObject([
      { message: 'last must be from 1 to 1,440.', extensions: { code: 'BAD_USER_INPUT' } },
    ]);
});

test('the time of an error of a run is null if SQL wrote a text that is not a time', async () => {
  const id = await insertExecution(server.pool, { agentId: 'alpha' });
  await server.pool.query(`UPDATE "ScheduleExecution" SET errors = $2 WHERE id = $1`, [
    id,
    JSON.stringify([{ message: 'late', timestamp: 'yesterday' }]),
  ]);
  const { errors, data } = await server.viewer.send(
    {
      toString: () => 'query($id: ID!) { scheduleExecution(id: $id) { errors { message timestamp } } }',
    } as never,
    { id } as never,
  );
  expect(errors).toEqual([]);
  expect(data).toEqual({ scheduleExecution: { errors: [{ message: 'late', timestamp: null }] } });
});

test('a job shows everything about it', async () => {
  const executionId = await insertExecution(server.pool, { agentId: 'alpha' });
  await seedExecution(server.pool, executionId, 'alpha');
  const { jobExecutions } = await server.viewer.ask(JobExecutionsDocument, {
    filter: { scheduleId: executionId },
  });
  const id = jobExecutions.edges[0]?.node.id ?? '';
  await server.pool.query(
    `UPDATE "AgentJobExecution" SET status = 'failed', error = '{"message":"no such ticker","code":404,"timestamp":"2030-01-02T03:04:05Z"}', metrics = '{"tokens": 7}' WHERE id = $1`,
    [id],
  );
  const { jobExecution } = await server.viewer.ask(JobExecutionDocument, { id });
  expect(jobExecution).toMatchObject({
    status: 'FAILED',
    error: {
      message: 'no such ticker',
      code: '404',
      retryable: false,
      timestamp: '2030-01-02T03:04:05.000Z',
    },
    metrics: { tokens: 7 },
    dependencies: [],
  });
  expect((await server.viewer.ask(JobExecutionDocument, { id: 'nothing' })).jobExecution).toBeNull();
});
