import type { GraphQLError } from 'graphql';
import { EventStreamError, type EventStreamErrorCode } from '../../events/event-stream-error.js';
import type { EventKind, OutboxEvent } from '../../events/outbox-event.js';
import type { GraphQLContext } from '../context.js';
import { codedError, type ErrorCode, unauthenticated } from '../types/coded-error.js';

export interface EventStreamOptions {
  kind: EventKind;
  filter?: (event: OutboxEvent) => boolean;
  after: string | null | undefined;
}

const CODES: Readonly<Record<EventStreamErrorCode, ErrorCode>> = {
  BAD_CURSOR: 'BAD_USER_INPUT',
  CURSOR_EXPIRED: 'CURSOR_EXPIRED',
  LAGGED: 'LAGGED',
  UNAVAILABLE: 'UNAVAILABLE',
  STOPPED: 'SHUTTING_DOWN',
};

const ENDED = {
  token: 'The API token was revoked or has expired.',
  session: 'You have been signed out: sign in again.',
} as const;

export interface EventStream extends AsyncIterableIterator<OutboxEvent, undefined, undefined> {
  return(): Promise<IteratorResult<OutboxEvent, undefined>>;
  /** Takes at most this many waiting events, in order. */
  takeWaiting(max: number): OutboxEvent[];
  /**
   * Calls `onReady` once, when there are events to take or the stream has ended. Returns false if that
   * is so already. `next()` says how it ended.
   */
  whenReady(onReady: () => void): boolean;
}

/**
 * The events of a subscription. It ends with a coded error: the one of the stream, or UNAUTHENTICATED
 * when its token is revoked or expires. While nothing happens, the transport sends the cursor from
 * time to time, after all delivered events.
 *
 * Not an `async function*`: while that waits, it does not react to `return()`.
 */
export function eventStream(
  context: GraphQLContext,
  { kind, filter, after }: EventStreamOptions,
): EventStream {
  const { events, sessions, admission, admitted, credential, heartbeat, heartbeatMs } = context;
  if (!credential) throw unauthenticated();
  const leave = admission.subscribe(admitted.key);
  const source = events.subscribe({
    kind,
    heartbeatMs,
    ...(filter && { filter }),
    ...(after != null && { after }),
  });
  let refused = false;
  const unwatch = sessions.watch(credential, () => {
    refused = true;
    void source.return?.();
  });
  const release = () => {
    unwatch();
    leave();
  };

  const onHeartbeat = (cursor: string) => heartbeat?.(cursor);
  const reader = { onReady: () => {}, onHeartbeat };

  return {
    async next() {
      try {
        for (;;) {
          const item = await source.next();
          if (refused) throw unauthenticated(ENDED[credential.kind]);
          if (item.done) {
            release();
            return { done: true, value: undefined };
          }
          if (item.value.kind !== 'heartbeat') return { done: false, value: item.value };
          onHeartbeat(item.value.cursor);
        }
      } catch (error) {
        release();
        throw explain(error);
      }
    },
    takeWaiting: (max) => (refused ? [] : source.takeWaiting(max)),
    whenReady(onReady) {
      reader.onReady = onReady;
      return source.whenReady(reader);
    },
    async return() {
      release();
      await source.return?.();
      return { done: true, value: undefined };
    },
    [Symbol.asyncIterator]() {
      return this;
    },
  };
}

function explain(error: unknown): GraphQLError | unknown {
  if (!(error instanceof EventStreamError)) return error;
  const { code, message, cursor } = error;
  return codedError(CODES[code], message, cursor === undefined ? {} : { cursor });
}
