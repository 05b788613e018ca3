import type { ObjectRef } from '@pothos/core';
import type { Issue } from '../../domain/issue.js';
import { messageOf, type Refusal, type Result } from '../../services/system/result.js';
import { orRefusal } from '../../services/system/unwritable.js';
import { type BuilderTypes, builder } from '../builder.js';

const TYPE_NAMES = {
  validation: 'ValidationError',
  not_found: 'NotFoundError',
  conflict: 'ConflictError',
} as const;

/** The refusal of a use case. It is a class, so that a union can distinguish it from a row. */
class RefusedMutation {
  constructor(readonly refusal: Refusal) {}

  get code(): string {
    return this.refusal.kind.toUpperCase();
  }

  get message(): string {
    return messageOf(this.refusal);
  }

  get issues(): Issue[] {
    return this.refusal.kind === 'validation' ? this.refusal.issues : [];
  }
}

const ErrorInterface = builder.interfaceRef<RefusedMutation>('Error').implement({
  description: 'An error that the caller can act on.',
  resolveType: ({ refusal }) => TYPE_NAMES[refusal.kind],
  fields: (t) => ({
    code: t.exposeString('code', {
      description: 'Machine-readable kind of error: `VALIDATION`, `NOT_FOUND` or `CONFLICT`.',
    }),
    message: t.exposeString('message', { description: 'What went wrong and what to do, in plain words.' }),
  }),
});

export const ValidationIssue = builder.objectRef<Issue>('ValidationIssue').implement({
  description: 'A problem with one part of the input.',
  fields: (t) => ({
    path: t.exposeStringList('path', {
      description:
        'Path to the part of the input: field names and list indexes, outermost first. Empty for the input as a whole.',
    }),
    message: t.exposeString('message', { description: 'What is wrong.' }),
  }),
});

const ValidationError = builder.objectRef<RefusedMutation>('ValidationError').implement({
  description: 'The input is not valid. Nothing was changed.',
  interfaces: [ErrorInterface],
  fields: (t) => ({
    ...t.exposed([ValidationIssue], { issues: 'All problems found.' }),
  }),
});

const NotFoundError = builder.objectRef<RefusedMutation>('NotFoundError').implement({
  description: 'The requested resource does not exist.',
  interfaces: [ErrorInterface],
});

const ConflictError = builder.objectRef<RefusedMutation>('ConflictError').implement({
  description: 'The current state does not allow the change, or the row is locked by another transaction.',
  interfaces: [ErrorInterface],
});

/** Results of mutations without a stored entity that could be missing. */
const NEVER_MISSING = new Set([
  'BulkResult',
  'ConfigurationPlan',
  'CreatedApiToken',
  'CreatedWebhook',
  'DataSourcePolicy',
  'EndpointCheck',
  'EngineConfig',
  'SchedulerConfig',
]);

function buildUnion<T extends object>(entity: ObjectRef<BuilderTypes, T>) {
  const { name } = entity;
  return builder.unionType(
    name.endsWith('Result') ? name.replace(/Result$/, 'ChangeResult') : `${name}Result`,
    {
      description: `Result of a mutation: the ${name}, or an error.`,
      types: [entity, ValidationError, ConflictError, ...(NEVER_MISSING.has(name) ? [] : [NotFoundError])],
      resolveType: (value) => (value instanceof RefusedMutation ? TYPE_NAMES[value.refusal.kind] : name),
    },
  );
}

const unions = new Map<string, unknown>();

/**
 * The union `<Entity>Result` of the entity and its possible errors, shared by all mutations that
 * return the entity.
 */
export function resultUnion<T extends object>(entity: ObjectRef<BuilderTypes, T>) {
  const union =
    (unions.get(entity.name) as ReturnType<typeof buildUnion<T>> | undefined) ?? buildUnion(entity);
  unions.set(entity.name, union);
  return union;
}

/** The result of a mutation: the entity that `load` finds, or the refusal as a typed error. */
export async function answer<Value, T>(
  outcome: Promise<Result<Value>>,
  load: (value: Value) => Promise<T | null> | T | null,
): Promise<T | RefusedMutation> {
  const result = await orRefusal(outcome);
  if (result.kind !== 'ok') return new RefusedMutation(result);
  const found = await load(result.value);
  if (found === null) {
    return new RefusedMutation({
      kind: 'not_found',
      message: 'Saved, but deleted since.',
    });
  }
  return found;
}
