/** `@callboard/client` against a real server, over a connection that the tests break. */
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import {
  AgentsDocument,
  CallboardError,
  type ClientOptions,
  CreateScheduleDocument,
  createClient,
  JobChangedDocument,
  MeDocument,
  ScheduleDocument,
  TriggerAgentDocument,
  unwrap,
} from '../../packages/client/src/index.js';
import { createDeferred } from '../support/deferred.js';
import { startTestServer, type TestServer } from '../support/graphql-server.js';
import { insertAgent, insertExecution } from '../support/rows.js';
import { startTcpProxy, type TcpProxy } from '../support/servers/tcp-proxy.js';

let server: TestServer;
let proxy: TcpProxy;
let executionId: string;
beforeAll(async () => {
  server = await startTestServer({ heartbeatMs: 40 });
  proxy = await startTcpProxy(server.url);
  for (const id of ['alpha', 'beta', 'gamma']) await insertAgent(server.pool, id, 'http://127.0.0.1:9/run');
});
beforeEach(async () => {
  executionId = await insertExecution(server.pool, { agentId: 'alpha' });
});
afterAll(async () => {
  await proxy?.close();
  await server?.close();
});

function connect(options: Partial<ClientOptions> = {}) {
  return createClient({
    url: proxy.through(server.url),
    token: server.tokens.operator,
    pauseMs: 1,
    ...options,
  });
}

/** A server that answers each request as the next of the listeners does; the last one stays. */
async function startServer(...listeners: RequestListener[]): Promise<{ url: string; requests: string[] }> {
  const requests: string[] = [];
  const http = createServer(async (request, response) => {
    requests.push((await request.toArray()).join(''));
    listeners[Math.min(requests.length, listeners.length) - 1]?.(request, response);
  });
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    http.closeAllConnections();
    http.close();
  });
  return { url: `http://127.0.0.1:${(http.address() as AddressInfo).port}`, requests };
}

/** What the promise rejects with. */
async function failureOf(promise: Promise<unknown>): Promise<CallboardError> {
  const error = await promise.then(
    () => undefined,
    (reason) => reason,
  );
  expect(error).toBeInstanceOf(CallboardError);
  return error;
}

describe('operations', () => {
  test('return typed data; lists are read page by page', async () => {
    const client = connect();
    const { me } = await client.request(MeDocument, {});
    expect(me?.role).toBe('OPERATOR');
    const ids: string[] = [];
    for await (const { id } of client.list(AgentsDocument, { first: 2 })) ids.push(id);
    expect(ids.sort()).toEqual(['alpha', 'beta', 'gamma']);
  });

  test('that are refused say why, with the part of the input', async () => {
    const input = {
      name: 'broken',
      agentId: 'alpha',
      targetType: 'AGENT',
      repeat: 'REPEATING',
      cronExpression: 'no',
      params: {},
    } as const;
    const { createSchedule } = await connect({ token: server.tokens.admin }).request(CreateScheduleDocument, {
      input,
    });
    expect(() => unwrap(createSchedule)).toThrowError(
      expect.objectContaining({
        name: 'CallboardError',
        code: 'VALIDATION',
        issues: [expect.objectContaining({ path: ['cronExpression'] })],
      }),
    );
    const viewer = connect({ token: server.tokens.viewer });
    expect(await failureOf(viewer.request(CreateScheduleDocument, { input }))).toMatchObject({
      code: 'FORBIDDEN',
    });
    expect(await failureOf(connect({ token: 'wrong' }).request(MeDocument, {}))).toMatchObject({
      code: 'UNAUTHENTICATED',
      status: 401,
    });
    expect((await connect().request(ScheduleDocument, { id: 'nowhere' })).schedule).toBeNull();
  });

  test('against something that is not a Callboard server fail with a hint', async () => {
    const page = await startServer((_, response) => response.end('<html></html>'));
    const failure = await failureOf(connect({ url: page.url }).request(MeDocument, {}));
    expect(failure).toMatchObject({ code: 'BAD_ANSWER', status: 200 });
    expect(page.requests).toHaveLength(1);
    const moved = await startServer((_, response) => response.writeHead(302, { location: server.url }).end());
    expect(await failureOf(connect({ url: moved.url, attempts: 1 }).request(MeDocument, {}))).toMatchObject({
      code: 'NETWORK',
    });
    const silent = await startServer(() => {});
    const brief = connect({ url: silent.url, timeoutMs: 2_000, attempts: 2 });
    expect((await failureOf(brief.request(MeDocument, {}))).code).toBe('TIMEOUT');
    expect(silent.requests).toHaveLength(2);
  });

  test('end with the signal', async () => {
    const controller = new AbortController();
    const silent = await startServer(() => controller.abort(new Error('enough')));
    const asked = connect({ url: silent.url }).request(MeDocument, {}, { signal: controller.signal });
    await expect(asked).rejects.toThrow('enough');
  });
});

describe('a request whose answer is lost', () => {
  /** Passes each request on to the server, and loses the first answer. */
  const losing = () => {
    const forward: RequestListener = async (request, response) => {
      const body = relay.requests.at(-1) ?? '';
      const headers = {
        'content-type': 'application/json',
        authorization: request.headers.authorization ?? '',
      };
      const answer = await (await fetch(`${server.url}/graphql`, { method: 'POST', headers, body })).text();
      if (relay.requests.length === 1) request.socket.destroy();
      else response.setHeader('content-type', 'application/json').end(answer);
    };
    let relay = { url: '', requests: [] as string[] };
    return startServer(forward).then((started) => {
      relay = started;
      return started;
    });
  };
  const runs = async () => {
    const { rowCount } = await server.pool.query(`SELECT FROM "ScheduleExecution" WHERE "agentId" = 'beta'`);
    return rowCount ?? 0;
  };

  test('is sent again if it is a query', async () => {
    const { url, requests } = await losing();
    expect((await connect({ url }).request(MeDocument, {})).me?.role).toBe('OPERATOR');
    expect(requests).toHaveLength(2);
  });

  test('is not sent again if it is a mutation without a key', async () => {
    const { url, requests } = await losing();
    const before = await runs();
    const trigger = connect({ url }).request(TriggerAgentDocument, {
      agentId: 'beta',
      params: { once: true },
    });
    expect((await failureOf(trigger)).code).toBe('NETWORK');
    expect(requests).toHaveLength(1);
    expect(await runs()).toBe(before + 1);
  });

  test('is executed once if it is a mutation with a key', async () => {
    const { url, requests } = await losing();
    const before = await runs();
    const variables = { agentId: 'beta', idempotencyKey: 'client-test' };
    const run = unwrap((await connect({ url }).request(TriggerAgentDocument, variables)).triggerAgent);
    expect(run.__typename).toBe('ScheduleExecution');
    expect(requests).toHaveLength(2);
    expect(await runs()).toBe(before + 1);
  });

  test('is given up after some attempts', async () => {
    const away = await startServer((_, response) =>
      response
        .writeHead(503, { 'content-type': 'application/json', 'retry-after': '0' })
        .end('{"error":"away"}'),
    );
    expect((await failureOf(connect({ url: away.url, attempts: 3 }).request(MeDocument, {}))).status).toBe(
      503,
    );
    expect(away.requests).toHaveLength(3);
  });
});

describe('events', () => {
  const insertJob = async () => {
    const { rows } = await server.pool.query<{ id: string }>(
      `INSERT INTO "AgentJobExecution" (id, "jobId", "agentId", "scheduleExecutionId", params, "attemptTimeout", "retryConfig", "retriesLeft", "traceId")
       SELECT id, id, 'alpha', $1, '{}', 1000, '{}', 0, 'trace' FROM callboard.uuid_v7() id RETURNING id`,
      [executionId],
    );
    const id = rows[0]?.id ?? '';
    // What is pending is not told.
    await server.pool.query(`UPDATE "AgentJobExecution" SET status = 'running' WHERE id = $1`, [id]);
    return id;
  };

  test.each([
    ['is reset', () => proxy.resetAll()],
    ['falls silent', () => proxy.set('silent', 'open')],
  ])('continue where they were when the connection %s', async (_, breakConnection) => {
    const controller = new AbortController();
    const isOpen = createDeferred<void>();
    const reconnected = createDeferred<CallboardError>();
    const seen: string[] = [];
    const inserted: string[] = [];
    const stream = connect().subscribe(
      JobChangedDocument,
      { filter: { scheduleExecutionId: executionId, latestAttempt: null } },
      {
        signal: controller.signal,
        silenceMs: 300,
        onCursor: () => isOpen.resolve(),
        onReconnect: (error) => reconnected.resolve(error),
      },
    );
    const reading = (async () => {
      for await (const { jobExecutionChanged: event } of stream) {
        seen.push(event.executionId);
        if (seen.length === 2) {
          breakConnection();
          inserted.push(await insertJob());
        }
        if (seen.length === 4) return;
      }
    })();
    await isOpen.promise;
    inserted.push(await insertJob(), await insertJob());
    expect((await reconnected.promise).code).toBe('NETWORK');
    inserted.push(await insertJob());
    await reading;
    expect([...seen].sort()).toEqual([...inserted].sort());
  });

  test('begin at a cursor, and end with the signal', async () => {
    const client = connect();
    const controller = new AbortController();
    const filter = { scheduleExecutionId: executionId };
    const first = createDeferred<string>();
    const watch = client.subscribe(JobChangedDocument, { filter }, { onCursor: first.resolve });
    const waiting = watch.next();
    const after = await first.promise;
    const id = await insertJob();
    expect((await waiting).value?.jobExecutionChanged).toMatchObject({
      executionId: id,
      status: 'RUNNING',
    });
    await watch.return(undefined);
    const again = client.subscribe(JobChangedDocument, { filter }, { after, signal: controller.signal });
    expect((await again.next()).value?.jobExecutionChanged.executionId).toBe(id);
    const next = again.next();
    controller.abort();
    expect(await next).toMatchObject({ done: true });
  });

  test('end for good with a bad cursor, a bad token or a document that cannot resume', async () => {
    const bad = connect().subscribe(JobChangedDocument, {}, { after: 'nonsense' });
    expect(await failureOf(bad.next())).toMatchObject({ code: 'BAD_USER_INPUT' });
    const unauthenticated = connect({ token: 'wrong' }).subscribe(JobChangedDocument, {}, { after: 'x' });
    expect(await failureOf(unauthenticated.next())).toMatchObject({ code: 'UNAUTHENTICATED' });
    const isOpen = createDeferred<string>();
    const blind = connect().subscribe(
      'subscription ($after: ID) { jobExecutionChanged(after: $after) { jobId } }',
      {},
      {
        onCursor: isOpen.resolve,
      },
    );
    const next = failureOf(blind.next());
    await isOpen.promise;
    await insertJob();
    expect(await next).toMatchObject({ code: 'NO_CURSOR' });
  });
});
