import { setTimeout as sleep } from 'node:timers/promises';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { pipeline } from '../domain/pipeline/arbitraries.js';
import { behavesByFate } from '../engine/pipelines/pipeline-behaviour.js';
import { holdPipeline } from '../engine/pipelines/pipeline-invariants.js';
import { steps } from '../engine/pipelines/pipeline-stage.js';
import { eventually } from '../support/engine.js';
import { insertPipelineExecution } from '../support/rows.js';
import { holdInvariants, holdSends, quiesce } from './invariants.js';
import { AGENT, openStage, randomOf, type Stage, seeds } from './stage.js';

let stage: Stage;

beforeEach(async () => {
  stage = await openStage({ CALLBOARD_MAX_CONCURRENT: '10' });
});
afterEach(() => stage.close());

const withAgent = (list: readonly object[]) => list.map((one) => ({ ...one, agentId: AGENT }));
const retry = fc.record({ maxRetries: fc.integer({ min: 0, max: 2 }), delay: fc.constantFrom(0, 5) });
const drawn = fc.tuple(pipeline, retry, fc.option(retry));
const PIPELINES = 25;

const UNEXPANDED = `SELECT FROM "ScheduleExecution" WHERE "expandedAt" IS NULL`;

describe('SIGKILL while pipelines run', () => {
  test.for(seeds(2, 40))(
    'any pipelines, seed %i: each step runs once per attempt, only when it may, and all ends',
    async (seed, { task }) => {
      const random = randomOf(seed);
      const { pool } = stage.db;
      stage.agent.behave(behavesByFate(pool));
      const ids: string[] = [];
      for (const [list, own, whole] of fc.sample(drawn, { numRuns: PIPELINES, seed })) {
        const limits = { retryConfig: { ...own, backoff: 'fixed' }, dependencyTimeout: null };
        const definition = {
          steps: withAgent(list).map((one) => ({ ...one, ...limits })),
          ...(whole && { retryConfig: { ...whole, backoff: 'fixed' } }),
        };
        ids.push(await insertPipelineExecution(pool, definition));
      }
      for (let kills = 0; kills < 2; kills += 1) {
        const worker = await stage.startWorker();
        // Tasks that a dead worker had taken from the queue are found by the safety net after 10 s, which is
        // not tested here.
        await eventually(pool, UNEXPANDED, [], ({ length }) => length === 0);
        // There may be fewer calls left.
        const calls = stage.agent.calls(stage.agent.ledger.length + 1 + Math.floor(random() * 40));
        await Promise.race([calls, quiesce(pool).catch(() => {})]);
        await sleep(random() * 20);
        await worker.kill();
        await stage.expireLease(worker);
      }
      await stage.startWorker();
      await holdSends(task, stage, { fault: 'SIGKILL, any pipelines', seed });
      for (const id of ids) await holdPipeline(pool, id);
    },
  );

  test.for(seeds(1, 25))('between two steps of many contexts: seed %i', async (seed, { task }) => {
    const random = randomOf(seed);
    const { pool } = stage.db;
    const id = await insertPipelineExecution(
      pool,
      { steps: withAgent(steps('a', { step: 'b < a', parallel: false }, 'c < a', 'd < b c')) },
      { item: 'db:item:all:id?batchSize=20&staggerDelay=5' },
    );
    for (let kills = 0; kills < 3; kills += 1) {
      const worker = await stage.startWorker();
      await stage.agent.calls(stage.agent.ledger.length + 1 + Math.floor(random() * 60));
      await sleep(random() * 10);
      await worker.kill();
      await stage.expireLease(worker);
    }
    await stage.startWorker();
    await holdInvariants(task, stage, { fault: 'SIGKILL between steps', seed });
    await holdPipeline(pool, id);
    const { rows } = await pool.query(
      `SELECT "runStatus", status, "jobsCompleted" FROM "ScheduleExecution" WHERE id = $1`,
      [id],
    );
    expect(rows).toEqual([{ runStatus: 'succeeded', status: 'success', jobsCompleted: 240 }]);
  });
});
