import { readFile } from 'node:fs/promises';
import {
  type GraphQLScalarType,
  getNullableType,
  isNonNullType,
  isUnionType,
  Kind,
  printSchema,
  validateSchema,
} from 'graphql';
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

test.each(['tomorrow', '2030-01-31', '2030-01-31T08:00:00'])('an instant such as %s is refused', (text) => {
  const { parseValue, parseLiteral } = schema.getType('DateTime') as GraphQLScalarType<Date>;
  const message = /An instant is a date and a time with a time zone, such as "2030-01-31T08:00:00Z"/;
  expect(() => parseValue(text)).toThrow(message);
  expect(() => parseLiteral({ kind: Kind.STRING, value: text })).toThrow(message);
  expect(parseValue('2030-01-31T08:00:00+02:00')).toEqual(new Date('2030-01-31T06:00:00Z'));
});
