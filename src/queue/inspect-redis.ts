import type { RedisSettings } from '../runtime/redis-settings.js';
import { createRedisClient } from './redis-client.js';

export type RedisState =
  | { kind: 'away'; reason: string }
  /** `policy` is undefined if the user may not ask for it. */
  | { kind: 'ok'; policy: string | undefined };

/** Whether Redis answers, and what it does when its memory is full. */
export async function inspectRedis(settings: RedisSettings): Promise<RedisState> {
  const redis = createRedisClient(settings, { offlineQueue: true, maxRetries: 0, once: true });
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
