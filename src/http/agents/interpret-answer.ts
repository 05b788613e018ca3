/**
 * Interprets an agent's answer by the table of the agent protocol. Pure: status, headers and body in, outcome
 * out.
 */

import type { Completion } from '../../domain/agent/endpoint.js';
import { isObject } from '../../domain/json.js';
import { isRetryable } from '../../domain/retry/is-retryable.js';
import type { ResponseHeaders } from '../client/exchange.js';
import { parseJson } from '../client/parse-json.js';
import { STORED_BODY_BYTES, storedBody } from '../client/read-body.js';
import { a2aReport } from './a2a.js';
import type { Protocol } from './invocation.js';

/** The longest wait that a `Retry-After` can ask for. */
const MAX_RETRY_AFTER_MS = 24 * 3_600_000;
const MAX_MESSAGE_BYTES = 4 * 1024;
const MAX_STACK_BYTES = 16 * 1024;
const MAX_CODE_BYTES = 100;

/** Why an attempt failed; `code` is stable, `message` is for people, `stack` is the agent's own if it sent one. */
interface FailureError {
  message: string;
  code: string;
  retryable: boolean;
  stack?: string;
}

/** The state of the attempt after the answer. `accepted`: its end is reported later. */
export type Outcome =
  | { kind: 'accepted' }
  | { kind: 'completed'; result: unknown; metrics: Record<string, unknown> | null }
  | { kind: 'failed'; error: FailureError; retryAfterMs?: number };

export interface AgentAnswer {
  status: number;
  headers: ResponseHeaders;
  /** Decoded text; its beginning when `truncated`; null when the body never arrived whole. */
  body: string | null;
  truncated: boolean;
}

export interface AnswerContext {
  completion: Completion;
  protocol?: Protocol | undefined;
  redelivery: boolean;
  /** For a `Retry-After` that is a date. */
  now: Date;
}

/** Whether the status alone decides, so that a truncated or too large body changes nothing. */
export function isDecidedByStatus(status: number): boolean {
  return status === 202 || status < 200 || status >= 300;
}

/**
 * The whole table. Except as said here, the caller has already handled a body that is needed but null or
 * truncated.
 */
export function interpretAnswer(answer: AgentAnswer, context: AnswerContext): Outcome {
  const { status } = answer;
  // An A2A agent cannot report later, so that it must not count as having accepted the job.
  const canReport = context.protocol !== 'a2a';
  if (status === 202 && canReport) return { kind: 'accepted' };
  if (status >= 200 && status < 300) return interpretSuccess(answer, context);
  if (status === 409 && context.redelivery && canReport) return { kind: 'accepted' };
  const retryable = isRetryable({ kind: 'http', status });
  const outcome = failed(`HTTP_${status}`, describeStatus(answer), retryable);
  return withRetryAfter(outcome, answer, context.now);
}

/**
 * The wait that a `Retry-After` header asks for, in ms: seconds or an HTTP date, at most 24 h; undefined if
 * it is neither.
 */
export function retryAfterMs(header: string | string[] | undefined, now: Date): number | undefined {
  const value = (Array.isArray(header) ? header[0] : header)?.trim() ?? '';
  const wait = /^\d+$/.test(value)
    ? Number(value) * 1000
    : /^[A-Z][a-z]{2,8}[, ]/.test(value)
      ? Date.parse(value) - now.getTime()
      : Number.NaN;
  return Number.isNaN(wait) ? undefined : Math.min(Math.max(wait, 0), MAX_RETRY_AFTER_MS);
}

function interpretSuccess(answer: AgentAnswer, { completion, protocol, now }: AnswerContext): Outcome {
  if (answer.truncated) {
    // REPORT needs nothing from the body; anything else would have to guess the part that was not read.
    if (completion === 'report') return { kind: 'accepted' };
    return failed(
      'RESPONSE_TOO_LARGE',
      'The response is larger than 1 MiB; store large results elsewhere and return a reference',
      false,
    );
  }
  const text = answer.body ?? '';
  const parsed = parseJson(text);
  if (parsed.kind === 'too-deep') {
    return failed(
      'INVALID_RESPONSE',
      `The JSON of the response is nested deeper than ${parsed.maxDepth} levels`,
      false,
    );
  }
  const json = parsed.kind === 'json' ? parsed.value : undefined;
  const report = protocol === 'a2a' ? a2aReport(json) : isObject(json) ? json : {};
  switch (report.status) {
    case 'accepted':
    case 'running':
      return { kind: 'accepted' };
    case 'completed':
      return completed(report.result ?? null, isObject(report.metrics) ? report.metrics : null);
    case 'failed':
      return withRetryAfter(reportedFailure(report), answer, now);
    case 'rejected':
      return withRetryAfter(rejection(report), answer, now);
  }
  return completion === 'report'
    ? { kind: 'accepted' }
    : { kind: 'completed', result: bodyAsResult(text, json), metrics: null };
}

/**
 * The result of an agent that follows the protocol is stored completely or refused: dependents would mistake
 * a truncated one for the result.
 */
function completed(result: unknown, metrics: Record<string, unknown> | null): Outcome {
  const size = jsonBytes(result) + jsonBytes(metrics);
  if (size <= STORED_BODY_BYTES) return { kind: 'completed', result, metrics };
  const message = `The result takes ${size.toLocaleString('en')} bytes as JSON; the limit is ${STORED_BODY_BYTES.toLocaleString('en')}. Store it elsewhere and return a reference`;
  return failed('RESPONSE_TOO_LARGE', message, false);
}

/**
 * The body of an agent that does not follow the protocol: its JSON, otherwise its text, truncated until it
 * fits as a JSON string.
 */
function bodyAsResult(text: string, json: unknown): unknown {
  if (json !== undefined && jsonBytes(json) <= STORED_BODY_BYTES) return json;
  if (text === '') return null;
  let cut = storedBody(text).text;
  for (
    let size = jsonBytes(cut), limit = STORED_BODY_BYTES;
    size > STORED_BODY_BYTES;
    size = jsonBytes(cut)
  ) {
    limit = Math.floor((limit * STORED_BODY_BYTES) / size) - 1;
    cut = storedBody(text, limit).text;
  }
  return cut;
}

function jsonBytes(value: unknown): number {
  return Buffer.byteLength(JSON.stringify(value));
}

function reportedFailure(report: Record<string, unknown>): Outcome {
  const error = isObject(report.error) ? report.error : {};
  const message = text(error.message) ?? text(report.error) ?? text(report.message);
  const outcome = failed(
    code(error.code) ?? 'AGENT_FAILED',
    message ?? 'The agent reported a failure without a message',
    isRetryable({ kind: 'report', retryable: error.retryable }),
  );
  const stack = text(error.stack);
  return stack === undefined
    ? outcome
    : { ...outcome, error: { ...outcome.error, stack: storedBody(stack, MAX_STACK_BYTES).text } };
}

function rejection(report: Record<string, unknown>): Outcome & { kind: 'failed' } {
  const error = isObject(report.error) ? report.error : {};
  const message = text(report.message) ?? text(error.message) ?? text(report.error);
  const retryable = [report, error].some((said) =>
    isRetryable({ kind: 'report', retryable: said.retryable }),
  );
  return failed('REJECTED', message ?? 'The agent rejected the job without a message', retryable);
}

function describeStatus({ status, body, truncated }: AgentAnswer): string {
  if (status >= 300 && status < 400) {
    return `The agent answered ${status}, a redirect. Redirects are not followed: register the final URL`;
  }
  const parsed = truncated || body === null ? undefined : parseJson(body);
  const json = parsed?.kind === 'json' && isObject(parsed.value) ? parsed.value : {};
  const error = isObject(json.error) ? json.error : {};
  const said = text(error.message) ?? text(json.message) ?? text(json.error);
  return said === undefined ? `The agent answered ${status}` : `The agent answered ${status}: ${said}`;
}

function failed(code: string, message: string, retryable: boolean): Outcome & { kind: 'failed' } {
  return {
    kind: 'failed',
    error: {
      message: storedBody(message, MAX_MESSAGE_BYTES).text,
      code: storedBody(code, MAX_CODE_BYTES).text,
      retryable,
    },
  };
}

function withRetryAfter(outcome: Outcome, { headers }: AgentAnswer, now: Date): Outcome {
  if (outcome.kind !== 'failed' || !outcome.error.retryable) return outcome;
  const wait = retryAfterMs(headers['retry-after'], now);
  return wait === undefined ? outcome : { ...outcome, retryAfterMs: wait };
}

function text(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}

function code(value: unknown): string | undefined {
  return typeof value === 'number' ? String(value) : text(value);
}
