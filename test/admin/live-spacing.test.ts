/** How soon what is shown is read again: soon where reading is quick, seldom where it is not. */
import { expect, test } from 'vitest';
import { spacingOf } from '../../admin/src/lib/graphql/live.js';

test('the next read waits four times as long as the last one took, between 150 ms and a second', () => {
  expect([0, 20, 100, 250, 9_000].map(spacingOf)).toEqual([150, 150, 400, 1_000, 1_000]);
});
