import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { Writable } from 'node:stream';
import { Worker } from 'bullmq';
import fc from 'fast-check';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { toQueuePriority } from '../../src/queue/priority.js';
import { createQueues, type DispatchToken, type Queues, type QueuesOptions } from '../../src/queue/queues.js';
import { createTroubleLog } from '../../src/queue/trouble-log.js';
import { findFreePort } from '../../src/runtime/free-port.js';
import { StartupError } from '../../src/runtime/startup-error.js';
import { createLogger } from '../../src/runtime/telemetry/logger.js';
import {
  createEmptyDatabase,
  createTestDatabase,
  type TestDatabase,
  withAdmin,
} from '../support/database.js';
import { redisAt, redisAvailable, startTestRedis, type TestRedis } from '../support/servers/redis.js';
import { REDIS_AWAY } from './queues-at.js';

const lines: Record<string, unknown>[] = [];
const logger = createLogger({
  level: 'warn',
  name: 'test',
  destination: new Writable({
    write(chunk, _encoding, done) {
      lines.push(JSON.parse(String(chunk)));
      done();
    },
  }),
});

let database: TestDatabase;
let redis: TestRedis;
const onRedis = redisAvailable('queues on Redis');

beforeAll(async () => {
  database = await createTestDatabase();
  if (onRedis) redis = await startTestRedis();
});
afterAll(async () => {
  await database?.drop();
  await redis?.stop();
});

const backends = [
  { backend: 'PostgreSQL', present: true, options: () => ({ databaseUrl: database.url }) },
  {
    backend: 'Redis',
    present: onRedis,
    options: () => ({ databaseUrl: database.url, redis: redisAt(redis.url) }),
  },
];

/** What handlers were given, to be awaited one by one. */
function createRecorder<T>() {
  const seen: T[] = [];
  const waiting: (() => void)[] = [];
  return {
    seen,
    record(value: T) {
      seen.push(value);
      for (const wake of waiting.splice(0)) wake();
    },
    async reach(count: number) {
      while (seen.length < count) await new Promise<void>((resolve) => waiting.push(resolve));
      return seen;
    },
  };
}

function createGate(): { promise: Promise<void>; resolve(): void } {
  let resolve = () => {};
  const promise = new Promise<void>((settle) => {
    resolve = settle;
  });
  return { promise, resolve };
}

const token = (fields: Partial<DispatchToken> = {}): DispatchToken => ({
  scheduleExecutionId: randomUUID(),
  batchIndex: 0,
  part: 0,
  round: 0,
  ...fields,
});
const one = { expandConcurrency: 1, dispatchConcurrency: 1 };
const none = { expand: async () => {}, dispatch: async () => {} };

test('the queue on PostgreSQL closes its connections also if a worker fails to close', async () => {
  const queues = createQueues({ logger, databaseUrl: database.url });
  await queues.open();
  await queues.process(none, one);
  const connections = async () => {
    const { rows } = await database.pool.query<{ count: number }>(
      `SELECT count(*)::int FROM pg_stat_activity WHERE datname = current_database() AND application_name = 'callboard queue'`,
    );
    return rows[0]?.count;
  };
  expect(await connections()).toBeGreaterThan(0);
  const close = Worker.prototype.close;
  const failing = vi.spyOn(Worker.prototype, 'close').mockImplementationOnce(async function (this: Worker) {
    await close.call(this);
    throw new Error('no answer');
  });
  await expect(queues.close()).rejects.toThrow('no answer');
  failing.mockRestore();
  // Idle connections would end after ten seconds by themselves.
  await expect.poll(connections, { timeout: 5_000 }).toBe(0);
});

describe.each(backends)('the queue on $backend', ({ present, options }) => {
  let open: Queues[] = [];

  async function start(extra: Partial<QueuesOptions> = {}): Promise<Queues> {
    const queues = createQueues({ logger, ...options(), ...extra });
    open.push(queues);
    await queues.open();
    return queues;
  }

  afterEach(async () => {
    await Promise.all(open.map((queues) => queues.close(AbortSignal.timeout(2_000))));
    open = [];
    if (!present) return;
    const cleaner = createQueues({ logger, ...options() });
    await cleaner.obliterate();
    await cleaner.close();
    lines.length = 0;
  });

  test.runIf(present)('carries tasks to the handlers', async () => {
    const queues = await start();
    const expanded = createRecorder<string>();
    const dispatched = createRecorder<DispatchToken>();
    await queues.process(
      { expand: async (id) => expanded.record(id), dispatch: async (t) => dispatched.record(t) },
      one,
    );
    const ids = [randomUUID(), randomUUID()];
    const tokens = [token(), token({ batchIndex: 3, part: 2, round: 1 })];
    await queues.enqueueExpand(ids);
    await queues.enqueueDispatch(tokens, 0);
    expect(await expanded.reach(2)).toEqual(ids);
    expect(await dispatched.reach(2)).toEqual(tokens);
  });

  test.runIf(present)('adds the same task once while it is queued, and again when it has ended', async () => {
    const queues = await start();
    const work = token();
    await queues.enqueueDispatch([work, work], 0);
    await queues.enqueueDispatch([work], 5);
    const first = createRecorder<DispatchToken>();
    await queues.process({ ...none, dispatch: async (t) => first.record(t) }, one);
    await first.reach(1);
    const marker = token();
    await queues.enqueueDispatch([marker], 0);
    expect(await first.reach(2)).toEqual([work, marker]);
    // Concurrency is 1: the marker ran, so `work` has ended, and its id is free again.
    await queues.enqueueDispatch([work], 0);
    expect(await first.reach(3)).toEqual([work, marker, work]);
  });

  test.runIf(present)(
    'takes nothing while it is paused, and then continues with what was added',
    async () => {
      const [pausing, other] = [await start(), await start()];
      const [own, elsewhere] = [createRecorder<DispatchToken>(), createRecorder<DispatchToken>()];
      await pausing.process({ ...none, dispatch: async (t) => own.record(t) }, one);
      const [before, meanwhile, after] = [token(), token(), token()];
      await pausing.enqueueDispatch([before], 0);
      await own.reach(1);
      await pausing.pause();
      await other.process({ ...none, dispatch: async (t) => elsewhere.record(t) }, one);
      await pausing.enqueueDispatch([meanwhile], 0);
      expect(await elsewhere.reach(1)).toEqual([meanwhile]);
      await other.pause();
      await pausing.enqueueDispatch([after], 0);
      await pausing.resume();
      expect(await own.reach(2)).toEqual([before, after]);
      await other.close(); // while it pauses
    },
  );

  test.runIf(present)('takes a higher priority first, and the same priority in order', async () => {
    const queues = await start();
    const [low, usual, usualLater, high] = [token(), token(), token(), token()];
    await queues.enqueueDispatch([low], -1);
    await queues.enqueueDispatch([usual, usualLater], 0);
    await queues.enqueueDispatch([high], 2_000_000_000);
    const taken = createRecorder<DispatchToken>();
    await queues.process({ ...none, dispatch: async (t) => taken.record(t) }, one);
    expect(await taken.reach(4)).toEqual([high, usual, usualLater, low]);
  });

  test.runIf(present)('takes as many tasks at once as it may', async () => {
    const queues = await start();
    const started = createRecorder<DispatchToken>();
    const gate = createGate();
    const dispatch = async (t: DispatchToken) => {
      started.record(t);
      await gate.promise;
    };
    await queues.process({ ...none, dispatch }, { expandConcurrency: 1, dispatchConcurrency: 3 });
    await queues.enqueueDispatch([token(), token(), token(), token()], 0);
    await started.reach(3);
    const expanded = createRecorder<string>();
    expect(expanded.seen).toHaveLength(0);
    expect(started.seen).toHaveLength(3);
    gate.resolve();
    expect(await started.reach(4)).toHaveLength(4);
  });

  test.runIf(present)('distributes tasks over several workers, each task once', async () => {
    const [producer, a, b] = [await start(), await start(), await start()];
    const taken = createRecorder<DispatchToken>();
    for (const queues of [a, b]) {
      await queues.process(
        { ...none, dispatch: async (t) => taken.record(t) },
        { expandConcurrency: 1, dispatchConcurrency: 5 },
      );
    }
    const tokens = Array.from({ length: 60 }, (_, part) => token({ part }));
    await producer.enqueueDispatch(tokens, 0);
    const seen = await taken.reach(60);
    expect(new Set(seen.map((t) => t.part)).size).toBe(60);
    await Promise.all([a.close(), b.close()]);
    expect(taken.seen).toHaveLength(60);
  });

  test.runIf(present)('logs a handler that throws once, drops the task and continues', async () => {
    const queues = await start();
    const taken = createRecorder<string>();
    const expand = async (id: string) => {
      taken.record(id);
      if (taken.seen.length === 1) throw new Error('a bug');
    };
    await queues.process({ ...none, expand }, one);
    const id = randomUUID();
    await queues.enqueueExpand([id]);
    await taken.reach(1);
    await queues.enqueueExpand([randomUUID()]);
    await taken.reach(2);
    await queues.enqueueExpand([id]); // nothing of the failed one is in the way
    expect((await taken.reach(3))[2]).toBe(id);
    const failures = lines.filter((line) => line.event === 'queue.task_failed');
    expect(failures).toMatchObject([
      { task: 'callboard-expand', data: { executionId: id }, err: { message: 'a bug' } },
    ]);
  });

  test.runIf(present)('refuses an invalid payload before anything is queued', async () => {
    const queues = await start();
    await expect(queues.enqueueExpand([randomUUID(), 'a:b'])).rejects.toThrow(/executionId/);
    await expect(queues.enqueueDispatch([token({ part: -1 })], 0)).rejects.toThrow(/part/);
    const extra = { ...token(), secret: 'x' } as DispatchToken;
    await expect(queues.enqueueDispatch([extra], 0)).rejects.toThrow(/secret/);
    const taken = createRecorder<string>();
    await queues.process({ ...none, expand: async (id) => taken.record(id) }, one);
    const id = randomUUID();
    await queues.enqueueExpand([id]);
    expect(await taken.reach(1)).toEqual([id]);
  });

  test.runIf(present)('accepts ids that consist of digits', async () => {
    const queues = await start();
    const taken = createRecorder<string>();
    await queues.process({ ...none, expand: async (id) => taken.record(id) }, one);
    await queues.enqueueExpand(['42']);
    expect(await taken.reach(1)).toEqual(['42']);
  });

  test.runIf(present)('lets running tasks end when it is closed, and takes no more', async () => {
    const queues = await start();
    const started = createRecorder<string>();
    const gate = createGate();
    let ended = 0;
    const expand = async (id: string) => {
      started.record(id);
      await gate.promise;
      ended += 1;
    };
    await queues.process({ ...none, expand }, one);
    await queues.enqueueExpand([randomUUID(), randomUUID()]);
    await started.reach(1);
    const closed = queues.close();
    gate.resolve();
    await closed;
    expect({ started: started.seen.length, ended }).toEqual({ started: 1, ended: 1 });
    await expect(queues.enqueueExpand([randomUUID()])).rejects.toThrow(/closed/);
    await queues.close();

    const next = await start();
    const left = createRecorder<string>();
    await next.process({ ...none, expand: async (id) => left.record(id) }, one);
    expect(await left.reach(1)).not.toEqual(started.seen);
  });

  test.runIf(present)('abandons running tasks at the deadline', async () => {
    const queues = await start();
    const started = createRecorder<string>();
    const never = new Promise<void>(() => {});
    await queues.process(
      {
        ...none,
        expand: (id) => {
          started.record(id);
          return never;
        },
      },
      one,
    );
    await queues.enqueueExpand([randomUUID()]);
    await started.reach(1);
    const deadline = new AbortController();
    const closed = queues.close(deadline.signal);
    deadline.abort();
    await closed;
    expect(lines).toEqual([]);
  });

  test.runIf(present)('continues after the queues were emptied', async () => {
    const queues = await start();
    const taken = createRecorder<string>();
    await queues.process({ ...none, expand: async (id) => taken.record(id) }, one);
    await queues.enqueueExpand([randomUUID()]);
    await taken.reach(1);
    await queues.obliterate();
    await queues.enqueueExpand([randomUUID()]);
    expect(await taken.reach(2)).toHaveLength(2);
  });
});

describe('PostgreSQL down:', () => {
  test('the queue continues after every connection was cut', async () => {
    const queues = createQueues({ logger, databaseUrl: database.url });
    try {
      const taken = createRecorder<string>();
      await queues.open();
      await queues.process({ ...none, expand: async (id) => taken.record(id) }, one);
      await database.pool.query(
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name LIKE 'callboard%' AND application_name <> 'callboard test' AND datname = current_database()",
      );
      const id = randomUUID();
      await queues.enqueueExpand([id]).catch(() => queues.enqueueExpand([id]));
      expect(await taken.reach(1)).toEqual([id]);
    } finally {
      await queues.close(AbortSignal.timeout(2_000));
      await queues.close();
    }
  });

  test('the queue does not start if its first connection failed, because it would never try again', async () => {
    const own = await createTestDatabase();
    const name = new URL(own.url).pathname.slice(1);
    const allow = (are: boolean) =>
      withAdmin((admin) => admin.query(`ALTER DATABASE ${name} ALLOW_CONNECTIONS ${are}`));
    await allow(false);
    const queues = createQueues({ logger, databaseUrl: own.url });
    try {
      await expect(queues.open()).rejects.toThrow('not currently accepting connections');
      await allow(true);
      await expect(queues.open()).rejects.toThrow('not currently accepting connections');
    } finally {
      await queues.close();
      await own.drop();
    }
  });

  test('the queue does not start on a database without its tables, and says what to do', async () => {
    const empty = await createEmptyDatabase();
    const queues = createQueues({ logger, databaseUrl: empty.url });
    try {
      await expect(queues.open()).rejects.toThrow(StartupError);
      await expect(queues.open()).rejects.toThrow(/npm run migrate/);
      await expect(queues.process(none, one)).rejects.toThrow(/npm run migrate/);
    } finally {
      await queues.close();
      await empty.drop();
    }
  });

  test('the queue does not start if nothing answers', async () => {
    const queues = createQueues({ logger, databaseUrl: 'postgresql://u:secret@127.0.0.1:1/x' });
    const error = await queues.open().catch((reason) => reason);
    expect(error).toBeInstanceOf(StartupError);
    expect(error.message).toBe('DATABASE_URL: nothing answers at 127.0.0.1:1: is PostgreSQL running there?');
    await queues.close();
  });
});

describe.runIf(onRedis)('Redis down:', () => {
  test('adding tasks fails quickly, and works again afterward, as do workers', async () => {
    const own = await startTestRedis();
    const queues = createQueues({ logger, databaseUrl: database.url, redis: redisAt(own.url) });
    try {
      const taken = createRecorder<string>();
      await queues.open();
      await queues.process({ ...none, expand: async (id) => taken.record(id) }, one);
      await queues.enqueueExpand([randomUUID()]);
      await taken.reach(1);
      await own.kill();
      await expect(queues.enqueueExpand([randomUUID()])).rejects.toThrow(REDIS_AWAY);
      await expect(queues.check()).rejects.toThrow(REDIS_AWAY);
      await own.restart();
      const id = randomUUID();
      let tries = 0;
      while (
        !(await queues.enqueueExpand([id]).then(
          () => true,
          () => false,
        ))
      ) {
        tries += 1;
        expect(tries).toBeLessThan(50);
      }
      expect((await taken.reach(2))[1]).toBe(id);
      expect(lines.filter((line) => line.event === 'queue.trouble').length).toBeLessThan(10);
    } finally {
      await queues.close(AbortSignal.timeout(2_000));
      await own.stop();
    }
  });

  test('the queue starts with a warning, and works as soon as Redis is there', async () => {
    const own = await startTestRedis();
    await own.kill();
    lines.length = 0;
    const queues = createQueues({ logger, databaseUrl: database.url, redis: redisAt(own.url) });
    try {
      await queues.open();
      expect(lines.map((line) => line.event)).toContain('queue.unreachable');
      const taken = createRecorder<string>();
      await queues.process({ ...none, expand: async (id) => taken.record(id) }, one);
      await expect(queues.enqueueExpand([randomUUID()])).rejects.toThrow(REDIS_AWAY);
      await own.restart();
      const id = randomUUID();
      while (
        !(await queues.enqueueExpand([id]).then(
          () => true,
          () => false,
        ))
      );
      expect((await taken.reach(1)).at(-1)).toBe(id);
    } finally {
      await queues.close(AbortSignal.timeout(2_000));
      await own.stop();
    }
  });

  test('the queue continues after FLUSHALL', async () => {
    const queues = createQueues({ logger, databaseUrl: database.url, redis: redisAt(redis.url) });
    try {
      const taken = createRecorder<string>();
      await queues.process({ ...none, expand: async (id) => taken.record(id) }, one);
      await queues.enqueueExpand([randomUUID()]);
      await taken.reach(1);
      await flushAll(redis.port);
      await queues.enqueueExpand([randomUUID()]);
      expect(await taken.reach(2)).toHaveLength(2);
    } finally {
      await queues.close();
    }
  });

  test('the queue does not start with a wrong password', async () => {
    const own = await startTestRedis(['--requirepass', 'right']);
    const url = `redis://:wrong@127.0.0.1:${own.port}`;
    const queues = createQueues({ logger, databaseUrl: database.url, redis: redisAt(url) });
    try {
      const error = await queues.open().catch((reason) => reason);
      expect(error).toBeInstanceOf(StartupError);
      expect(error.message).toMatch(/^REDIS_URL: Redis refused the connection/);
    } finally {
      await queues.close();
      await own.stop();
    }
  });
});

async function flushAll(port: number): Promise<void> {
  const { connect } = await import('node:net');
  const socket = connect(port, '127.0.0.1');
  socket.end('FLUSHALL\r\n');
  await once(socket, 'data');
}

describe('the priority of a task', () => {
  test('keeps the order, and is always valid for BullMQ', () => {
    const int32 = fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 });
    fc.assert(
      fc.property(int32, int32, (a, b) => {
        const [x, y] = [toQueuePriority(a), toQueuePriority(b)];
        expect(x).toBeGreaterThanOrEqual(1);
        expect(x).toBeLessThan(2 ** 21);
        if (a > b) expect(x).toBeLessThanOrEqual(y);
      }),
    );
    expect(toQueuePriority(1)).toBeLessThan(toQueuePriority(0));
  });
});

test('a queue that accepts nothing is reported once, however many tasks were to be added', async () => {
  lines.length = 0;
  const redis = redisAt(`redis://127.0.0.1:${await findFreePort()}`);
  const queues = createQueues({ logger, databaseUrl: database.url, redis, enqueueTimeoutMs: 20 });
  try {
    for (let time = 0; time < 5; time++)
      await expect(queues.enqueueExpand([randomUUID()])).rejects.toThrow(REDIS_AWAY);
    expect(lines.filter(({ event }) => event === 'queue.unavailable')).toEqual([
      expect.objectContaining({ level: 'warn', suppressed: 0 }),
    ]);
  } finally {
    await queues.close(AbortSignal.timeout(500));
  }
});

describe('the trouble log', () => {
  test('reports an error once in thirty seconds, another kind at once, and how many it left out', () => {
    lines.length = 0;
    let now = 0;
    const trouble = createTroubleLog(logger, { now: () => now });
    const refused = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });
    trouble(refused);
    trouble(refused);
    trouble(new TypeError('other'));
    now = 30_000;
    trouble(refused);
    expect(lines).toMatchObject([
      { err: { code: 'ECONNREFUSED' }, suppressed: 0 },
      { err: { type: 'TypeError' }, suppressed: 0 },
      { err: { code: 'ECONNREFUSED' }, suppressed: 1 },
    ]);
  });
});
