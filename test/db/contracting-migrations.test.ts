/**
 * A migration that removes something from older programs must say so: see "Rule for migrations" in
 * docs/upgrading.md.
 */
import { expect, test } from 'vitest';
import { PRISMA_DIR, readDatabaseFiles } from '../../src/db/migrate/database-files.js';

/** Before the first release: no older program has used a database without them. */
const BASELINE = '20261215000800_create_audit';

const REQUIRES = /^-- requires: \d+\.\d+\.\d+$/m;
const QUOTED = /\$(\w*)\$.*?\$\1\$|'(?:[^']|'')*'/gs;

/** What the statements of a migration remove from programs that were written before it. */
function contractionsOf(script: string): string[] {
  const statements = script
    .replace(/--[^\n]*|\/\*.*?\*\//gs, '')
    .replace(QUOTED, "''")
    .split(';')
    .map((statement) => statement.replace(/\s+/g, ' ').trim());
  return statements.filter((statement) => {
    if (/^DROP (TABLE|TYPE|SCHEMA)\b/i.test(statement)) return true;
    if (!/^ALTER (TABLE|TYPE)\b/i.test(statement)) return false;
    return (
      /\bRENAME\b/i.test(statement) ||
      /\bSET SCHEMA\b/i.test(statement) ||
      // DROP NOT NULL, DROP DEFAULT and DROP CONSTRAINT follow; a column may be dropped without the word COLUMN.
      /(^ALTER TABLE .*?|, )DROP (?!CONSTRAINT\b)(COLUMN |(IF EXISTS )?"?\w)/i.test(
        statement.replace(/ALTER (COLUMN )?("[^"]+"|\w+) DROP (NOT NULL|DEFAULT|EXPRESSION|IDENTITY)/gi, ''),
      ) ||
      // A wider type, such as bigint instead of integer, is not distinguished from a narrower one: check
      // both.
      /\b(SET DATA )?TYPE\b/i.test(statement.replace(/^ALTER TYPE/i, '')) ||
      isRequiredWithoutDefault(statement)
    );
  });
}

function isRequiredWithoutDefault(statement: string): boolean {
  const defaults = [...statement.matchAll(/ALTER (?:COLUMN )?("[^"]+"|\w+) SET DEFAULT/gi)].map(
    ([, name]) => name,
  );
  const required = [...statement.matchAll(/ALTER (?:COLUMN )?("[^"]+"|\w+) SET NOT NULL/gi)];
  if (required.some(([, name]) => !defaults.includes(name))) return true;
  return statement
    .split(/, (?=ADD\b)/i)
    .some(
      (part) =>
        /\bADD (COLUMN )?(?!CONSTRAINT\b|CHECK\b)/i.test(part) &&
        /\bNOT NULL\b/i.test(part) &&
        !/\b(DEFAULT|GENERATED|IDENTITY|CHECK)\b/i.test(part) &&
        !/\bALTER (COLUMN )?("[^"]+"|\w+) SET NOT NULL/i.test(part),
    );
}

test('every contracting migration since the first release names the version it requires', async () => {
  const { migrations } = await readDatabaseFiles(PRISMA_DIR);
  expect(migrations.map(({ name }) => name)).toContain(BASELINE);
  const wrong = migrations
    .filter(({ name, script }) => name > BASELINE && !REQUIRES.test(script))
    .flatMap(({ name, script }) => contractionsOf(script).map((statement) => `${name}: ${statement}`));
  expect(wrong, 'Add "-- requires: <oldest version that works without it>" (docs/upgrading.md)').toEqual([]);
});

test.each([
  'DROP TABLE "Thing"',
  'drop type color',
  'ALTER TABLE "Thing" DROP COLUMN "note"',
  'ALTER TABLE "Thing" DROP "note"',
  'ALTER TABLE "Thing" DROP IF EXISTS note',
  'ALTER TABLE "Thing" ADD COLUMN a text, DROP COLUMN b',
  'ALTER TABLE "Thing" ALTER COLUMN a DROP DEFAULT, DROP COLUMN b',
  'ALTER TABLE "Thing" RENAME TO "Other"',
  'ALTER TABLE "Thing"\n  RENAME COLUMN a TO b',
  `ALTER TYPE color RENAME VALUE 'red' TO 'blue'`,
  'ALTER TABLE "Thing" ALTER COLUMN a SET NOT NULL',
  'ALTER TABLE "Thing" ALTER a SET NOT NULL, ALTER b SET DEFAULT 1',
  'ALTER TABLE "Thing" ADD COLUMN a text NOT NULL',
  'ALTER TABLE "Thing" ADD b int DEFAULT 1, ADD a text NOT NULL',
  'ALTER TABLE "Thing" ALTER COLUMN a TYPE varchar(10)',
  'ALTER TABLE "Thing" ALTER COLUMN a SET DATA TYPE int USING a::int',
])('contracts: %s', (statement) => {
  expect(
    contractionsOf(`-- A comment; it has an end.\nCREATE INDEX ON "Thing" (a);\n${statement};`),
  ).toHaveLength(1);
});

test.each([
  'CREATE TABLE "Thing" (id text PRIMARY KEY, type text NOT NULL)',
  'ALTER TABLE "Thing" ADD COLUMN "renamed" text',
  'ALTER TABLE "Thing" ADD COLUMN a text NOT NULL DEFAULT \'DROP COLUMN\'',
  'ALTER TABLE "Thing" ADD CHECK (a IS NOT NULL)',
  'ALTER TABLE "Thing" ADD CONSTRAINT one CHECK (a IS NOT NULL OR b IS NOT NULL)',
  'ALTER TABLE "Thing" ALTER COLUMN a DROP NOT NULL',
  'ALTER TABLE "Thing" ALTER COLUMN a SET DEFAULT 1, ALTER COLUMN a SET NOT NULL',
  'ALTER TABLE "Thing" DROP CONSTRAINT one, ADD CONSTRAINT one CHECK (a > 0)',
  `ALTER TYPE color ADD VALUE 'green'`,
  'DROP INDEX "Thing_a_idx"',
  'DROP FUNCTION count_things()',
  '-- ALTER TABLE "Thing" DROP COLUMN a',
  `DO $do$ BEGIN PERFORM 'x; ALTER TABLE a RENAME TO b'; END $do$`,
])('does not contract: %s', (statement) => {
  expect(contractionsOf(`${statement};`)).toEqual([]);
});
