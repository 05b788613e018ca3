import { expect, test } from 'vitest';
import type { NewAttempt } from '../../../src/db/jobs/insert-attempts.js';
import type { JsonObject } from '../../../src/domain/json.js';
import { LIMITS } from '../../../src/domain/limits.js';
import { jobChunks } from '../../../src/services/runs/job-chunks.js';
import type { JobPlan } from '../../../src/services/runs/plan-jobs.js';

const plan = { calls: [{}], jobsOf: (params: JsonObject) => [{ params }] } as unknown as JobPlan;

/** How many jobs with params of these sizes each chunk has. */
async function sizesOf(...bytes: number[]): Promise<number[]> {
  const overhead = JSON.stringify({ text: 'é' }).length + 1;
  const combinations = bytes.map((size, index) => ({
    params: { text: `é${'x'.repeat(size - overhead)}` },
    index,
  }));
  async function* chunks() {
    yield combinations;
  }
  const sizes: number[] = [];
  for await (const jobs of jobChunks({ chunks, batchSize: 10 }, plan))
    sizes.push((jobs as NewAttempt[]).length);
  return sizes;
}

test('a limited size of params is inserted at a time', async () => {
  const half = LIMITS.expansionChunkBytes / 2;
  expect(await sizesOf(half, half, half, half)).toEqual([2, 2]);
  expect(await sizesOf(half, half + 1, half, half)).toEqual([1, 1, 2]);
});

test('params that exceed it alone are inserted alone', async () => {
  const large = LIMITS.expansionChunkBytes + 1;
  expect(await sizesOf(100, large, 100, 100)).toEqual([1, 1, 2]);
});
