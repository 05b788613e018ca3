/**
 * Redis in its highly available forms: with Sentinels, or as a cluster. All servers are processes of the
 * test.
 */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Redis } from 'ioredis';
import { expect, vi } from 'vitest';
import { findFreePort } from '../../../src/runtime/free-port.js';
import type { TestCertificates } from './certificates.js';
import { startTestRedis, type TestRedis } from './redis.js';

export const PRIMARY = 'callboard-primary';

/** Also works in `beforeAll`, unlike `expect.poll`. */
const eventually = (check: () => Promise<void>) => vi.waitFor(check, { timeout: 90_000, interval: 100 });

export interface SentinelDeployment {
  /** The URL, with a login that all of them accept. */
  url: string;
  /** The address of the primary according to the Sentinels. */
  primaryPort(): Promise<number>;
  /** Kills the primary with SIGKILL and resolves when another one has been promoted. */
  failOver(): Promise<void>;
  stop(): Promise<void>;
}

/**
 * A primary, a replica and three Sentinels. Redis and the Sentinels each have a password.
 *
 * @param certificates if given, the URL and all connections between them use TLS
 */
export async function startSentinels(certificates?: TestCertificates): Promise<SentinelDeployment> {
  const login = ['--requirepass', 'of-redis', '--masterauth', 'of-redis'];
  const primary = await startNode(login, certificates);
  const replica = await startNode(
    [...login, '--replicaof', '127.0.0.1', `${primary.announcedPort}`],
    certificates,
  );
  const redis = [primary, replica];
  await linked(replica.port);
  const sentinels = await Promise.all(
    [1, 2, 3].map(() => startSentinel(primary.announcedPort, certificates)),
  );
  for (const { port } of sentinels) await knowsEverybody(port);
  const hosts = sentinels.map(({ announcedPort }) => `127.0.0.1:${announcedPort}`).join();
  const primaryPort = async () => Number((await ask(sentinels[0], 'get-master-addr-by-name', PRIMARY))[1]);
  return {
    url: `${certificates ? 'rediss' : 'redis'}+sentinel://:of-redis@${hosts}/${PRIMARY}?sentinelPassword=of-sentinels`,
    primaryPort,
    async failOver() {
      const before = await primaryPort();
      await redis.find(({ announcedPort }) => announcedPort === before)?.kill();
      await eventually(async () => expect(await primaryPort()).not.toBe(before));
    },
    stop: async () => void (await Promise.all([...sentinels, ...redis].map((node) => node.stop()))),
  };
}

interface Node extends TestRedis {
  /** Where clients connect. `port` is always without TLS, for the test itself. */
  announcedPort: number;
}

async function startNode(
  settings: string[],
  certificates: TestCertificates | undefined,
  writeConfig?: (directory: string) => Promise<string>,
): Promise<Node> {
  if (!certificates) {
    const node = await startTestRedis(settings, writeConfig);
    return { ...node, announcedPort: node.port };
  }
  const announcedPort = await findFreePort();
  const tls = ['--tls-port', `${announcedPort}`, '--tls-replication', 'yes', '--tls-auth-clients', 'no'];
  const files = [
    ...['--tls-ca-cert-file', certificates.path('ca.crt')],
    ...[
      '--tls-cert-file',
      certificates.path('server.crt'),
      '--tls-key-file',
      certificates.path('server.key'),
    ],
  ];
  return { ...(await startTestRedis([...settings, ...tls, ...files], writeConfig)), announcedPort };
}

function startSentinel(primaryPort: number, certificates: TestCertificates | undefined): Promise<Node> {
  const settings = [
    'requirepass of-sentinels',
    'sentinel sentinel-pass of-sentinels',
    `sentinel monitor ${PRIMARY} 127.0.0.1 ${primaryPort} 2`,
    `sentinel auth-pass ${PRIMARY} of-redis`,
    `sentinel down-after-milliseconds ${PRIMARY} 2000`,
    `sentinel failover-timeout ${PRIMARY} 10000`,
  ];
  return startNode(['--sentinel'], certificates, async (directory) => {
    const file = join(directory, 'sentinel.conf');
    await writeFile(file, `${settings.join('\n')}\n`);
    return file;
  });
}

async function linked(port: number): Promise<void> {
  const client = new Redis({ port, password: 'of-redis' });
  await eventually(async () => expect(await client.info('replication')).toContain('master_link_status:up'));
  client.disconnect();
}

/** Only Sentinels that know each other and the replica can promote it. */
async function knowsEverybody(port: number): Promise<void> {
  const known = async () => [
    (await ask({ port }, 'replicas', PRIMARY)).length,
    (await ask({ port }, 'sentinels', PRIMARY)).length,
  ];
  await eventually(async () => expect(await known()).toEqual([1, 2]));
}

async function ask(
  sentinel: { port: number } | undefined,
  ...words: [string, ...string[]]
): Promise<unknown[]> {
  const client = new Redis({ port: sentinel?.port ?? 0, password: 'of-sentinels', maxRetriesPerRequest: 3 });
  try {
    return (await client.call('SENTINEL', ...words)) as unknown[];
  } finally {
    client.disconnect();
  }
}

export interface ClusterDeployment {
  url: string;
  nodes: TestRedis[];
  stop(): Promise<void>;
}

const SLOTS = 16_384;

/** Three primaries without replicas. */
export async function startCluster(): Promise<ClusterDeployment> {
  const nodes = await Promise.all([1, 2, 3].map(startClusterNode));
  const clients = nodes.map(({ port }) => new Redis({ port }));
  try {
    for (const [index, client] of clients.entries()) {
      const [first, last] = [index, index + 1].map((part) => Math.floor((part * SLOTS) / nodes.length));
      await client.call('CLUSTER', 'ADDSLOTSRANGE', `${first}`, `${(last ?? SLOTS) - 1}`);
      await client.call('CLUSTER', 'SET-CONFIG-EPOCH', `${index + 1}`);
    }
    for (const { port, busPort } of nodes.slice(1))
      await clients[0]?.call('CLUSTER', 'MEET', '127.0.0.1', `${port}`, `${busPort}`);
    for (const client of clients)
      await eventually(async () => expect(await client.cluster('INFO')).toContain('cluster_state:ok'));
  } finally {
    for (const client of clients) client.disconnect();
  }
  return {
    url: `redis+cluster://${nodes.map(({ port }) => `127.0.0.1:${port}`).join()}`,
    nodes,
    stop: async () => void (await Promise.all(nodes.map((node) => node.stop()))),
  };
}

async function startClusterNode(): Promise<TestRedis & { busPort: number }> {
  const busPort = await findFreePort();
  const settings = ['--cluster-enabled', 'yes', '--cluster-port', `${busPort}`];
  return { ...(await startTestRedis(settings)), busPort };
}
