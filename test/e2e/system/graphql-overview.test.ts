import { afterAll, beforeAll, expect, test } from 'vitest';
import { OverviewDocument, RunsDocument } from '../../support/generated/operations.js';
import { startTestServer, type TestServer } from '../../support/graphql-server.js';
import { insertAgent, insertExpanded } from '../../support/rows.js';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server?.close());

test('the overview returns the state of everything in one query', async () => {
  await insertAgent(server.pool, 'agent', 'http://127.0.0.1:9/run');
  await insertExpanded(server.pool, { agentId: 'agent', jobs: [{}, {}] });
  const { overview } = await server.viewer.ask(OverviewDocument, { hours: 1 });
  expect(overview).toMatchObject({
    workers: { alive: 0, busy: 0, draining: 0, dead: 0 },
    queueDepth: 2,
    oldestReadyAt: expect.stringMatching(/^2/),
    throttled: 0,
    running: 0,
    deadLetters: 0,
    nextFires: [],
  });
  expect(overview.outcomes).toHaveLength(4);
});

test.each([
  { hours: 0 },
  { hours: 169 },
  { minutes: 0 },
  { minutes: 1_441 },
  { limit: 0 },
  { limit: 501 },
  { limitEach: 0 },
])('ranges out of bounds are refused: %j', async (variables) => {
  const { errors } = await server.viewer.send(OverviewDocument, variables);
  expect(errors).toEqual([
    expect.objectContaining({
      message: expect.stringMatching(/^(hours|minutes|limit|limitEach) must be from 1 to [\d,]+\.$/),
      extensions: { code: 'BAD_USER_INPUT' },
    }),
  ]);
});

test('the timeline returns past runs', async () => {
  const since = new Date(Date.now() - 60_000).toISOString();
  const { overview } = await server.viewer.ask(RunsDocument, { since });
  expect(overview.runs).toEqual([
    expect.objectContaining({
      name: 'agent',
      trigger: 'MANUAL',
      deliveryStatus: 'PENDING',
      runStatus: 'RUNNING',
      jobsCreated: 2,
      completedAt: null,
    }),
  ]);
  const { errors } = await server.viewer.send(RunsDocument, { since, limit: 1_001 });
  expect(errors[0]?.message).toBe('limit must be from 1 to 1,000.');
});
