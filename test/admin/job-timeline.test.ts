import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  domainOf,
  placeOf,
  type SpanAttempt,
  spansOf,
  ticksOf,
} from '../../admin/src/features/executions/detail/timeline.js';
import { paramsText } from '../../admin/src/features/jobs/params-text.js';

const at = (second: number) => new Date(Date.UTC(2026, 0, 1, 0, 0, second)).toISOString();
const ms = (second: number) => Date.parse(at(second));

const attempt = (more: Partial<SpanAttempt>): SpanAttempt => ({
  id: 'a',
  status: 'COMPLETED',
  createdAt: at(0),
  enqueuedAt: null,
  startedAt: null,
  completedAt: null,
  retryAt: null,
  ...more,
});

describe('the spans of a job', () => {
  test('an attempt waits, then runs; a running one has no end', () => {
    expect(spansOf([attempt({ startedAt: at(2), completedAt: at(5) })])).toMatchObject([
      { kind: 'wait', from: ms(0), to: ms(2) },
      { kind: 'run', from: ms(2), to: ms(5) },
    ]);
    expect(spansOf([attempt({ status: 'RUNNING', enqueuedAt: at(1), startedAt: at(1) })])).toEqual([
      { attemptId: 'a', status: 'RUNNING', kind: 'run', from: ms(1), to: undefined },
    ]);
  });

  test('an attempt that was never sent only waits', () => {
    expect(spansOf([attempt({ status: 'CANCELLED', completedAt: at(3) })])).toMatchObject([
      { kind: 'wait', from: ms(0), to: ms(3) },
    ]);
    expect(spansOf([attempt({ status: 'PENDING' })])).toMatchObject([{ kind: 'wait', to: undefined }]);
  });

  test('the axis reaches from the first start to the last end, or to now', () => {
    const spans = spansOf([
      attempt({ startedAt: at(2), completedAt: at(5) }),
      attempt({ id: 'b', status: 'RUNNING', createdAt: at(4), startedAt: at(6) }),
    ]);
    const domain = domainOf(spans, ms(10));
    expect(domain?.from).toBe(ms(0));
    expect(domain?.to).toBeGreaterThanOrEqual(ms(10));
    expect(domain?.to).toBeLessThan(ms(11));
    expect(domainOf([], ms(10))).toBeUndefined();
  });

  test('every axis has a few ticks, all of them within it', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 400 * 86_400_000 }),
        fc.integer({ min: 2, max: 12 }),
        (length, most) => {
          const ticks = ticksOf({ from: 5, to: 5 + length }, most);
          expect(ticks[0]).toBe(0);
          expect(ticks.length).toBeLessThanOrEqual(most + 1);
          expect(ticks.at(-1)).toBeLessThanOrEqual(length);
          expect(
            new Set(ticks.slice(1).map((tick, index) => tick - (ticks[index] ?? 0))).size,
          ).toBeLessThanOrEqual(1);
        },
      ),
    );
  });

  test('positions stay within the axis', () => {
    const domain = { from: 100, to: 200 };
    expect([50, 100, 150, 250].map((time) => placeOf(time, domain))).toEqual([0, 0, 50, 100]);
  });
});

describe('the difference between a job and the template of its run', () => {
  test('shows the params that differ from the template', () => {
    const template = { ticker: 'db:Ticker:all:symbol', depth: 3, list: [{ id: 'db:X:all:id' }] };
    expect(paramsText({ ticker: 'AAPL', depth: 3, list: [{ id: 'db:X:all:id' }] }, template)).toBe('AAPL');
    expect(paramsText({ ticker: 'AAPL', depth: 3, list: [{ id: 7 }] }, template)).toBe(
      'ticker: AAPL, list[0].id: 7',
    );
  });

  test('shows all params if there is no template or no difference', () => {
    expect(paramsText({ a: 1, b: 'two' })).toBe('a: 1, b: two');
    expect(paramsText({ a: 1, b: true }, { a: 1, b: true })).toBe('a: 1, b: true');
    expect(paramsText({}, {})).toBe('');
  });

  test('stays short however large the params are, and accepts params that are not an object', () => {
    const large = Object.fromEntries(Array.from({ length: 1_000 }, (_, index) => [`k${index}`, index]));
    expect(paramsText(large).split(', ')).toHaveLength(8);
    expect(paramsText({ a: { b: { c: { d: { e: 1 } } } }, f: 2 })).toBe('a.b.c.d: {"e":1}, f: 2');
    for (const odd of [null, 7, 'text', undefined, []]) expect(paramsText(odd, odd)).toBe('');
  });
});
