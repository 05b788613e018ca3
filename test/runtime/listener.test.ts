import { connect, createServer, type Socket } from 'node:net';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { createListener, type Listener, type ListenerOptions } from '../../src/runtime/listener.js';
import { createEmptyDatabase, type TestDatabase, withAdmin } from '../support/database.js';
import { createRecordingLogger } from '../support/recording-logger.js';

let database: TestDatabase;
let listener: Listener | undefined;

beforeAll(async () => {
  database = await createEmptyDatabase();
});
afterEach(() => listener?.close());
afterAll(() => database.drop());

function open(options: Partial<ListenerOptions> = {}) {
  const logger = createRecordingLogger();
  listener = createListener({
    connectionString: database.url,
    applicationName: 'listener test',
    logger,
    ...options,
  });
  return { listener, logger };
}

/** Calls kept in order; `next` resolves with the one that comes next, or came already. */
function createInbox() {
  const arrived: (string | undefined)[] = [];
  const waiting: ((payload: string | undefined) => void)[] = [];
  return {
    arrived,
    onNotify(payload?: string) {
      const waiter = waiting.shift();
      if (waiter) waiter(payload);
      else arrived.push(payload);
    },
    async next(): Promise<string | undefined> {
      if (arrived.length > 0) return arrived.shift();
      return new Promise((resolve) => waiting.push(resolve));
    },
  };
}

const notify = (channel: string, payload: string) =>
  database.pool.query('SELECT pg_notify($1, $2)', [channel, payload]);
const cut = () =>
  withAdmin((admin) =>
    admin.query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'listener test'`,
    ),
  );

test('hears its channels, each by its own callback', async () => {
  const { listener } = open();
  const [jobs, agents, odd] = [createInbox(), createInbox(), createInbox()];
  await listener.listen('jobs', jobs.onNotify);
  await Promise.all([
    listener.listen('agents', agents.onNotify),
    listener.listen('Odd "name"', odd.onNotify),
  ]);
  await notify('jobs', 'one');
  await notify('unheard', 'x');
  await notify('agents', 'two');
  await notify('Odd "name"', 'three');
  expect(await odd.next()).toBe('three');
  expect(await agents.next()).toBe('two');
  expect(await jobs.next()).toBe('one');
  expect([...jobs.arrived, ...agents.arrived, ...odd.arrived]).toEqual([]);
});

test('after a cut it listens again, and says once that something may have been missed', async () => {
  const { listener, logger } = open();
  const [jobs, agents] = [createInbox(), createInbox()];
  await Promise.all([listener.listen('jobs', jobs.onNotify), listener.listen('agents', agents.onNotify)]);
  for (const round of ['first', 'second']) {
    await cut();
    expect(await Promise.all([jobs.next(), agents.next()])).toEqual([undefined, undefined]);
    await notify('jobs', round);
    expect(await jobs.next()).toBe(round);
  }
  expect(jobs.arrived).toEqual([]);
  expect(logger.lines.filter(({ event }) => event === 'listener.disconnected')).toHaveLength(2);
});

/** A way to the database that can be closed and opened again. */
async function createDetour() {
  const target = new URL(database.url);
  const sockets = new Set<Socket>();
  const server = createServer((near) => {
    const far = connect(Number(target.port), target.hostname);
    for (const socket of [near, far]) {
      sockets.add(socket);
      socket.on('error', () => {}).on('close', () => sockets.delete(socket));
    }
    near.pipe(far).pipe(near);
  });
  const open = (port: number) => new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  const cutAll = () => {
    for (const socket of sockets) socket.destroy();
  };
  await open(0);
  const { port } = server.address() as { port: number };
  const url = Object.assign(new URL(database.url), { port: String(port) }).href;
  return {
    url,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        cutAll();
      }),
    reopen: () => open(port),
  };
}

test('listen waits for a database that is away, and begins when it comes', async () => {
  const detour = await createDetour();
  await detour.close();
  const { listener } = open({ connectionString: detour.url });
  const inbox = createInbox();
  const listening = listener.listen('jobs', inbox.onNotify);
  await detour.reopen();
  await listening;
  await notify('jobs', 'at last');
  expect(await inbox.next()).toBe('at last');
  await listener.close();
  await detour.close();
});

test('a callback that throws is logged, and the others are called', async () => {
  const { listener, logger } = open();
  const inbox = createInbox();
  await listener.listen('jobs', () => {
    throw new Error('careless');
  });
  await listener.listen('jobs', inbox.onNotify);
  await notify('jobs', 'x');
  expect(await inbox.next()).toBe('x');
  expect(logger.lines).toContainEqual(
    expect.objectContaining({ event: 'listener.callback_failed', channel: 'jobs' }),
  );
});

test('close ends the connection, lets whoever waits go, and is idempotent', async () => {
  const { listener } = open();
  await listener.listen('jobs', () => {});
  await Promise.all([listener.close(), listener.close()]);
  const { rows } = await database.pool.query(
    `SELECT count(*) AS n FROM pg_stat_activity WHERE application_name = 'listener test' AND datname = current_database()`,
  );
  expect(rows).toEqual([{ n: 0 }]);
  await listener.listen('jobs', () => {});

  const unreachable = Object.assign(new URL(database.url), { port: '1' }).href;
  const lost = open({ connectionString: unreachable }).listener;
  const waiting = lost.listen('jobs', () => {});
  await lost.close();
  await waiting;
});
