/** What the documentation says about the tree of the sources, and how it writes numbers. */
import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';

/** The most files in a folder; subjects with more are divided. */
const MOST_FILES = 30;

/** All files below the folder, except for generated ones. */
async function filesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile() && !/generated/.test(join(entry.parentPath, entry.name)))
    .map(({ parentPath, name }) => join(parentPath, name));
}

const files = (await Promise.all(['src', 'admin/src', 'test', 'docs'].map(filesIn))).flat();
const documents = [
  ...files.filter((file) => file.endsWith('.md')),
  ...['README.md', 'CONTRIBUTING.md', 'SECURITY.md', 'admin/README.md'],
];
const namesIn = async (document: string, pattern: RegExp) =>
  Array.from((await readFile(document, 'utf8')).matchAll(pattern), ([, name = '']) => name);

test('the files and folders that documents name exist', async () => {
  const missing: string[] = [];
  for (const document of documents)
    for (const path of await namesIn(
      document,
      /`((?:src|admin|test|prisma|scripts|deploy|bench|docs)\/[\w./-]+)`/g,
    ))
      if (!existsSync(path)) missing.push(`${document}: ${path}`);
  expect(missing).toEqual([]);
});

test('the files that the README.md of a folder names are in this folder', async () => {
  const missing: string[] = [];
  for (const document of documents.filter((file) => /^src\/.*README\.md$/.test(file))) {
    const inside = files.filter((file) => file.startsWith(`${dirname(document)}/`));
    for (const name of await namesIn(document, /`((?!src\/)[\w-]+(?:\/[\w-]+)*\.ts)`/g))
      if (!inside.some((file) => file.endsWith(`/${name}`))) missing.push(`${document}: ${name}`);
  }
  expect(missing).toEqual([]);
});

test('no folder of sources has too many files', () => {
  const counts = new Map<string, number>();
  for (const folder of files.filter((file) => !file.startsWith('docs/')).map((file) => dirname(file)))
    counts.set(folder, (counts.get(folder) ?? 0) + 1);
  expect(counts.size).toBeGreaterThan(100);
  expect([...counts].filter(([, count]) => count > MOST_FILES)).toEqual([]);
});

test('documents separate thousands by commas, as the admin and the errors do', async () => {
  const others: string[] = [];
  for (const document of [...documents, 'CHANGELOG.md'])
    for (const number of await namesIn(
      document,
      /(?<![\w.,/:+-])(\d{1,3}(?:[ \u00a0\u2009\u202f]\d{3})+)(?!\w)/g,
    ))
      others.push(`${document}: ${number}`);
  expect(others).toEqual([]);
});
