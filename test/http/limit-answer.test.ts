import { once } from 'node:events';
import type { Socket } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { LIMITS } from '../../src/domain/limits.js';
import { sendMail } from '../../src/http/notify/smtp.js';
import { invocationOf, loopbackGuard, openClient, openInvoker, serveRaw } from './loopback.js';

/** Sends the same again and again, as fast as it is read, once a request has come. */
async function serveEndless(first: string, again: string) {
  let sent = 0;
  const text = again.repeat(Math.ceil(16_384 / again.length));
  const url = await serveRaw((socket) => {
    socket.once('data', () => {
      socket.write(first);
      const pump = () => {
        while (!socket.destroyed && sent < 64 * LIMITS.answerWireBytes) {
          sent += text.length;
          if (!socket.write(text)) return void socket.once('drain', pump);
        }
      };
      pump();
    });
  });
  return { url, sent: () => sent };
}

const OK = 'HTTP/1.1 200 OK\r\n';
const ENDLESS: Record<string, [first: string, again: string]> = {
  'interim responses': ['', 'HTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\n'],
  'chunk extensions': [`${OK}transfer-encoding: chunked\r\n\r\n1;a=`, 'x'.repeat(1_000)],
  'small chunks with extensions': [
    `${OK}transfer-encoding: chunked\r\n\r\n`,
    `1;${'x'.repeat(1_000)}\r\na\r\n`,
  ],
  headers: [OK, `x-a: ${'x'.repeat(1_000)}\r\n`],
  trailers: [`${OK}transfer-encoding: chunked\r\n\r\n0\r\n`, `x-a: ${'x'.repeat(1_000)}\r\n`],
  'blank lines': ['', '\r\n'],
};

/** What the kernel may hold beside what was read. */
const IN_FLIGHT_BYTES = 16 * 1024 * 1024;

test.each(Object.entries(ENDLESS))('endless %s end a call', async (_what, [first, again]) => {
  const agent = await serveEndless(first, again);
  const answer = await openInvoker().invoke(invocationOf({ url: agent.url, timeoutMs: 60_000 }));
  expect(answer.outcome).toMatchObject({
    kind: 'failed',
    error: { code: 'INVALID_RESPONSE', retryable: false },
  });
  expect(answer.durationMs).toBeLessThan(30_000);
  expect(agent.sent()).toBeLessThan(LIMITS.answerWireBytes + IN_FLIGHT_BYTES);
});

const interim = (count: number) => 'HTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\n'.repeat(count);

test.each([
  [LIMITS.interimResponses, 'answer'],
  [LIMITS.interimResponses + 1, 'failed'],
])('%i interim responses: %s', async (count, kind) => {
  const url = await serveRaw((socket) => {
    socket.once('data', () => socket.end(`${interim(count)}${OK}content-length: 2\r\n\r\nhi`));
  });
  const result = await openClient().send({ url, method: 'GET', headers: {}, timeoutMs: 30_000 });
  expect(result.kind).toBe(kind);
});

const CONTINUE = 'HTTP/1.1 100 Continue\r\n\r\n';

test.each([
  ['one', [CONTINUE, `${OK}content-length: 2\r\n\r\nhi`]],
  ['one in the same packet', [`${CONTINUE}${OK}content-length: 2\r\n\r\nhi`]],
  [
    'several, and another interim response',
    [`${CONTINUE}${interim(1)}`, CONTINUE, `${CONTINUE}${OK}content-length: 2\r\n\r\nhi`],
  ],
])('100 Continue that was not asked for is ignored: %s', async (_what, packets) => {
  const url = await serveRaw(async (socket) => {
    socket.setNoDelay(true);
    await once(socket, 'data');
    for (const packet of packets) {
      await new Promise((sent) => socket.write(packet, sent));
      await setImmediate();
    }
    socket.end();
  });
  const result = await openClient().send({ url, method: 'POST', headers: {}, body: '{}', timeoutMs: 30_000 });
  expect(result).toMatchObject({ kind: 'answer', status: 200, body: 'hi' });
});

test.each([
  [LIMITS.answerWireBytes, 'answer'],
  [LIMITS.answerWireBytes + 1, 'broken'],
])('an answer of %i bytes as it arrives: %s', async (bytes, kind) => {
  const [head, tail] = [`${OK}transfer-encoding: chunked\r\n\r\n2;a=`, '\r\nhi\r\n0\r\n\r\n'];
  const answer = `${head}${'x'.repeat(bytes - head.length - tail.length)}${tail}`;
  const url = await serveRaw((socket) => {
    socket.once('data', () => socket.end(answer));
  });
  const result = await openClient().send({ url, method: 'GET', headers: {}, timeoutMs: 30_000 });
  expect(result).toMatchObject(kind === 'answer' ? { kind, body: 'hi' } : { kind });
});

test('each answer on a connection that is kept open has the whole limit', async () => {
  const body = 'x'.repeat(900_000);
  const sockets = new Set<Socket>();
  const url = await serveRaw((socket) => {
    sockets.add(socket);
    socket.on('data', () => socket.write(`${OK}content-length: ${body.length}\r\n\r\n${body}`));
  });
  const client = openClient({ maxSockets: 1 });
  for (let request = 0; request < 5; request += 1) {
    const result = await client.send({ url, method: 'POST', headers: {}, body: '{}', timeoutMs: 30_000 });
    expect(result).toMatchObject({ kind: 'answer', status: 200, body, truncated: false });
  }
  expect(sockets.size).toBe(1);
});

test('a mail server that never ends its greeting is disconnected', async () => {
  let sent = 0;
  const line = `220-${'x'.repeat(1_000)}\r\n`.repeat(16);
  const url = await serveRaw((socket) => {
    const pump = () => {
      while (!socket.destroyed && sent < 64 * LIMITS.answerWireBytes) {
        sent += line.length;
        if (!socket.write(line)) return void socket.once('drain', pump);
      }
    };
    pump();
  });
  const server = { host: '127.0.0.1', port: Number(new URL(url).port), secure: false };
  const outcome = await sendMail(
    loopbackGuard,
    { ...server, username: null, password: null },
    { from: 'a@example.com', to: ['b@example.com'], subject: 'x', text: 'x', id: 'x' },
  );
  expect(outcome).toMatchObject({ kind: 'failed' });
  expect(sent).toBeLessThan(LIMITS.answerWireBytes + IN_FLIGHT_BYTES);
});
