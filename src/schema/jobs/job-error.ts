import { builder } from '../builder.js';
import { CutValue } from './large-values.js';

interface StoredJobError {
  message?: unknown;
  code?: unknown;
  retryable?: unknown;
  stack?: unknown;
  timestamp?: unknown;
}

export const JobError = builder.objectRef<StoredJobError>('JobError').implement({
  description:
    'Why an attempt failed. Agents can also write errors by SQL, so everything except the message can be missing.',
  fields: (t) => ({
    message: t.string({
      description: 'Error message.',
      resolve: (error) => (typeof error.message === 'string' ? error.message : JSON.stringify(error)),
    }),
    code: t.string({
      nullable: true,
      description: 'Error code. Null if there is none.',
      // SQL may have written an object or a list, and numbers that JavaScript does not know.
      resolve: ({ code }) => (code == null ? null : typeof code === 'string' ? code : JSON.stringify(code)),
    }),
    retryable: t.boolean({
      description: 'Whether the job is worth retrying.',
      resolve: ({ retryable }) => retryable === true,
    }),
    stack: t.string({
      nullable: true,
      description: 'Stack trace sent by the agent. Null if there is none, and for the role `VIEWER`.',
      authScopes: { operator: true },
      unauthorizedResolver: () => null,
      resolve: ({ stack }) => (typeof stack === 'string' ? stack : null),
    }),
    timestamp: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'Time of the error. Null if unknown.',
      resolve: ({ timestamp }) => readInstant(timestamp),
    }),
  }),
});

/** The time in a stored error. Null if it is not one: agents and SQL may have written any text. */
export function readInstant(stored: unknown): Date | null {
  const at = typeof stored === 'string' ? new Date(stored) : undefined;
  return at && !Number.isNaN(at.getTime()) ? at : null;
}

/** The stored error of an attempt, or a text that says why it is not shown here. */
export function readError(error: unknown): StoredJobError | null {
  if (error instanceof CutValue)
    return {
      message: `The error is ${error.bytes.toLocaleString('en')} bytes long. Open the job to see it.`,
    };
  return typeof error === 'object' ? (error as StoredJobError | null) : { message: error };
}
