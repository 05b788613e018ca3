import {
  type FloatValueNode,
  GraphQLError,
  GraphQLScalarType,
  type IntValueNode,
  Kind,
  type ValueNode,
  visit,
} from 'graphql';
import { DateTimeResolver, JSONResolver } from 'graphql-scalars';
import { roundsNumbers, tooLargeNumber } from '../../domain/json.js';
import { builder } from '../builder.js';
import { codedError } from './coded-error.js';

const { parseValue, parseLiteral, ...dateTime } = DateTimeResolver.toConfig();
builder.addScalarType(
  'DateTime',
  new GraphQLScalarType({
    ...dateTime,
    parseValue: (value) => asInstant(() => parseValue(value)),
    parseLiteral: (node) => asInstant(() => parseLiteral(node), node),
  }),
);
builder.addScalarType(
  'JSON',
  new GraphQLScalarType({
    ...JSONResolver.toConfig(),
    parseLiteral(node, variables) {
      const check = ({ value }: IntValueNode | FloatValueNode) => {
        if (roundsNumbers(value)) throw codedError('BAD_USER_INPUT', tooLargeNumber(value));
      };
      visit(node, { IntValue: check, FloatValue: check });
      return JSONResolver.parseLiteral(node, variables);
    },
  }),
);

/** Says what an instant needs. Most that are refused have no time zone. */
function asInstant(parse: () => Date, node?: ValueNode): Date {
  try {
    return parse();
  } catch {
    const form = '"2030-01-31T08:00:00Z" or "2030-01-31T08:00:00+02:00"';
    throw new GraphQLError(`An instant is a date and a time with a time zone, such as ${form}.`, {
      nodes: node ?? null,
    });
  }
}

/**
 * Checks only the kind of value. The service that reads the value reports its problems together with
 * all others.
 */
builder.scalarType('Duration', {
  description:
    'A duration. Input is a number of milliseconds or a string such as "500ms", "30s", "1.5h" or "1d". Output is a number of milliseconds.',
  serialize: Number,
  parseValue(value) {
    if (typeof value === 'number' || typeof value === 'string') return value;
    throw new GraphQLError('A duration is a number of milliseconds or a string such as "30s".');
  },
  parseLiteral(node) {
    if (node.kind === Kind.INT || node.kind === Kind.FLOAT) return Number(node.value);
    if (node.kind === Kind.STRING) return node.value;
    throw new GraphQLError('A duration is a number of milliseconds or a string such as "30s".', {
      nodes: node,
    });
  },
});
