/**
 * The agent that all participants call, in a process of its own. It answers immediately, and records each
 * call with its time.
 */
import { createServer } from 'node:http';

let calls = [];
let waiting;
const ANSWER = '{"status":"completed","result":1}';
const server = createServer((request, response) => {
  if (request.method === 'GET') return response.end('{"status":"healthy"}');
  const chunks = [];
  request.on('data', (chunk) => chunks.push(chunk));
  return request.on('end', () => {
    const at = now();
    const { params } = JSON.parse(Buffer.concat(chunks));
    calls.push({ at, path: request.url, due: params.due, id: params.id });
    if (waiting && calls.length >= waiting.count) waiting.resolve();
    response.writeHead(200, { 'content-type': 'application/json' }).end(ANSWER);
  });
});
server.keepAliveTimeout = 60_000;

/** Milliseconds since 1970, with a higher resolution than Date.now(). */
const now = () => performance.timeOrigin + performance.now();

export async function start() {
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${server.address().port}`;
}

export function reset() {
  calls = [];
}

/** @returns the calls, once there are `count` of them or the time is up */
export async function calledFor({ count, limitMs = 60_000 }) {
  if (calls.length < count) {
    let timer;
    await new Promise((resolve) => {
      waiting = { count, resolve };
      timer = setTimeout(resolve, limitMs);
    });
    clearTimeout(timer);
    waiting = undefined;
  }
  return calls;
}
