import { expect, test } from 'vitest';
import { didYouMean } from '../../src/domain/did-you-mean.js';

const FIELDS = ['name', 'cronExpression', 'agentId', 'agentVersion', 'timezone'];

test.each([
  ['timezne', 'timezone'],
  ['TIMEZONE', 'timezone'],
  ['cron', 'cronExpression'],
  ['agent', 'agentId'],
  // Closer names win over longer ones.
  ['nam', 'name'],
])('%s suggests %s', (written, meant) => {
  expect(didYouMean(written, FIELDS)).toBe(` Did you mean "${meant}"?`);
});

test.each(['ag', 'schedule', 'expression', ''])('"%s" suggests nothing', (written) => {
  expect(didYouMean(written, FIELDS)).toBe('');
});
