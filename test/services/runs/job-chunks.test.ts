import { expect, test } from 'vitest';
import type { JobChunk } from '../../../src/db/runs/expand/job-chunks.js';
import { LIMITS } from '../../../src/domain/limits.js';
import { jobChunks } from '../../../src/services/runs/expand/job-chunks.js';

const settings = {} as JobChunk['settings'];

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
  for await (const { params, firstIndex } of jobChunks({ chunks, batchSize: 10 }, settings)) {
    expect(firstIndex).toBe(sizes.reduce((sum, size) => sum + size, 0));
    sizes.push(params.length);
  }
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
