/** How the admin shows users to write a data source: with what their server has. */
import { expect, test } from 'vitest';
import { sourceExampleOf } from '../../admin/src/features/schedules/form/params/source-example.js';

const table = (reference: string, ...columns: string[]) => ({
  reference,
  columns: columns.map((name) => ({ name, type: 'text' })),
});

test('is the first column that can be read, whatever the kind of its source', () => {
  const sources = [
    { source: 'db', tables: [table('media.locked')] },
    { source: 'feed', tables: [table('news', 'url', 'title')] },
  ];
  expect(sourceExampleOf(sources)).toEqual({ example: 'feed:news:all:url', prefixes: ['db:', 'feed:'] });
});

test('is the form of a data source if nothing can be read', () => {
  expect(sourceExampleOf([{ source: 'feed', tables: [] }]).example).toBe('feed:table:all:column');
});
