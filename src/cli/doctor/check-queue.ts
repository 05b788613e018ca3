import type { Queryable } from '../../db/system/queryable.js';
import type { RedisSettings } from '../../runtime/redis-settings.js';
import { type Finding, fine, problem, warning } from './finding.js';

/** Checks whether workers can be notified of new work immediately. */
export async function checkQueue(client: Queryable, redis: RedisSettings | undefined): Promise<Finding[]> {
  if (redis === undefined) {
    const { rows } = await client.query<{ found: boolean }>(
      `SELECT EXISTS (SELECT FROM pg_namespace WHERE nspname = 'bullmq') AS found`,
    );
    return [
      rows[0]?.found
        ? fine('queue', 'The queue is in PostgreSQL.')
        : problem('queue', 'The queue in PostgreSQL has no tables.', 'Run "callboard migrate".'),
    ];
  }
  const { inspectRedis } = await import('../../queue/inspect-redis.js');
  const state = await inspectRedis(redis);
  if (state.kind === 'away')
    return [
      problem(
        'queue',
        `Redis does not answer (${state.reason}). Work continues without it, but more slowly.`,
        'Check REDIS_URL, and that Redis is running.',
      ),
    ];
  const answers = fine('queue', 'Redis answers.');
  if (state.policy === undefined || state.policy === 'noeviction') return [answers];
  return [
    answers,
    warning(
      'queue',
      `Redis may evict tasks when its memory is full (maxmemory-policy ${state.policy}).`,
      'Set maxmemory-policy to noeviction.',
    ),
  ];
}
