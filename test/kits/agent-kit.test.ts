import { randomBytes, randomUUID } from 'node:crypto';
import { request } from 'node:http';
import { expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import {
  AgentError,
  type AgentOptions,
  createAgent,
  createMemoryAttempts,
  type Job,
  RetryLater,
} from '../../packages/agent/src/index.js';
import { serve } from '../../packages/agent/src/node.js';
import { startTestCallboard, type TestCallboardOptions } from '../../packages/agent/src/testing.js';
import { createDeferred as deferred } from '../support/deferred.js';

const newSecret = () => `whsec_${randomBytes(32).toString('base64')}`;

async function open(options: TestCallboardOptions = {}) {
  const callboard = await startTestCallboard(options);
  onTestFinished(() => callboard.close());
  return callboard;
}

async function start<Params, Result>(options: AgentOptions<Params, Result>) {
  const agent = createAgent({ onError: () => {}, ...options });
  const running = await serve(agent, { port: 0 });
  onTestFinished(() => running.close());
  return { agent, url: running.url };
}

test('answers at once with the result and its metrics', async () => {
  const callboard = await open();
  const { url } = await start({
    run: ({ params, metrics }: Job<{ name: string }>) => {
      metrics.tokens = 5;
      return { greeting: `Hello ${params.name}` };
    },
  });
  expect(await callboard.call(url, { name: 'Ada' })).toMatchObject({
    status: 200,
    body: {
      status: 'completed',
      result: { greeting: 'Hello Ada' },
      metrics: { tokens: 5, durationMs: expect.any(Number) },
    },
    reports: [],
  });
});

test('accepts what takes longer, sends heartbeats and progress, and reports the end', async () => {
  const callboard = await open();
  const hold = deferred<string>();
  const { url } = await start({
    acceptAfterMs: 0,
    heartbeatMs: 60_000,
    run: async ({ progress }) => {
      const result = await hold.promise;
      await progress({ pages: 3 });
      return result;
    },
  });
  const call = await callboard.call(url);
  expect(call).toMatchObject({ status: 202, body: { status: 'accepted' } });
  await expect.poll(() => call.reports).toMatchObject([{ status: 'running', heartbeat: true }]);
  hold.resolve('done');
  expect(await call.ended()).toMatchObject({ status: 'completed', result: 'done', metrics: { pages: 3 } });
  expect(call.reports[1]).toMatchObject({ status: 'running', metrics: { pages: 3 } });
});

test('runs an attempt once, however often it is delivered', async () => {
  const callboard = await open();
  const hold = deferred<void>();
  let runs = 0;
  const { url } = await start({
    run: async () => {
      runs += 1;
      await hold.promise;
      return { run: runs };
    },
  });
  const executionId = randomUUID();
  const both = [1, 2].map(() => callboard.call(url, {}, { executionId }));
  hold.resolve();
  const bodies = (await Promise.all(both)).map(({ body }) => body.result);
  expect(bodies).toEqual([{ run: 1 }, { run: 1 }]);
  expect((await callboard.call(url, {}, { executionId })).body.result).toEqual({ run: 1 });
  expect((await callboard.call(url)).body.result).toEqual({ run: 2 });
});

test('answers 409 while another process that shares its store works on the attempt', async () => {
  const callboard = await open();
  const hold = deferred<string>();
  const attempts = createMemoryAttempts();
  const first = await start({ attempts, acceptAfterMs: 0, run: () => hold.promise });
  const second = await start({ attempts, run: () => 'run again' });
  const call = await callboard.call(first.url);
  const { executionId } = call;
  const { status } = await callboard.call(second.url, {}, { executionId });
  hold.resolve('done');
  expect(status).toBe(409);
  await first.agent.idle();
  expect(call.reports).toMatchObject([{ status: 'completed', result: 'done' }]);
  expect((await callboard.call(second.url, {}, { executionId })).body.result).toBe('done');
});

test('reports the end if the connection is gone before the answer', async () => {
  const callboard = await open();
  const hold = deferred<string>();
  const agent = createAgent({ acceptAfterMs: Number.POSITIVE_INFINITY, run: () => hold.promise });
  const arrived = deferred<AbortSignal>();
  const fetchNoting = (received: Request) => {
    arrived.resolve(received.signal);
    return agent.fetch(received);
  };
  const running = await serve({ ...agent, fetch: fetchNoting }, { port: 0 });
  onTestFinished(() => running.close());
  // The request that the test server builds is sent through a socket that breaks.
  let body = '';
  const take = async (sent: Request) => {
    body = await sent.text();
    return Response.json({});
  };
  const call = await callboard.call({ ...agent, fetch: take });
  const socket = request(running.url, { method: 'POST' }).on('error', () => {});
  socket.end(body);
  const signal = await arrived.promise;
  const gone = new Promise((resolve) => signal.addEventListener('abort', resolve));
  socket.destroy();
  await gone;
  hold.resolve('done');
  expect(await call.ended()).toMatchObject({ status: 'completed', result: 'done' });
});

test('aborts the signal of a cancelled attempt, and does not report it', async () => {
  const callboard = await open();
  const aborted = deferred<unknown>();
  const { url, agent } = await start({
    acceptAfterMs: 0,
    run: ({ signal }) =>
      new Promise((_, reject) => {
        signal.addEventListener('abort', () => {
          aborted.resolve(signal.reason);
          reject(signal.reason);
        });
      }),
  });
  const call = await callboard.call(url);
  expect(await (await callboard.cancel(url, call.executionId)).json()).toEqual({ status: 'cancelled' });
  expect(await aborted.promise).toMatchObject({ code: 'CANCELLED' });
  await agent.idle();
  expect(call.reports).toEqual([]);
  expect(await (await callboard.cancel(url, randomUUID())).json()).toEqual({ status: 'unknown' });
});

test('stops when Callboard says that the attempt has ended', async () => {
  const callboard = await open();
  const hold = deferred<void>();
  const seen = deferred<boolean>();
  const { agent } = await start({
    acceptAfterMs: 0,
    run: async ({ progress, signal }) => {
      await hold.promise;
      await progress();
      seen.resolve(signal.aborted);
    },
  });
  const { executionId } = await callboard.call(agent);
  // The notice goes astray: the server only marks the attempt as ended.
  await callboard.cancel({ fetch: async () => Response.json({}), idle: agent.idle }, executionId);
  hold.resolve();
  expect(await seen.promise).toBe(true);
});

test('says how a failure is to be handled', async () => {
  const callboard = await open();
  const failing = async (error: unknown) => {
    const { url } = await start({
      run: () => {
        throw error;
      },
      isRetryable: (thrown) => thrown instanceof TypeError,
    });
    return callboard.call(url);
  };
  expect((await failing(new Error('broken'))).body).toMatchObject({
    status: 'failed',
    error: { message: 'broken', code: 'AGENT_FAILED', retryable: false },
  });
  expect((await failing(new TypeError('fetch failed'))).body.error.retryable).toBe(true);
  const coded = await failing(new AgentError('no such ticker', { code: 'UNKNOWN_TICKER' }));
  expect(coded.body.error).toEqual({ message: 'no such ticker', code: 'UNKNOWN_TICKER', retryable: false });
  const later = await failing(new RetryLater(90_000, 'quota used up'));
  expect(later.body.error).toMatchObject({ code: 'RETRY_LATER', retryable: true });
  expect(later.headers.get('retry-after')).toBe('90');
});

test('refuses results that Callboard cannot store, in plain words', async () => {
  const callboard = await open();
  const returning = async (result: unknown) => {
    const { url } = await start({ run: () => result });
    return (await callboard.call(url)).body;
  };
  expect((await returning('x'.repeat(300_000))).error).toMatchObject({ code: 'RESULT_TOO_LARGE' });
  expect((await returning(1n)).error).toMatchObject({ code: 'INVALID_RESULT' });
  expect(await returning(undefined)).toMatchObject({ status: 'completed', result: null });
});

test('rejects params that do not fit, by schema or by function', async () => {
  const callboard = await open();
  const bySchema = await start({ params: z.object({ days: z.number() }), run: ({ params }) => params.days });
  expect((await callboard.call(bySchema.url, { days: 'seven' })).body).toMatchObject({
    status: 'rejected',
    message: expect.stringMatching(/^params\.days: /),
  });
  expect((await callboard.call(bySchema.url, { days: 7 })).body.result).toBe(7);
  const byFunction = await start({
    params: () => {
      throw new Error('params.days is missing');
    },
    run: () => null,
  });
  expect((await callboard.call(byFunction.url)).body).toEqual({
    status: 'rejected',
    message: 'params.days is missing',
  });
});

test('accepts only requests with the secret and the token', async () => {
  const [signingSecret, oldSecret, token] = [newSecret(), newSecret(), 'right'];
  const { url } = await start({ signingSecret: [signingSecret, oldSecret], token, run: () => null });
  const statusWith = async (options: TestCallboardOptions) => (await (await open(options)).call(url)).status;
  expect(await statusWith({ signingSecret, token })).toBe(200);
  expect(await statusWith({ signingSecret: oldSecret, token })).toBe(200);
  expect(await statusWith({ signingSecret: newSecret(), token })).toBe(401);
  expect(await statusWith({ token })).toBe(401);
  expect(await statusWith({ signingSecret, token: 'wrong' })).toBe(401);
  expect(await statusWith({ signingSecret })).toBe(401);
  const unsigned = await open();
  expect((await unsigned.cancel(url, randomUUID())).status).toBe(401);
  expect(() => createAgent({ signingSecret: '', run: () => null })).toThrow(/secret/i);
  expect(() => createAgent({ token: '', run: () => null })).toThrow('token is empty');
});

test('refuses what is not a task', async () => {
  const { url } = await start({
    maxBodyBytes: 1_000,
    callbackOrigins: ['https://callboard.example'],
    run: () => null,
  });
  const post = async (body: string) => {
    const response = await fetch(url, { method: 'POST', body });
    return [response.status, ((await response.json()) as { message: string }).message];
  };
  expect(await post('{')).toEqual([400, 'This request is not from Callboard: the body is not JSON.']);
  expect(await post('{}')).toEqual([400, 'This request is not from Callboard: jobId is missing.']);
  expect(await post('x'.repeat(2_000))).toEqual([413, 'The request is larger than 1000 bytes.']);
  expect((await fetch(url)).status).toBe(405);
  expect((await fetch(url, { method: 'DELETE' })).status).toBe(405);
  expect((await (await open()).call(url)).status).toBe(403);
});

test('answers 503 with Retry-After while it is busy', async () => {
  const callboard = await open();
  const hold = deferred<void>();
  const { url } = await start({ acceptAfterMs: 0, maxConcurrent: 1, run: () => hold.promise });
  const first = await callboard.call(url);
  const second = await callboard.call(url);
  expect([second.status, second.headers.get('retry-after')]).toEqual([503, '1']);
  hold.resolve();
  await first.ended();
});

test('reports its health', async () => {
  const { url } = await start({ version: '1.2.3', health: () => 'degraded', run: () => null });
  const health = await fetch(new URL('health', url));
  expect(await health.json()).toEqual({ status: 'degraded', version: '1.2.3' });
});

test('passes the remaining work to waitUntil', async () => {
  const callboard = await open();
  const agent = createAgent({ acceptAfterMs: 0, run: async () => 'done' });
  const waits: Promise<unknown>[] = [];
  const context = { waitUntil: (work: Promise<unknown>) => void waits.push(work) };
  const call = await callboard.call({ ...agent, fetch: (request) => agent.fetch(request, context) });
  await Promise.all(waits);
  expect(call.reports).toMatchObject([{ status: 'completed', result: 'done' }]);
});

test('remembers a limited number of attempts, and forgets the oldest', async () => {
  const attempts = createMemoryAttempts({ maxEntries: 2 });
  for (const key of ['a', 'b', 'c']) {
    expect(await attempts.begin(key)).toBeUndefined();
    expect(await attempts.begin(key)).toBe('running');
    await attempts.end(key, { status: 'completed', result: key });
  }
  expect(await attempts.begin('c')).toEqual({ status: 'completed', result: 'c' });
  expect(await attempts.begin('a')).toBeUndefined();
});
