/** docs/errors.md names every reason and code of the API. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildSchema, isEnumType } from 'graphql';
import { expect, it } from 'vitest';
import { ROOT } from '../support/programs/build-once.js';

const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');
const text = read('docs/errors.md');
/** The codes in the first column of the table under a heading. */
function documented(heading: string): string[] {
  const section = text.split(`## ${heading}\n`)[1]?.split('\n## ')[0] ?? '';
  return [...section.matchAll(/^\|([^|]+)\|/gm)].flatMap(
    ([, cell = '']) => cell.match(/[A-Z][A-Z_]{2,}/g) ?? [],
  );
}

it.each([
  ['Why a job waits, or did not run', 'JobReason'],
  ['Why a run waits, was stopped, or did not start', 'RunReason'],
])('%s', (heading, name) => {
  const type = buildSchema(read('schema.graphql')).getType(name);
  const values = isEnumType(type) ? type.getValues().map((value) => value.name) : [];
  const missing = values.filter(
    (value) => !documented(heading).includes(value) && value !== 'UNKNOWN' && value !== 'OTHER',
  );
  expect(values.length).toBeGreaterThan(5);
  expect(missing).toEqual([]);
});

it('lists the codes of top-level errors', () => {
  const source =
    read('src/schema/types/coded-error.ts').split('export type ErrorCode')[1]?.split(';')[0] ?? '';
  const codes = [...source.matchAll(/'([A-Z_]+)'/g)].map(([, code = '']) => code);
  expect(codes.length).toBeGreaterThan(5);
  expect(codes.filter((code) => !documented('Errors of GraphQL').includes(code))).toEqual([]);
});

it('lists the codes of failed calls', () => {
  const source =
    read('src/http/client/transport-failure.ts').split('export type TransportCode')[1]?.split(';')[0] ?? '';
  const codes = [...source.matchAll(/'([A-Z_]+)'/g)].map(([, code = '']) => code);
  expect(codes.length).toBeGreaterThan(5);
  const known = documented('Why a job failed');
  // A cancelled request belongs to an attempt that has already ended.
  expect(codes.filter((code) => code !== 'ABORTED' && !known.includes(code))).toEqual([]);
});
