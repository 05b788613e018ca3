import { findCancelled } from '../../db/jobs/recover-attempts.js';
import type { EngineContext } from '../engine-context.js';
import type { Dispatcher } from './dispatcher.js';

/** Aborts the requests of attempts that were cancelled. Never rejects. */
export type CancelledRequests = () => Promise<void>;

export function createCancelledRequests(
  { pool, logger }: EngineContext,
  dispatcher: Dispatcher,
): CancelledRequests {
  return async () => {
    const unanswered = dispatcher.unanswered();
    if (unanswered.length === 0) return;
    try {
      dispatcher.abort(await findCancelled(pool, unanswered));
    } catch (err) {
      logger.warn('cancel.check_failed', { err });
    }
  };
}
