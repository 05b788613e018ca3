/**
 * A client with one API token or none attacks a server with little memory. The server survives, and others
 * are answered.
 */
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { LIMITS } from '../../src/domain/limits.js';
import { createApiToken } from '../../src/services/access/create-api-token.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { killPrograms, type Program, startProgram } from '../support/programs/processes.js';
import { createRecordingLogger } from '../support/recording-logger.js';
import { insertAgent, insertExpanded } from '../support/rows.js';
import { eventLoopMs } from './fault-fixture.js';

const HEAP_MB = 256;
/** Code, buffers and what PostgreSQL sends at once are added to the heap. */
const MAX_RSS_MB = HEAP_MB + 256;
/** How long the server may do other work before it answers. A longer wait for a place is refused. */
const BUSY_MS = LIMITS.operationWaitMs;
const JOBS = 100;

let db: TestDatabase;
let server: Program;
let url: string;
const tokens: Record<'hostile' | 'ordinary', string> = { hostile: '', ordinary: '' };

beforeAll(async () => {
  db = await createTestDatabase();
  await insertAgent(db.pool, 'large', 'http://127.0.0.1:9/', {});
  const text = randomBytes(375_000).toString('base64');
  await insertExpanded(db.pool, { agentId: 'large', jobs: Array.from({ length: JOBS }, () => ({ text })) });
  for (let index = 0; index < JOBS; index += 1) {
    const inputSchema = { description: randomBytes(200_000).toString('base64') };
    await insertAgent(db.pool, `schema-${index}`, 'http://127.0.0.1:9/', { inputSchema });
  }
  server = await startProgram('server', {
    DATABASE_URL: db.url,
    CALLBOARD_ADMIN_TOKEN: 'an admin of the test only'.replaceAll(' ', '-'),
    NODE_OPTIONS: `--max-old-space-size=${HEAP_MB}`,
  });
  const { port } = await server.logged('server.ready');
  url = `http://127.0.0.1:${port}`;
  const services = { pool: db.pool, logger: createRecordingLogger(), secretKey: randomBytes(32) } as never;
  for (const name of ['hostile', 'ordinary'] as const) {
    const made = await createApiToken(
      services,
      { id: 't', name: 't', role: 'admin' },
      { name, role: 'viewer' },
    );
    if (made.kind !== 'ok') throw new Error(JSON.stringify(made));
    tokens[name] = made.value.token;
  }
  await ask('{ me { role } }', tokens.ordinary);
});
afterAll(async () => {
  await killPrograms();
  await db?.drop();
});

interface Answer {
  data?: Record<string, unknown> | null;
  errors?: { message: string; extensions?: { code?: string } }[];
}

async function ask(query: string, token?: string): Promise<Answer & { status: number }> {
  const response = await fetch(`${url}/graphql`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-graphql-yoga-csrf': '1',
      ...(token && { authorization: `Bearer ${token}` }),
    },
    body: JSON.stringify({ query }),
  });
  return { status: response.status, ...((await response.json()) as Answer) };
}

async function firstJob(): Promise<string> {
  const { rows } = await db.pool.query<{ id: string }>('SELECT min(id) AS id FROM "AgentJobExecution"');
  return rows[0]?.id ?? '';
}

const codesOf = ({ errors }: Answer) => errors?.map(({ extensions }) => extensions?.code);

function rssMb(): number {
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${server.pid}/status`, 'utf8'))?.[1]) / 1_024;
}

/**
 * Others are served during `work`. Measures the longest work of the server's event loop before it answered
 * them, and the largest memory use of the server.
 */
async function meanwhile(work: () => Promise<unknown>): Promise<{ busyMs: number; rss: number }> {
  const seen = { busyMs: 0, rss: 0 };
  let done = false;
  const working = work().finally(() => {
    done = true;
  });
  while (!done) {
    const before = eventLoopMs(server);
    const [alive, answer] = await Promise.all([
      fetch(`${url}/healthz`),
      ask('{ me { role } agent(id: "large") { id } }', tokens.ordinary),
    ]);
    seen.busyMs = Math.max(seen.busyMs, eventLoopMs(server) - before);
    expect([alive.status, answer.data]).toEqual([200, { me: { role: 'VIEWER' }, agent: { id: 'large' } }]);
    seen.rss = Math.max(seen.rss, rssMb());
    await Promise.race([sleep(50), working.catch(() => {})]);
  }
  await working;
  return seen;
}

function expectHarmless({ busyMs, rss }: { busyMs: number; rss: number }): void {
  expect(server.output()).not.toMatch(/out of memory/i);
  expect(rss).toBeLessThan(MAX_RSS_MB);
  expect(busyMs).toBeLessThan(BUSY_MS);
}

const times = (count: number, text: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => text(index)).join(' ');
const PAGE = 'first: 100) { edges { node';

describe('a client', () => {
  test('that asks for one list of large values under thirty names gets them shortened', async () => {
    const query = `{ ${times(30, (index) => `a${index}: jobExecutions(${PAGE} { params truncatedFields } } }`)} }`;
    let answer: Answer | undefined;
    expectHarmless(
      await meanwhile(async () => {
        answer = await ask(query, tokens.hostile);
      }),
    );
    expect(answer?.errors).toBeUndefined();
    const cut = { params: { truncated: true, bytes: expect.any(Number) }, truncatedFields: ['params'] };
    expect(answer?.data?.a29).toEqual({ edges: Array(JOBS).fill({ node: cut }) });
  });

  test('can read one of them in full', async () => {
    const id = await firstJob();
    const whole = await ask(`{ jobExecution(id: "${id}") { params truncatedFields } }`, tokens.ordinary);
    expect(whole.data?.jobExecution).toEqual({ params: { text: expect.any(String) }, truncatedFields: [] });
    expect(JSON.stringify(whole.data).length).toBeGreaterThan(500_000);
  });

  test('that reads more than an operation may is refused, even if it is spread over aliases', async () => {
    const query = `{ ${times(10, (index) => `a${index}: agents(${PAGE} { inputSchema } } }`)} }`;
    expectHarmless(
      await meanwhile(async () => {
        const answers = await Promise.all(Array.from({ length: 20 }, () => ask(query, tokens.hostile)));
        for (const answer of answers) {
          expect(answer.data).toBeUndefined();
          expect(['TOO_COMPLEX', 'TOO_MANY_REQUESTS']).toContain(codesOf(answer)?.[0]);
        }
      }),
    );
  });

  test('that reads one value many times is refused', async () => {
    const many = (names: number) =>
      `{ agents(first: 20) { edges { node { ${times(names, (index) => `s${index}: inputSchema`)} } } } }`;
    expect(codesOf(await ask(many(2), tokens.hostile))).toBeUndefined();
    expect(codesOf(await ask(many(28), tokens.hostile))).toEqual(['TOO_COMPLEX']);
  });

  test('with five sockets of a hundred queries is served in turn', async () => {
    const query = `{ agents(first: 20) { edges { node { inputSchema } } } }`;
    const counts: Record<string, number> = {};
    expectHarmless(
      await meanwhile(() =>
        Promise.all(
          Array.from({ length: 5 }, async () => {
            const socket = new WebSocket(`${url.replace('http', 'ws')}/graphql`, 'graphql-transport-ws');
            await once(socket, 'open');
            let open: number = LIMITS.operationsPerSocket;
            const answered = new Promise<void>((resolve) => {
              socket.on('message', (data) => {
                const { type, payload } = JSON.parse(String(data));
                if (type === 'connection_ack')
                  for (let id = 0; id < LIMITS.operationsPerSocket; id += 1)
                    socket.send(JSON.stringify({ id: `${id}`, type: 'subscribe', payload: { query } }));
                const outcome =
                  type === 'error' || payload?.errors ? (payload.errors ?? payload)[0].extensions.code : type;
                if (type === 'next' || type === 'error') counts[outcome] = (counts[outcome] ?? 0) + 1;
                if (type === 'error' || type === 'complete') open -= 1;
                if (open === 0) resolve();
              });
            });
            const payload = { authorization: `Bearer ${tokens.hostile}` };
            socket.send(JSON.stringify({ type: 'connection_init', payload }));
            await answered;
            socket.close();
          }),
        ),
      ),
    );
    // As many as may run and wait are served; the others are asked to try again.
    expect(Object.keys(counts).sort()).toEqual(['TOO_MANY_REQUESTS', 'next']);
    expect(counts.next).toBeGreaterThanOrEqual(LIMITS.operationsPerToken);
  });

  test('that does not read its answers delays nobody', async () => {
    const agent = new Agent({ keepAlive: true, maxSockets: 100 });
    const query = `{ agents(first: 20) { edges { node { inputSchema } } } }`;
    const requests = Array.from({ length: 60 }, () => {
      const sent = request(`${url}/graphql`, {
        method: 'POST',
        agent,
        headers: { 'content-type': 'application/json', authorization: `Bearer ${tokens.hostile}` },
      });
      sent.on('error', () => {});
      sent.on('response', (response) => response.pause());
      return sent.end(JSON.stringify({ query }));
    });
    expectHarmless(await meanwhile(() => sleep(2_000)));
    for (const sent of requests) sent.destroy();
    agent.destroy();
  });

  test('that disconnects again and again before the answer has arrived leaves no resources in use', async () => {
    const query = `{ agents(first: 20) { edges { node { inputSchema } } } }`;
    const hangUp = async (afterMs: number) => {
      const signal = AbortSignal.timeout(afterMs);
      const headers = { 'content-type': 'application/json', authorization: `Bearer ${tokens.hostile}` };
      const sent = fetch(`${url}/graphql`, {
        method: 'POST',
        headers,
        body: JSON.stringify({ query }),
        signal,
      });
      await sent.then((response) => response.text()).catch(() => {});
    };
    expectHarmless(
      await meanwhile(async () => {
        for (let round = 0; round < 6; round += 1) {
          await Promise.all(
            Array.from({ length: LIMITS.operationsPerToken }, (_, index) => hangUp(10 + 10 * index)),
          );
        }
      }),
    );
    await expect.poll(async () => codesOf(await ask(query, tokens.hostile))).toBeUndefined();
  });

  test('that opens all available subscriptions does not keep others from signing in', async () => {
    const { data } = await ask('{ eventCursor }', tokens.hostile);
    const query = `subscription { jobExecutionChanged(after: "${data?.eventCursor}") { cursor } }`;
    const sockets: WebSocket[] = [];
    expectHarmless(
      await meanwhile(async () => {
        const codes: string[] = [];
        for (let index = 0; index < 11; index += 1) {
          const socket = new WebSocket(`${url.replace('http', 'ws')}/graphql`, 'graphql-transport-ws');
          sockets.push(socket);
          socket.on('error', () => {});
          socket.on('message', (message) => {
            const { type, payload } = JSON.parse(String(message));
            const errors = type === 'error' ? payload : payload?.errors;
            if (errors) codes.push(errors[0].extensions.code);
            if (type !== 'connection_ack') return;
            for (let id = 0; id < LIMITS.operationsPerSocket; id += 1)
              socket.send(JSON.stringify({ id: `${id}`, type: 'subscribe', payload: { query } }));
          });
          socket.on('open', () => {
            const payload = { authorization: `Bearer ${tokens.hostile}` };
            socket.send(JSON.stringify({ type: 'connection_init', payload }));
          });
        }
        await expect.poll(() => codes.length).toBeGreaterThan(0);
        expect([...new Set(codes)].filter((code) => !/^TOO_MANY_/.test(code))).toEqual([]);
      }),
    );
    for (const socket of sockets) socket.terminate();
  });
});

describe('without a token,', () => {
  test('an expensive document is not even validated', async () => {
    const query = `{ ${times(400, (index) => `agents { edges { node { id name f${index}: id } } }`)} }`;
    const refused = await ask(query);
    expect([413, 200, 401]).toContain(refused.status);
    expect(codesOf(refused)).toEqual(['UNAUTHENTICATED']);
    expectHarmless(
      await meanwhile(() =>
        Promise.all(
          Array.from({ length: 4 }, async () => {
            for (let index = 0; index < 50; index += 1) await ask(query);
          }),
        ),
      ),
    );
  });

  test.each([
    ['callbacks', '/agent/v1/executions/019aa000-0000-7000-8000-000000000000', 401],
    ['operations', '/graphql', 401],
    ['webhooks', '/hooks/nobody', 404],
  ])('two thousand %s of 1 MB are not read', async (_what, path, status) => {
    const before = rssMb();
    const agent = new Agent({ maxSockets: 2_000 });
    const body = Buffer.alloc(1_000_000, 0x20);
    const outcomes: unknown[] = [];
    const harm = await meanwhile(async () => {
      await Promise.all(
        Array.from(
          { length: 2_000 },
          (_, index) =>
            new Promise<void>((resolve) => {
              const sent = request(`${url}${path}`, {
                method: 'POST',
                agent,
                headers: {
                  'content-type': 'application/json',
                  authorization: `Bearer forged-${index}`,
                  'content-length': String(body.length),
                },
              });
              sent.on('response', (response) => {
                outcomes.push(response.statusCode);
                response.resume().on('close', resolve);
              });
              // The server disconnects a client that continues to send.
              sent.on('error', () => resolve());
              sent.write(body.subarray(0, 100_000));
              setTimeout(() => sent.end(body.subarray(100_000)), 1_000).unref();
            }),
        ),
      );
    });
    expect(outcomes.length).toBeGreaterThan(0);
    expect([...new Set(outcomes)].every((outcome) => outcome === status || outcome === 429)).toBe(true);
    expect(harm.rss).toBeLessThan(Math.max(MAX_RSS_MB, before + 100));
    expect(server.output()).not.toMatch(/out of memory/i);
    agent.destroy();
  });
});
