import { describe, expect, test } from 'vitest';
import { fittingColumns } from '../../admin/src/components/lists/fitting-columns.js';

const COLUMNS = [
  { header: 'name', width: 'minmax(10rem,2fr)' },
  { header: 'scope', width: 'minmax(7.5rem,1fr)', from: 'md' },
  { header: 'state' },
  { header: 'created', width: '7rem', from: 'lg' },
  { header: 'by', width: '6rem', from: 'lg' },
] as const;
/** 36.5 rem, gaps between five columns, and the padding of a row. */
const ALL = 36.5 * 16 + 4 * 16 + 48;

describe('the columns of a table', () => {
  const shown = (room: number, hasCheckboxes = false) =>
    fittingColumns(COLUMNS, room, hasCheckboxes)?.map(({ header }) => header);

  test('are all shown if there is just enough room', () => {
    expect(shown(ALL)).toEqual(['name', 'scope', 'state', 'created', 'by']);
  });

  test('go one by one, first those that need the widest screen, from the right', () => {
    expect(shown(ALL - 1)).toEqual(['name', 'scope', 'state', 'created']);
    expect(shown(ALL, true)).toEqual(['name', 'scope', 'state', 'created']);
    expect(shown(ALL - 7 * 16 - 1)).toEqual(['name', 'scope', 'state']);
    expect(shown(340)).toEqual(['name', 'state']);
  });

  test('have no room where not even the necessary ones fit', () => {
    expect(shown(16 * 16 + 16 + 48)).toEqual(['name', 'state']);
    expect(shown(16 * 16 + 16 + 48 - 1)).toBeUndefined();
  });
});
