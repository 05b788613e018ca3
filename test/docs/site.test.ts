/** `npm run docs` on the repository's files; the generator itself exists only after it was installed. */

import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { buildSchema, isEnumType, isInputObjectType, isObjectType } from 'graphql';
import { expect, test } from 'vitest';

const run = promisify(execFile);
const PAGES = 'site/.pages';

interface Item {
  text: string;
  link?: string;
  items?: Item[];
}

test('the site has the pages that docs/README.md lists, and a reference of the whole GraphQL API', async () => {
  await run(process.execPath, ['collect.mjs'], { cwd: 'site' });
  const sidebar: Item[] = JSON.parse(await readFile(join(PAGES, 'sidebar.json'), 'utf8'));
  expect(sidebar.map(({ text }) => text)).toEqual(['Tutorials', 'How-to guides', 'Reference', 'Explanation']);
  const links = sidebar.flatMap(({ items = [] }) => items.flatMap((item) => [item, ...(item.items ?? [])]));
  for (const { link } of links) {
    const page = link?.split('#')[0]?.replace(/\/$/, '/index');
    if (page) expect(existsSync(join(PAGES, `${page}.md`)), link).toBe(true);
  }
  const listed = (await readdir('docs')).filter((name) => name.endsWith('.md') && name !== 'README.md');
  for (const name of listed)
    expect(
      links.some(({ link }) => link?.startsWith(`/docs/${name.replace('.md', '')}`)),
      `docs/README.md lists ${name}`,
    ).toBe(true);

  const text = (name: string) => readFile(join(PAGES, 'docs/graphql', `${name}.md`), 'utf8');
  const schema = buildSchema(await readFile('schema.graphql', 'utf8'));
  const [queries, mutations, objects, inputs, enums] = await Promise.all(
    ['queries', 'mutations', 'objects', 'inputs', 'enums'].map(text),
  );
  for (const name of Object.keys(schema.getQueryType()?.getFields() ?? {}))
    expect(queries).toContain(`## ${name}\n`);
  for (const name of Object.keys(schema.getMutationType()?.getFields() ?? {}))
    expect(mutations).toContain(`## ${name}\n`);
  for (const type of Object.values(schema.getTypeMap())) {
    if (type.name.startsWith('__') || ['Query', 'Mutation', 'Subscription'].includes(type.name)) continue;
    const page = isObjectType(type)
      ? objects
      : isInputObjectType(type)
        ? inputs
        : isEnumType(type)
          ? enums
          : undefined;
    if (page) expect(page).toContain(`## ${type.name}\n`);
  }
});

test('no picture is larger than 150 KB, and each exists light and dark', async () => {
  const names = await readdir('docs/pictures');
  expect(names.length).toBeGreaterThanOrEqual(8);
  for (const name of names) {
    expect((await readFile(join('docs/pictures', name))).length).toBeLessThanOrEqual(150_000);
    expect(names).toContain(
      name.replace(/-(light|dark)\.png$/, (_, theme) => `-${theme === 'dark' ? 'light' : 'dark'}.png`),
    );
  }
});
