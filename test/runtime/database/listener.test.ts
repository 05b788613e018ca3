import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import {
  createListener,
  type Listener,
  type ListenerOptions,
} from '../../../src/runtime/database/listener.js';
import { createEmptyDatabase, type TestDatabase } from '../../support/database.js';
import { createDeferred } from '../../support/deferred.js';
import { createRecordingLogger } from '../../support/recording-logger.js';
import { startTcpProxy } from '../../support/servers/tcp-proxy.js';

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

/** Calls counted; `next` resolves with the one that comes next, or came already. */
function createInbox() {
  let arrived = 0;
  const waiting: (() => void)[] = [];
  return {
    arrived: () => arrived,
    onNotify() {
      const waiter = waiting.shift();
      if (waiter) waiter();
      else arrived += 1;
    },
    async next(): Promise<void> {
      if (arrived > 0) arrived -= 1;
      else await new Promise<void>((resolve) => waiting.push(resolve));
    },
  };
}

const notify = (channel: string, payload: string) =>
  database.pool.query('SELECT pg_notify($1, $2)', [channel, payload]);
const cut = () =>
  database.pool.query(
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'listener test' AND datname = current_database()`,
  );

test('calls the callback of each channel', async () => {
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
  await Promise.all([odd.next(), agents.next(), jobs.next()]);
  expect([jobs, agents, odd].map(({ arrived }) => arrived())).toEqual([0, 0, 0]);
});

test('listens again after a cut, and reports once that something may have been missed', async () => {
  const { listener, logger } = open();
  const [jobs, agents] = [createInbox(), createInbox()];
  await Promise.all([listener.listen('jobs', jobs.onNotify), listener.listen('agents', agents.onNotify)]);
  for (const round of ['first', 'second']) {
    await cut();
    await Promise.all([jobs.next(), agents.next()]);
    await notify('jobs', round);
    await jobs.next();
  }
  expect(jobs.arrived()).toBe(0);
  expect(logger.lines.filter(({ event }) => event === 'listener.disconnected')).toHaveLength(2);
});

test('waits for a database that is down, and starts when it is up', async () => {
  const proxy = await startTcpProxy(database.url);
  proxy.refuse(true);
  const { listener, logger } = open({ connectionString: proxy.through(database.url) });
  const inbox = createInbox();
  const listening = listener.listen('jobs', inbox.onNotify);
  await expect.poll(() => logger.lines.some(({ event }) => event === 'loop.failed')).toBe(true);
  proxy.refuse(false);
  await listening;
  await notify('jobs', 'at last');
  await inbox.next();
  await listener.close();
  await proxy.close();
});

test('notices and replaces a connection that falls silent', async () => {
  const proxy = await startTcpProxy(database.url);
  const { listener } = open({ connectionString: proxy.through(database.url), probeIntervalMs: 200 });
  const inbox = createInbox();
  await listener.listen('jobs', inbox.onNotify);
  proxy.set('silent', 'open');
  await inbox.next(); // what came in between was missed
  await notify('jobs', 'heard again');
  await inbox.next();
  await listener.close();
  await proxy.close();
});

test('calls back one at a time in a flood of notifications, and once more for all that arrived meanwhile', async () => {
  const { listener } = open();
  const gates = Array.from({ length: 2 }, () => createDeferred());
  const begun = Array.from({ length: 2 }, () => createDeferred());
  let calls = 0;
  await listener.listen('jobs', async () => {
    const call = calls++;
    begun[call]?.resolve();
    await gates[call]?.promise;
  });
  await notify('jobs', 'first');
  await begun[0]?.promise;
  await database.pool.query(`SELECT pg_notify('jobs', n::text) FROM generate_series(1, 5000) n`);
  const last = createInbox();
  await listener.listen('last', last.onNotify);
  await notify('last', 'all are here');
  await last.next();
  expect(calls).toBe(1);
  gates[0]?.resolve();
  await begun[1]?.promise;
  gates[1]?.resolve();
  await notify('last', 'and now');
  await last.next();
  expect(calls).toBe(2);
});

test('passes each payload once; if there are too many or some may be missing, it passes that anything may have changed', async () => {
  const { listener } = open();
  const calls: (readonly string[])[] = [];
  const gate = createDeferred();
  const [begun, rest, reconnected] = [createDeferred(), createDeferred(), createDeferred()];
  await listener.listen('jobs', async (payloads) => {
    calls.push(payloads);
    [begun, rest, reconnected][calls.length - 1]?.resolve();
    if (calls.length === 1) await gate.promise;
  });
  const last = createInbox();
  await listener.listen('last', last.onNotify);
  await notify('jobs', 'first');
  await begun.promise;
  await database.pool.query(`SELECT pg_notify('jobs', (n % 120)::text) FROM generate_series(1, 500) n`);
  await notify('last', 'all are here');
  await last.next();
  gate.resolve();
  await rest.promise;
  expect(calls[0]).toEqual(['first']);
  expect(calls[1]).toHaveLength(101);
  expect(calls[1]).toContain('1');
  expect(calls[1]?.at(-1)).toBe('');
  await cut();
  await reconnected.promise;
  expect(calls[2]).toEqual(['']);
});

test('logs a callback that throws, and calls the others', async () => {
  const { listener, logger } = open();
  const inbox = createInbox();
  await listener.listen('jobs', () => {
    throw new Error('careless');
  });
  await listener.listen('jobs', inbox.onNotify);
  await notify('jobs', 'x');
  await inbox.next();
  expect(logger.lines).toContainEqual(
    expect.objectContaining({ event: 'listener.callback_failed', channel: 'jobs' }),
  );
});

test('ends the connection and pending waits when closed, and may be closed twice', async () => {
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
