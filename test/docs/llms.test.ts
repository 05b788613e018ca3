/** The list of the documentation for language models. */
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname, join, normalize } from 'node:path';
import { expect, test } from 'vitest';

async function linksOf(file: string): Promise<Map<string, string[]>> {
  const sections = (await readFile(file, 'utf8')).split(/^## /m).slice(1);
  return new Map(
    sections.map((section) => [
      section.split('\n', 1)[0] ?? '',
      Array.from(section.matchAll(/\]\(([^)\s]+)\)/g), ([, link = '']) =>
        normalize(join(dirname(file), link)),
      ),
    ]),
  );
}

test('llms.txt lists the same existing pages as docs/README.md', async () => {
  const listed = await linksOf('llms.txt');
  expect(listed).toEqual(await linksOf('docs/README.md'));
  for (const link of [...listed.values()].flat())
    expect(existsSync(link.replace(/#.*/, '')), link).toBe(true);
});
