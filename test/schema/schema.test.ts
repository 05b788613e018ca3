import { readFile } from 'node:fs/promises';
import { getNullableType, isNonNullType, isUnionType, printSchema, validateSchema } from 'graphql';
import { expect, test } from 'vitest';
import { schema } from '../../src/schema/index.js';

test('schema.graphql is what the code serves (else: npm run codegen)', async () => {
  expect(`${printSchema(schema)}\n`).toBe(await readFile('schema.graphql', 'utf8'));
});

test('the schema is valid', () => {
  expect(validateSchema(schema)).toEqual([]);
});

test('every mutation returns a union of its entity and the errors that can occur', () => {
  const fields = Object.values(schema.getMutationType()?.getFields() ?? {});
  expect(fields.length).toBeGreaterThan(15);
  for (const { name, type } of fields) {
    const union = getNullableType(type);
    expect(isUnionType(union) && isNonNullType(type), name).toBe(true);
    if (!isUnionType(union)) continue;
    const [entities, errors] = [false, true].map((wanted) =>
      union
        .getTypes()
        .filter((member) => member.getInterfaces().some(({ name }) => name === 'Error') === wanted),
    );
    expect(entities, name).toHaveLength(1);
    expect(union.name).toBe(`${String(entities?.[0]).replace(/Result$/, 'Change')}Result`);
    expect(errors?.map(String)).toEqual(expect.arrayContaining(['ConflictError', 'ValidationError']));
  }
});
