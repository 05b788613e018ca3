import { setTimeout as sleep } from 'node:timers/promises';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { pipeline } from '../domain/pipeline/arbitraries.js';
import { behavesByFate } from '../engine/pipelines/pipeline-behavior.js';
import { steps } from '../engine/pipelines/pipeline-fixture.js';
import { checkPipeline } from '../engine/pipelines/pipeline-invariants.js';
import { eventually } from '../support/engine.js';
import { insertPipelineExecution } from '../support/rows.js';
import { AGENT, type FaultFixture, openFaultFixture, randomOf, seeds } from './fault-fixture.js';
import { holdInvariants, holdSends, quiesce } from './invariants.js';

let fixture: FaultFixture;

beforeEach(async () => {
  fixture = await openFaultFixture({ CALLBOARD_MAX_CONCURRENT: '10' });
});
afterEach(() => fixture.close());

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
      const { pool } = fixture.db;
      fixture.agent.behave(behavesByFate(pool));
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
        const worker = await fixture.startWorker();
        // Tasks that a dead worker had taken from the queue are found by the safety net after 10 s, which is
        // not tested here.
        await eventually(pool, UNEXPANDED, [], ({ length }) => length === 0);
        // There may be fewer calls left.
        const calls = fixture.agent.calls(fixture.agent.ledger.length + 1 + Math.floor(random() * 40));
        await Promise.race([calls, quiesce(pool).catch(() => {})]);
        await sleep(random() * 20);
        await worker.kill();
        await fixture.expireLease(worker);
      }
      await fixture.startWorker();
      await holdSends(task, fixture, { fault: 'SIGKILL, any pipelines', seed });
      for (const id of ids) await checkPipeline(pool, id);
    },
  );

  test.for(seeds(1, 25))('between two steps of many contexts: seed %i', async (seed, { task }) => {
    const random = randomOf(seed);
    const { pool } = fixture.db;
    const id = await insertPipelineExecution(
      pool,
      { steps: withAgent(steps('a', { step: 'b < a', parallel: false }, 'c < a', 'd < b c')) },
      { item: 'db:item:all:id?batchSize=20&staggerDelay=5' },
    );
    for (let kills = 0; kills < 3; kills += 1) {
      const worker = await fixture.startWorker();
      await fixture.agent.calls(fixture.agent.ledger.length + 1 + Math.floor(random() * 60));
      await sleep(random() * 10);
      await worker.kill();
      await fixture.expireLease(worker);
    }
    await fixture.startWorker();
    await holdInvariants(task, fixture, { fault: 'SIGKILL between steps', seed });
    await checkPipeline(pool, id);
    const { rows } = await pool.query(
      `SELECT "runStatus", status, "jobsCompleted" FROM "ScheduleExecution" WHERE id = $1`,
      [id],
    );
    expect(rows).toEqual([{ runStatus: 'succeeded', status: 'success', jobsCompleted: 240 }]);
  });
});
