/** One call of an agent: request, exchange and outcome, as named steps over one invocation. */

import { secretsOf } from '../../domain/agent/authentication.js';
import { holdsLargeNumber, roundsNumbers } from '../../domain/json.js';
import { isRetryable } from '../../domain/retry/is-retryable.js';
import {
  type Abortable,
  createHttpClient,
  type HttpClient,
  type HttpClientOptions,
  type HttpResult,
  type PoolSettings,
} from '../client/http-client.js';
import { storedBody } from '../client/read-body.js';
import type { TransportFailure } from '../client/transport-failure.js';
import { redact } from '../redact.js';
import { buildRequest } from './build-request.js';
import { interpretAnswer, isDecidedByStatus, type Outcome } from './interpret-answer.js';
import type { Invocation } from './invocation.js';

/** The result of a call. Contains none of our credentials, even if the agent sent them back. */
export interface Answer {
  outcome: Outcome;
  /** Null if no status arrived. */
  statusCode: number | null;
  /** From the call to the last byte of the answer, including the wait for a socket. Null if nothing was sent. */
  durationMs: number | null;
  /** The beginning of the body, at most 256 KiB; null if there was none or it was incomplete. */
  responseBody: string | null;
  responseTruncated: boolean;
  /**
   * Whether the result is not quite what the agent sent: bytes that are not UTF-8 were replaced by U+FFFD, or
   * numbers of its JSON were rounded.
   */
  responseAltered: boolean;
}

export interface Invoker {
  /** Never rejects: whatever the network or the agent does is an outcome. */
  invoke(invocation: Invocation, options?: InvokeOptions): Promise<Answer>;
  /** Applies new pool settings to later calls; calls in progress finish on the old pool. */
  configure(settings: PoolSettings): void;
  /** Waits for calls in progress, then closes every socket. */
  close(): Promise<void>;
}

export interface InvokeOptions {
  signal?: Abortable;
  /** Dates signatures and reads `Retry-After` dates. Defaults to the system clock. */
  now?: () => Date;
  /** Asked right before the request is written. False cancels it. */
  maySend?: () => boolean;
}

export function createInvoker(options: HttpClientOptions): Invoker {
  const client = createHttpClient(options);

  return {
    invoke: (invocation, options) => invokeThrough(client, invocation, options),
    configure: client.configure,
    close: client.close,
  };
}

/** One call through an existing client. */
export async function invokeThrough(
  client: HttpClient,
  invocation: Invocation,
  { signal, maySend, now = () => new Date() }: InvokeOptions = {},
): Promise<Answer> {
  const { agent } = invocation;
  const request = buildRequest(invocation, now());
  if (request.kind === 'invalid') return notSent(request.message);
  const startedAt = performance.now();
  const result = await client.send({
    url: request.url,
    method: agent.method,
    headers: request.headers,
    body: request.body ?? undefined,
    timeoutMs: agent.timeoutMs,
    signal,
    maySend,
  });
  const durationMs = Math.round(performance.now() - startedAt);
  return toAnswer(result, invocation, durationMs, now());
}

function toAnswer(result: HttpResult, invocation: Invocation, durationMs: number, now: Date): Answer {
  const statusCode = result.kind === 'failed' ? null : result.status;
  if (result.kind === 'failed' || (result.kind === 'broken' && !isDecidedAnyway(result))) {
    return {
      outcome: failure(result.failure),
      statusCode,
      durationMs,
      responseBody: null,
      responseTruncated: false,
      responseAltered: false,
    };
  }
  const truncated = result.kind === 'answer' && result.truncated;
  const body = result.kind === 'answer' ? redact(result.body, secretsIn(invocation)) : null;
  const stored = body === null || body === '' ? null : storedBody(body);
  const { completion, protocol } = invocation.agent;
  const context = { completion, protocol, redelivery: invocation.redelivery, now };
  const answer = { status: result.status, headers: result.headers, body, truncated };
  const outcome = interpretAnswer(answer, context);
  const replaced = result.kind === 'answer' && result.replaced;
  return {
    outcome,
    statusCode,
    durationMs,
    responseBody: stored?.text ?? null,
    responseTruncated: truncated || (stored?.truncated ?? false),
    responseAltered:
      replaced ||
      (outcome.kind === 'completed' && roundsNumbers(body ?? '') && holdsLargeNumber(outcome.result)),
  };
}

/** A 202 counts as accepted even if its body is incomplete, because another call would start the work a second time. */
function isDecidedAnyway({ status, failure: { code } }: HttpResult & { kind: 'broken' }): boolean {
  return isDecidedByStatus(status) && code !== 'ABORTED';
}

/**
 * Credentials that the agent echoed are removed before anything reads the body, including the callback token.
 */
function secretsIn({ agent, callback }: Invocation): string[] {
  return [...secretsOf(agent.authentication, agent.signingSecret), callback.token];
}

function failure({ code, message }: TransportFailure): Outcome {
  const retryable = isRetryable({ kind: 'transport', code, callee: 'agent' });
  return { kind: 'failed', error: { code, message, retryable } };
}

function notSent(message: string): Answer {
  return {
    outcome: { kind: 'failed', error: { code: 'INVALID_REQUEST', message, retryable: false } },
    statusCode: null,
    durationMs: null,
    responseBody: null,
    responseTruncated: false,
    responseAltered: false,
  };
}
