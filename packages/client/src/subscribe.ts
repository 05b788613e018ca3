import { startDeadline } from './deadline.js';
import { CallboardError } from './errors.js';
import { readEventStream } from './event-stream.js';
import { type Answer, dataOf, type Endpoint, networkError, post, readAnswer } from './post.js';
import { pause, pauseAfter } from './retry.js';

export interface SubscribeOptions {
  /** Cursor of the last event that was processed; default: the events from now on. */
  after?: string | undefined;
  /** Ends the subscription. */
  signal?: AbortSignal | undefined;
  /** Called when the connection broke or the server ended it, before the next attempt. */
  onReconnect?: ((error: CallboardError) => void) | undefined;
  /** Called with the cursor while there are no events. Store it as the cursor of an event. */
  onCursor?: ((cursor: string) => void) | undefined;
  /** The connection counts as broken if nothing comes for so long, in milliseconds; default 45,000. Servers send something every 15 seconds. */
  silenceMs?: number | undefined;
}

/** Ends of a stream after which it continues where it was. */
const RESUMABLE: ReadonlySet<string> = new Set([
  'NETWORK',
  'TIMEOUT',
  'LAGGED',
  'UNAVAILABLE',
  'SHUTTING_DOWN',
  'TOO_MANY_REQUESTS',
]);
const SILENCE_MS = 45_000;
const PAUSE_MS = 500;

/**
 * The events of a subscription, without end. When the connection breaks, it connects again and continues after the last event, so
 * that none is lost or repeated.
 *
 * @param document selects `cursor` and passes `$after` on
 * @param from cursor to begin after
 * @throws CallboardError when the server refuses the subscription, for example with `CURSOR_EXPIRED`: read the data again
 */
export async function* follow<Result extends object>(
  endpoint: Endpoint,
  document: string,
  variables: object,
  from: string,
  { signal, onReconnect, onCursor, silenceMs = SILENCE_MS }: SubscribeOptions,
): AsyncGenerator<Result> {
  let after = from;
  let failures = 0;
  while (!signal?.aborted) {
    try {
      const body = { query: document, variables: { ...variables, after } };
      for await (const part of readOnce<Result>(endpoint, body, silenceMs, signal)) {
        failures = 0;
        after = part.cursor;
        if (part.kind === 'event') yield part.data;
        else onCursor?.(after);
      }
    } catch (error) {
      if (signal?.aborted) return;
      if (!(error instanceof CallboardError) || !RESUMABLE.has(error.code)) throw error;
      failures += 1;
      onReconnect?.(error);
      const milliseconds = pauseAfter(failures, PAUSE_MS, error.retryAfterMs);
      await pause(milliseconds, signal).catch(() => {});
    }
  }
}

type Part<Result> = { kind: 'event'; cursor: string; data: Result } | { kind: 'cursor'; cursor: string };

/** The events of one connection. @throws CallboardError always, unless the caller stops */
async function* readOnce<Result extends object>(
  endpoint: Endpoint,
  body: object,
  silenceMs: number,
  signal: AbortSignal | undefined,
): AsyncGenerator<Part<Result>> {
  const deadline = startDeadline(silenceMs, signal);
  try {
    const response = await post(endpoint, body, 'text/event-stream', deadline.signal);
    if (!response.body || !response.headers.get('content-type')?.startsWith('text/event-stream'))
      dataOf(await readAnswer(response), response);
    else
      for await (const part of readEventStream(response.body)) {
        deadline.extend();
        if (part.kind === 'cursor') yield part;
        else {
          const data = dataOf<Result>(part.answer as Answer, response);
          yield { kind: 'event', cursor: cursorOf(data), data };
        }
      }
    throw networkError(endpoint.url);
  } catch (error) {
    if (error instanceof CallboardError || signal?.aborted) throw error;
    throw networkError(endpoint.url, error);
  } finally {
    deadline.release();
  }
}

function cursorOf(data: object): string {
  const [event] = Object.values(data) as { cursor?: unknown }[];
  if (typeof event?.cursor === 'string') return event.cursor;
  throw new CallboardError('Select "cursor" in the subscription, so that it can resume.', 'NO_CURSOR');
}
