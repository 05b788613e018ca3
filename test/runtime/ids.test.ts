import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createIdGenerator, uuidv7 } from '../../src/runtime/ids.js';

const VERSION_7 = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

test('an id is a UUID of version 7 that contains its millisecond', () => {
  const id = createIdGenerator(() => Date.UTC(2026, 10, 20))();
  expect(id).toMatch(VERSION_7);
  expect(Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16)).toBe(Date.UTC(2026, 10, 20));
});

test('ids ascend, whatever the clock does', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 2 ** 47 }), { minLength: 2, maxLength: 50 }), (clock) => {
      let reading = 0;
      const next = createIdGenerator(() => clock[reading++] ?? 0);
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
