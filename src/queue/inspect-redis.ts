import { Redis } from 'ioredis';

const LIMIT_MS = 5_000;

export type RedisState =
  | { kind: 'away'; reason: string }
  /** `policy` is undefined if the user may not ask for it. */
  | { kind: 'ok'; policy: string | undefined };

/** Whether Redis answers, and what it does when its memory is full. */
export async function inspectRedis(redisUrl: string): Promise<RedisState> {
  const redis = new Redis(redisUrl, {
    lazyConnect: true,
    retryStrategy: () => null,
    maxRetriesPerRequest: 0,
    connectTimeout: LIMIT_MS,
    commandTimeout: LIMIT_MS,
  });
  let failure: Error | undefined;
  redis.on('error', (error: Error) => {
    failure = error;
  });
  try {
    await redis.connect();
    await redis.ping();
    const memory = await redis.info('memory').catch(() => '');
    return { kind: 'ok', policy: /^maxmemory_policy:(\S+)/m.exec(memory)?.[1] };
  } catch (error) {
    const { code, message } = (failure ?? error) as NodeJS.ErrnoException;
    return { kind: 'away', reason: code ?? message };
  } finally {
    redis.disconnect();
  }
}
