import {
  type GraphQLArgument,
  type GraphQLField,
  type GraphQLInputField,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isIntrospectionType,
  isNonNullType,
  isObjectType,
  isSpecifiedScalarType,
} from 'graphql';
import { expect, test } from 'vitest';
import { schema } from '../../src/schema/index.js';

type Member = GraphQLField<unknown, unknown> | GraphQLInputField | GraphQLArgument;

/** Everything that a reader of the schema sees, by name: types, fields, arguments and enum values. */
function elements(): Map<string, string> {
  const found = new Map<string, string>();
  for (const type of Object.values(schema.getTypeMap())) {
    if (isIntrospectionType(type) || isSpecifiedScalarType(type)) continue;
    found.set(type.name, type.description ?? '');
    if (isEnumType(type))
      for (const value of type.getValues()) found.set(`${type.name}.${value.name}`, value.description ?? '');
    if (!isObjectType(type) && !isInterfaceType(type) && !isInputObjectType(type)) continue;
    for (const field of Object.values<Member>(type.getFields())) {
      found.set(`${type.name}.${field.name}`, field.description ?? '');
      if (!('args' in field)) continue;
      for (const arg of field.args)
        found.set(`${type.name}.${field.name}(${arg.name})`, arg.description ?? '');
    }
  }
  return found;
}

const failing = (wrong: (text: string) => boolean) =>
  [...elements()].filter(([, text]) => wrong(text)).map(([name, text]) => `${name}: ${text}`);

test('every type, field, argument, input field and enum value has one', () => {
  expect(elements().size).toBeGreaterThan(2_000);
  expect(failing((text) => text.trim() === '')).toEqual([]);
});

test('they are sentences: they start with a capital letter and end with a full stop', () => {
  expect(failing((text) => !/^[A-Z0-9`]/.test(text) || !/\.$/.test(text.trim()))).toEqual([]);
});

test('they use the words of the glossary', () => {
  const avoided =
    /\b(parked|under way|in line|laid over|nobody|anew|as by default|as the settings have it|hear of|told of|tells of|the same, by)\b/i;
  expect(failing((text) => avoided.test(text))).toEqual([]);
});

test('they say for every nullable field what null means', () => {
  const silent: string[] = [];
  for (const type of Object.values(schema.getTypeMap())) {
    if (!isObjectType(type) || isIntrospectionType(type)) continue;
    for (const { name, type: fieldType, description } of Object.values(type.getFields()))
      if (!isNonNullType(fieldType) && !/\bnull\b/i.test(description ?? ''))
        silent.push(`${type.name}.${name}`);
  }
  expect(silent).toEqual([]);
});
