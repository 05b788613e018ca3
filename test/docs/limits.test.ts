import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { LIMITS } from '../../src/domain/limits.js';
import { ROOT } from '../support/build-once.js';

it('lists every limit in docs/security.md with its number', () => {
  const text = readFileSync(join(ROOT, 'docs/security.md'), 'utf8');
  const rows = [...text.matchAll(/^\| *`(\w+)` *\| *([\d,]+)[^|]*\| *[^|\n]+\|$/gm)];
  const documented = Object.fromEntries(
    rows.map(([, name, value]) => [name, Number(value?.replaceAll(',', ''))]),
  );
  expect(documented).toEqual(LIMITS);
});
