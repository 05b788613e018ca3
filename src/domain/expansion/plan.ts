import type { Json } from '../json.js';
import type { DataSourceRequest } from './grammar.js';

export interface BatchSettings {
  batchSize: number;
  /** Milliseconds between batches. */
  staggerDelay: number;
}

/**
 * The smallest batchSize and the largest staggerDelay that were written win. Defaults apply where nothing was
 * written.
 */
export function batchSettings(
  requests: readonly DataSourceRequest[],
  defaults: BatchSettings,
): BatchSettings {
  const sizes = requests.flatMap(({ options }) => options.batchSize ?? []);
  const delays = requests.flatMap(({ options }) => options.staggerDelay ?? []);
  return {
    batchSize: sizes.length > 0 ? Math.min(...sizes) : defaults.batchSize,
    staggerDelay: delays.length > 0 ? Math.max(...delays) : defaults.staggerDelay,
  };
}

/** The batch of the job with this index, both from 0. */
export function batchIndexOf(index: number, batchSize: number): number {
  return Math.floor(index / batchSize);
}

export function batchCount(jobs: number, batchSize: number): number {
  return Math.ceil(jobs / batchSize);
}

/**
 * The shortest time from the first batch to the last, in milliseconds. The time that agents need comes on
 * top.
 */
export function minimumDurationMs(jobs: number, { batchSize, staggerDelay }: BatchSettings): number {
  return Math.max(0, batchCount(jobs, batchSize) - 1) * staggerDelay;
}

/**
 * Every combination of one value per side, lazily; the last side changes fastest. No sides give one empty
 * combination; an empty side gives none.
 */
export function* combinations(sides: readonly (readonly Json[])[]): Generator<Json[]> {
  const [first, ...rest] = sides;
  if (!first) {
    yield [];
    return;
  }
  for (const value of first) {
    for (const others of combinations(rest)) yield [value, ...others];
  }
}
