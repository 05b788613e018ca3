import { Attempt } from './attempt.js';
import { type Answer, type AttemptStore, createMemoryAttempts } from './attempts.js';
import { type Credentials, refusalOf, requireUsable } from './authentication.js';
import { readBody } from './body.js';
import { AgentError } from './errors.js';
import { type Envelope, type Job, parseCancellation, parseEnvelope } from './job.js';
import { checkParams, type ParamsCheck } from './params.js';
import type { Fetch } from './report.js';
import { respond, toResponse } from './respond.js';

export interface AgentOptions<Params, Result> {
  /** The work. Returns the result, or throws `AgentError`, `RetryLater` or any other error. */
  run(job: Job<Params>): Result | Promise<Result>;
  /** Checks params. Invalid ones are rejected, and `run` is not called. */
  params?: ParamsCheck<Params>;
  /** Shown with the health of the agent. */
  version?: string;
  /** The agent's signing secret (`whsec_…`), or several of which one must match. */
  signingSecret?: string | readonly string[] | undefined;
  /** The token of `authentication: { type: BEARER }`, or several. */
  token?: string | readonly string[] | undefined;
  /**
   * How long a request waits for the result. Then it is answered with 202, and the result is reported by
   * callback. 0: at once. `Infinity`: never. Default 10,000.
   */
  acceptAfterMs?: number;
  /** Sends heartbeats this often while it works on an accepted attempt. Default: none. */
  heartbeatMs?: number;
  /** More attempts at a time are answered with 503 and `Retry-After`. Default: no limit. */
  maxConcurrent?: number;
  /** The `Retry-After` of these answers, in ms. Default 1,000. */
  busyRetryAfterMs?: number;
  /** Whether errors other than `AgentError` are retried. Default: no. */
  isRetryable?: (error: unknown) => boolean;
  /** The origins that `callback.url` may have. Needed if requests are neither signed nor have a token. */
  callbackOrigins?: readonly string[];
  /** Remembers attempts. Default: in the memory of this process. */
  attempts?: AttemptStore;
  /** Answers `GET …/health`. Default: healthy. */
  health?: () => HealthStatus | Promise<HealthStatus>;
  /** Larger requests are answered with 413. Default 8 MiB. */
  maxBodyBytes?: number;
  /** Called with the errors of `run`. Default: prints them. */
  onError?: (error: unknown, job: Job<Params>) => void;
  /** Sends reports. Default: the global `fetch`. */
  fetch?: Fetch;
}

export type HealthStatus = 'healthy' | 'degraded' | 'unhealthy';

export interface Agent {
  /**
   * Answers `POST …/cancel`, `GET …/health`, and tasks at any other path. `context.waitUntil` is called with
   * the work that continues after the answer: pass the context of a worker to it.
   */
  fetch(request: Request, context?: object): Promise<Response>;
  /** Resolves when no work is left, including reports. */
  idle(): Promise<void>;
}

/** An agent as a Fetch handler. @throws Error if a secret cannot be used */
export function createAgent<Params = Record<string, unknown>, Result = unknown>(
  options: AgentOptions<Params, Result>,
): Agent {
  const {
    acceptAfterMs = 10_000,
    maxConcurrent = Number.POSITIVE_INFINITY,
    busyRetryAfterMs = 1_000,
  } = options;
  const { attempts = createMemoryAttempts(), maxBodyBytes = 8 * 1024 * 1024 } = options;
  const credentials: Credentials = {
    signingSecrets: listOf(options.signingSecret),
    tokens: listOf(options.token),
  };
  requireUsable(credentials);
  const running = new Map<string, Promise<Attempt | Answer | 'running'>>();
  const working = new Set<Promise<unknown>>();

  async function startOrJoin(request: Request, text: string, context: object | undefined): Promise<Response> {
    const envelope = parseEnvelope(text);
    const { origin } = new URL(envelope.callback.url);
    if (options.callbackOrigins && !options.callbackOrigins.includes(origin))
      return respond(403, { message: `callback.url has the origin ${origin}, which is not allowed.` });
    const key = envelope.executionId;
    const known = running.get(key);
    if (known === undefined && running.size >= maxConcurrent)
      return respond(503, { message: 'The agent is busy.' }, busyRetryAfterMs);
    const checked = await checkParams(options.params, envelope.params);
    if (checked.kind === 'invalid') return respond(200, { status: 'rejected', message: checked.message });
    const begun = await (known ?? running.get(key) ?? begin(envelope, checked.params));
    if (begun === 'running') return respond(409, { message: 'Another process is working on this attempt.' });
    return begun instanceof Attempt ? await answerWithin(begun, request, context) : toResponse(begun);
  }

  /** Synchronous up to the entry in `running`, so that of two deliveries only one begins. */
  function begin(envelope: Envelope, params: Params): Promise<Attempt | Answer | 'running'> {
    const key = envelope.executionId;
    const begun = attempts.begin(key).then((known) => {
      if (known !== undefined) return known;
      const attempt = new Attempt(envelope, params, {
        run: options.run as (job: Job<never>) => unknown,
        fetch: options.fetch ?? ((url, init) => globalThis.fetch(url, init)),
        heartbeatMs: options.heartbeatMs,
        isRetryable: options.isRetryable ?? (() => false),
        onError: (options.onError ?? ((error) => console.error(error))) as (error: unknown) => void,
      });
      track(remember(key, attempt));
      return attempt;
    });
    running.set(key, begun);
    begun.then(
      (known) => known instanceof Attempt || running.delete(key),
      () => running.delete(key),
    );
    return begun;
  }

  /** An answer that cannot be stored is still sent; another delivery of the attempt would run it again. */
  async function remember(key: string, attempt: Attempt): Promise<void> {
    try {
      await attempts.end(key, await attempt.answer);
    } catch (error) {
      console.error(error);
    } finally {
      running.delete(key);
    }
  }

  async function answerWithin(attempt: Attempt, request: Request, context?: object): Promise<Response> {
    const answer = await within(attempt.answer, acceptAfterMs);
    // If the client is gone, the answer is reported instead.
    if (answer !== undefined && !request.signal.aborted) return toResponse(answer);
    const reported = attempt.accept();
    track(reported);
    const { waitUntil } = (context ?? {}) as { waitUntil?: (work: Promise<unknown>) => void };
    waitUntil?.call(context, reported);
    return respond(202, { status: 'accepted' });
  }

  async function cancel(text: string): Promise<Response> {
    const { executionId, reason } = parseCancellation(text);
    const attempt = await running.get(executionId);
    if (!(attempt instanceof Attempt)) return respond(200, { status: 'unknown' });
    attempt.cancel(reason);
    return respond(200, { status: 'cancelled' });
  }

  async function handle(request: Request, context?: object): Promise<Response> {
    const path = new URL(request.url).pathname;
    if (request.method === 'GET' || request.method === 'HEAD') {
      if (!path.endsWith('/health')) return respond(405, { message: 'Use POST to send tasks.' });
      const status = (await options.health?.()) ?? 'healthy';
      return respond(200, { status, ...(options.version !== undefined && { version: options.version }) });
    }
    if (request.method !== 'POST' && request.method !== 'PUT')
      return respond(405, { message: 'Use POST to send tasks.' });
    const text = await readBody(request, maxBodyBytes);
    if (text === undefined)
      return respond(413, { message: `The request is larger than ${maxBodyBytes} bytes.` });
    const refusal = await refusalOf(credentials, request.headers, text);
    if (refusal !== undefined) return respond(401, { message: refusal });
    return path.endsWith('/cancel') ? cancel(text) : startOrJoin(request, text, context);
  }

  function track(work: Promise<unknown>): void {
    working.add(work);
    void work.finally(() => working.delete(work));
  }

  return {
    async fetch(request, context) {
      try {
        return await handle(request, context);
      } catch (error) {
        if (error instanceof AgentError) return respond(400, { message: error.message });
        console.error(error);
        return respond(500, { message: 'The agent failed before it began the work.' });
      }
    },
    async idle() {
      while (working.size > 0) await Promise.all(working);
    },
  };
}

/** The answer, or undefined if it takes longer. */
async function within(answer: Promise<Answer>, ms: number): Promise<Answer | undefined> {
  if (ms <= 0) return undefined;
  if (ms === Number.POSITIVE_INFINITY) return answer;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(resolve, Math.min(ms, 2_147_483_647), undefined);
  });
  return Promise.race([answer, late]).finally(() => clearTimeout(timer));
}

function listOf(value: string | readonly string[] | undefined): readonly string[] {
  if (value === undefined) return [];
  return typeof value === 'string' ? [value] : value;
}
