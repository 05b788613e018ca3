/** A failure with a code. Callboard retries it only if `retryable` is true. */
export class AgentError extends Error {
  override readonly name: string = 'AgentError';
  readonly code: string;
  readonly retryable: boolean;

  constructor(
    message: string,
    { code = 'AGENT_FAILED', retryable = false, ...rest }: AgentErrorOptions = {},
  ) {
    super(message, rest);
    this.code = code;
    this.retryable = retryable;
  }
}

export interface AgentErrorOptions extends ErrorOptions {
  /** Stable code for programs, such as `UPSTREAM_BUSY`. */
  code?: string;
  retryable?: boolean;
}

/** A failure after which Callboard waits for `afterMs` before it retries. */
export class RetryLater extends AgentError {
  override readonly name = 'RetryLater';
  readonly afterMs: number;

  constructor(
    afterMs: number,
    message = 'The agent asked to be called later',
    options: ErrorOptions & { code?: string } = {},
  ) {
    super(message, { code: 'RETRY_LATER', ...options, retryable: true });
    this.afterMs = afterMs;
  }
}
