import { afterAll, beforeAll, expect, test } from 'vitest';
import { idsFrom } from '../../../src/schema/lists/time-ordered-id.js';
import { readAgentStats } from '../../../src/services/agents/read-agent-stats.js';
import { createTestDatabase, type TestDatabase } from '../../support/database.js';

let db: TestDatabase;
const now = new Date('2026-11-20T12:00:30Z');
const HOUR_MS = 3_600_000;

beforeAll(async () => {
  db = await createTestDatabase();
});
afterAll(() => db?.drop());

/** Attempts that ended `minutesAgo` and took 1 ms, 2 ms … */
async function insertEnded(
  agentId: string,
  count: number,
  minutesAgo: number,
  status = 'completed',
  { wasSent = true } = {},
): Promise<void> {
  const at = new Date(now.getTime() - minutesAgo * 60_000);
  await db.pool.query(
    `INSERT INTO "AgentJobExecution" (id, "jobId", "agentId", "scheduleExecutionId", status, params, "attemptTimeout", "retryConfig", "retriesLeft", "traceId",
       "completedAt", "durationMs")
     SELECT $1 || lpad(to_hex(n), 12, '0'), $3 || n || $1, $3, 'none', $4, '{}', 1000, '{"maxRetries": 0}', 0, 'x', $2, CASE WHEN $6 THEN n END FROM generate_series(1, $5::int) n`,
    [idsFrom(at).slice(0, -12), at, agentId, status, count, wasSent],
  );
}

const read = async (ids: string[], hours = 24) => readAgentStats(db.pool, ids, { hours, now, idsFrom });

test('each attempt is in the bucket in which it ended, and the last bucket contains now', async () => {
  await insertEnded('one', 3, 0);
  await insertEnded('one', 2, 61, 'failed');
  await insertEnded('one', 1, 62, 'dead_letter');
  await insertEnded('one', 4, 30 * 60); // too old
  const stats = (await read(['one', 'nobody'])).get('one');
  expect(stats).toMatchObject({
    completed: 3,
    failed: 3,
    deadLetters: 1,
    p50Ms: 1,
    p95Ms: 3,
    sampled: false,
  });
  expect(stats?.buckets).toHaveLength(24);
  expect(stats?.buckets.at(-1)).toEqual({
    at: new Date('2026-11-20T12:00:00Z'),
    completed: 3,
    failed: 0,
    p50Ms: 2,
    p95Ms: 3,
  });
  expect(stats?.buckets.at(-3)).toMatchObject({
    at: new Date('2026-11-20T10:00:00Z'),
    completed: 0,
    failed: 3,
  });
  const day = stats?.buckets.map(({ at }) => at.getTime()) ?? [];
  expect(new Set(day.slice(1).map((at, index) => at - (day[index] ?? 0)))).toEqual(new Set([HOUR_MS]));
  expect((await read(['nobody'])).get('nobody')).toMatchObject({
    completed: 0,
    p50Ms: null,
    buckets: expect.any(Array),
  });
});

test('attempts that were not sent count as failed, and have no duration', async () => {
  await insertEnded('refused', 1, 3);
  await insertEnded('refused', 2, 4, 'failed', { wasSent: false });
  const stats = (await read(['refused'])).get('refused');
  expect(stats).toMatchObject({ completed: 1, failed: 2, p50Ms: 1, p95Ms: 1 });
});

test('of very many attempts, a list counts only the newest, and says so', async () => {
  await insertEnded('busy', 1_500, 5);
  expect((await read(['busy', 'other'])).get('busy')).toMatchObject({ completed: 1_000, sampled: true });
  expect((await read(['busy'])).get('busy')).toMatchObject({ completed: 1_500, sampled: false });
});
