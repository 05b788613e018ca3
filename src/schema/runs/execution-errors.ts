/** The errors of a run. */
import { builder } from '../builder.js';
import { readInstant } from '../jobs/job-error.js';
import { CutValue, loadJson } from '../jobs/large-values.js';
import { ScheduleExecution } from './schedule-execution.js';

interface StoredExecutionError {
  message?: unknown;
  timestamp?: unknown;
  count?: unknown;
}

const ExecutionError = builder.objectRef<StoredExecutionError>('ExecutionError').implement({
  description: 'An error of a run. Equal errors are counted together.',
  fields: (t) => ({
    message: t.string({ description: 'Error message.', resolve: ({ message }) => String(message ?? '') }),
    timestamp: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'Time of the first occurrence. Null if unknown.',
      resolve: ({ timestamp }) => readInstant(timestamp),
    }),
    count: t.int({
      description: 'Number of occurrences.',
      resolve: ({ count }) => (typeof count === 'number' ? count : 1),
    }),
  }),
});

/** The stored errors of a run, or one entry that says why they are not shown. */
function readErrors(errors: unknown): StoredExecutionError[] {
  if (errors instanceof CutValue)
    return [
      {
        message: `The errors are ${errors.bytes.toLocaleString('en')} bytes long. Open the run to see them.`,
      },
    ];
  return Array.isArray(errors) ? (errors as StoredExecutionError[]) : [];
}

builder.prismaObjectField(ScheduleExecution, 'errors', (t) =>
  t.field({
    type: [ExecutionError],
    description: 'The first 100 errors. Equal errors are counted together.',
    resolve: async ({ id }, _args, context, info) =>
      readErrors(await loadJson(context, info, ['ScheduleExecution', 'errors', id])),
  }),
);
