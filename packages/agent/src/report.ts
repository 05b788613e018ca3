/** Reports to `callback.url`. */
import type { Answer } from './attempts.js';
import type { Callback } from './job.js';

export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

/** `ended`: Callboard has ended the attempt, so nothing more can be reported about it. */
export type Reported =
  | { kind: 'taken' }
  | { kind: 'ended' }
  | { kind: 'refused'; status: number; message: string }
  | { kind: 'unanswered' };

const TIMEOUT_MS = 15_000;
const FIRST_WAIT_MS = 500;
const LONGEST_WAIT_MS = 30_000;
/** About seven minutes: as long as a restart of Callboard may take. */
const TRIES = 20;

/**
 * Repeats the report until Callboard has answered. Repeating a report does no harm. A result that is refused
 * becomes a failure that says why, because the attempt would otherwise wait for its timeout.
 */
export async function reportEnd(fetch: Fetch, callback: Callback, answer: Answer): Promise<Reported> {
  const { retryAfterMs: _, ...report } = answer as Answer & { retryAfterMs?: number };
  const reported = await insist(fetch, callback, report);
  if (reported.kind !== 'refused' || answer.status === 'failed') return reported;
  const error = { message: reported.message, code: 'RESULT_REFUSED', retryable: false };
  return insist(fetch, callback, { status: 'failed', error });
}

/** Sends a report once. For progress and heartbeats, which are superseded by the next one. */
export async function reportOnce(fetch: Fetch, callback: Callback, report: object): Promise<Reported> {
  return (await send(fetch, callback, report)).reported;
}

async function insist(fetch: Fetch, callback: Callback, report: object): Promise<Reported> {
  for (let attempt = 0; ; attempt += 1) {
    const { reported, retryAfterMs } = await send(fetch, callback, report);
    if (reported.kind !== 'unanswered' || attempt + 1 >= TRIES) return reported;
    const wait = Math.min(FIRST_WAIT_MS * 2 ** attempt, LONGEST_WAIT_MS);
    await new Promise((resolve) => setTimeout(resolve, Math.max(wait, retryAfterMs)));
  }
}

async function send(
  fetch: Fetch,
  { url, token }: Callback,
  report: object,
): Promise<{ reported: Reported; retryAfterMs: number }> {
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      body: JSON.stringify(report),
      // The token is for this URL only.
      redirect: 'manual',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    const text = await response.text();
    const seconds = Number(response.headers.get('retry-after') ?? 0);
    const retryAfterMs = Math.min(Number.isFinite(seconds) ? seconds * 1000 : 0, LONGEST_WAIT_MS);
    return { reported: read(response.status, text), retryAfterMs };
  } catch {
    return { reported: { kind: 'unanswered' }, retryAfterMs: 0 };
  }
}

function read(status: number, text: string): Reported {
  if (status >= 200 && status < 300) return { kind: 'taken' };
  if (status === 404 || status === 409) return { kind: 'ended' };
  if (status === 429 || status >= 500) return { kind: 'unanswered' };
  return {
    kind: 'refused',
    status,
    message: messageIn(text) ?? `Callboard refused the report with ${status}`,
  };
}

function messageIn(text: string): string | undefined {
  try {
    const { error, issues } = JSON.parse(text) as { error?: unknown; issues?: unknown };
    if (typeof error !== 'string') return undefined;
    return issues === undefined ? error : `${error} ${JSON.stringify(issues)}`.slice(0, 2_000);
  } catch {
    return undefined;
  }
}
