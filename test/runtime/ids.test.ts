import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createIdGenerator, uuidv7, uuidv7From } from '../../src/runtime/ids.js';

const VERSION_7 = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

const millisecondOf = (id: string) => Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16);

test('an id is a UUID of version 7 that contains its millisecond', () => {
  const id = createIdGenerator(() => Date.UTC(2026, 10, 20))();
  expect(id).toMatch(VERSION_7);
  expect(millisecondOf(id)).toBe(Date.UTC(2026, 10, 20));
});

/** Jumping, or within one millisecond. */
const reading = fc.oneof(
  fc.integer({ min: 0, max: 2 ** 47 }),
  fc.double({ min: 1_000, max: 1_001, noNaN: true }),
);

test('ids ascend, whatever the clock does', () => {
  fc.assert(
    fc.property(fc.array(reading, { minLength: 2, maxLength: 50 }), (clock) => {
      let at = 0;
      const next = createIdGenerator(() => clock[at++] ?? 0);
      const ids = clock.map(() => next());
      expect(ids).toEqual([...ids].sort());
      expect(new Set(ids).size).toBe(ids.length);
    }),
  );
});

test('more ids in a millisecond than its counter holds still ascend', () => {
  const next = createIdGenerator(() => 1_000);
  const ids = Array.from({ length: 10_000 }, next);
  expect(ids).toEqual([...ids].sort());
  expect(new Set(ids).size).toBe(ids.length);
  expect(ids.every((id) => VERSION_7.test(id))).toBe(true);
});

test('the process has one sequence', () => {
  const ids = [uuidv7(), uuidv7(), uuidv7()];
  expect(ids).toEqual([...ids].sort());
});

test('an id of a row for a later instant is dated then, and the other ids are not', () => {
  const [now, later] = [Date.now(), new Date(Date.now() + 60_000)];
  const ids = [uuidv7From(later), uuidv7From(later)];
  expect(ids.map(millisecondOf)).toEqual([later.getTime(), later.getTime()]);
  expect(ids).toEqual([...ids].sort());
  expect(millisecondOf(uuidv7())).toBeLessThan(later.getTime());
  expect(millisecondOf(uuidv7From(new Date(0)))).toBeGreaterThanOrEqual(now);
});
