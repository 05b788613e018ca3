import { defaultFieldResolver, type GraphQLSchema } from 'graphql';
import { actingAs } from '../../services/access/acting-as.js';
import type { GraphQLContext } from '../context.js';

/**
 * Records the changes of every mutation under its name and actor. It wraps all mutations, including
 * future ones.
 */
export function auditMutations(schema: GraphQLSchema): GraphQLSchema {
  for (const field of Object.values(schema.getMutationType()?.getFields() ?? {})) {
    const resolve = field.resolve ?? defaultFieldResolver;
    field.resolve = (root, args, context: GraphQLContext, info) => {
      const { actor, address } = context;
      // Without an actor, the mutation is about to be refused.
      if (!actor) return resolve(root, args, context, info);
      return actingAs({ actor, action: field.name, origin: 'graphql', address }, async () =>
        resolve(root, args, context, info),
      );
    };
  }
  return schema;
}
