import SchemaBuilder from '@pothos/core';
import { printType } from 'graphql';
import { expect, test } from 'vitest';
import '../../src/schema/types/field-tables.js';

interface Row {
  name: string;
  note: string | null;
  tags: string[];
  size: number | null;
  kind: string;
}

test('tables of fields have the types and descriptions that they state, and only names that fit', () => {
  // The plugins of the real schema, whose options the type requires, are not used here.
  const options = { defaultFieldNullability: false } as never;
  const builder = new SchemaBuilder<{ DefaultFieldNullability: false }>(options);
  const Kind = builder.enumType('Kind', { values: ['a', 'b'] as const });
  builder.queryType({ fields: (t) => ({ ok: t.boolean({ resolve: () => true }) }) });
  builder.objectRef<Row>('Row').implement({
    fields: (t) => ({
      ...t.exposed('String!', { name: 'Its name.' }),
      ...t.exposed('String', { note: 'Its note.' }),
      ...t.exposed('[String!]!', { tags: 'Its tags.' }),
      ...t.exposed(Kind, { kind: 'Its kind.' }),
    }),
  });
  builder.objectRef<Row>('Wrong').implement({
    fields: (t) => ({
      // @ts-expect-error The note can be null.
      ...t.exposed('String!', { note: 'Its note.' }),
      // @ts-expect-error No property is a number that is never null.
      ...t.exposed('Int!', { size: 'Its size.' }),
    }),
  });
  builder.inputType('Filter', {
    fields: (t) => ({
      ...t.fields('ID!', { id: 'The ID.' }),
      ...t.fields('[String!]', { tags: 'The tags.' }),
      ...t.fields([Kind], { kinds: 'The kinds.' }),
    }),
  });
  const { Row: row, Filter: filter } = builder.toSchema().getTypeMap();
  expect(row && printType(row)).toBe(`type Row {
  """Its kind."""
  kind: Kind!

  """Its name."""
  name: String!

  """Its note."""
  note: String

  """Its tags."""
  tags: [String!]!
}`);
  expect(filter && printType(filter)).toBe(`input Filter {
  """The ID."""
  id: ID!

  """The kinds."""
  kinds: [Kind!]

  """The tags."""
  tags: [String!]
}`);
});
