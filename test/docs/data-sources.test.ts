/** The examples of docs/data-sources.md return what it says, on the tables that it creates. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { expandAll, failureOf, openSourceDatabase, valuesOf } from '../sources/support.js';
import { ROOT } from '../support/programs/build-once.js';

const text = readFileSync(join(ROOT, 'docs/data-sources.md'), 'utf8');
const blocks = (language: string) =>
  [...text.matchAll(new RegExp(`\`\`\`${language}\\n([\\s\\S]*?)\`\`\``, 'g'))].map(([, code = '']) => code);
/** The rows of tables with a data source in the first column. */
const rows = [...text.matchAll(/^\| `(db:[^|]*)` \| (.+) \|$/gm)].map(
  ([, source = '', expected = '']) => [source, expected] as const,
);
const examples = rows.filter(([, expected]) => expected.startsWith('`'));
const errors = rows.filter(([, expected]) => !expected.startsWith('`'));

const LITERAL_HINT = ' To pass a string that begins with "db:" as it is, write {"$literal": "…"}.';

let database: Awaited<ReturnType<typeof openSourceDatabase>>;
beforeAll(async () => {
  database = await openSourceDatabase(blocks('sql')[0] ?? '');
});
afterAll(() => database?.close());

it('the page has examples', () => {
  expect(examples.length).toBeGreaterThanOrEqual(30);
  expect(errors.length).toBeGreaterThanOrEqual(10);
});

it.each(examples)('%s', async (source, expected) => {
  expect(JSON.stringify(await valuesOf(database.deps, source))).toBe(expected.slice(1, -1));
});

it.each(errors)('%s is refused', async (source, expected) => {
  const message = (await failureOf(database.deps, source)).replace(LITERAL_HINT, '');
  expect(message).toBe(expected.replaceAll('\\<', '<'));
});

it('the example with several data sources combines them', async () => {
  const [params = '', jobs = ''] = blocks('json');
  expect((await expandAll(database.deps, JSON.parse(params))).params).toEqual(JSON.parse(jobs));
});
