import { builder } from '../builder.js';
import { CutValue } from '../jobs/large-values.js';

interface StoredExecutionError {
  message?: unknown;
  timestamp?: unknown;
  count?: unknown;
}

export const ExecutionError = builder.objectRef<StoredExecutionError>('ExecutionError').implement({
  description: 'An error of a run. Equal errors are counted together.',
  fields: (t) => ({
    message: t.string({ description: 'Error message.', resolve: ({ message }) => String(message ?? '') }),
    timestamp: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'Time of the first occurrence. Null if unknown.',
      resolve: ({ timestamp }) => (typeof timestamp === 'string' ? new Date(timestamp) : null),
    }),
    count: t.int({
      description: 'Number of occurrences.',
      resolve: ({ count }) => (typeof count === 'number' ? count : 1),
    }),
  }),
});

/** The stored errors of a run, or one entry that says why they are not shown. */
export function readErrors(errors: unknown): StoredExecutionError[] {
  if (errors instanceof CutValue)
    return [{ message: `The errors are ${errors.bytes} bytes long. Open the run to see them.` }];
  return Array.isArray(errors) ? (errors as StoredExecutionError[]) : [];
}
