/** One attempt in progress: runs the work, and reports the result if the request has ended. */
import type { Answer } from './attempts.js';
import { AgentError, RetryLater } from './errors.js';
import type { Envelope, Job } from './job.js';
import { type Fetch, reportEnd, reportOnce } from './report.js';

/** Callboard stores no larger result. */
const MAX_RESULT_BYTES = 256 * 1024;

export interface AttemptOptions {
  run(job: Job<never>): unknown;
  fetch: Fetch;
  /** Time between two heartbeats after the attempt was accepted; undefined: none. */
  heartbeatMs: number | undefined;
  isRetryable(error: unknown): boolean;
  onError(error: unknown, job: Job<never>): void;
}

export class Attempt {
  /** How the work ended. Never rejects. */
  readonly answer: Promise<Answer>;

  readonly #envelope: Envelope;
  readonly #options: AttemptOptions;
  readonly #controller = new AbortController();
  #accepted: Promise<void> | undefined;
  #hasEndedElsewhere = false;

  constructor(envelope: Envelope, params: unknown, options: AttemptOptions) {
    this.#envelope = envelope;
    this.#options = options;
    this.answer = this.#work(params);
  }

  /**
   * The request was answered with 202 or has ended, so the end is reported by callback. Resolves
   * when Callboard has answered the report; never rejects.
   */
  accept(): Promise<void> {
    this.#accepted ??= this.#report();
    return this.#accepted;
  }

  /** Aborts `job.signal`. Nothing is reported any more. */
  cancel(reason: string): void {
    this.#hasEndedElsewhere = true;
    this.#controller.abort(new AgentError(`Callboard ended this attempt: ${reason}`, { code: 'CANCELLED' }));
  }

  async #report(): Promise<void> {
    const { heartbeatMs, fetch } = this.#options;
    const beat = () => void this.#sendReport({ status: 'running', heartbeat: true });
    const heartbeat = heartbeatMs === undefined ? undefined : setInterval(beat, heartbeatMs);
    if (heartbeat !== undefined) beat();
    const answer = await this.answer;
    clearInterval(heartbeat);
    if (!this.#hasEndedElsewhere) await reportEnd(fetch, this.#envelope.callback, answer);
  }

  async #work(params: unknown): Promise<Answer> {
    const { callback: _, ...envelope } = this.#envelope;
    const startedAt = performance.now();
    const job: Job = {
      ...envelope,
      params,
      config: envelope.config,
      upstream: envelope.upstream ?? {},
      signal: this.#controller.signal,
      metrics: {},
      progress: async (metrics = {}) => {
        Object.assign(job.metrics, metrics);
        await this.#sendReport({ status: 'running', metrics: job.metrics });
      },
    };
    try {
      const result = await this.#options.run(job as Job<never>);
      const metrics = { durationMs: Math.round(performance.now() - startedAt), ...job.metrics };
      return { status: 'completed', result: requireStorable(result), metrics };
    } catch (error) {
      if (!this.#hasEndedElsewhere) this.#options.onError(error, job as Job<never>);
      return this.#failure(error);
    }
  }

  #failure(error: unknown): Answer {
    const message = (error instanceof Error ? error.message : String(error)) || 'The agent failed';
    const code = error instanceof AgentError ? error.code : 'AGENT_FAILED';
    const retryable = error instanceof AgentError ? error.retryable : this.#options.isRetryable(error);
    return {
      status: 'failed',
      error: { message: message.slice(0, 4_000), code, retryable },
      ...(error instanceof RetryLater && { retryAfterMs: error.afterMs }),
    };
  }

  async #sendReport(report: object): Promise<void> {
    const reported = await reportOnce(this.#options.fetch, this.#envelope.callback, report);
    if (reported.kind === 'ended') this.cancel('it had already ended');
  }
}

/** The result as JSON can carry it. @throws AgentError */
function requireStorable(result: unknown): unknown {
  if (result === undefined) return null;
  let text: string | undefined;
  try {
    text = JSON.stringify(result);
  } catch (cause) {
    throw new AgentError('The result cannot be written as JSON', { code: 'INVALID_RESULT', cause });
  }
  if (text === undefined)
    throw new AgentError('The result cannot be written as JSON', { code: 'INVALID_RESULT' });
  const bytes = new TextEncoder().encode(text).length;
  if (bytes <= MAX_RESULT_BYTES) return result;
  throw new AgentError(
    `The result takes ${bytes} bytes as JSON, and Callboard stores at most ${MAX_RESULT_BYTES}. Store it elsewhere and return a reference.`,
    { code: 'RESULT_TOO_LARGE' },
  );
}
