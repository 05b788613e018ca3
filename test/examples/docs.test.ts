import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { buildSchema, type DocumentNode, parse, validate } from 'graphql';
import { expect, test } from 'vitest';
import { subscribeCommand } from '../../src/dev/banner.js';

const under = async (folder: string) =>
  (await readdir(folder, { recursive: true })).map((name) => join(folder, name));
const files = [
  ...['README.md', 'CONTRIBUTING.md', 'SECURITY.md', 'admin/README.md', '.github/pull_request_template.md'],
  ...(await Promise.all(['docs', 'examples', 'packages', 'sdk', 'src'].map(under))).flat(),
].filter((name) => name.endsWith('.md'));
const texts = new Map(
  await Promise.all(files.map(async (name) => [name, await readFile(name, 'utf8')] as const)),
);
const readme = texts.get('README.md') ?? '';

/** GraphQL in a document: in its own blocks, and in commands to paste. */
function operationsIn(text: string): string[] {
  const blocks = [...text.matchAll(/```graphql\n([\s\S]*?)```/g)].map((match) => match[1] ?? '');
  const commands = [...text.matchAll(/^graphql '([^']+)'/gm)].map((match) => match[1] ?? '');
  const bodies = [...text.matchAll(/--data '(\{"query".*\})'/g)].map(
    (match) => JSON.parse(match[1] ?? '').query,
  );
  return [...blocks, ...commands, ...bodies];
}

test('GraphQL in documents is valid', async () => {
  const schema = buildSchema(await readFile('schema.graphql', 'utf8'));
  const operations = [...texts].flatMap(([name, text]) =>
    operationsIn(text).map((operation) => [name, operation] as const),
  );
  expect(operations.length).toBeGreaterThanOrEqual(8);
  for (const [name, operation] of operations) {
    let document: DocumentNode | undefined;
    expect(() => {
      document = parse(operation);
    }, `${name}: ${operation}`).not.toThrow();
    if (document) expect(validate(schema, document).map(String), name).toEqual([]);
  }
});

test('links point to files and headings that exist', () => {
  for (const [name, text] of texts) {
    for (const [, target = ''] of text.matchAll(/\]\(([^)#]+)\)/g)) {
      if (!/^https?:/.test(target))
        expect(existsSync(join(dirname(name), target)), `${name} -> ${target}`).toBe(true);
    }
    for (const [, file = '', anchor = ''] of text.matchAll(/\]\(([^)#:]*)#([^)]+)\)/g)) {
      const target = texts.get(join(file ? dirname(name) : '', file || name)) ?? '';
      const headings = [...target.matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) => anchorOf(heading));
      expect(headings, `${name} -> ${file}`).toContain(anchor);
    }
  }
});

/** As GitHub makes it. */
function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replaceAll(/[^\w\- ]/g, '')
    .replaceAll(' ', '-');
}

test('the README begins with the two commands and shows the one that npm start prints', () => {
  expect(readme).toContain('npm ci && npm start');
  expect(readme).toContain('npm ci && npm test');
  const oneLine = (text: string) => text.replaceAll(/ \\\n +/g, ' ');
  const printed = subscribeCommand('http://127.0.0.1:4000', { file: '.callboard/admin-token' });
  expect(oneLine(readme)).toContain(oneLine(printed));
});
