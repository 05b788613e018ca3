import { findCancelled, findStopping } from '../../db/jobs/claim/find-cancelled.js';
import type { EngineContext } from '../engine-context.js';
import type { Dispatcher } from './dispatcher.js';

/**
 * Aborts the requests of attempts that were cancelled, and gives back those that are not sent. Never rejects.
 */
export interface CancelledRequests {
  /** Checks all attempts that this worker has claimed and that are not answered. */
  abort(): Promise<void>;
  /** Checks whether these runs, or any, were asked to stop. @returns whether one was */
  abortRuns(among: readonly string[] | null): Promise<boolean>;
}

export function createCancelledRequests(
  { pool, logger }: EngineContext,
  dispatcher: Dispatcher,
): CancelledRequests {
  const warn = (err: unknown) => logger.warn('cancel.check_failed', { err });
  return {
    async abort() {
      const unanswered = dispatcher.unanswered();
      if (unanswered.length === 0) return;
      try {
        dispatcher.abort(await findCancelled(pool, unanswered));
      } catch (err) {
        warn(err);
      }
    },
    async abortRuns(among) {
      try {
        const stopping = await findStopping(pool, among);
        dispatcher.abortRuns(stopping);
        return stopping.length > 0;
      } catch (err) {
        warn(err);
        return false;
      }
    },
  };
}
