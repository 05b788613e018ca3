import { expect, test } from 'vitest';
import { countText, type ListCount } from '../../admin/src/lib/text/count-text.js';

test.each<[ListCount, string]>([
  [{ shown: 12, hasMore: false }, '12 total'],
  [{ shown: 50, hasMore: true }, '50 shown'],
  [{ shown: 12, hasMore: false, totalCount: 12 }, '12 total'],
  [{ shown: 50, hasMore: true, totalCount: 1_234, precision: 'EXACT' }, '50 of 1,234'],
  [{ shown: 50, hasMore: true, totalCount: 5_000, precision: 'AT_LEAST' }, '50 of 5,000+'],
  [{ shown: 5_050, hasMore: true, totalCount: 5_000, precision: 'AT_LEAST' }, '5,050 shown'],
  [{ shown: 50, hasMore: true, totalCount: 1_200_000, precision: 'ESTIMATE' }, '50 of about 1.2M'],
  [{ shown: 7, hasMore: false, totalCount: 12_000, precision: 'ESTIMATE' }, '7 total'],
])('%j is "%s"', (count, text) => {
  expect(countText(count)).toBe(text);
});
