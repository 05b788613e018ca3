/** The agent that everybody calls, in a process of its own: answers at once, and remembers when it was called for what. */
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

/** Milliseconds since 1970, finer than Date.now(). */
const now = () => performance.timeOrigin + performance.now();

export async function start() {
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${server.address().port}`;
}

export function reset() {
  calls = [];
}

/** @returns the calls once there were so many, or those that came in time */
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
