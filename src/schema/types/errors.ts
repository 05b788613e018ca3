import type { ObjectRef } from '@pothos/core';
import type { Issue } from '../../domain/issue.js';
import type { Refusal, Result } from '../../services/system/result.js';
import { refusalOf } from '../../services/system/unwritable.js';
import { type BuilderTypes, builder } from '../builder.js';

const TYPE_NAMES = {
  validation: 'ValidationError',
  not_found: 'NotFoundError',
  conflict: 'ConflictError',
} as const;

/** A use case's refusal on its way out; a class, so that a union can tell it from a row. */
class RefusedMutation {
  constructor(readonly refusal: Refusal) {}

  get code(): string {
    return this.refusal.kind.toUpperCase();
  }

  get message(): string {
    if (this.refusal.kind !== 'validation') return this.refusal.message;
    // Some are sentences: only the last keeps its full stop.
    return this.refusal.issues.map(describeIssue).join('; ').replaceAll('.; ', '; ');
  }

  get issues(): Issue[] {
    return this.refusal.kind === 'validation' ? this.refusal.issues : [];
  }
}

function describeIssue({ path, message }: Issue): string {
  return path.length === 0 ? message : `${path.join('.')}: ${message}`;
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
    issues: t.field({
      type: [ValidationIssue],
      description: 'All problems found.',
      resolve: ({ issues }) => issues,
    }),
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

/** The union `<Mutation>Result` of the entity and the errors. */
export function resultUnion<T extends object>(mutation: string, entity: ObjectRef<BuilderTypes, T>) {
  const { name } = entity;
  return builder.unionType(`${mutation}Result`, {
    description: `Result of \`${mutation.charAt(0).toLowerCase()}${mutation.slice(1)}\`: the ${name}, or an error.`,
    types: [entity, ValidationError, NotFoundError, ConflictError],
    resolveType: (value) => (value instanceof RefusedMutation ? TYPE_NAMES[value.refusal.kind] : name),
  });
}

/** What a mutation resolves to: the entity that `load` finds, or the refusal as a typed error. */
export async function answer<Value, T>(
  outcome: Promise<Result<Value>>,
  load: (value: Value) => Promise<T | null> | T | null,
): Promise<T | RefusedMutation> {
  const result = await outcome.catch((error: unknown) => {
    const refusal = refusalOf(error);
    if (refusal) return refusal;
    throw error;
  });
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
