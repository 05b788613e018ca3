import { setTimeout as sleep } from 'node:timers/promises';
import { CliError } from '../cli-error.js';
import type { Client } from '../connection/client.js';
import { EXIT } from '../exit-codes.js';

/** The fields of every event. */
export interface LiveEvent {
  cursor: string;
}

export interface FollowOptions {
  /** Ends the stream. */
  signal: AbortSignal;
  /** Starts after this event. Defaults to now. */
  after?: string | undefined;
  /** Tells the user that the connection broke. */
  note(text: string): void;
}

const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 15_000;
/** Error codes after which the stream can be resumed from the last cursor. */
const RESUMABLE: ReadonlySet<string | undefined> = new Set([
  'LAGGED',
  'STOPPED',
  'UNAVAILABLE',
  'SHUTTING_DOWN',
]);

/**
 * The events of a subscription with the variable `$after`. When the connection breaks, it connects
 * again and continues after the last event, so that none is lost or repeated.
 * @throws CliError if the first connection fails, or the server refuses the subscription
 */
export async function* follow<E extends LiveEvent>(
  client: Client,
  subscription: string,
  variables: Record<string, unknown>,
  { signal, after: start, note }: FollowOptions,
): AsyncGenerator<E> {
  let after = start ?? (await currentCursor(client));
  let pauseMs = FIRST_PAUSE_MS;
  while (!signal.aborted) {
    try {
      for await (const answer of client.subscribe<Record<string, E>>(
        subscription,
        { ...variables, after },
        signal,
      )) {
        const [event] = Object.values(answer);
        if (!event) continue;
        after = event.cursor;
        pauseMs = FIRST_PAUSE_MS;
        yield event;
      }
    } catch (error) {
      if (signal.aborted) return;
      if (!isPassing(error)) throw error;
      note(`${(error as Error).message}; trying again …`);
    }
    await sleep(pauseMs, undefined, { signal }).catch(() => {});
    pauseMs = Math.min(2 * pauseMs, LONGEST_PAUSE_MS);
  }
}

/** The cursor of the current end of the stream. */
export async function currentCursor(client: Client): Promise<string> {
  return (await client.request<{ eventCursor: string }>('{ eventCursor }')).eventCursor;
}

function isPassing(error: unknown): boolean {
  return error instanceof CliError && (error.exitCode === EXIT.unreachable || RESUMABLE.has(error.code));
}

/** A signal that aborts on Ctrl-C, or when the process is asked to end. */
export function untilInterrupted(): AbortSignal {
  const controller = new AbortController();
  for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, () => controller.abort());
  return controller.signal;
}
