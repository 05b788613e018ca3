import type { Logger } from '../runtime/logger.js';

export type TroubleLog = (error: Error, fields?: Record<string, unknown>) => void;

/** A queue whose database is away says so with every attempt, on every connection. */
const QUIET_MS = 30_000;

/** Logs an error the first time and then at most every 30 s, with how many like it there were in between. */
export function createTroubleLog(logger: Logger, now: () => number = Date.now): TroubleLog {
  const seen = new Map<string, { loggedAt: number; suppressed: number }>();
  return (error, fields = {}) => {
    const kind = (error as NodeJS.ErrnoException).code ?? error.name;
    const last = seen.get(kind);
    if (last !== undefined && now() - last.loggedAt < QUIET_MS) {
      last.suppressed += 1;
      return;
    }
    logger.warn('queue.trouble', { ...fields, err: error, suppressed: last?.suppressed ?? 0 });
    seen.set(kind, { loggedAt: now(), suppressed: 0 });
  };
}
