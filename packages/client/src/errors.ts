/** What was wrong with a part of the input. */
export interface Issue {
  /** Field names and list indexes, outermost first; empty for the input as a whole. */
  path: string[];
  message: string;
}

interface Details {
  /** HTTP status, if there was an answer. */
  status?: number | undefined;
  issues?: Issue[] | undefined;
  retryAfterMs?: number | undefined;
  /** The error that this one goes back to. */
  cause?: unknown;
}

/** An operation that failed: the server was not reached, or refused it. The message says what to do. */
export class CallboardError extends Error {
  override readonly name = 'CallboardError';
  /** HTTP status, if there was an answer. */
  readonly status: number | undefined;
  /** For `VALIDATION`: what was wrong with which part of the input. */
  readonly issues: readonly Issue[];
  /** Pause that the server asks for, in milliseconds; otherwise 0. */
  readonly retryAfterMs: number;

  constructor(
    message: string,
    /**
     * Code of the server, such as `NOT_FOUND`, `FORBIDDEN` or `TOO_COMPLEX`; otherwise `NETWORK` (not reached, or the
     * connection broke), `TIMEOUT` (no answer in time) or `BAD_ANSWER` (not the answer of a Callboard server).
     */
    readonly code: string,
    { status, issues = [], retryAfterMs = 0, cause }: Details = {},
  ) {
    super(message, { cause });
    this.status = status;
    this.retryAfterMs = retryAfterMs;
    this.issues = issues;
  }
}

/** The errors of GraphQL in an answer, as servers send them. */
export interface GraphqlError {
  message: string;
  extensions?: { code?: string; cursor?: string };
}

/** The error types of mutations. */
type ErrorName = 'ConflictError' | 'NotFoundError' | 'ValidationError';
const ERROR_NAMES: ReadonlySet<string> = new Set<ErrorName>([
  'ConflictError',
  'NotFoundError',
  'ValidationError',
]);

/**
 * The value of a mutation, which answers either with it or with an error that says what to change.
 *
 * @param result the field of the mutation, with `__typename`, and `code` and `message` of errors
 * @throws CallboardError with `code` `VALIDATION`, `NOT_FOUND` or `CONFLICT` if it is an error
 */
export function unwrap<Result extends { __typename: string }>(
  result: Result,
): Exclude<Result, { __typename: ErrorName }> {
  if (!ERROR_NAMES.has(result.__typename)) return result as Exclude<Result, { __typename: ErrorName }>;
  const { code, message, issues } = result as { code?: string; message?: string; issues?: Issue[] };
  throw new CallboardError(message ?? `The server answered ${result.__typename}.`, code ?? 'REFUSED', {
    status: 200,
    issues,
  });
}
