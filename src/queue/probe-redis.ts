import { Cluster } from 'ioredis';
import type { RedisSettings } from '../runtime/redis-settings.js';
import { StartupError } from '../runtime/startup-error.js';
import type { Logger } from '../runtime/telemetry/logger.js';
import { createRedisClient, type RedisClient } from './redis-client.js';

const TLS_FAILURE = /certificate|altname|wrong version number|ssl routines|SSL alert/i;

/**
 * Errors that do not disappear by waiting: Redis refuses the connection, or we do not trust its certificate.
 * An unavailable Redis returns eventually, and until then the work waits in PostgreSQL.
 */
const PERMANENT: readonly { error: RegExp; problem: (message: string, settings: RedisSettings) => string }[] =
  [
    {
      error: /^failed to connect to sentinel .* because .*(WRONGPASS|NOAUTH|NOPERM|without any password)/,
      problem: (message) =>
        `a Sentinel refused the connection: ${reasonOf(message)}. Set sentinelPassword and, for users of its own, sentinelUsername after the ? of the URL`,
    },
    {
      error: /No such master with that name|got an invalid reply: null/,
      problem: (_, { primaryName }) =>
        `the Sentinels know no primary named "${primaryName}": check the name after the hosts`,
    },
    {
      error: /cluster support disabled/,
      problem: () => 'this Redis is not a cluster: write redis:// instead of redis+cluster://',
    },
    {
      error: /WRONGPASS|NOAUTH|NOPERM|invalid password|without any password|DB index is out of range/i,
      problem: (message) => `Redis refused the connection: ${message}`,
    },
    {
      error: TLS_FAILURE,
      problem: (message, { certificates }) =>
        `the TLS connection failed: ${reasonOf(message)}. ${certificates.ca ? 'Check REDIS_TLS_CA' : 'Set REDIS_TLS_CA to the certificate of its authority if that is your own'}, and REDIS_TLS_CERT and REDIS_TLS_KEY if it asks for a certificate`,
    },
  ];

const unreachable = ({ secure, certificates }: RedisSettings) =>
  `Redis does not answer: workers continue without it. Check host and port, and that REDIS_URL begins with rediss if and only if that port uses TLS${secure && !certificates.cert ? ', and set REDIS_TLS_CERT and REDIS_TLS_KEY if Redis asks for a certificate' : ''}`;

/** By the mode that a server at a `redis://` URL reports. */
const MODES = {
  cluster: 'this Redis is a node of a cluster: write redis+cluster://host1,host2',
  sentinel: 'this is a Sentinel: write redis+sentinel://host1,host2/primary-name',
};

/** @throws StartupError if something must be fixed that waiting will not fix */
export async function probeRedis(settings: RedisSettings, logger: Logger): Promise<void> {
  const client = createRedisClient(settings, { offlineQueue: true, maxRetries: 0, once: true });
  const failures: Error[] = [];
  for (const event of ['error', 'sentinelError', 'node error'])
    client.on(event, (error: Error) => failures.push(error));
  try {
    await client.connect();
    for (const info of await infoOf(client)) checkInfo(info, settings, logger);
  } catch (error) {
    if (error instanceof StartupError) throw error;
    failures.push(error as Error);
    if (settings.mode === 'sentinel' && settings.secure)
      failures.push(...(await sentinelTlsFailures(settings)));
    const all = failures
      .flatMap((failure) => [failure, lastNodeError(failure)])
      .filter((found) => found !== undefined);
    for (const { error: expected, problem } of PERMANENT) {
      const found = all.find(({ message }) => expected.test(message));
      if (found) throw new StartupError(`REDIS_URL: ${problem(found.message, settings)}`);
    }
    logger.warn('queue.unreachable', { err: all[0] }, unreachable(settings));
  } finally {
    client.disconnect();
  }
}

/**
 * ioredis does not pass on why a TLS connection to a Sentinel failed. So connect to each of them as if it were
 * Redis, and keep what is about TLS.
 */
async function sentinelTlsFailures(settings: RedisSettings): Promise<Error[]> {
  const failures = settings.nodes.map(async (node) => {
    const { username: _, password: __, ...withoutLogin } = settings;
    const single: RedisSettings = { ...withoutLogin, mode: 'single', nodes: [node] };
    const client = createRedisClient(single, { offlineQueue: true, maxRetries: 0, once: true });
    const found: Error[] = [];
    client.on('error', (error: Error) => found.push(error));
    await client.connect().catch((error: Error) => found.push(error));
    client.disconnect();
    return found;
  });
  return (await Promise.all(failures)).flat().filter(({ message }) => TLS_FAILURE.test(message));
}

/** `INFO` of Redis, or of every primary of the cluster. */
function infoOf(client: RedisClient): Promise<string[]> {
  const nodes = client instanceof Cluster ? client.nodes('master') : [client];
  return Promise.all(nodes.map((node) => node.info()));
}

function checkInfo(info: string, settings: RedisSettings, logger: Logger): void {
  const fieldOf = (name: string) => new RegExp(`^${name}:(.*?)\\r?$`, 'm').exec(info)?.[1];
  const mode = fieldOf('redis_mode') ?? fieldOf('server_mode'); // Valkey's name for it
  if (settings.mode === 'single' && (mode === 'cluster' || mode === 'sentinel'))
    throw new StartupError(`REDIS_URL: ${MODES[mode]}`);
  const policy = fieldOf('maxmemory_policy');
  if (policy !== undefined && policy !== 'noeviction')
    logger.warn(
      'queue.may_be_evicted',
      { policy },
      'Redis may delete queued tasks when its memory is full. Set maxmemory-policy to noeviction',
    );
}

/** The error of the last node that was asked, if no node of a cluster answers. */
function lastNodeError(error: Error): Error | undefined {
  return 'lastNodeError' in error && error.lastNodeError instanceof Error ? error.lastNodeError : undefined;
}

/** Without the address before it, and in one line. */
function reasonOf(message: string): string {
  return (
    message
      .replace(/^.* because /, '')
      .split('\n')[0]
      ?.trim() ?? message
  );
}
