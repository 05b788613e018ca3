import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { LIMITS } from '../../src/domain/limits.js';
import { ROOT } from '../support/programs/build-once.js';

it('lists every limit in docs/security.md with its number', () => {
  const text = readFileSync(join(ROOT, 'docs/security.md'), 'utf8');
  const rows = [...text.matchAll(/^\| *`(\w+)` *\| *([\d,]+)[^|]*\| *[^|\n]+\|$/gm)];
  const documented = Object.fromEntries(
    rows.map(([, name, value]) => [name, Number(value?.replaceAll(',', ''))]),
  );
  expect(documented).toEqual(LIMITS);
});

it('has a test of every limit that names it', () => {
  const dir = join(ROOT, 'test');
  const files = readdirSync(dir, { recursive: true, encoding: 'utf8' }).filter((path) =>
    path.endsWith('.test.ts'),
  );
  const tests = files.map((path) => readFileSync(join(dir, path), 'utf8')).join('\n');
  const taken = [...tests.matchAll(/\{([^{}]*)\} = LIMITS;/g)].map(([, names]) => names).join();
  const named = new Set([...tests.matchAll(/LIMITS\.(\w+)/g)].map(([, name]) => name));
  for (const name of taken.split(/[\s,]+/)) named.add(name);
  expect(Object.keys(LIMITS).filter((name) => !named.has(name))).toEqual([]);
});
