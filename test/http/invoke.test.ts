import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { Webhook } from 'standardwebhooks';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createEgressGuard } from '../../src/http/client/egress-guard.js';
import { closedUrl, invocationOf, openInvoker, serve, serveHeldBack, serveRaw } from './loopback.js';

const json = { 'content-type': 'application/json' };

describe('an answered call', () => {
  it('sends the built request and returns the outcome', async () => {
    const agent = await serve((response) => {
      response.writeHead(200, json).end('{"status":"completed","result":{"rows":3},"metrics":{"tokens":9}}');
    });
    const invocation = invocationOf({
      url: `${agent.url}?a=b`,
      method: 'PUT',
      headers: { 'X-Team': 'growth' },
    });
    const answer = await openInvoker().invoke(invocation);
    expect(answer).toEqual({
      outcome: { kind: 'completed', result: { rows: 3 }, metrics: { tokens: 9 } },
      statusCode: 200,
      durationMs: expect.any(Number),
      responseBody: '{"status":"completed","result":{"rows":3},"metrics":{"tokens":9}}',
      responseTruncated: false,
      responseAltered: false,
    });
    const [request] = agent.received;
    expect(request).toMatchObject({ method: 'PUT', url: '/run?a=b' });
    expect(request?.headers).toMatchObject({ 'x-team': 'growth', 'idempotency-key': invocation.executionId });
    expect(JSON.parse(request?.body.toString() ?? '')).toMatchObject({
      jobId: invocation.jobId,
      params: { ticker: 'ACME' },
    });
  });

  it('signs exactly the bytes that it sends', async () => {
    const agent = await serve((response) => response.writeHead(202).end());
    const signingSecret = `whsec_${Buffer.alloc(32, 3).toString('base64')}`;
    const params = { text: 'ü 😀 \u2028 "\\', lone: '\ud800' };
    const answer = await openInvoker().invoke(invocationOf({ url: agent.url, signingSecret }, { params }));
    expect(answer.outcome).toEqual({ kind: 'accepted' });
    const [request] = agent.received;
    expect(request?.headers['webhook-id']).toBe(request?.headers['x-execution-id']);
    const headers = request?.headers as Record<string, string>;
    const payload = new Webhook(signingSecret).verify(request?.body ?? '', headers);
    expect(payload).toMatchObject({ params });
  });

  it.each([
    ['gzip', gzipSync('{"ok":true}')],
    ['br', brotliCompressSync('{"ok":true}')],
  ])('reads %s', async (encoding, body) => {
    const agent = await serve((response) =>
      response.writeHead(200, { ...json, 'content-encoding': encoding }).end(body),
    );
    const answer = await openInvoker().invoke(invocationOf({ url: agent.url }));
    expect(answer).toMatchObject({
      outcome: { kind: 'completed', result: { ok: true } },
      responseBody: '{"ok":true}',
    });
  });

  it('follows no redirect', async () => {
    const agent = await serve((response) => response.writeHead(307, { location: '/elsewhere' }).end());
    const answer = await openInvoker().invoke(invocationOf({ url: agent.url }));
    expect(answer).toMatchObject({
      outcome: { kind: 'failed', error: { code: 'HTTP_307', retryable: false } },
    });
    expect(agent.received).toHaveLength(1);
  });

  it('reads a Retry-After date against the given clock', async () => {
    const agent = await serve((response) =>
      response.writeHead(503, { 'retry-after': 'Fri, 20 Nov 2026 09:00:30 GMT' }).end(),
    );
    const now = () => new Date('2026-11-20T09:00:00Z');
    const answer = await openInvoker().invoke(invocationOf({ url: agent.url }), { now });
    expect(answer.outcome).toMatchObject({
      error: { code: 'HTTP_503', retryable: true },
      retryAfterMs: 30_000,
    });
  });

  it('skips informational answers', async () => {
    const agent = await serve((response) => {
      response.writeProcessing();
      response.writeEarlyHints({ link: '</a>; rel=preload' });
      response.writeHead(200, json).end('{"a":1}');
    });
    const answer = await openInvoker().invoke(invocationOf({ url: agent.url }));
    expect(answer).toMatchObject({ statusCode: 200, outcome: { kind: 'completed', result: { a: 1 } } });
  });

  it('removes our own secrets from what agents echo', async () => {
    const agent = await serve((response, { headers, body }) => {
      response
        .writeHead(500, json)
        .end(JSON.stringify({ message: `bad ${headers.authorization}`, body: body.toString() }));
    });
    const invocation = invocationOf({
      url: agent.url,
      authentication: { type: 'basic', username: 'me', secret: 'hunter"22' },
    });
    const text = JSON.stringify(await openInvoker().invoke(invocation));
    expect(text).toContain('[redacted]');
    expect(text).not.toMatch(/hunter/);
    expect(text).not.toContain(Buffer.from('me:hunter"22').toString('base64'));
    expect(text).not.toContain(invocation.callback.token);
  });
});

it('says whether the body was not UTF-8 and was replaced in part, or its numbers were rounded', async () => {
  const bodies: Record<string, Buffer> = {
    big: Buffer.from('{"id":9007199254740993}'),
    elsewhere: Buffer.from('{"status":"completed","result":{"id":1},"startedAt":1764374989123456789}'),
    text: Buffer.from('order 9007199254740993'),
    latin1: Buffer.from('{"city":"K\xf6ln"}', 'latin1'),
    utf8: Buffer.from('{"city":"Köln"}'),
  };
  const agent = await serve((response, { url }) => {
    response.writeHead(200, json).end(bodies[url?.split('/').at(-1) ?? '']);
  });
  const called = (path: string) => openInvoker().invoke(invocationOf({ url: `${agent.url}${path}` }));
  expect(await called('/latin1')).toMatchObject({
    outcome: { kind: 'completed', result: { city: 'K\ufffdln' } },
    responseBody: '{"city":"K\ufffdln"}',
    responseAltered: true,
  });
  expect(await called('/big')).toMatchObject({
    outcome: { kind: 'completed', result: { id: 9007199254740992 } },
    responseBody: '{"id":9007199254740993}',
    responseAltered: true,
  });
  expect(await called('/elsewhere')).toMatchObject({
    outcome: { kind: 'completed', result: { id: 1 } },
    responseAltered: false,
  });
  expect(await called('/text')).toMatchObject({
    outcome: { kind: 'completed', result: 'order 9007199254740993' },
    responseAltered: false,
  });
  expect(await called('/utf8')).toMatchObject({
    outcome: { kind: 'completed', result: { city: 'Köln' } },
    responseAltered: false,
  });
});

describe('endless bodies', () => {
  function writeForever(response: ServerResponse, block: Buffer, onWrite: () => void) {
    const more = () => {
      do onWrite();
      while (!response.destroyed && response.write(block));
    };
    response.on('drain', more);
    more();
  }

  it('stops reading a gzip bomb', async () => {
    const megabyte = gzipSync(Buffer.alloc(1024 * 1024)); // members may be repeated for ever
    let sent = 0;
    const agent = await serve((response) => {
      response.writeHead(200, { ...json, 'content-encoding': 'gzip' });
      writeForever(response, megabyte, () => {
        sent += megabyte.length;
      });
    });
    const answer = await openInvoker().invoke(invocationOf({ url: agent.url }));
    expect(answer).toMatchObject({
      outcome: { kind: 'failed', error: { code: 'RESPONSE_TOO_LARGE', retryable: false } },
      statusCode: 200,
      responseTruncated: true,
      responseAltered: false,
    });
    expect(Buffer.byteLength(answer.responseBody ?? '')).toBeLessThanOrEqual(256 * 1024);
    expect(sent).toBeLessThan(16 * 1024 * 1024);
  });

  it('stops reading an endless plain body, and accepts a 202 anyway', async () => {
    const agent = await serve((response) => {
      response.writeHead(202);
      writeForever(response, Buffer.alloc(65_536, 'x'), () => {});
    });
    const answer = await openInvoker().invoke(invocationOf({ url: agent.url }));
    expect(answer).toMatchObject({ outcome: { kind: 'accepted' }, responseTruncated: true });
    expect(answer.responseBody).toHaveLength(256 * 1024);
  });

  it('ends a slow body at the deadline of the whole call', async () => {
    const url = await serveRaw((socket) => {
      socket.write('HTTP/1.1 200 OK\r\ncontent-length: 100000\r\n\r\n');
      const timer = setInterval(() => socket.write('x'), 10);
      socket.on('close', () => clearInterval(timer));
    });
    const answer = await openInvoker().invoke(invocationOf({ url, timeoutMs: 900 }));
    expect(answer).toMatchObject({
      outcome: {
        kind: 'failed',
        error: { code: 'TIMEOUT', message: expect.stringContaining('900ms'), retryable: true },
      },
      statusCode: 200,
      responseBody: null,
    });
    expect(answer.durationMs).toBeGreaterThanOrEqual(890);
  });

  it.each([
    ['HTTP/1.1 202 Accepted', { kind: 'accepted' }],
    ['HTTP/1.1 404 Not Found', { kind: 'failed', error: { code: 'HTTP_404', retryable: false } }],
    ['HTTP/1.1 200 OK', { kind: 'failed', error: { code: 'CONNECTION_RESET', retryable: true } }],
  ])('interprets “%s” with a body that breaks off', async (statusLine, outcome) => {
    const url = await serveRaw((socket) => {
      socket.once('data', () => {
        socket.write(`${statusLine}\r\ncontent-length: 100\r\n\r\n{"status"`, () => socket.destroy());
      });
    });
    const answer = await openInvoker().invoke(invocationOf({ url }));
    expect(answer).toMatchObject({ outcome, responseBody: null });
  });
});

describe('no answer', () => {
  const failed = (code: string, retryable: boolean) => ({
    outcome: { kind: 'failed', error: { code, retryable } },
    statusCode: null,
    responseBody: null,
  });

  it('refused', async () => {
    const answer = await openInvoker().invoke(invocationOf({ url: await closedUrl() }));
    expect(answer).toMatchObject(failed('CONNECTION_REFUSED', true));
    expect(JSON.stringify(answer)).not.toContain('127.0.0.1');
  });

  it('reset', async () => {
    const url = await serveRaw((socket) => socket.once('data', () => socket.resetAndDestroy()));
    expect(await openInvoker().invoke(invocationOf({ url }))).toMatchObject(failed('CONNECTION_RESET', true));
  });

  it('closed without an answer', async () => {
    const url = await serveRaw((socket) => socket.once('data', () => socket.end()));
    expect(await openInvoker().invoke(invocationOf({ url }))).toMatchObject(failed('CONNECTION_RESET', true));
  });

  it('timed out, and the socket is closed', async () => {
    let closed: Promise<unknown> = Promise.resolve();
    const url = await serveRaw((socket) => {
      closed = once(socket.resume(), 'close');
    });
    expect(await openInvoker().invoke(invocationOf({ url, timeoutMs: 50 }))).toMatchObject(
      failed('TIMEOUT', true),
    );
    await closed;
  });

  it.each(['ENOTFOUND', 'EAI_AGAIN'])('unresolved (%s)', async (code) => {
    const guard = createEgressGuard({
      allow: [],
      lookup: (host, _options, callback) =>
        callback(Object.assign(new Error(`getaddrinfo ${host}`), { code }), []),
    });
    const answer = await openInvoker({ guard }).invoke(invocationOf({ url: 'http://agent.example/run' }));
    expect(answer).toMatchObject(failed('DNS', true));
  });

  it('no TLS at the other end', async () => {
    const url = await serveRaw((socket) =>
      socket.once('data', () => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n')),
    );
    const answer = await openInvoker().invoke(invocationOf({ url: url.replace('http:', 'https:') }));
    expect(answer).toMatchObject(failed('TLS', false));
  });

  it('not HTTP', async () => {
    const url = await serveRaw((socket) => socket.once('data', () => socket.end('SSH-2.0-OpenSSH_9.2\r\n')));
    expect(await openInvoker().invoke(invocationOf({ url }))).toMatchObject(
      failed('INVALID_RESPONSE', false),
    );
  });

  it.each([
    [
      'two different lengths',
      'HTTP/1.1 200 OK\r\ncontent-length: 2\r\ncontent-length: 5\r\n\r\n{}',
      'Content-Length occurs only once',
    ],
    [
      'another protocol',
      'HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: websocket\r\n\r\n',
      '101 Switching Protocols',
    ],
  ])('not the answer to this request: %s', async (_what, text, said) => {
    const url = await serveRaw((socket) => socket.once('data', () => socket.write(text)));
    const answer = await openInvoker().invoke(invocationOf({ url }));
    expect(answer).toMatchObject({
      ...failed('INVALID_RESPONSE', false),
      outcome: { error: { message: expect.stringContaining(said) } },
    });
  });

  it('a body that does not match its encoding', async () => {
    const agent = await serve((response) =>
      response.writeHead(200, { 'content-encoding': 'gzip' }).end('plain'),
    );
    const answer = await openInvoker().invoke(invocationOf({ url: agent.url }));
    expect(answer).toMatchObject({ ...failed('INVALID_RESPONSE', false), statusCode: 200 });
  });

  it.each(['http://169.254.169.254/', 'ftp://agent.example/', 'http://10.0.0.1/', 'nonsense'])(
    'denied: %s',
    async (url) => {
      expect(await openInvoker().invoke(invocationOf({ url }))).toMatchObject(failed('EGRESS_DENIED', false));
    },
  );

  it('never sent: a custom header that imitates ours', async () => {
    const agent = await serve((response) => response.end());
    const answer = await openInvoker().invoke(
      invocationOf({ url: agent.url, headers: { 'X-Job-Id': 'forged' } }),
    );
    expect(answer).toMatchObject(failed('INVALID_REQUEST', false));
    expect(agent.received).toHaveLength(0);
  });
});

describe('abort', () => {
  it('ends a running call and closes its socket', async () => {
    const controller = new AbortController();
    let closed: Promise<unknown> = Promise.resolve();
    const url = await serveRaw((socket) => {
      closed = once(socket, 'close');
      socket.once('data', () => controller.abort());
    });
    const answer = await openInvoker().invoke(invocationOf({ url }), { signal: controller.signal });
    expect(answer).toMatchObject({
      outcome: { error: { code: 'ABORTED', retryable: false } },
      statusCode: null,
    });
    await closed;
  });

  it('sends nothing if it happens first', async () => {
    const agent = await serve((response) => response.end());
    const answer = await openInvoker().invoke(invocationOf({ url: agent.url }), {
      signal: AbortSignal.abort(),
    });
    expect(answer.outcome).toMatchObject({ error: { code: 'ABORTED' } });
    expect(agent.connections()).toBe(0);
  });

  it('never sends a call that was aborted while it waited for a socket', async () => {
    const agent = await serveHeldBack();
    const invoker = openInvoker({ maxSockets: 1 });
    const first = invoker.invoke(invocationOf({ url: agent.url }));
    const answerFirst = await agent.arrived;
    const waiting = await invoker.invoke(invocationOf({ url: agent.url, timeoutMs: 30 }));
    expect(waiting.outcome).toMatchObject({ error: { code: 'TIMEOUT' } });
    answerFirst();
    await first;
    const third = await invoker.invoke(invocationOf({ url: agent.url }, { executionId: 'third' }));
    expect(third.outcome).toEqual({ kind: 'accepted' });
    expect(agent.received.map((request) => request.headers['x-execution-id'])).toEqual([
      expect.any(String),
      'third',
    ]);
  });
});

describe('the connection pool', () => {
  const ok = () => serve((response) => response.writeHead(202).end());

  it('keeps sockets open, or closes each, as configured at run time', async () => {
    const agent = await ok();
    const invoker = openInvoker();
    for (let i = 0; i < 9; i++) await invoker.invoke(invocationOf({ url: agent.url }));
    // undici rests a socket for one turn of the event loop after each answer, so that two take turns.
    const kept = agent.connections();
    expect(kept).toBeLessThanOrEqual(2);
    invoker.configure({ maxSockets: 100, keepAlive: false });
    for (let i = 0; i < 3; i++) await invoker.invoke(invocationOf({ url: agent.url }));
    expect(agent.connections()).toBe(kept + 3);
    expect(agent.received.at(-1)?.headers.connection).toBe('close');
  });

  it('opens at most maxSockets per origin', async () => {
    const agent = await ok();
    const invoker = openInvoker({ maxSockets: 2 });
    await Promise.all(Array.from({ length: 20 }, () => invoker.invoke(invocationOf({ url: agent.url }))));
    expect(agent.received).toHaveLength(20);
    expect(agent.connections()).toBeLessThanOrEqual(2);
  });

  it('lets running calls finish when it is reconfigured or closed', async () => {
    const agent = await serveHeldBack();
    const invoker = openInvoker();
    const call = invoker.invoke(invocationOf({ url: agent.url }));
    const answerIt = await agent.arrived;
    invoker.configure({ maxSockets: 5, keepAlive: true });
    const closed = invoker.close();
    answerIt();
    expect((await call).outcome).toEqual({ kind: 'accepted' });
    await closed;
    const late = await invoker.invoke(invocationOf({ url: agent.url }));
    expect(late.outcome).toMatchObject({ error: { code: 'ABORTED' } });
  });

  it('serves many calls with one signal without a warning', async () => {
    const warnings: Error[] = [];
    const note = (warning: Error) => warnings.push(warning);
    process.on('warning', note);
    onTestFinished(() => void process.off('warning', note));
    const agent = await ok();
    const invoker = openInvoker();
    const { signal } = new AbortController();
    await Promise.all(
      Array.from({ length: 30 }, () => invoker.invoke(invocationOf({ url: agent.url }), { signal })),
    );
    await new Promise((resolve) => setImmediate(resolve));
    expect(warnings).toEqual([]);
  });
});
