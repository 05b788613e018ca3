import { readFile } from 'node:fs/promises';
import { printSchema, validateSchema } from 'graphql';
import { expect, test } from 'vitest';
import { schema } from '../../src/schema/index.js';

test('schema.graphql is what the code serves (else: npm run schema:print)', async () => {
  expect(`${printSchema(schema)}\n`).toBe(await readFile('schema.graphql', 'utf8'));
});

test('the schema is valid', () => {
  expect(validateSchema(schema)).toEqual([]);
});

test('every mutation answers with a union of its entity and the typed errors', () => {
  const fields = Object.values(schema.getMutationType()?.getFields() ?? {});
  expect(fields.length).toBeGreaterThan(15);
  for (const { name, type } of fields) {
    const union = schema.getType(`${name[0]?.toUpperCase()}${name.slice(1)}Result`);
    expect(String(type)).toBe(`${union?.name}!`);
    expect(union && 'getTypes' in union && union.getTypes().map(String)).toEqual(
      expect.arrayContaining(['ValidationError', 'NotFoundError', 'ConflictError']),
    );
  }
});
