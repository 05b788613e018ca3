/** The event loop of the client stands still, as in a suspended process, while a server closes connections. */
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { expect, onTestFinished, test } from 'vitest';
import { openClient, serveHeldBack } from './loopback.js';

/**
 * A server in a thread of its own. The first message makes it answer what it has held back, and close all
 * connections. Then it sets `closed`.
 */
const SERVER = `
  const { parentPort, workerData: { holds, closed } } = require('node:worker_threads');
  const ANSWER = 'HTTP/1.1 200 OK\\r\\ncontent-length: 2\\r\\n\\r\\nok';
  const open = new Set();
  let isClosing = false;
  const server = require('node:net').createServer((socket) => {
    open.add(socket);
    socket.on('error', () => {}).on('close', () => open.delete(socket));
    socket.on('data', () => {
      if (holds && !isClosing) parentPort.postMessage('arrived');
      else socket.write(ANSWER);
    });
  });
  const close = (socket) =>
    new Promise((resolve) => socket.once('close', resolve).end(holds ? ANSWER : '', () => socket.destroy()));
  parentPort.on('message', async () => {
    isClosing = true;
    await Promise.all([...open].map(close));
    Atomics.store(closed, 0, 1);
    Atomics.notify(closed, 0);
  });
  server.listen(0, '127.0.0.1', () => parentPort.postMessage(server.address().port));
`;
const PAUSE_MS = 1_200;
const ANSWER = { kind: 'answer', status: 200, body: 'ok' };

async function serveInThread(holds: boolean) {
  const closed = new Int32Array(new SharedArrayBuffer(4));
  const thread = new Worker(SERVER, { eval: true, workerData: { holds, closed } });
  onTestFinished(async () => void (await thread.terminate()));
  const [port] = await once(thread, 'message');
  const client = openClient({ maxSockets: 1 });
  const url = `http://127.0.0.1:${port}/`;
  return {
    send: () => client.send({ url, method: 'POST', headers: {}, body: '{}', timeoutMs: 20_000 }),
    arrived: () => once(thread, 'message'),
    closeInPause() {
      thread.postMessage('close');
      Atomics.wait(closed, 0, 0);
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, PAUSE_MS);
    },
  };
}

test('a request after a pause does not use a connection that was closed meanwhile', async () => {
  const { send, closeInPause } = await serveInThread(false);
  expect(await send()).toMatchObject(ANSWER);
  closeInPause();
  expect(await send()).toMatchObject(ANSWER);
});

test('nor does a request that follows from an answer which arrived in the pause', async () => {
  const { send, arrived, closeInPause } = await serveInThread(true);
  const first = send();
  await arrived();
  closeInPause();
  expect(await first).toMatchObject(ANSWER);
  expect(await send()).toMatchObject(ANSWER);
});

test('a request that waited for its socket until it may no longer be sent is not sent', async () => {
  const server = await serveHeldBack();
  const client = openClient({ maxSockets: 1 });
  const request = { url: server.url, method: 'POST', headers: {}, body: '{}', timeoutMs: 60_000 } as const;
  const first = client.send(request);
  const answer = await server.arrived;
  let asked = 0;
  const second = client.send({
    ...request,
    maySend() {
      asked += 1;
      return false;
    },
  });
  expect(asked).toBe(0);
  answer();
  expect(await second).toMatchObject({ kind: 'failed', failure: { code: 'ABORTED' } });
  expect(await first).toMatchObject({ kind: 'answer', status: 202 });
  expect([asked, server.received.length]).toEqual([1, 1]);
  expect(await client.send(request)).toMatchObject({ kind: 'answer', status: 202 });
});
