import { isRetryable } from '../../domain/retry/is-retryable.js';
import { retryAfterMs } from '../agents/interpret-answer.js';
import type { HttpResult } from '../client/http-client.js';
import { storedBody } from '../client/read-body.js';
import { redact } from '../redact.js';

/** The outcome of sending a message. `message` is for people and contains no secret. */
export type SendOutcome =
  | { kind: 'sent' }
  | { kind: 'failed'; message: string; retryable: boolean; retryAfterMs?: number | undefined };

export interface SendOptions {
  now: Date;
  signal?: AbortSignal | undefined;
}

/** Time limit for one message, from DNS to the last byte of the answer. */
export const SEND_TIMEOUT_MS = 10_000;
/** How much of an answer is read: services say briefly what is wrong. */
export const MAX_ANSWER_BYTES = 4 * 1024;
const MAX_QUOTE_BYTES = 200;

/** Any 2xx is a success. Redirects are not followed: a message only goes where an admin sent it. */
export function interpretResult(result: HttpResult, secrets: string[], now: Date): SendOutcome {
  if (result.kind === 'failed') {
    const { code, message } = result.failure;
    return {
      kind: 'failed',
      message,
      retryable: isRetryable({ kind: 'transport', code, callee: 'channel' }),
    };
  }
  const { status, headers } = result;
  if (status >= 200 && status < 300) return { kind: 'sent' };
  const quote = result.kind === 'answer' ? quoteOf(redact(result.body, secrets)) : '';
  return {
    kind: 'failed',
    message: `The channel answered ${status}${quote}`,
    retryable: isRetryable({ kind: 'http', status }),
    retryAfterMs: retryAfterMs(headers['retry-after'], now),
  };
}

/** The server's answer on one line. */
export function quoteOf(text: string): string {
  const line = storedBody(text.replace(/[\p{Cc}\s]+/gu, ' ').trim(), MAX_QUOTE_BYTES).text;
  return line === '' ? '' : `: ${line}`;
}
