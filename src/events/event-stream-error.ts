/**
 * Why a stream of events ended:
 * - `BAD_CURSOR`: `after` is not a cursor.
 * - `CURSOR_EXPIRED`: events after the cursor were deleted; reload the data and start from a new cursor.
 * - `LAGGED`: the subscriber read too slowly; resume from `cursor`.
 * - `UNAVAILABLE`: the database could not be read to catch up; resume from `cursor`.
 * - `STOPPED`: this server is shutting down; resume from `cursor`, at any server.
 */
export type EventStreamErrorCode = 'BAD_CURSOR' | 'CURSOR_EXPIRED' | 'LAGGED' | 'UNAVAILABLE' | 'STOPPED';

/**
 * Ends a subscription. The message is for the client. `cursor` follows the last item that the subscriber
 * took.
 */
export class EventStreamError extends Error {
  override readonly name = 'EventStreamError';

  constructor(
    readonly code: EventStreamErrorCode,
    message: string,
    readonly cursor?: string,
  ) {
    super(message);
  }
}
