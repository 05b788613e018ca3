import { GraphQLError, Kind } from 'graphql';
import { DateTimeResolver, JSONResolver } from 'graphql-scalars';
import { builder } from '../builder.js';

builder.addScalarType('DateTime', DateTimeResolver);
builder.addScalarType('JSON', JSONResolver);

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
