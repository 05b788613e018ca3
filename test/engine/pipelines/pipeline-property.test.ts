import fc from 'fast-check';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { pipeline } from '../../domain/pipeline/arbitraries.js';
import { NO_DEADLINE } from '../../support/engine.js';
import { insertPipelineExecution } from '../../support/rows.js';
import { createEngineFixture, type EngineFixture } from '../engine-fixture.js';
import { behavesByFate } from './pipeline-behavior.js';
import { checkPipeline } from './pipeline-invariants.js';

vi.setConfig({ testTimeout: 240_000 }); // hundreds of steps, on a busy machine

let fixture: EngineFixture;
beforeAll(async () => {
  fixture = await createEngineFixture();
});
afterAll(() => fixture?.stop());

/** Concurrent pipelines, so that settling rounds contain several. */
const PIPELINES = 60;
const retry = fc.record({ maxRetries: fc.integer({ min: 0, max: 2 }), delay: fc.constantFrom(0, 5) });
const drawn = fc.tuple(pipeline, retry, fc.option(retry));

test('any pipeline ends under two engines, one of which stops in between, and steps run once and only when they may', async () => {
  const { db, agent } = fixture;
  agent.behave(behavesByFate(db.pool));
  const leaving = await fixture.start();
  const staying = await fixture.start();
  const seed = Number(process.env.PIPELINE_SEED ?? Math.floor(Math.random() * 1e9));
  const draws = fc.sample(drawn, { numRuns: PIPELINES, seed });
  const ids: string[] = [];
  for (const [steps, own, whole] of draws) {
    const withRetries = steps.map((one) => ({
      ...one,
      retryConfig: { ...own, backoff: 'fixed' },
      dependencyTimeout: one.dependencyTimeout && one.dependencyTimeout * 4,
    }));
    const retryConfig = whole === null ? {} : { retryConfig: { ...whole, backoff: 'fixed' } };
    ids.push(await insertPipelineExecution(db.pool, { steps: withRetries, ...retryConfig }));
  }
  await agent.calls(PIPELINES);
  await leaving.stop(NO_DEADLINE);
  for (const id of ids) {
    await fixture.ended(id);
    await checkPipeline(db.pool, id).catch((error) => {
      throw new Error(`seed ${seed}: ${error.message}`, { cause: error });
    });
  }
  const calls = agent.ledger.map(({ executionId }) => executionId);
  expect(new Set(calls).size).toBe(calls.length);
  expect(await staying.findings()).toEqual({});
});
