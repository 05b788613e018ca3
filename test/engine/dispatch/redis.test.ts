import { afterAll, beforeAll, describe } from 'vitest';
import { redisAvailable, startTestRedis, type TestRedis } from '../../support/servers/redis.js';
import { describeCore } from '../core.js';

describe.runIf(redisAvailable('the engine on Redis'))('on Redis', () => {
  let redis: TestRedis;
  beforeAll(async () => {
    redis = await startTestRedis();
  });
  afterAll(() => redis?.stop());
  describeCore('Redis', () => ({ redisUrl: redis.url, safetyNetMs: 1_000 }));
});
