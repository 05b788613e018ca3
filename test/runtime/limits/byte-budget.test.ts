import { expect, test } from 'vitest';
import { ByteBudget } from '../../../src/runtime/limits/byte-budget.js';

test('a budget takes from the wider one, and gives back', () => {
  const wider = new ByteBudget(100);
  const own = new ByteBudget(60, wider);
  expect(own.spend(60)).toBe(true);
  expect(new ByteBudget(60, wider).spend(41)).toBe(false);
  own.release();
  own.release();
  expect(new ByteBudget(100, wider).spend(100)).toBe(true);
});

test('what is spent after the release is missing from no other budget', () => {
  const wider = new ByteBudget(100);
  const own = new ByteBudget(100, wider);
  own.spend(10);
  own.release();
  own.spend(80);
  expect(new ByteBudget(100, wider).spend(100)).toBe(true);
});

test('an exceeded budget stays exceeded, and says whether its own limit or the shared one was reached', () => {
  const wider = new ByteBudget(100);
  const own = new ByteBudget(60, wider);
  expect([own.spend(61), own.spend(1), own.exceeded]).toEqual([false, false, 'own']);
  const other = new ByteBudget(200, wider);
  expect([other.spend(101), other.exceeded]).toEqual([false, 'shared']);
  own.refuse();
  expect(own.exceeded).toBe('own');
});

test('work that is refused may spend nothing more, and may be tried again', () => {
  const refused = new ByteBudget(100);
  refused.refuse();
  expect([refused.spend(1), refused.exceeded]).toEqual([false, 'shared']);
});
