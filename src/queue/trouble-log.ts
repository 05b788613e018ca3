import type { Logger } from '../runtime/logger.js';

export type TroubleLog = (error: Error, fields?: Record<string, unknown>) => void;

/** A queue whose database is away says so with every attempt, on every connection. */
const QUIET_MS = 30_000;

export interface TroubleLogOptions {
  /** Default `queue.trouble`. */
  event?: string;
  message?: string;
  /** What errors have in common that are told once; default: their code. */
  kindOf?: (error: Error) => string;
  now?: () => number;
}

/** Logs an error the first time and then at most every 30 s, with how many like it there were in between. */
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
