/**
 * The route before and after an operation: places for requests without a token, and the time that a client
 * has to take its answer.
 */
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { LIMITS } from '../../../../src/domain/limits.js';
import type { SignIn } from '../../../../src/schema/access/sign-in.js';
import type { SchemaDeps } from '../../../../src/schema/context.js';
import { createAdmission } from '../../../../src/schema/server/admission.js';
import type { App } from '../../../../src/schema/server/app.js';
import { createCors } from '../../../../src/schema/server/cors.js';
import { OpenStreams } from '../../../../src/schema/server/open-streams.js';
import { createPersistedOperations } from '../../../../src/schema/server/operations/persisted-operations.js';
import { createGraphqlRoute } from '../../../../src/schema/server/routes/graphql-route.js';
import { createDeferred } from '../../../support/deferred.js';
import { createRecordingLogger } from '../../../support/recording-logger.js';

let server: Server;
let url: string;
/** Responses of admitted requests, not started yet. */
let running: ServerResponse[];
let onRequest: () => void;
/** Requests that have arrived. */
let asked: number;

/** No request is signed in, and operations take until the test answers them. */
beforeEach(async () => {
  running = [];
  asked = 0;
  onRequest = () => {};
  const app = {
    handle(_request: IncomingMessage, response: ServerResponse) {
      running.push(response);
      onRequest();
    },
  };
  const signIn = {
    async ofRequest({ headers }: IncomingMessage) {
      asked += 1;
      onRequest();
      return { address: String(headers.from) };
    },
  };
  const route = createGraphqlRoute(
    {
      app: app as unknown as App,
      deps: { admission: createAdmission() } as SchemaDeps,
      signIn: signIn as unknown as SignIn,
      cors: createCors([]),
      persisted: createPersistedOperations('', 'any'),
      logger: createRecordingLogger(),
    },
    new OpenStreams(),
  );
  server = createServer((request, response) => void route(request, response)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterEach(async () => {
  vi.useRealTimers();
  const closed = once(server, 'close');
  server.close();
  server.closeAllConnections();
  await closed;
});

async function until(isReached: () => boolean): Promise<void> {
  while (!isReached()) {
    const next = createDeferred();
    onRequest = next.resolve;
    await next.promise;
  }
}

const anonymous = (from: string) => fetch(url, { headers: { from } });

describe('requests without a token', () => {
  test('are answered a few at a time per address; the others wait, and more are refused', async () => {
    const most = LIMITS.anonymousRequestsPerAddress;
    const inTurn = most + LIMITS.waitingOperationsPerToken;
    const sent = Array.from({ length: inTurn }, () => anonymous('192.0.2.1'));
    await until(() => asked === inTurn);
    expect((await anonymous('192.0.2.1')).status).toBe(429);
    expect(running).toHaveLength(most);
    // Another address has its own places.
    const other = anonymous('192.0.2.2');
    await until(() => running.length === most + 1);
    running.pop()?.end();
    expect((await other).status).toBe(200);

    for (let answered = 0; answered < inTurn; answered += 1) {
      await until(() => answered < running.length);
      expect(running.length).toBeLessThanOrEqual(answered + most);
      running[answered]?.end();
    }
    expect(new Set((await Promise.all(sent)).map(({ status }) => status))).toEqual(new Set([200]));
  });
});

describe('a client that does not read its answer', () => {
  /** More than the kernel buffers. */
  const answer = Buffer.alloc(64 * 1_048_576);
  const LOOK_MS = LIMITS.responseMs / 4;

  /** The socket of a client that has sent a request, and reads nothing. */
  async function unread(): Promise<{ socket: Socket; response: ServerResponse }> {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    const { port } = new URL(url);
    const socket = connect(Number(port), '127.0.0.1').pause();
    socket.on('error', () => {}).write('GET / HTTP/1.1\r\nhost: x\r\n\r\n');
    await until(() => running.length === 1);
    return { socket, response: running[0] as ServerResponse };
  }

  test.each([
    ['at once', 0],
    ['just before it is checked', LOOK_MS - 1],
    ['just after', LOOK_MS],
  ])(
    'has limited time, and is disconnected soon after: an answer that begins %s',
    async (_when, beginsMs) => {
      const { socket, response } = await unread();
      vi.advanceTimersByTime(beginsMs);
      response.end(answer);
      vi.advanceTimersByTime(LIMITS.responseMs - 1);
      expect(response.destroyed).toBe(false);
      vi.advanceTimersByTime(LIMITS.responseMs / 2 + 1);
      expect(response.destroyed).toBe(true);
      const closed = once(socket, 'close');
      socket.resume();
      await closed;
      expect(socket.bytesRead).toBeLessThan(answer.length);
    },
  );

  test('is not disconnected while its operation runs, or while it listens to a stream', async () => {
    const { socket, response } = await unread();
    vi.advanceTimersByTime(10 * LIMITS.responseMs);
    response.setHeader('content-type', 'text/event-stream; charset=utf-8');
    response.write(': hello\n\n');
    vi.advanceTimersByTime(10 * LIMITS.responseMs);
    expect(response.destroyed).toBe(false);
    const closed = once(response, 'close');
    socket.destroy();
    await closed;
    expect(vi.getTimerCount()).toBe(0);
  });
});
