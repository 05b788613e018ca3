import type * as GraphQL from 'graphql';
import { execute } from 'graphql';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { WebSocket } from 'ws';
import { LIMITS } from '../../../src/domain/limits.js';
import { OutboxEvent } from '../../../src/events/outbox-event.js';
import { createDeferred } from '../../support/deferred.js';
import { startTestServer, type TestServer } from '../../support/graphql-server.js';
import { insertAgent, insertExecution } from '../../support/rows.js';

/** The library as it is, but its calls can be counted. It must be loaded after this, so the suite has its own process. */
vi.mock('graphql', async (importOriginal) => {
  const original = await importOriginal<typeof GraphQL>();
  return { ...original, execute: vi.fn(original.execute) };
});

interface Message {
  id: string;
  type: string;
  // biome-ignore lint/suspicious/noExplicitAny: of ever other documents
  payload: any;
}

/** A socket with any number of subscriptions, which keeps all messages. */
interface Reader {
  socket: WebSocket;
  messages: Message[];
  subscribe(query: string, variables?: object): string;
  /** Resolves when this many messages of these types have arrived. */
  received(count: number, ...types: string[]): Promise<Message[]>;
}

const JOBS = `subscription ($after: ID, $filter: JobExecutionFilter) {
  jobExecutionChanged(after: $after, filter: $filter) { at status executionId jobExecution { agentId params retryCount } } }`;

let server: TestServer;
let executionId: string;
const sockets: WebSocket[] = [];

beforeAll(async () => {
  server = await startTestServer();
  await insertAgent(server.pool, 'alpha', 'http://127.0.0.1:9/run');
});
beforeEach(async () => {
  executionId = await insertExecution(server.pool, { agentId: 'alpha' });
});
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.terminate();
});
afterAll(() => server?.close());

async function insertJobs(
  count: number,
  params: object = { source: 'news' },
  db: Pick<TestServer['pool'], 'query'> = server.pool,
): Promise<string[]> {
  const { rows } = await db.query<{ id: string }>(
    `INSERT INTO "AgentJobExecution" (id, "jobId", "agentId", "scheduleExecutionId", params, "attemptTimeout", "retryConfig", "retriesLeft", "traceId")
     SELECT id, id, 'alpha', $2, $3, 1000, '{}', 0, 'trace' FROM (SELECT callboard.uuid_v7() AS id FROM generate_series(1, $1)) made RETURNING id`,
    [count, executionId, params],
  );
  return rows.map(({ id }) => id).sort();
}

/** A job that no longer exists when its event is read. */
async function insertGone(): Promise<void> {
  const client = await server.pool.connect();
  await client.query('BEGIN');
  const [id] = await insertJobs(1, {}, client);
  await client.query(`UPDATE "AgentJobExecution" SET status = 'running' WHERE id = $1`, [id]);
  await client.query('DELETE FROM "AgentJobExecution" WHERE id = $1', [id]);
  await client.query('COMMIT');
  client.release();
}

const run = (ids: string[], status = 'running') =>
  server.pool.query(`UPDATE "AgentJobExecution" SET status = $2 WHERE id = ANY ($1)`, [ids, status]);

async function connect(token = server.tokens.viewer): Promise<Reader> {
  const socket = new WebSocket(`${server.url.replace('http', 'ws')}/graphql`, 'graphql-transport-ws');
  sockets.push(socket);
  const messages: Message[] = [];
  const waiting = new Set<(message: Message) => void>();
  const ready = createDeferred();
  socket.on('open', () =>
    socket.send(JSON.stringify({ type: 'connection_init', payload: { authorization: `Bearer ${token}` } })),
  );
  socket.on('message', (data) => {
    const message = JSON.parse(String(data)) as Message;
    if (message.type === 'connection_ack') return ready.resolve();
    messages.push(message);
    for (const check of waiting) check(message);
  });
  await ready.promise;
  let operations = 0;
  return {
    socket,
    messages,
    subscribe(query, variables = {}) {
      operations += 1;
      socket.send(JSON.stringify({ id: `${operations}`, type: 'subscribe', payload: { query, variables } }));
      return `${operations}`;
    },
    received(count, ...types) {
      let found = messages.filter(({ type }) => types.includes(type)).length;
      return new Promise((resolve) => {
        const finish = () => {
          waiting.delete(check);
          resolve(messages.filter(({ type }) => types.includes(type)));
        };
        const check = ({ type }: Message) => {
          if (types.includes(type)) found += 1;
          if (found >= count) finish();
        };
        waiting.add(check);
        if (found >= count) finish();
      });
    },
  };
}

async function untilSubscribed(count: number): Promise<void> {
  await expect
    .poll(
      async () =>
        /callboard_event_subscribers\{kind="job"\} (\d+)/.exec(
          await (await fetch(`${server.url}/metrics`)).text(),
        )?.[1],
    )
    .toBe(`${count}`);
}

/** All have started: each has received the event of its own job. */
async function untilLive(readers: readonly Reader[], each = 1): Promise<void> {
  const [id] = await insertJobs(1);
  await untilSubscribed(readers.length * each);
  await run([id as string]);
  await Promise.all(readers.map((reader) => reader.received(each, 'next')));
  for (const { messages } of readers) messages.splice(0);
}

const eventOf = ({ payload }: Message) => payload.data.jobExecutionChanged;
/** In the order in which they were created; one statement updates them in any order. */
const idsOf = (messages: Message[]) => messages.map((message) => eventOf(message).executionId).sort();

describe('a page of events', () => {
  async function statementsFor(subscribers: number): Promise<number> {
    const readers = await Promise.all(Array.from({ length: subscribers }, () => connect()));
    for (const reader of readers) reader.subscribe(JOBS);
    await untilLive(readers);
    const ids = await insertJobs(100);
    server.statements.length = 0;
    await run(ids);
    const all = await Promise.all(readers.map((reader) => reader.received(100, 'next')));
    for (const messages of all) expect(idsOf(messages)).toEqual(ids);
    expect(new Set(all.map((messages) => JSON.stringify(messages.map(eventOf)))).size).toBe(1);
    for (const { socket } of readers) socket.terminate();
    return server.statements.length;
  }

  test('takes as many statements for twenty subscribers as for one', async () => {
    expect(await statementsFor(1)).toBe(1);
    expect(await statementsFor(20)).toBe(1);
  });

  test('reaches a thousand subscribers, on twenty sockets', async () => {
    const readers = await Promise.all(Array.from({ length: 20 }, () => connect()));
    for (const [index, reader] of readers.entries()) {
      for (let operation = 0; operation < 50; operation += 1) reader.subscribe(JOBS);
      await untilSubscribed((index + 1) * 50);
    }
    await untilLive(readers, 50);
    const ids = await insertJobs(3);
    server.statements.length = 0;
    await run(ids);
    for (const reader of readers) {
      const messages = await reader.received(150, 'next');
      for (let operation = 1; operation <= 50; operation += 1) {
        const own = messages.filter(({ id }) => id === `${operation}`);
        expect(idsOf(own)).toEqual(ids);
      }
    }
    expect(server.statements).toHaveLength(1);
  });
});

describe('a document is compiled', () => {
  /** How many events have been executed with graphql-js. */
  const executions = () =>
    vi.mocked(execute).mock.calls.filter(([{ rootValue }]) => rootValue instanceof OutboxEvent).length;

  async function executionsOfBurst(reader: Reader): Promise<number> {
    const ids = await insertJobs(100);
    const before = executions();
    reader.messages.splice(0);
    await run(ids);
    expect(idsOf(await reader.received(100, 'next'))).toEqual(ids);
    return executions() - before;
  }

  // Each test has a document of its own, because subscriptions of earlier tests may not have ended yet.
  test('after one event, even if the first events are a burst', async () => {
    const reader = await connect();
    reader.subscribe(JOBS.replace('subscription', 'subscription Burst'));
    await untilSubscribed(1);
    expect(await executionsOfBurst(reader)).toBe(1);
    expect(await executionsOfBurst(reader)).toBe(0);
  });

  test('even if the row of the first event is gone, so that it does not show what the others read', async () => {
    const reader = await connect();
    reader.subscribe(JOBS.replace('subscription', 'subscription Gone'));
    await untilSubscribed(1);
    await insertGone();
    await reader.received(1, 'next');
    await executionsOfBurst(reader);
    expect(await executionsOfBurst(reader)).toBe(0);
  });
});

describe('subscriptions share an answer only if they would get the same', () => {
  const failure = { error: { message: 'refused', stack: 'at call (agent.js:1)' } };

  test('for their role', async () => {
    const query = 'subscription { jobExecutionChanged { jobExecution { error { message stack } } } }';
    const readers = [await connect(server.tokens.viewer), await connect(server.tokens.operator)] as const;
    for (const reader of readers) reader.subscribe(query);
    await untilLive(readers);
    const ids = await insertJobs(3);
    await server.pool.query(
      `UPDATE "AgentJobExecution" SET status = 'failed', error = $2 WHERE id = ANY ($1)`,
      [ids, failure.error],
    );
    const [viewer, operator] = await Promise.all(readers.map((reader) => reader.received(3, 'next')));
    const errorsOf = (messages: Message[] = []) =>
      messages.map((message) => eventOf(message).jobExecution.error);
    expect(errorsOf(viewer)).toEqual(Array(3).fill({ message: 'refused', stack: null }));
    expect(errorsOf(operator)).toEqual(Array(3).fill(failure.error));
  });

  test('for the variables of the selection; filters only choose', async () => {
    const query = `subscription ($filter: JobExecutionFilter, $withId: Boolean!) {
      jobExecutionChanged(filter: $filter) { executionId status jobExecution { agentId id @include(if: $withId) } } }`;
    const reader = await connect();
    const withId = reader.subscribe(query, { withId: true });
    const without = reader.subscribe(query, { withId: false });
    const running = reader.subscribe(query, { withId: true, filter: { status: ['RUNNING'] } });
    await untilLive([reader], 3);
    const [id] = (await insertJobs(1)) as [string];
    await run([id]);
    await run([id], 'completed');
    const messages = await reader.received(5, 'next');
    const of = (operation: string) => messages.filter((message) => message.id === operation).map(eventOf);
    const expected = (statuses: string[], jobExecution: object) =>
      statuses.map((status) => ({ executionId: id, status, jobExecution }));
    expect(of(withId)).toEqual(expected(['RUNNING', 'COMPLETED'], { agentId: 'alpha', id }));
    expect(of(without)).toEqual(expected(['RUNNING', 'COMPLETED'], { agentId: 'alpha' }));
    expect(of(running)).toEqual(expected(['RUNNING'], { agentId: 'alpha', id }));
  });
});

test('values that are too many for one operation are delivered a few at a time', async () => {
  const readers = await Promise.all([connect(), connect()]);
  for (const reader of readers) reader.subscribe(JOBS);
  await untilLive(readers);
  const long = 'x'.repeat(200_000);
  const ids = await insertJobs(120, { long });
  expect(120 * long.length).toBeGreaterThan(LIMITS.operationBytes);
  await run(ids);
  for (const reader of readers) {
    const messages = await reader.received(120, 'next');
    expect(idsOf(messages)).toEqual(ids);
    expect(messages.every((message) => eventOf(message).jobExecution.params.long === long)).toBe(true);
  }
});

test('a subscriber that does not read ends as LAGGED, and resumes without a gap; others continue', async () => {
  const plain = `subscription ($after: ID) { jobExecutionChanged(after: $after) { executionId status } }`;
  const [slow, fast] = await Promise.all([connect(), connect()]);
  slow.subscribe(JOBS);
  fast.subscribe(plain);
  await untilLive([slow, fast]);
  slow.socket.pause();
  const ids = await insertJobs(6_500, { long: 'x'.repeat(4_000) });
  await run(ids);
  await fast.received(6_500, 'next');
  await run(ids, 'completed');
  await fast.received(13_000, 'next');
  slow.socket.resume();
  const [end] = await slow.received(1, 'error');
  const { code, cursor } = end?.payload[0].extensions ?? {};
  expect(code).toBe('LAGGED');
  const before = slow.messages.filter(({ type }) => type === 'next').length;
  expect(before).toBeLessThan(13_000);
  slow.subscribe(plain, { after: cursor });
  const messages = await slow.received(13_000, 'next');
  const changes = (some: Message[]) =>
    some.map((message) => `${eventOf(message).executionId} ${eventOf(message).status}`);
  expect(changes(messages)).toEqual(changes(await fast.received(13_000, 'next')));
});
