import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type DataSourceRequest, parseDataSource } from '../../../src/domain/expansion/grammar.js';
import {
  batchCount,
  batchIndexOf,
  batchSettings,
  combinations,
  minimumDurationMs,
} from '../../../src/domain/expansion/plan.js';

const defaults = { batchSize: 10, staggerDelay: 1000 };
const request = (options: string) =>
  parseDataSource(`db:t:all:id${options}`, new Set(['db'])) as DataSourceRequest;

describe('batchSettings', () => {
  it('takes the smallest batch size and the longest stagger delay', () => {
    expect(batchSettings([], defaults)).toEqual(defaults);
    expect(batchSettings([request('')], defaults)).toEqual(defaults);
    expect(batchSettings([request('?batchSize=50&staggerDelay=0'), request('')], defaults)).toEqual({
      batchSize: 50,
      staggerDelay: 0,
    });
    expect(
      batchSettings(
        [request('?batchSize=5&staggerDelay=1s'), request('?batchSize=3&staggerDelay=2s')],
        defaults,
      ),
    ).toEqual({ batchSize: 3, staggerDelay: 2000 });
  });
});

describe('batches', () => {
  it('are filled one after another', () => {
    expect([0, 9, 10, 99].map((index) => batchIndexOf(index, 10))).toEqual([0, 0, 1, 9]);
    expect([0, 1, 10, 11, 100].map((jobs) => batchCount(jobs, 10))).toEqual([0, 1, 1, 2, 10]);
    expect([0, 1, 100].map((jobs) => minimumDurationMs(jobs, defaults))).toEqual([0, 0, 9000]);
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 100_000 }), fc.integer({ min: 1, max: 10_000 }), (jobs, size) => {
        expect(batchIndexOf(jobs - 1, size) + 1).toBe(batchCount(jobs, size));
      }),
    );
  });
});

describe('combinations', () => {
  it('change the last side fastest', () => {
    expect([...combinations([])]).toEqual([[]]);
    expect([
      ...combinations([
        ['a', 'b'],
        [1, 2],
      ]),
    ]).toEqual([
      ['a', 1],
      ['a', 2],
      ['b', 1],
      ['b', 2],
    ]);
    expect([...combinations([['a', 'b'], []])]).toEqual([]);
  });

  it('contain every combination once', () => {
    const sides = fc.array(fc.uniqueArray(fc.integer(), { maxLength: 6 }), { maxLength: 4 });
    fc.assert(
      fc.property(sides, (values) => {
        const all = [...combinations(values)].map((combination) => combination.join());
        expect(all).toHaveLength(values.reduce((product, side) => product * side.length, 1));
        expect(new Set(all).size).toBe(all.length);
      }),
    );
  });

  it('are lazy', () => {
    const side = Array.from({ length: 1000 }, (_, index) => index);
    const endless = combinations([side, side, side, side, side]);
    expect(endless.next().value).toEqual([0, 0, 0, 0, 0]);
  });
});
