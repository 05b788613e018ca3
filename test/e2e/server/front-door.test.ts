/** What every request passes before an operation runs: the caller's identity, address and input. */
import { once } from 'node:events';
import { request } from 'node:http';
import { connect, type Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { LIMITS } from '../../../src/domain/limits.js';
import { callbackToken } from '../../../src/http/incoming/callback-token.js';
import { CreateWebhookDocument } from '../../support/generated/operations.js';
import { startTestServer, type TestServer } from '../../support/graphql-server.js';
import { insertAgent } from '../../support/rows.js';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({
    publicUrl: 'https://callboard.example',
    trustedProxies: ['127.0.0.0/8', '10.0.0.0/8'],
  });
  await insertAgent(server.pool, 'called', 'http://127.0.0.1:9/');
});
afterAll(() => server?.close());

async function me(token: string, forwardedFor?: string): Promise<number> {
  const response = await fetch(`${server.url}/graphql`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      authorization: `Bearer ${token}`,
      ...(forwardedFor && { 'x-forwarded-for': forwardedFor }),
    },
    body: '{"query":"{ me { id } }"}',
  });
  await response.text();
  return response.status;
}

const guess = (count: number, from: string) =>
  Promise.all(Array.from({ length: count }, (_, index) => me(`guess-${from}-${index}`, from)));

describe('guesses of tokens', () => {
  test('are limited by address even if all come at once, and lock nobody else out', async () => {
    const statuses = await guess(3 * LIMITS.failedTokensPerMinute, '203.0.113.1');
    expect(statuses.filter((status) => status === 401)).toHaveLength(LIMITS.failedTokensPerMinute);
    expect(statuses.filter((status) => status === 429)).toHaveLength(2 * LIMITS.failedTokensPerMinute);
    expect(await me(server.tokens.viewer, '203.0.113.1')).toBe(200);
    expect(await me('another guess', '203.0.113.2')).toBe(401);
  });

  test('are not spread over many addresses by a header that the client wrote', async () => {
    const statuses = await Promise.all(
      Array.from({ length: 2 * LIMITS.failedTokensPerMinute }, (_, index) =>
        me(`spread-${index}`, `198.51.100.${index}, 203.0.113.3, 10.0.0.7`),
      ),
    );
    expect(statuses.filter((status) => status === 429)).toHaveLength(LIMITS.failedTokensPerMinute);
  });

  test('do not include a program that uses one expired token all day', async () => {
    const statuses: number[] = [];
    for (let index = 0; index < 2 * LIMITS.failedTokensPerMinute; index += 1)
      statuses.push(await me('expired', '203.0.113.4'));
    expect(new Set(statuses)).toEqual(new Set([401]));
  });
});

test('many requests with one token at once cost one query', async () => {
  const queries: string[] = [];
  const query = server.pool.query.bind(server.pool) as (...args: unknown[]) => unknown;
  server.pool.query = ((...args: unknown[]) => {
    queries.push(String(args[0]));
    return query(...args);
  }) as typeof server.pool.query;
  try {
    await Promise.all(Array.from({ length: 50 }, () => me(server.tokens.operator)));
  } finally {
    Reflect.deleteProperty(server.pool, 'query');
  }
  const asked = queries.filter((sql) => sql.includes('"tokenHash" = ANY'));
  expect(asked.length).toBeGreaterThan(0);
  expect(asked.length).toBeLessThan(10);
});

test('browsers that came by https use only https from then on', async () => {
  const { headers } = await fetch(`${server.url}/healthz`);
  expect(headers.get('strict-transport-security')).toBe('max-age=31536000');
  const plain = await startTestServer();
  try {
    expect((await fetch(`${plain.url}/healthz`)).headers.has('strict-transport-security')).toBe(false);
  } finally {
    await plain.close();
  }
});

test('an unknown webhook and a forged token are answered before the body has arrived', async () => {
  for (const [path, status] of [
    ['/hooks/nobody', 404],
    ['/agent/v1/executions/019aa000-0000-7000-8000-000000000000', 401],
    ['/graphql', 401],
  ] as const) {
    const headers = {
      'content-length': '1000000',
      authorization: 'Bearer forged',
      'x-forwarded-for': '203.0.113.5',
    };
    const answered = await new Promise<number | undefined>((resolve, reject) => {
      const sent = request(`${server.url}${path}`, { method: 'POST', headers });
      sent.on('response', (response) => {
        resolve(response.statusCode);
        sent.destroy();
      });
      sent.on('error', reject);
      sent.write('{');
    });
    expect(answered).toBe(status);
  }
});

const CONTINUE = 'HTTP/1.1 100 Continue\r\n\r\n';

test('callers of a webhook that send nothing do not keep callbacks of agents waiting', async () => {
  const { createWebhook } = await server.admin.ask(CreateWebhookDocument, {
    input: { name: 'slow', targetType: 'AGENT', agentId: 'called' },
  });
  if (createWebhook.__typename !== 'CreatedWebhook' || !createWebhook.webhook) throw new Error('no webhook');
  const path = `/hooks/${createWebhook.webhook.id}`;
  const address = { 'x-forwarded-for': '203.0.113.6' };
  const body = `{"status": "completed", "result": "${'x'.repeat(20_000)}"}`;
  const { port } = new URL(server.url);
  const slow = Array.from({ length: LIMITS.largeBodiesPerAddress }, () => {
    const socket = connect(Number(port), '127.0.0.1').on('error', () => {});
    socket.write(
      `POST ${path} HTTP/1.1\r\nhost: x\r\nx-forwarded-for: 203.0.113.6\r\ntransfer-encoding: chunked\r\nexpect: 100-continue\r\n\r\n`,
    );
    return socket;
  });
  // The server asks for a body when it handles the request.
  await Promise.all(slow.map((socket) => once(socket, 'data')));
  // By the time a later call with a short body is answered, the others wait for theirs.
  const short = await fetch(`${server.url}${path}`, { method: 'POST', headers: address, body: '{}' });
  expect(short.status).toBe(401);
  const executionId = '019aa000-0000-7000-8000-000000000001';
  const report = await fetch(`${server.url}/agent/v1/executions/${executionId}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${callbackToken(server.services.secretKey, executionId)}`, ...address },
    body,
  });
  expect(report.status).toBe(404); // read, and no such attempt
  // Had it waited for a place, one of these would have had to give way.
  expect(slow.filter((socket) => socket.closed || socket.bytesRead > CONTINUE.length)).toEqual([]);
  for (const socket of slow) socket.destroy();
});

test('agents that send their reports slowly do not delay the report of another', async () => {
  const { port } = new URL(server.url);
  const executionId = '019aa000-0000-7000-8000-000000000002';
  const authorization = `Bearer ${callbackToken(server.services.secretKey, executionId)}`;
  const path = `/agent/v1/executions/${executionId}`;
  /** @param bytes how much of the report arrives before the sender stops */
  const stall = (bytes: number) =>
    new Promise<Socket>((resolve) => {
      const socket = connect(Number(port), '127.0.0.1').on('error', () => {});
      const head = `POST ${path} HTTP/1.1\r\nhost: x\r\nauthorization: ${authorization}\r\ncontent-length: 500000\r\n\r\n`;
      socket.write(head + '1'.repeat(bytes), () => resolve(socket));
    });
  const few = await Promise.all(Array.from({ length: 2 * LIMITS.largeBodies }, () => stall(10)));
  const many = await Promise.all(Array.from({ length: LIMITS.largeBodiesPerAddress }, () => stall(100_000)));
  const report = await fetch(`${server.url}${path}`, {
    method: 'POST',
    headers: { authorization },
    body: `{"status": "completed", "result": "${'x'.repeat(200_000)}"}`,
  });
  expect(report.status).toBe(404); // read, and no such attempt; one that found no place would be refused
  for (const socket of [...few, ...many]) socket.destroy();
});

describe('values that only the database can refuse are reported as wrong input:', () => {
  const send = (text: string, variables: object) =>
    server.admin.send({ toString: () => text } as never, variables as never);

  test('a list that is too long', async () => {
    const text = 'query($s: [JobStatus!]) { jobExecutions(filter: {status: $s}) { totalCount } }';
    const ask = (count: number) => send(text, { s: Array(count).fill('PENDING') });
    const { errors } = await ask(LIMITS.listItems + 1);
    expect(errors).toEqual([
      expect.objectContaining({
        message: '$s has more than 10,000 items.',
        extensions: { code: 'BAD_USER_INPUT' },
      }),
    ]);
    expect((await ask(LIMITS.listItems)).errors).toEqual([]);
  });

  test('unusual URLs in updateAgent', async () => {
    await insertAgent(server.pool, 'odd', 'http://127.0.0.1:9/');
    const text =
      'mutation($u: String!) { updateAgent(id: "odd", input: {endpoint: {url: $u}}) { __typename ... on Error { code } } }';
    const urls = [
      'http:127.0.0.1:9/',
      'http:/127.0.0.1:9/',
      'http:\\\\127.0.0.1:9\\',
      'HTTP://127.0.0.1:9/',
      ' http://127.0.0.1:9/',
      'http://127.0.0.1:9/\u0000',
      'http://127.0.0.1\t:9/',
      'http://İ.example/',
      'http://user@127.0.0.1:9/',
      'http://①②⑦.0.0.1:9/',
      'http://127.0.0.1:9/\ud800',
      'http://127.0.0.1:9/?token=abcdefgh',
    ];
    for (const u of urls) {
      const { data, errors } = await send(text, { u });
      expect([u, errors]).toEqual([u, []]);
      expect((data as { updateAgent: { __typename: string } }).updateAgent.__typename).toMatch(
        /^(Agent|UpdatedAgent|ValidationError)$/,
      );
    }
    expect(server.logger.lines.filter(({ event }) => event === 'graphql.failed')).toEqual([]);
  });

  test('text that cannot be stored', async () => {
    const { errors } = await send('query($s: String) { agents(filter: {search: $s}) { totalCount } }', {
      s: '\u0000',
    });
    expect(errors.map(({ extensions }) => extensions?.code)).toEqual(['BAD_USER_INPUT']);
  });
});

test('clients that reset their connection when an upgrade is refused do not stop the server', async () => {
  const { port } = new URL(server.url);
  const ask = (path: string) => {
    const client = connect(Number(port), '127.0.0.1').on('error', () => {});
    client.write(
      `GET ${path} HTTP/1.1\r\nhost: x\r\norigin: https://evil.example\r\nconnection: upgrade\r\nupgrade: websocket\r\n\r\n`,
    );
    return client;
  };
  const uncaught: Error[] = [];
  const note = (error: Error) => uncaught.push(error);
  process.on('uncaughtException', note);
  try {
    for (const [path, status] of [
      ['/nothing', 404],
      ['/graphql', 403],
    ] as const) {
      const answered = ask(path);
      expect(String((await once(answered, 'data'))[0])).toContain(`HTTP/1.1 ${status} `);
      answered.resetAndDestroy();
      const others = Array.from({ length: 20 }, () => ask(path));
      await Promise.all(others.map((other) => other.connecting && once(other, 'connect')));
      for (const other of others) setImmediate(() => other.resetAndDestroy());
    }
    expect((await fetch(`${server.url}/healthz`)).status).toBe(200);
    expect(uncaught).toEqual([]);
  } finally {
    process.off('uncaughtException', note);
  }
});
