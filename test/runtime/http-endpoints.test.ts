import { createServer, type Server } from 'node:http';
import { afterEach, expect, test } from 'vitest';
import { createHttpEndpoints } from '../../src/runtime/http-endpoints.js';
import { closeHttp, listenHttp } from '../../src/runtime/http-server.js';
import { StartupError } from '../../src/runtime/startup-error.js';
import { Counter, createRegistry } from '../../src/runtime/telemetry/metrics.js';
import { createDeferred } from '../support/deferred.js';
import { createRecordingLogger } from '../support/recording-logger.js';

const servers: Server[] = [];
afterEach(() => Promise.all(servers.splice(0).map((server) => closeHttp(server, AbortSignal.abort()))));

async function serve(checks: Record<string, () => Promise<unknown>> = {}) {
  const logger = createRecordingLogger();
  const registry = createRegistry();
  const endpoints = createHttpEndpoints({ checks, registry, logger, checkTimeoutMs: 50 });
  const server = createServer(async (request, response) => {
    if (!(await endpoints.handle(request, response))) response.writeHead(404).end('not ours');
  });
  servers.push(server);
  const port = await listenHttp(server, { host: '127.0.0.1', port: 0, setting: 'PORT' });
  endpoints.open();
  const get = (path: string, init?: RequestInit) => fetch(`http://127.0.0.1:${port}${path}`, init);
  return { endpoints, registry, logger, server, port, get };
}

test('livez always succeeds; readyz succeeds when every check passes', async () => {
  const { get } = await serve({ database: async () => 'fine', queue: async () => {} });
  expect(await (await get('/healthz')).json()).toEqual({ status: 'ok' });
  const ready = await get('/readyz?from=balancer');
  expect(ready.status).toBe(200);
  expect(await ready.json()).toEqual({ status: 'ready', checks: { database: 'ok', queue: 'ok' } });
});

test('a check that throws or hangs makes it not ready; only the log says why', async () => {
  const { get, logger } = await serve({
    database: () => Promise.reject(new Error('no route to db.internal')),
    queue: () => new Promise(() => {}),
    disk: async () => {},
  });
  const answer = await get('/readyz');
  expect(answer.status).toBe(503);
  expect(await answer.json()).toEqual({
    status: 'not ready',
    checks: { database: 'failed', queue: 'failed', disk: 'ok' },
  });
  expect(logger.lines).toContainEqual(
    expect.objectContaining({
      check: 'database',
      err: expect.objectContaining({ message: 'no route to db.internal' }),
    }),
  );
  expect((await get('/healthz')).status).toBe(200);
});

test('an optional check makes it degraded but ready; the log reports it once', async () => {
  let isThere = false;
  const logger = createRecordingLogger();
  const queue = async () => {
    if (!isThere) throw new Error('away');
  };
  const endpoints = createHttpEndpoints({
    checks: { database: async () => {} },
    dispensable: { queue },
    registry: createRegistry(),
    logger,
  });
  endpoints.open();
  const degraded = {
    status: 200,
    body: '{"status":"degraded","checks":{"database":"ok","queue":"failed"}}\n',
  };
  expect(await endpoints.answer('/readyz')).toMatchObject(degraded);
  expect(await endpoints.answer('/readyz')).toMatchObject(degraded);
  isThere = true;
  expect(await endpoints.answer('/readyz')).toMatchObject({
    status: 200,
    body: expect.stringContaining('"ready"'),
  });
  expect(logger.lines.map(({ event, check }) => [event, check])).toEqual([
    ['readiness.failed', 'queue'],
    ['readiness.recovered', 'queue'],
  ]);
});

test('a process is not ready, without a log line, before it is opened', async () => {
  const logger = createRecordingLogger();
  const check = () => Promise.reject(new Error('not yet'));
  const endpoints = createHttpEndpoints({ checks: { database: check }, registry: createRegistry(), logger });
  expect(await endpoints.answer('/readyz')).toMatchObject({
    status: 503,
    body: expect.stringContaining('starting'),
  });
  expect(logger.lines).toEqual([]);
});

test('a draining process is alive but not ready', async () => {
  const { endpoints, get } = await serve();
  endpoints.drain();
  expect((await get('/readyz')).status).toBe(503);
  expect((await get('/healthz')).status).toBe(200);
});

test('metrics are those of its own registry', async () => {
  const [one, other] = [await serve(), await serve()];
  new Counter({ name: 'jobs_total', help: 'Jobs', registers: [one.registry] }).inc(3);
  const answer = await one.get('/metrics');
  expect(answer.headers.get('content-type')).toContain('text/plain');
  const body = await answer.text();
  expect(body).toContain('jobs_total 3');
  expect(body).toContain('process_cpu_seconds_total');
  expect(await (await other.get('/metrics')).text()).not.toContain('jobs_total');
});

test('other paths are passed on, other methods are refused', async () => {
  const { get } = await serve();
  expect((await get('/graphql')).status).toBe(404);
  const posted = await get('/metrics', { method: 'POST' });
  expect([posted.status, posted.headers.get('allow')]).toEqual([405, 'GET, HEAD']);
  const head = await get('/healthz', { method: 'HEAD' });
  expect([head.status, await head.text()]).toEqual([200, '']);
});

test('a port in use is reported with its setting', async () => {
  const { port } = await serve();
  const refused = listenHttp(createServer(), { host: '127.0.0.1', port, setting: 'WORKER_PORT' });
  await expect(refused).rejects.toThrow(StartupError);
  await expect(refused).rejects.toThrow(
    `WORKER_PORT: cannot listen on 127.0.0.1:${port} because another program uses the port`,
  );
});

test('closing waits for running requests until the deadline', async () => {
  const arrived = createDeferred();
  const server = createServer(() => arrived.resolve());
  const port = await listenHttp(server, { host: '127.0.0.1', port: 0, setting: 'PORT' });
  const answer = fetch(`http://127.0.0.1:${port}/`).then(
    () => 'answered',
    () => 'cut',
  );
  await arrived.promise;
  const deadline = new AbortController();
  const closed = closeHttp(server, deadline.signal);
  expect(await Promise.race([closed, new Promise((resolve) => setImmediate(resolve, 'waiting'))])).toBe(
    'waiting',
  );
  deadline.abort();
  await closed;
  expect(await answer).toBe('cut');
});
