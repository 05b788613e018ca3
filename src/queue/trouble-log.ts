import type { Logger } from '../runtime/telemetry/logger.js';

export type TroubleLog = (error: Error, fields?: Record<string, unknown>) => void;

/** While its database is unavailable, a queue reports an error for every try on every connection. */
const QUIET_MS = 30_000;

export interface TroubleLogOptions {
  /** Default `queue.trouble`. */
  event?: string;
  message?: string;
  /** Groups errors that are logged together; default: their code. */
  kindOf?: (error: Error) => string;
  now?: () => number;
}

/** Logs an error the first time and then at most every 30 s, with the number of similar ones in between. */
export function createTroubleLog(
  logger: Logger,
  { event = 'queue.trouble', message, kindOf = codeOf, now = Date.now }: TroubleLogOptions = {},
): TroubleLog {
  const seen = new Map<string, { loggedAt: number; suppressed: number }>();
  return (error, fields = {}) => {
    const kind = kindOf(error);
    const last = seen.get(kind);
    if (last !== undefined && now() - last.loggedAt < QUIET_MS) {
      last.suppressed += 1;
      return;
    }
    logger.warn(event, { ...fields, err: error, suppressed: last?.suppressed ?? 0 }, message);
    seen.set(kind, { loggedAt: now(), suppressed: 0 });
  };
}

function codeOf(error: Error): string {
  return (error as NodeJS.ErrnoException).code ?? error.name;
}
