/** The jobs of a run: counted, paged from any position, cancelled together; and the input of a step. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  CancelJobsDocument,
  ExecutionJobsOfDocument,
  type JobExecutionFilter,
  JobUpstreamDocument,
  RetryJobDocument,
} from '../../support/generated/operations.js';
import { insertAgent } from '../../support/rows.js';
import { type PipelineServer, startPipelineServer } from '../pipelines/pipeline-server.js';
import { attemptIdOf, insertJobs, insertRun, jobIdOf } from './admin-executions-fixture.js';

let server: PipelineServer;
beforeAll(async () => {
  server = await startPipelineServer();
  await insertAgent(server.pool, 'analysis', 'http://127.0.0.1:9/run');
});
afterAll(() => server?.close());

const TEMPLATE = { ticker: 'db:Ticker:all:symbol', depth: 3 };

/** 35 jobs: every fifth has failed, and those from the 20th on wait. */
async function aRun(): Promise<string> {
  const id = await insertRun(server.pool, {
    agentId: 'analysis',
    ago: 60_000,
    params: TEMPLATE,
    columns: { runStatus: 'running', expandedAt: new Date(), batches: 4, batchCursor: 1 },
  });
  await insertJobs(server.pool, id, {
    agentId: 'analysis',
    count: 35,
    status: `CASE WHEN n >= 20 THEN 'pending' WHEN n % 5 = 4 THEN 'failed' ELSE 'completed' END`,
    params: `jsonb_build_object('ticker', 'T' || n, 'depth', 3)`,
    error: `jsonb_build_object('message', 'Out of luck: ' || n)`,
  });
  return id;
}

async function read(id: string, more: { first?: number; after?: string; filter?: JobExecutionFilter } = {}) {
  const { scheduleExecution } = await server.viewer.ask(ExecutionJobsOfDocument, { id, first: 10, ...more });
  if (!scheduleExecution) throw new Error('no execution');
  return scheduleExecution;
}

describe('the jobs of a run', () => {
  test('are counted by status, with their batches and params', async () => {
    const execution = await read(await aRun());
    expect(execution).toMatchObject({ params: TEMPLATE, batches: 4, batchesBegun: 2, nextBatchAt: null });
    expect(execution.expandedAt).not.toBeNull();
    expect(execution.jobCounts).toEqual([
      { status: 'COMPLETED', count: 16 },
      { status: 'FAILED', count: 4 },
      { status: 'PENDING', count: 15 },
    ]);
  });

  test.each<[string, JobExecutionFilter, number]>([
    ['all', {}, 35],
    ['with a status', { status: ['COMPLETED', 'FAILED'] }, 20],
    ['that match a search', { search: 'LUCK: 1' }, 2],
    ['whose search is no pattern', { search: 'L_CK%1' }, 0],
    ['without a match', { search: 'no such thing' }, 0],
    ['of another step', { pipelineStepId: 'none' }, 0],
  ])('%s can be read from either end of any page, each once', async (_name, filter, count) => {
    const id = await aRun();
    const { jobPages, jobs } = await read(id, { filter });
    expect(jobPages.totalCount).toBe(count);
    expect(jobs.totalCount).toBe(count);
    expect(jobPages.ends).toHaveLength(Math.floor(count / 10));
    const pages = await Promise.all(jobPages.ends.toReversed().map((after) => read(id, { filter, after })));
    const found = [jobs, ...pages.reverse().map((page) => page.jobs)].flatMap(({ edges }) => edges);
    expect(found).toHaveLength(count);
    expect(found.map(({ node }) => node.jobId)).toEqual(
      [...new Set(found.map(({ node }) => node.jobId))].sort(),
    );
    expect(found.every(({ node }) => node.scheduleExecution?.id !== undefined)).toBe(true);
  });

  test('keep their place when one is retried', async () => {
    const id = await aRun();
    const { retryJob } = await server.operator.ask(RetryJobDocument, { jobId: jobIdOf(id, 4) });
    expect(retryJob.__typename).toBe('JobExecution');
    const { jobs, jobPages } = await read(id);
    expect(jobs.edges[4]?.node).toMatchObject({ jobId: jobIdOf(id, 4), status: 'PENDING' });
    expect(jobs.edges[4]?.node.id).not.toBe(attemptIdOf(id, 4));
    expect(jobPages.totalCount).toBe(35);
  });

  test.each([
    ['all', {}],
    ['those that a search finds', { search: 'a' }],
  ])(
    'are on one page each, also if the last job of a page is retried in between: %s',
    async (_which, filter) => {
      const id = await aRun();
      const jobIdsOf = ({ jobs }: Awaited<ReturnType<typeof read>>) =>
        jobs.edges.map(({ node }) => node.jobId);
      const first = await read(id, { filter });
      const before = await read(id, { filter, after: first.jobs.edges.at(-1)?.cursor ?? '' });
      await server.operator.ask(RetryJobDocument, { jobId: jobIdsOf(first).at(-1) ?? '' });
      const after = await read(id, { filter, after: first.jobs.edges.at(-1)?.cursor ?? '' });
      expect(jobIdsOf(after)).toEqual(jobIdsOf(before));
      expect(after.jobs.edges).toHaveLength(10);
    },
  );

  test('cannot be paged by position with other filters', async () => {
    const id = await aRun();
    await expect(read(id, { filter: { from: new Date().toISOString() } })).rejects.toThrow(
      '"filter.from" is not supported by jobPages.',
    );
    await expect(read(id, { filter: { latestAttempt: false } })).rejects.toThrow('latestAttempt');
  });
});

describe('cancelling jobs', () => {
  test('ends open jobs and refuses the others, each on its own', async () => {
    const [one, other] = [await aRun(), await aRun()];
    const jobIds = [jobIdOf(one, 20), jobIdOf(other, 21), jobIdOf(one, 0), 'unknown', jobIdOf(one, 20)];
    const count = await server.operator.ask(CancelJobsDocument, { jobIds, dryRun: true });
    expect(count.cancelJobs).toMatchObject({ matched: 4, changed: 0, dryRun: true });
    const refused = await server.operator.ask(CancelJobsDocument, { jobIds, expectedCount: 3 });
    expect(refused.cancelJobs).toMatchObject({ __typename: 'ConflictError' });
    expect(await statusOf(one, 20)).toBe('pending');

    const { cancelJobs } = await server.operator.ask(CancelJobsDocument, { jobIds, expectedCount: 4 });
    expect(cancelJobs).toMatchObject({ __typename: 'BulkResult', matched: 4, changed: 2 });
    if (cancelJobs.__typename !== 'BulkResult') throw new Error();
    expect(cancelJobs.refused.map(({ id, code }) => [id, code]).sort()).toEqual(
      [
        [jobIdOf(one, 0), 'CONFLICT'],
        ['unknown', 'NOT_FOUND'],
      ].sort(),
    );
    expect([await statusOf(one, 20), await statusOf(other, 21), await statusOf(one, 0)]).toEqual([
      'cancelled',
      'cancelled',
      'completed',
    ]);
    const { rows } = await server.pool.query(
      `SELECT count(*)::int AS count FROM "AuditEntry" WHERE action = 'cancelJobs' AND "entityId" = ANY ($1)`,
      [jobIds],
    );
    expect(rows).toEqual([{ count: 2 }]);
  });

  test('succeeds for one of two who cancel the same job at once, and the other is told', async () => {
    const id = await aRun();
    const jobIds = Array.from({ length: 15 }, (_, n) => jobIdOf(id, 20 + n));
    const answers = await Promise.all([1, 2].map(() => server.operator.ask(CancelJobsDocument, { jobIds })));
    const changed = answers.map(({ cancelJobs }) =>
      cancelJobs.__typename === 'BulkResult' ? cancelJobs.changed : undefined,
    );
    expect(changed.sort()).toEqual([0, 15]);
  });

  async function statusOf(id: string, n: number): Promise<string> {
    const { rows } = await server.pool.query<{ status: string }>(
      'SELECT status FROM "AgentJobExecution" WHERE id = $1',
      [attemptIdOf(id, n)],
    );
    return rows[0]?.status ?? '';
  }
});

test('a step returns the results of the steps before it; a step without any returns none', async () => {
  const run = await server.aRun(1);
  const [contextId] = await server.contextIdsOf(run);
  await server.pool.query(
    `UPDATE "AgentJobExecution" SET status = 'running' WHERE "contextId" = $1 AND "pipelineStepId" = 'collect'`,
    [contextId],
  );
  await server.pool.query(
    `UPDATE "AgentJobExecution" SET status = 'completed', result = '{"articles": 3}' WHERE "contextId" = $1 AND "pipelineStepId" = 'collect'`,
    [contextId],
  );
  const { rows } = await server.pool.query<{ id: string }>(
    `SELECT id FROM "AgentJobExecution" WHERE "contextId" = $1 AND "pipelineStepId" IN ('collect', 'analyze') ORDER BY "jobId"`,
    [contextId],
  );
  const [first, second] = await Promise.all(
    rows.map(({ id }) => server.viewer.ask(JobUpstreamDocument, { id })),
  );
  expect(first?.jobExecution).toMatchObject({ upstream: null, redeliveries: 0 });
  expect(second?.jobExecution?.upstream).toEqual({
    collect: { status: 'completed', result: { articles: 3 } },
  });
});

test('the stack trace of an error is visible to operators and admins only', async () => {
  const id = await insertRun(server.pool, { agentId: 'analysis', ago: 60_000 });
  await insertJobs(server.pool, id, {
    agentId: 'analysis',
    count: 1,
    status: `'failed'`,
    params: `'{}'::jsonb`,
    error: `jsonb_build_object('message', 'Out of luck', 'stack', E'Error: Out of luck\\n    at work (agent.js:1:1)')`,
  });
  const { rows } = await server.pool.query(
    `SELECT "jobId" FROM "AgentJobExecution" WHERE "scheduleExecutionId" = $1 AND status = 'failed' LIMIT 1`,
    [id],
  );
  const stackFor = async (token: string) => {
    const response = await fetch(`${server.url}/graphql`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({
        query: `{ jobExecutions(filter: {jobId: "${rows[0].jobId}"}) { edges { node { error { message stack } } } } }`,
      }),
    });
    const { data, errors } = (await response.json()) as {
      data: { jobExecutions: { edges: { node: { error: { stack: string | null } } }[] } };
      errors?: unknown;
    };
    expect(errors).toBeUndefined();
    return data.jobExecutions.edges[0]?.node.error.stack;
  };
  expect(await stackFor(server.tokens.viewer)).toBeNull();
  expect(await stackFor(server.tokens.operator)).toBe('Error: Out of luck\n    at work (agent.js:1:1)');
});
