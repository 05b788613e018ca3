import type { z } from 'zod';
import type { Actor, ServiceDeps } from '../access/context.js';
import { parseInput } from './parse-input.js';
import type { Result } from './result.js';

/** What an actor can do. The role is checked before. */
export type UseCase<Input, Value = { id: string }> = (
  deps: ServiceDeps,
  actor: Actor,
  input: Input,
) => Promise<Result<Value>>;

/** A use case that is refused if its input does not have the form of the schema. */
export function useCase<Input, Value>(
  schema: z.ZodType<Input>,
  work: UseCase<Input, Value>,
): UseCase<unknown, Value> {
  return async (deps, actor, input) => {
    const parsed = parseInput(schema, input);
    return parsed.kind === 'ok' ? work(deps, actor, parsed.value) : parsed;
  };
}
