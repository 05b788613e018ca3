import { parse } from 'graphql';
import { expect, test } from 'vitest';
import { LIMITS } from '../../../../src/domain/limits.js';
import { isTooHeavy } from '../../../../src/schema/server/operations/document-weight.js';

const fields = (count: number, name: (index: number) => string) =>
  parse(`{ ${Array.from({ length: count }, (_, index) => name(index)).join(' ')} }`);

test('a document has a limited number of selections', () => {
  expect(isTooHeavy(fields(LIMITS.documentSelections, (index) => `f${index}`))).toBe(false);
  expect(isTooHeavy(fields(LIMITS.documentSelections + 1, (index) => `f${index}`))).toBe(true);
});

test('fragments count as often as they are used', () => {
  const third = Array.from({ length: LIMITS.documentSelections / 3 }, (_, index) => `f${index}`).join(' ');
  const spread = (times: number) =>
    parse(
      `{ ${Array.from({ length: times }, (_, n) => `a${n} { ...f }`).join(' ')} } fragment f on T { ${third} }`,
    );
  // The fragment's own definition counts too.
  expect(isTooHeavy(spread(1))).toBe(false);
  expect(isTooHeavy(spread(2))).toBe(true);
});

test('selections with the same name are compared with each other, for a limited number of pairs', () => {
  const pairs = (count: number) => (count * (count - 1)) / 2;
  let most = 1;
  while (pairs(most + 1) <= LIMITS.documentComparisons) most += 1;
  expect(isTooHeavy(fields(most, () => 'id'))).toBe(false);
  expect(isTooHeavy(fields(most + 1, () => 'id'))).toBe(true);
});
