/** A compiled document answers exactly as graphql-js does, or leaves the answer to it. */
import {
  type ExecutionResult,
  execute,
  GraphQLBoolean,
  GraphQLEnumType,
  GraphQLFloat,
  GraphQLID,
  GraphQLInt,
  GraphQLInterfaceType,
  GraphQLList,
  GraphQLNonNull,
  GraphQLObjectType,
  type GraphQLResolveInfo,
  GraphQLScalarType,
  GraphQLSchema,
  GraphQLString,
  parse,
} from 'graphql';
import { expect, test } from 'vitest';
import { compileAnswer } from '../../../src/schema/events/compile-answer.js';

const Named = new GraphQLInterfaceType({ name: 'Named', fields: { name: { type: GraphQLString } } });
const Json = new GraphQLScalarType({ name: 'Json' });
const When = new GraphQLScalarType<Date, string>({
  name: 'When',
  serialize: (date) => (date as Date).toISOString(),
});
const State = new GraphQLEnumType({ name: 'State', values: { RUNNING: { value: 'running' } } });
const Agent = new GraphQLObjectType({
  name: 'Agent',
  interfaces: [Named],
  fields: {
    name: { type: GraphQLString },
    size: { type: GraphQLFloat },
    is: { type: GraphQLBoolean },
    tags: { type: new GraphQLList(new GraphQLNonNull(GraphQLString)) },
  },
});
const Job = new GraphQLObjectType({
  name: 'Job',
  fields: {
    id: { type: new GraphQLNonNull(GraphQLID) },
    count: { type: GraphQLInt },
    params: { type: Json },
    at: { type: When },
    state: { type: State },
    agent: { type: Agent },
    agents: { type: new GraphQLList(Agent) },
    named: { type: Named },
    path: { type: GraphQLString, resolve: (_source, _args, context, info) => describe(context, info) },
    twice: {
      type: GraphQLString,
      args: { of: { type: GraphQLString, defaultValue: 'default' } },
      resolve: (_source, { of }: { of: string }) => `${of}${of}`,
    },
  },
});
const schema = new GraphQLSchema({
  query: new GraphQLObjectType({ name: 'Query', fields: { a: { type: GraphQLInt } } }),
  subscription: new GraphQLObjectType({
    name: 'Subscription',
    fields: { changed: { type: new GraphQLNonNull(Job), resolve: (event) => event } },
  }),
  types: [Agent],
});

/** Everything that a resolver may read. */
function describe(context: unknown, info: GraphQLResolveInfo): string {
  const path: (string | number)[] = [];
  for (let at: GraphQLResolveInfo['path'] | undefined = info.path; at; at = at.prev)
    path.push(`${at.typename}.${at.key}`);
  const { fieldName, parentType, returnType, rootValue, variableValues, operation, fragments } = info;
  const names = [fieldName, parentType, returnType, operation.operation, ...Object.keys(fragments)];
  return JSON.stringify([...path, ...names, info.fieldNodes.length, rootValue, variableValues, context]);
}

const JOB = {
  id: 'job "1"\n',
  count: 3,
  params: { a: [1, { b: null }], 'ä€𝒳': '\u2028' },
  at: new Date(0),
  state: 'running',
  agent: { name: 'alpha', size: 1.5, is: false, tags: ['x', 'y'] },
};

async function both(selection: string, event: object = JOB, variableValues: Record<string, unknown> = {}) {
  const document = parse(selection.startsWith('subscription') ? selection : `subscription { ${selection} }`);
  const contextValue = { who: 'me' };
  const write = compileAnswer({ schema, document, variableValues }, 10_000);
  const executed = (await execute({
    schema,
    document,
    variableValues,
    contextValue,
    rootValue: event,
  })) as ExecutionResult;
  return { written: write?.(event, contextValue), executed: JSON.stringify(executed) };
}

test.each([
  'changed { id count params at state }',
  'changed { __typename renamed: id agent { __typename name size is tags } }',
  'changed { path nested: path twice again: twice(of: "b") }',
  'changed { ... { id } ... on Job { count } ...Rest } } fragment Rest on Job { at path',
])('%s', async (selection) => {
  const { written, executed } = await both(selection);
  expect(written).toBe(executed);
});

test('nulls, values of other types than declared, and empty lists', async () => {
  for (const event of [
    { id: 7, count: null, agent: null },
    { id: 'a', count: '5', params: 0, agent: { name: 1, size: '2', is: 1, tags: [] } },
    { id: 'a', agent: { tags: null } },
  ]) {
    const { written, executed } = await both(
      'changed { id count params agent { name size is tags } }',
      event,
    );
    expect(written).toBe(executed);
  }
});

test('variables, and what they include or skip', async () => {
  const document = `subscription ($with: Boolean!, $of: String) {
    changed { id @include(if: $with) count @skip(if: $with) twice(of: $of) ... @include(if: $with) { at } } }`;
  for (const variables of [{ with: true, of: 'c' }, { with: false }]) {
    const { written, executed } = await both(document, JOB, variables);
    expect(written).toBe(executed);
  }
});

test.each([
  ['a null where none is allowed', 'changed { id }', { id: null }],
  ['a promise', 'changed { id count }', { id: 'a', count: Promise.resolve(1) }],
  [
    'a promise that is rejected',
    'changed { id count }',
    { id: 'a', count: () => Promise.reject(new Error('no')) },
  ],
  ['an error', 'changed { id count }', { id: 'a', count: new Error('no') }],
  ['a value that its type refuses', 'changed { count }', { count: 'many' }],
  ['an unknown enum value', 'changed { state }', { state: 'asleep' }],
  ['an invalid list', 'changed { agent { tags } }', { agent: { tags: 'x' } }],
  ['a promise in a list', 'changed { agent { tags } }', { agent: { tags: [Promise.resolve('x')] } }],
  ['an answer that is too large', 'changed { id }', { id: 'x'.repeat(20_000) }],
  ['a list of objects', 'changed { agents { name } }', { agents: [] }],
  ['an interface', 'changed { named { name } }', { named: null }],
  ['a field that is selected twice', 'changed { agent { name } agent { size } }', JOB],
])('%s is left to graphql-js', async (_what, selection, event) => {
  expect((await both(selection, event)).written).toBeUndefined();
});
