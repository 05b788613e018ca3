/** What pages do when an answer never comes. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { limitedFetch } from '../../admin/src/lib/graphql/limited-fetch.js';

let server: Server;
beforeAll(async () => {
  server = createServer((request, response) => {
    if (request.url === '/silent') return;
    response.writeHead(200).write('the begin');
    if (request.url === '/whole') response.end('ning');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

const urlOf = (path: string) => `http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`;
test('a request ends when its answer does not come', async () => {
  await expect(limitedFetch(50)(urlOf('/silent'))).rejects.toMatchObject({
    name: 'TimeoutError',
    message: 'The server did not answer within 0.05 seconds.',
  });
});

test('a request ends when its answer stops half way', async () => {
  const read = async () => (await limitedFetch(500)(urlOf('/half'))).text();
  await expect(read()).rejects.toMatchObject({ name: 'TimeoutError' });
});

test('an answer that comes in time is whole, and the caller can end the request', async () => {
  const response = await limitedFetch()(urlOf('/whole'));
  expect(await response.text()).toBe('the beginning');
  const reason = new Error('no longer needed');
  const ended = limitedFetch()(urlOf('/silent'), { signal: AbortSignal.abort(reason) });
  await expect(ended).rejects.toBe(reason);
});
