import {
  type DocumentNode,
  type GraphQLError,
  type GraphQLSchema,
  OperationTypeNode,
  TypeInfo,
  visit,
  visitWithTypeInfo,
} from 'graphql';
import type { Actor } from '../../services/access/context.js';
import { beyondScope, isFieldAllowed, isScoped } from './scope-allowance.js';

/**
 * Why a valid document is refused to a token with a scope, before anything of it runs. It checks all
 * operations and fragments of the document, including those that would not run. Results must not be cached with
 * the document: they depend on the token.
 */
export function refuseBeyondScope(
  schema: GraphQLSchema,
  document: DocumentNode,
  actor: Actor | undefined,
): GraphQLError | undefined {
  if (!isScoped(actor)) return undefined;
  let refusal: GraphQLError | undefined;
  const refuse = (what: string) => {
    refusal ??= beyondScope(actor, what);
  };
  const types = new TypeInfo(schema);
  visit(
    document,
    visitWithTypeInfo(types, {
      OperationDefinition({ operation }) {
        if (operation === OperationTypeNode.SUBSCRIPTION) refuse('subscriptions');
        if (operation === OperationTypeNode.MUTATION && actor.role !== 'operator')
          refuse('mutations, which require the role OPERATOR');
      },
      Field({ name: { value: field } }) {
        const type = types.getParentType()?.name ?? '';
        if (!isFieldAllowed(type, field)) refuse(`${type}.${field}`);
      },
    }),
  );
  return refusal;
}
