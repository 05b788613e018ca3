/** The queues on a Redis that asks for TLS, for a client certificate, or for a user with few rights; and one that may evict. */
import { randomUUID } from 'node:crypto';
import { Redis } from 'ioredis';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { createRedisClient } from '../../src/queue/redis-client.js';
import { type SentinelAccess, TlsSentinelConnector } from '../../src/queue/redis-connectors.js';
import { findFreePort } from '../../src/runtime/free-port.js';
import {
  createCertificates,
  opensslAvailable,
  type TestCertificates,
} from '../support/servers/certificates.js';
import { redisAt, redisAvailable, startTestRedis, type TestRedis } from '../support/servers/redis.js';
import { closeQueues, createAt, openQueues, startFailure, startTaking } from './queues-at.js';

const onRedis = redisAvailable('queues with TLS and users of Redis');

afterEach(closeQueues);

async function expectCarries(queues: Awaited<ReturnType<typeof openQueues>>): Promise<void> {
  const taken = await startTaking(queues);
  const id = randomUUID();
  await queues.enqueueExpand([id]);
  await queues.enqueueDispatch([{ scheduleExecutionId: id, batchIndex: 0, part: 0, round: 0 }], 3);
  await expect.poll(() => taken).toContain(id);
  await queues.check();
  expect(queues.lines.filter(({ level }) => level === 'warn' || level === 'error')).toEqual([]);
}

describe.runIf(onRedis && opensslAvailable('queues with TLS'))('the queue on Redis with TLS', () => {
  let certificates: TestCertificates;
  let redis: TestRedis;
  let port: number;
  let ca: string;
  beforeAll(async () => {
    [certificates, port] = await Promise.all([createCertificates(), findFreePort()]);
    ca = await certificates.read('ca.crt');
    const files = { ca: 'ca.crt', cert: 'server.crt', key: 'server.key' };
    redis = await startTestRedis([
      ...[
        '--tls-port',
        `${port}`,
        '--tls-auth-clients',
        'yes',
        '--tls-ca-cert-file',
        certificates.path(files.ca),
      ],
      ...['--tls-cert-file', certificates.path(files.cert), '--tls-key-file', certificates.path(files.key)],
    ]);
  });
  afterAll(async () => {
    await redis?.stop();
    await certificates?.remove();
  });
  const client = async () => ({
    ca,
    cert: await certificates.read('client.crt'),
    key: await certificates.read('client.key'),
  });

  test.each(['127.0.0.1', 'localhost'])('works over an encrypted connection to %s', async (host) => {
    await expectCarries(await openQueues(`rediss://${host}:${port}?family=4`, await client()));
  });

  test('does not trust a certificate of an unknown authority', async () => {
    const own = { cert: await certificates.read('client.crt'), key: await certificates.read('client.key') };
    expect(await startFailure(`rediss://127.0.0.1:${port}`, own)).toMatch(
      /^REDIS_URL: the TLS connection failed: .*certificate.*\. Set REDIS_TLS_CA to the certificate of its authority/,
    );
  });

  test('a second error of a connection does not end the process', async () => {
    const settings = redisAt(`rediss://127.0.0.1:${port}`, await client());
    const redis = createRedisClient(settings, { offlineQueue: true, maxRetries: 0, once: true }) as Redis;
    const errors: string[] = [];
    redis.on('error', ({ message }) => errors.push(message));
    await redis.connect();
    // As Node.js does if a write fails before it reads why the server refused the client.
    redis.stream.emit('error', new Error('write ECONNRESET'));
    redis.stream.emit('error', new Error('certificate required'));
    expect(errors).toEqual(['write ECONNRESET']);
    redis.disconnect();
  });

  test('nor does one of a connection to a Sentinel', async () => {
    const sentinel = { host: '127.0.0.1', port };
    const connector = new TlsSentinelConnector({
      sentinels: [sentinel],
      name: 'primary',
      enableTLSForSentinelMode: true,
      sentinelTLS: await client(),
    });
    const redis = (connector as unknown as SentinelAccess).connectToSentinel(sentinel);
    const errors: string[] = [];
    redis.on('error', ({ message }) => errors.push(message));
    await redis.ping();
    redis.stream.emit('error', new Error('write ECONNRESET'));
    redis.stream.emit('error', new Error('certificate required'));
    expect(errors).toEqual(['write ECONNRESET']);
    redis.disconnect();
  });

  test('says that Redis may require a certificate', async () => {
    const queues = createAt(`rediss://127.0.0.1:${port}`, { ca });
    // Redis gives its reason and closes the connection. Which of them arrives first is left to chance.
    const failure = await queues.open().then(() => undefined, String);
    const warning = queues.lines.find(({ event }) => event === 'queue.unreachable')?.message;
    expect(failure ?? warning).toContain('REDIS_TLS_CERT and REDIS_TLS_KEY if');
  });

  test('starts with a warning if it does not use TLS for a port that requires it', async () => {
    const queues = createAt(`redis://127.0.0.1:${port}`);
    await queues.open();
    expect(queues.lines).toContainEqual(
      expect.objectContaining({
        event: 'queue.unreachable',
        message: expect.stringContaining('begins with rediss if and only if that port uses TLS'),
      }),
    );
  });
});

describe.runIf(onRedis)('the queue with a Redis user of its own', () => {
  /** What docs/redis.md tells operators to grant. */
  const RIGHTS = '~bull:* -@all +@read +@write +@scripting +@connection +info'.split(' ');
  let redis: TestRedis;
  beforeAll(async () => {
    redis = await startTestRedis(['--user', 'callboard', 'on', '>of callboard/@1', ...RIGHTS]);
  });
  afterAll(() => redis?.stop());
  const urlOf = (login: string) => redis.url.replace('//', `//${login}@`);

  test('works with these rights only', async () => {
    await expectCarries(await openQueues(urlOf('callboard:of%20callboard%2F%401')));
  });

  test.each(['callboard:wrong', 'nobody:x'])('does not start as %s', async (login) => {
    expect(await startFailure(urlOf(login))).toMatch(/^REDIS_URL: Redis refused the connection: WRONGPASS/);
  });
});

test.runIf(onRedis)('warns about a Redis that may delete queued tasks, and says what to set', async () => {
  const redis = await startTestRedis(['--maxmemory', '64mb', '--maxmemory-policy', 'allkeys-lru']);
  try {
    const { lines } = await openQueues(redis.url);
    expect(lines).toMatchObject([
      {
        level: 'warn',
        event: 'queue.may_be_evicted',
        policy: 'allkeys-lru',
        message: expect.stringContaining('Set maxmemory-policy to noeviction'),
      },
    ]);
  } finally {
    await redis.stop();
  }
});

test.runIf(onRedis)('installations with different prefixes share a database', async () => {
  const redis = await startTestRedis();
  try {
    const [one, other] = [await openQueues(redis.url), await openQueues(redis.url, {}, 'other')];
    const [ofOne, ofOther] = [await startTaking(one), await startTaking(other)];
    const [a, b] = [randomUUID(), randomUUID()];
    await one.enqueueExpand([a]);
    await other.enqueueExpand([b]);
    await expect.poll(() => [ofOne, ofOther]).toEqual([[a], [b]]);
  } finally {
    await closeQueues();
    await redis.stop();
  }
});

describe.runIf(onRedis)('a Redis that answers but takes no tasks', () => {
  let redis: TestRedis;
  let client: Redis;
  beforeAll(async () => {
    redis = await startTestRedis();
    client = new Redis(redis.url);
  });
  afterAll(async () => {
    client?.disconnect();
    await redis?.stop();
  });

  const checkOf = ({ check }: Awaited<ReturnType<typeof openQueues>>) => check().then(() => 'ok', String);

  test.each([
    ['full', 'CONFIG SET maxmemory 1', 'CONFIG SET maxmemory 0', /OOM/],
    ['a replica', 'REPLICAOF 127.0.0.1 1', 'REPLICAOF NO ONE', /READONLY/],
    [
      'without the right to run scripts',
      'ACL SETUSER default -@scripting',
      'ACL SETUSER default +@all',
      /NOPERM/,
    ],
  ])('because it is %s, is not ready', async (_, harm, mend, expected) => {
    const call = (text: string) => client.call(...(text.split(' ') as [string, ...string[]]));
    const queues = await openQueues(redis.url);
    // The queue connects in the background.
    await expect.poll(() => checkOf(queues)).toBe('ok');
    await call(harm);
    await expect(queues.enqueueExpand([randomUUID()])).rejects.toThrow(expected);
    // After READONLY the client connects again, because a failover may have made another server the primary.
    await expect.poll(() => checkOf(queues)).toMatch(expected);
    await call(mend);
    await expect.poll(() => checkOf(queues)).toBe('ok');
  });
});
