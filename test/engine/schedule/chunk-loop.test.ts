import type { PoolClient } from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { createEngineMetrics } from '../../../src/engine/engine-metrics.js';
import { type ChunkLoop, createChunkLoop } from '../../../src/engine/schedule/chunk-loop.js';
import { createSignals } from '../../../src/engine/signals.js';
import { createRegistry } from '../../../src/runtime/telemetry/metrics.js';
import type { TestDatabase } from '../../support/database.js';
import { createExpansion, type Expansion } from '../../support/expansion.js';
import { rollBack } from '../../support/lock-waits.js';
import { createRecordingLogger } from '../../support/recording-logger.js';

const JOBS = 3_001;

let db: TestDatabase;
let expansion: Expansion;
let holder: PoolClient;
let chunk: ChunkLoop;

beforeAll(async () => {
  expansion = await createExpansion(JOBS);
  db = expansion.db;
});
afterAll(() => expansion?.drop());
beforeEach(async () => {
  await db.pool.query('TRUNCATE "ScheduleExecution", "AgentJobExecution", "JobChunk"');
  chunk = createChunkLoop({
    pool: db.pool,
    logger: createRecordingLogger(),
    signals: createSignals(),
    metrics: createEngineMetrics(createRegistry(), async () => 0),
    safetyNetMs: 60_000,
  });
  holder = await db.pool.connect();
  await holder.query('BEGIN');
});
afterEach(async () => {
  await rollBack(holder);
});

const expanded = () => expansion.expanded({ params: { id: 'db:big:all:id' } });

async function chunksOf(id: string): Promise<number> {
  const { rows } = await db.pool.query(
    'SELECT count(*)::int AS count FROM "JobChunk" WHERE "executionId" = $1',
    [id],
  );
  return rows[0]?.count;
}

test('checks at growing intervals while another transaction has what is due', async () => {
  const id = await expanded();
  await db.pool.query('UPDATE "JobChunk" SET "storeAt" = clock_timestamp()');
  await holder.query('SELECT FROM "JobChunk" WHERE part = 0 FOR UPDATE');
  const delays: (number | null)[] = [];
  for (let round = 0; round < 5; round += 1) delays.push(await chunk.runOnce());
  expect(delays).toEqual([0, 0, 5, 10, 20]);
  expect(await chunksOf(id)).toBe(1);
});

test('at the stop of a worker, runs that cannot be changed do not keep the others from being stored', async () => {
  const runs = [await expanded(), await expanded(), await expanded(), await expanded()];
  const held = runs.slice(1, 3);
  await db.pool.query(
    'UPDATE "ScheduleExecution" SET "cancelRequestedAt" = clock_timestamp() WHERE id = ANY ($1)',
    [held],
  );
  await holder.query('SELECT FROM "ScheduleExecution" WHERE id = ANY ($1) FOR UPDATE', [held]);
  await chunk.storeAll(AbortSignal.timeout(20_000));
  expect(await Promise.all(runs.map(chunksOf))).toEqual([0, 3, 3, 0]);
});
