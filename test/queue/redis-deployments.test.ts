/** The queues on Redis with Sentinels, also with TLS, and as a cluster. redis-access.test.ts has TLS and users of one Redis. */
import { randomUUID } from 'node:crypto';
import { Redis } from 'ioredis';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { findFreePort } from '../../src/runtime/free-port.js';
import {
  createCertificates,
  opensslAvailable,
  type TestCertificates,
} from '../support/servers/certificates.js';
import { redisAvailable, startTestRedis } from '../support/servers/redis.js';
import {
  type ClusterDeployment,
  PRIMARY,
  type SentinelDeployment,
  startCluster,
  startSentinels,
} from '../support/servers/redis-deployments.js';
import {
  closeQueues,
  enqueueWhenPossible,
  type Opened,
  openQueues,
  REDIS_AWAY,
  startFailure,
  startTaking,
} from './queues-at.js';

afterEach(closeQueues);

describe.runIf(redisAvailable('queues with Redis Sentinel'))('the queue with Sentinels', () => {
  let deployment: SentinelDeployment;
  beforeAll(async () => {
    deployment = await startSentinels();
  });
  afterAll(() => deployment?.stop());

  test.each([
    ['nope', /^REDIS_URL: the Sentinels know no primary named "nope": check the name after the hosts$/],
    [
      `${PRIMARY}?sentinelPassword=wrong`,
      /^REDIS_URL: a Sentinel refused the connection: WRONGPASS .* sentinelPassword/,
    ],
    [PRIMARY, /^REDIS_URL: a Sentinel refused the connection: NOAUTH .* sentinelPassword/],
  ])('refuses to start with the wrong name or password: %s', async (path, message) => {
    const wrong = path.includes('?') || path === PRIMARY ? path : `${path}?sentinelPassword=of-sentinels`;
    expect(await startFailure(deployment.url.replace(/\/[^/]*$/, `/${wrong}`))).toMatch(message);
  });

  test('refuses to start with the wrong password of Redis', async () => {
    expect(await startFailure(deployment.url.replace(':of-redis@', ':wrong@'))).toMatch(
      /^REDIS_URL: Redis refused the connection: WRONGPASS/,
    );
  });

  test('says how to write Sentinels if one is given as a Redis server', async () => {
    const [, sentinel] = /@(127\.0\.0\.1:\d+)/.exec(deployment.url) ?? [];
    expect(await startFailure(`redis://:of-sentinels@${sentinel}`)).toBe(
      'REDIS_URL: this is a Sentinel: write redis+sentinel://host1,host2/primary-name',
    );
  });

  test('finds the primary although one Sentinel is down, and again after the primary was killed', async () => {
    const url = deployment.url.replace('@', `@127.0.0.1:${await findFreePort()},`);
    const queues = await openQueues(url);
    await expectCarriesThroughFailover(queues, deployment);
    await expect.poll(() => queues.check().then(() => 'ok', String)).toBe('ok');
  });
});

describe.runIf(redisAvailable('Redis Sentinel with TLS') && opensslAvailable('Redis Sentinel with TLS'))(
  'the queue with Sentinels and TLS',
  () => {
    let certificates: TestCertificates;
    let deployment: SentinelDeployment;
    beforeAll(async () => {
      certificates = await createCertificates();
      deployment = await startSentinels(certificates);
    });
    afterAll(async () => {
      await deployment?.stop();
      await certificates?.remove();
    });

    test('does not trust Sentinels with a certificate of an unknown authority', async () => {
      expect(await startFailure(deployment.url)).toMatch(
        /^REDIS_URL: the TLS connection failed: .*certificate.*\. Set REDIS_TLS_CA to the certificate of its authority/,
      );
    });

    test('works over encrypted connections, and again after the primary was killed', async () => {
      const queues = await openQueues(deployment.url, { ca: await certificates.read('ca.crt') });
      await expectCarriesThroughFailover(queues, deployment);
    });
  },
);

describe.runIf(redisAvailable('queues on Redis Cluster'))('the queue on a cluster', () => {
  let deployment: ClusterDeployment;
  beforeAll(async () => {
    deployment = await startCluster();
  });
  afterAll(() => deployment?.stop());

  test('works from any of its nodes, with all keys in one slot', async () => {
    const nodes = new URL(deployment.url.replace(/,.*/, ''));
    const [all, one] = [await openQueues(deployment.url), await openQueues(nodes.href)];
    const taken = await startTaking(all);
    const ids = [randomUUID(), randomUUID()];
    await all.enqueueExpand(ids.slice(0, 1));
    await one.enqueueExpand(ids.slice(1));
    await expect.poll(() => taken.toSorted()).toEqual(ids.toSorted());
    const keys = await keysOf(deployment);
    expect(keys.length).toBeGreaterThan(0);
    expect(keys.filter((key) => !key.startsWith('{bull}:'))).toEqual([]);
    await expect(all.check()).resolves.toBe('OK');
  });

  test('works for a user with the rights that docs/redis.md lists', async () => {
    const rights =
      '~{bull}:* -@all +@read +@write +@scripting +@connection +info +cluster|slots +cluster|info';
    for (const { port } of deployment.nodes) {
      const client = new Redis({ port });
      await client.call('ACL', 'SETUSER', 'callboard', 'on', '>secret', ...rights.split(' '));
      client.disconnect();
    }
    const queues = await openQueues(deployment.url.replace('//', '//callboard:secret@'));
    const taken = await startTaking(queues);
    const id = randomUUID();
    await queues.enqueueExpand([id]);
    await expect.poll(() => taken).toEqual([id]);
    expect(queues.lines.filter(({ level }) => level === 'warn')).toEqual([]);
    expect(await startFailure(deployment.url.replace('//', '//callboard:wrong@'))).toMatch(
      /^REDIS_URL: Redis refused the connection: WRONGPASS/,
    );
  });

  test('says how to write a cluster if one node is given, and the other way round', async () => {
    const node = deployment.nodes[0]?.url ?? '';
    expect(await startFailure(node)).toBe(
      'REDIS_URL: this Redis is a node of a cluster: write redis+cluster://host1,host2',
    );
    const single = await startTestRedis();
    try {
      expect(await startFailure(single.url.replace('redis://', 'redis+cluster://'))).toBe(
        'REDIS_URL: this Redis is not a cluster: write redis:// instead of redis+cluster://',
      );
    } finally {
      await single.stop();
    }
  });

  test('works again after the node with the queues was killed and came back', async () => {
    const queues = await openQueues(deployment.url);
    const taken = await startTaking(queues);
    const node = await nodeOfQueues(deployment);
    await node.kill();
    await expect(queues.enqueueExpand([randomUUID()])).rejects.toThrow(REDIS_AWAY);
    await expect(queues.check()).rejects.toThrow(REDIS_AWAY);
    await node.restart();
    const id = randomUUID();
    await enqueueWhenPossible(queues, id);
    await expect.poll(() => taken, { timeout: 90_000 }).toContain(id);
  });
});

async function expectCarriesThroughFailover(queues: Opened, deployment: SentinelDeployment): Promise<void> {
  const taken = await startTaking(queues);
  const before = randomUUID();
  await queues.enqueueExpand([before]);
  await expect.poll(() => taken).toContain(before);
  await deployment.failOver();
  const after = randomUUID();
  await enqueueWhenPossible(queues, after);
  await expect.poll(() => taken).toContain(after);
}

async function keysOf({ nodes }: ClusterDeployment): Promise<string[]> {
  const clients = nodes.map(({ port }) => new Redis({ port }));
  const keys = await Promise.all(clients.map((client) => client.keys('*')));
  for (const client of clients) client.disconnect();
  return keys.flat();
}

async function nodeOfQueues({ nodes }: ClusterDeployment) {
  const client = new Redis({ port: nodes[0]?.port ?? 0 });
  const slot = await client.cluster('KEYSLOT', '{bull}:');
  client.disconnect();
  const node = nodes[Math.floor((Number(slot) * nodes.length) / 16_384)];
  if (node === undefined) throw new Error('no node has the slot');
  return node;
}
