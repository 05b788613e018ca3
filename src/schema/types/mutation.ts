import type { InputFieldMap, InputShapeFromFields, ObjectRef } from '@pothos/core';
import type { GraphQLResolveInfo } from 'graphql';
import type { Actor, ServiceDeps } from '../../services/access/context.js';
import type { Result } from '../../services/system/result.js';
import type { BuilderTypes, builder } from '../builder.js';
import { actorOf, type GraphQLContext } from '../context.js';
import { answer, resultUnion } from './errors.js';

type MutationFields = Parameters<Parameters<typeof builder.mutationFields>[0]>[0];

interface Mutation<Args extends InputFieldMap, Value> {
  /** The role that it requires. */
  by: 'operator' | 'admin';
  description: string;
  args: Args;
  /** Returns the entity that `args` name as it was before. */
  returnsPrevious?: true;
  /** The use case. */
  run(
    deps: ServiceDeps,
    actor: Actor,
    args: InputShapeFromFields<Args>,
    context: GraphQLContext,
  ): Promise<Result<Value>>;
}

type Find<T, Value> = (
  value: Value,
  context: GraphQLContext,
  info: GraphQLResolveInfo,
) => PromiseLike<T | null> | T | null;

/** Finds the entity whose ID is in the result of the use case. */
export function byId<T>(
  find: (context: GraphQLContext, info: GraphQLResolveInfo, id: string) => PromiseLike<T | null>,
): Find<T, { id: string }> {
  return ({ id }, context, info) => find(context, info, id);
}

/**
 * Defines mutations that return one type of entity, or the refusal of the use case.
 * @param find finds the entity by the result of the use case, which is the entity itself if left out
 */
export function mutationOf<T extends object, Value = T>(
  entity: ObjectRef<BuilderTypes, T>,
  find: Find<T, Value> = (value) => value as unknown as T,
) {
  return <Args extends InputFieldMap>(
    t: MutationFields,
    { by, description, args, returnsPrevious, run }: Mutation<Args, Value>,
  ) => {
    async function change(
      given: InputShapeFromFields<Args>,
      context: GraphQLContext,
      info: GraphQLResolveInfo,
    ) {
      const previous = returnsPrevious ? await find(given as Value, context, info) : undefined;
      return answer(run(context.services, actorOf(context), given, context), async (value) =>
        previous === undefined ? await find(value, context, info) : previous,
      );
    }
    return t.field({
      type: resultUnion(entity),
      description,
      authScopes: { [by]: true },
      args,
      resolve: (_root, given, context, info) => change(given as never, context, info) as never,
    });
  };
}
