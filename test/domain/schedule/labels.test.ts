import { expect, test } from 'vitest';
import { scheduleLabel, scheduleLabels } from '../../../src/domain/schedule/labels.js';

test('a label is a word that survives commas, quotes and URLs', () => {
  for (const label of ['a', 'team-a', 'env=prod', 'acme/billing', 'v1.2:x', 'größe', '日本', 'x'.repeat(63)])
    expect(scheduleLabel.safeParse(label).success, label).toBe(true);
  for (const label of [
    '',
    ' a',
    'a b',
    'a,b',
    '-a',
    'a-',
    '{a}',
    'a"',
    "a'",
    'a\n',
    'a\0',
    'x'.repeat(64),
    1,
    null,
  ])
    expect(scheduleLabel.safeParse(label).success, String(label)).toBe(false);
});

test('labels are kept once and in order, at most 20', () => {
  expect(scheduleLabels.parse(['b', 'a', 'b'])).toEqual(['a', 'b']);
  const many = Array.from({ length: 21 }, (_, index) => `label-${index}`);
  expect(scheduleLabels.safeParse(many).success).toBe(false);
  expect(scheduleLabels.safeParse(many.slice(1)).success).toBe(true);
});
