import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { trimOutbox } from '../../../src/events/trim-outbox.js';
import { revokeApiToken } from '../../../src/services/access/revoke-api-token.js';
import { createDeferred } from '../../support/deferred.js';
import {
  AgentChangedDocument,
  CreateApiTokenDocument,
  CursorAndJobsDocument,
  type JobExecutionChangedSubscription as JobEvent,
  JobExecutionChangedDocument,
  RevokeApiTokenDocument,
  ScheduleChangedDocument,
  ScheduleExecutionChangedDocument,
} from '../../support/generated/operations.js';
import {
  createGraphqlClient,
  type GraphqlClient,
  type Stream,
  StreamError,
} from '../../support/graphql-client.js';
import { startTestServer, type TestServer } from '../../support/graphql-server.js';
import { insertAgent, insertExecution, insertSchedule } from '../../support/rows.js';

let server: TestServer;
let executionId: string;
const open: Stream<unknown>[] = [];

beforeAll(async () => {
  server = await startTestServer({ heartbeatMs: 40, recheckMs: 60_000 });
  await insertAgent(server.pool, 'alpha', 'http://127.0.0.1:9/run');
  await insertAgent(server.pool, 'beta', 'http://127.0.0.1:9/run');
});
beforeEach(async () => {
  executionId = await insertExecution(server.pool, { agentId: 'alpha' });
});
afterEach(() => {
  for (const stream of open.splice(0)) stream.close();
});
afterAll(() => server?.close());

/** A pending attempt at a job of its own. */
async function insertJob(agentId = 'alpha'): Promise<string> {
  const { rows } = await server.pool.query<{ id: string }>(
    `INSERT INTO "AgentJobExecution" (id, "jobId", "agentId", "scheduleExecutionId", params, "attemptTimeout", "retryConfig", "retriesLeft", "traceId")
     SELECT id, id, $1, $2, '{}', 1000, '{}', 0, 'trace' FROM callboard.uuid_v7() id RETURNING id`,
    [agentId, executionId],
  );
  return rows[0]?.id ?? '';
}

async function move(id: string, status: string): Promise<void> {
  await server.pool.query(`UPDATE "AgentJobExecution" SET status = $2 WHERE id = $1`, [id, status]);
}

const eventCursor = async () => (await server.viewer.ask(CursorAndJobsDocument, {})).eventCursor;

type Watch = (
  client: GraphqlClient,
  variables: object,
  onQuiet?: (text: unknown) => void,
) => Stream<JobEvent>;
const transports: [string, Watch][] = [
  ['WebSocket', (client, variables, onPing) => client.watch(JobExecutionChangedDocument, variables, onPing)],
  ['SSE', (client, variables, onComment) => client.listen(JobExecutionChangedDocument, variables, onComment)],
];

describe.each(transports)('over %s', (transport, watchJobs) => {
  const watch = (variables: object, client = server.viewer, onQuiet?: (text: unknown) => void) => {
    const stream = watchJobs(client, variables, onQuiet);
    open.push(stream);
    return stream;
  };
  /** How a client that is not signed in learns it: by the code that closes its socket, or by an error. */
  const refused = { code: transport === 'SSE' ? 'UNAUTHENTICATED' : 4403 };

  test('emits what happened after the cursor, in order, with the current job', async () => {
    const jobId = await insertJob();
    const after = await eventCursor();
    const stream = watch({ after });
    await move(jobId, 'running');
    const first = (await stream.next())?.jobExecutionChanged;
    expect(first).toMatchObject({
      executionId: jobId,
      jobId,
      previousStatus: 'PENDING',
      status: 'RUNNING',
      supersedes: null,
      jobExecution: { id: jobId, agent: { name: 'alpha' } },
    });
    await move(jobId, 'completed');
    expect((await stream.next())?.jobExecutionChanged).toMatchObject({
      previousStatus: 'RUNNING',
      status: 'COMPLETED',
      jobExecution: { status: 'COMPLETED' },
    });
  });

  test('resumes without gaps or repeats', async () => {
    const jobId = await insertJob();
    const after = await eventCursor();
    const first = watch({ after });
    await move(jobId, 'running');
    const seen = await first.next();
    first.close();
    await move(jobId, 'completed');
    const second = watch({ after: seen?.jobExecutionChanged.cursor });
    expect((await second.next())?.jobExecutionChanged.status).toBe('COMPLETED');
  });

  test('filters events', async () => {
    const [mine, other] = [await insertJob('alpha'), await insertJob('beta')];
    const stream = watch({ after: await eventCursor(), filter: { agentId: 'beta', status: ['COMPLETED'] } });
    for (const id of [mine, other]) await move(id, 'running');
    for (const id of [mine, other]) await move(id, 'completed');
    const event = (await stream.next())?.jobExecutionChanged;
    expect(event).toMatchObject({ executionId: other, status: 'COMPLETED' });
  });

  test('gives quiet subscribers a cursor, after which the next event is not missed', async () => {
    const quiet = createDeferred<unknown>();
    const stream = watch({ after: await eventCursor() }, server.viewer, (text) => {
      if (text) quiet.resolve(text);
    });
    const jobId = await insertJob();
    const pending = stream.next();
    const message = await quiet.promise;
    const cursor =
      transport === 'SSE'
        ? String(message).replace(/^cursor /, '')
        : (message as { id: string; cursor: string }).cursor;
    expect(cursor).toMatch(/^[\w-]{10,}$/);
    await move(jobId, 'running');
    expect((await pending)?.jobExecutionChanged.status).toBe('RUNNING');
    const resumed = watch({ after: cursor, filter: { jobId } });
    expect((await resumed.next())?.jobExecutionChanged.status).toBe('RUNNING');
  });

  test('refuses an expired cursor, and one that is invalid', async () => {
    await expect(watch({ after: 'nonsense' }).next()).rejects.toMatchObject({ code: 'BAD_USER_INPUT' });
    const after = await eventCursor();
    await move(await insertJob(), 'running');
    await trimOutbox(server.pool, { olderThanMs: 0, limit: 1_000 });
    await expect(watch({ after }).next()).rejects.toMatchObject({ code: 'CURSOR_EXPIRED' });
  });

  test('ends when the token is revoked', async () => {
    const { createApiToken: made } = await server.admin.ask(CreateApiTokenDocument, {
      input: { name: 'passing', role: 'VIEWER' },
    });
    if (made.__typename !== 'CreatedApiToken') throw new Error(made.__typename);
    const client = createGraphqlClient(server.url, made.token);
    const stream = watch({ after: await eventCursor() }, client);
    await move(await insertJob(), 'running');
    await stream.next();
    const ended = expect(stream.next()).rejects.toMatchObject({ code: 'UNAUTHENTICATED' });
    await server.admin.ask(RevokeApiTokenDocument, { id: made.apiToken?.id ?? '' });
    await ended;
    await expect(watch({}, client).next()).rejects.toMatchObject(refused);
  });

  test('refuses clients that are not signed in', async () => {
    await expect(watch({}, createGraphqlClient(server.url)).next()).rejects.toMatchObject(refused);
  });

  test('refuses filters on fields that events do not have', async () => {
    const error = await watch({ filter: { search: 'x' } })
      .next()
      .catch((thrown: StreamError) => thrown);
    expect(error).toMatchObject({
      code: 'BAD_USER_INPUT',
      message: 'A subscription cannot filter by search.',
    });
  });

  test('forgets a subscriber that leaves', async () => {
    const subscribers = async () =>
      /callboard_event_subscribers\{kind="job"\} (\d+)/.exec(
        await (await fetch(`${server.url}/metrics`)).text(),
      )?.[1];
    const stream = watch({ after: await eventCursor() });
    await move(await insertJob(), 'running');
    await stream.next();
    expect(await subscribers()).toBe('1');
    stream.close();
    await expect.poll(subscribers).toBe('0');
  });
});

/** What 20 subscribers receive of one event of a job. */
async function receive(selectionOf: (subscriber: number) => string) {
  const jobId = await insertJob();
  const after = await eventCursor();
  const streams = Array.from({ length: 20 }, (_, n) =>
    server.viewer.watch(
      {
        toString: () =>
          `subscription($after: ID) { jobExecutionChanged(after: $after) { ${selectionOf(n)} } }`,
      } as never,
      { after },
    ),
  );
  open.push(...streams);
  // A first event, so that all of them are live when the next one comes.
  await move(jobId, 'running');
  await Promise.all(streams.map((stream) => stream.next()));
  server.statements.length = 0;
  await move(jobId, 'completed');
  return Promise.all(streams.map((stream) => stream.next()));
}

test('one event for many subscribers reads its row once', async () => {
  const events = await receive(() => 'jobExecution { id status traceId }');
  expect(new Set(events.map((event) => JSON.stringify(event))).size).toBe(1);
  expect(events[0]).toMatchObject({ jobExecutionChanged: { jobExecution: { status: 'COMPLETED' } } });
  expect(server.statements).toHaveLength(1);
});

test('one event for many documents reads its row once, with its large values', async () => {
  for (const event of await receive((n) => `at${n}: at jobExecution { status params }`))
    expect(event).toMatchObject({
      jobExecutionChanged: { jobExecution: { status: 'COMPLETED', params: {} } },
    });
  expect(server.statements).toHaveLength(1);
});

test('events of runs cannot be filtered by fields that they do not have either', async () => {
  const filters = [
    { backfillId: 'b' },
    { targetType: 'AGENT' },
    { reason: ['overlap'] },
    { reasonCode: ['OVERLAP'] },
    { trigger: ['MANUAL'] },
  ] as const;
  for (const filter of filters) {
    const [name] = Object.keys(filter);
    await expect(
      server.viewer.watch(ScheduleExecutionChangedDocument, { filter: filter as never }).next(),
    ).rejects.toThrow(`A subscription cannot filter by ${name}.`);
  }
});

test('runs, schedules and agents emit events', async () => {
  const after = await eventCursor();
  const executions = server.viewer.watch(ScheduleExecutionChangedDocument, {
    after,
    filter: { agentId: 'beta' },
  });
  const schedules = server.viewer.watch(ScheduleChangedDocument, { after });
  const agents = server.viewer.listen(AgentChangedDocument, { after });
  open.push(executions, schedules, agents);

  const id = await insertExecution(server.pool, { agentId: 'beta' });
  expect((await executions.next())?.scheduleExecutionChanged).toMatchObject({
    scheduleExecutionId: id,
    executionId: id,
    previousStatus: null,
    status: 'PENDING',
    scheduleExecution: { runStatus: 'PENDING', jobs: { edges: [] } },
  });
  const scheduleId = await insertSchedule(server.pool, { agentId: 'beta', interval: 60_000 });
  expect((await schedules.next())?.scheduleChanged).toMatchObject({ scheduleId, status: 'ENABLED' });
  await server.pool.query('DELETE FROM "Schedule" WHERE id = $1', [scheduleId]);
  expect((await schedules.next())?.scheduleChanged).toMatchObject({
    previousStatus: 'ENABLED',
    status: 'DELETED',
    schedule: null,
  });
  await server.pool.query(`UPDATE "AgentRegistry" SET enabled = false WHERE id = 'beta'`);
  expect((await agents.next())?.agentChanged).toMatchObject({
    agentId: 'beta',
    previousStatus: 'ENABLED',
    status: 'DISABLED',
    agent: { name: 'beta' },
  });
});

test('eventCursor is older than the data beside it, also in a fragment', async () => {
  const { data } = await server.viewer.send(
    {
      toString: () =>
        '{ jobExecutions(first: 1) { edges { node { id } } } ...cursor } fragment cursor on Query { eventCursor }',
    } as never,
    {},
  );
  expect(data).toMatchObject({ eventCursor: expect.stringMatching(/^[\w-]{10,}$/) });
});

test('a token that another server revoked is noticed', async () => {
  const other = await startTestServer({ recheckMs: 30 });
  try {
    const after = (await other.viewer.ask(CursorAndJobsDocument, {})).eventCursor;
    const stream = other.viewer.watch(AgentChangedDocument, { after });
    open.push(stream);
    await insertAgent(other.pool, 'alpha', 'http://127.0.0.1:9/run');
    await stream.next();
    const { rows } = await other.pool.query<{ id: string }>(
      `SELECT id FROM "ApiToken" WHERE name = 'viewer'`,
    );
    await revokeApiToken(other.services, { id: 't', name: 't', role: 'admin' }, { id: rows[0]?.id ?? '' });
    await expect(stream.next()).rejects.toMatchObject({ code: 'UNAUTHENTICATED' });
  } finally {
    await other.close();
  }
});

test('a subscription ends when its token expires, not at the next check a minute later', {
  timeout: 30_000,
}, async () => {
  const { createApiToken: made } = await server.admin.ask(CreateApiTokenDocument, {
    input: { name: 'brief', role: 'VIEWER', expiresAt: new Date(Date.now() + 3_000).toISOString() },
  });
  if (made.__typename !== 'CreatedApiToken') throw new Error(made.__typename);
  const stream = createGraphqlClient(server.url, made.token).watch(AgentChangedDocument, {});
  open.push(stream);
  await expect(stream.next()).rejects.toMatchObject({
    code: 'UNAUTHENTICATED',
    message: expect.stringContaining('expired'),
  });
});

test('a shutdown ends subscriptions with a code and their cursor, then the sockets', async () => {
  const other = await startTestServer();
  try {
    const after = (await other.viewer.ask(CursorAndJobsDocument, {})).eventCursor;
    const streams = [
      other.viewer.watch(AgentChangedDocument, { after }),
      other.viewer.listen(AgentChangedDocument, { after }),
    ];
    open.push(...streams);
    await insertAgent(other.pool, 'alpha', 'http://127.0.0.1:9/run');
    await Promise.all(streams.map((stream) => stream.next()));
    const ends = streams.map((stream) => stream.next().catch((error: unknown) => error));
    await other.shutDown();
    for (const end of await Promise.all(ends)) {
      expect(end).toBeInstanceOf(StreamError);
      expect((end as StreamError).errors[0]?.extensions).toMatchObject({
        code: 'SHUTTING_DOWN',
        cursor: expect.stringMatching(/^[\w-]{10,}$/),
      });
    }
  } finally {
    await other.close();
  }
});

/** A subscription over SSE whose client never reads more than the head of the response. */
async function neverReads({ url, tokens }: TestServer, query: string): Promise<Socket> {
  const body = JSON.stringify({ query });
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  socket.write(
    `POST /graphql HTTP/1.1\r\nhost: callboard\r\nauthorization: Bearer ${tokens.viewer}\r\naccept: text/event-stream\r\n` +
      `content-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`,
  );
  await once(socket, 'data');
  return socket.pause();
}

test('a client that does not read its event stream does not delay a shutdown', async () => {
  const other = await startTestServer();
  await insertAgent(other.pool, 'alpha', 'http://127.0.0.1:9/run');
  const socket = await neverReads(other, 'subscription { scheduleChanged { schedule { params } } }');
  const reader = other.viewer.listen(ScheduleChangedDocument, {});
  open.push(reader);
  // More than the buffers on the way to the client can hold.
  for (let count = 0; count < 80; count += 1) {
    await insertSchedule(other.pool, { agentId: 'alpha', params: { text: 'x'.repeat(200_000) } });
    await reader.next();
  }
  await other.shutDown(new AbortController().signal);
  socket.destroy();
  await other.close();
});
