import type { PoolClient } from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { createEngineMetrics } from '../../../src/engine/engine-metrics.js';
import { type ChunkLoop, createChunkLoop } from '../../../src/engine/schedule/chunk-loop.js';
import { createSignals } from '../../../src/engine/signals.js';
import type { Pool } from '../../../src/runtime/database/pool.js';
import { createSecretBox } from '../../../src/runtime/secrets/secret-box.js';
import { createRegistry } from '../../../src/runtime/telemetry/metrics.js';
import { createAgentDirectory } from '../../../src/services/agents/agent-directory.js';
import { expandExecution } from '../../../src/services/runs/expand-execution.js';
import { createDataSourcePool } from '../../../src/sources/pool.js';
import { createTestDatabase, type TestDatabase } from '../../support/database.js';
import { SECRET_KEY } from '../../support/engine.js';
import { createRecordingLogger } from '../../support/recording-logger.js';
import { insertAgent, insertExecution } from '../../support/rows.js';

const JOBS = 3_001;

let db: TestDatabase;
let dataSources: Pool;
let holder: PoolClient;
let chunk: ChunkLoop;

beforeAll(async () => {
  db = await createTestDatabase({ writer: 'engine' });
  await db.pool.query(`
    CREATE TABLE public."Big" (id int PRIMARY KEY);
    INSERT INTO public."Big" SELECT generate_series(1, ${JOBS})`);
  await insertAgent(db.pool, 'agent', 'http://127.0.0.1:9/run');
  dataSources = createDataSourcePool(db.url, { max: 4 });
});
afterAll(async () => {
  await dataSources?.end();
  await db?.drop();
});
beforeEach(async () => {
  await db.pool.query('TRUNCATE "ScheduleExecution", "AgentJobExecution", "JobChunk"');
  chunk = createChunkLoop(
    {
      pool: db.pool,
      logger: createRecordingLogger(),
      signals: createSignals(),
      metrics: createEngineMetrics(createRegistry(), async () => 0),
      safetyNetMs: 60_000,
    },
    () => {},
  );
  holder = await db.pool.connect();
  await holder.query('BEGIN');
});
afterEach(async () => {
  await holder.query('ROLLBACK');
  holder.release();
});

async function expanded(): Promise<string> {
  const id = await insertExecution(db.pool, { agentId: 'agent', params: { id: 'db:big:all:id' } });
  const directory = createAgentDirectory({ pool: db.pool, secretBox: createSecretBox(SECRET_KEY) });
  const deps = { pool: db.pool, dataSources: { pool: dataSources }, directory, holdsFirst: async () => true };
  expect(await expandExecution(deps, id)).toMatchObject({ kind: 'expanded' });
  return id;
}

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
  for (let round = 0; round < 5; round += 1) delays.push(await chunk.loop.runOnce());
  expect(delays).toEqual([0, 0, 5, 10, 20]);
  expect(await chunksOf(id)).toBe(1);
});

test('at the stop of a worker, a run that cannot be changed does not keep the others from being stored', async () => {
  const [first, held, last] = [await expanded(), await expanded(), await expanded()];
  await db.pool.query(
    'UPDATE "ScheduleExecution" SET "cancelRequestedAt" = clock_timestamp() WHERE id = $1',
    [held],
  );
  await holder.query('SELECT FROM "ScheduleExecution" WHERE id = $1 FOR UPDATE', [held]);
  await chunk.storeAll(AbortSignal.timeout(20_000));
  expect([await chunksOf(first), await chunksOf(held), await chunksOf(last)]).toEqual([0, 3, 0]);
});
