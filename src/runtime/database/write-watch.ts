import type { Logger } from '../telemetry/logger.js';
import { isOfClass } from './sqlstate.js';

/** Notices that the database accepts statements but cannot store anything, because its disk is full. */
export interface WriteWatch {
  /** Call with the error of each statement that failed. */
  failed(error: unknown): void;
  /** For readiness. Does not write. @throws while writes keep failing */
  check(): void;
}

/**
 * After this long without a failure, writes count as possible again: whoever has something to write tries again
 * sooner.
 */
const QUIET_MS = 30_000;
/** One failure may be a single large statement, for which there was no space. */
const FAILURES = 3;

/**
 * Judges by the statements that the process executes anyway. A trial write would prove little: small rows
 * often still fit into a page when nothing else does.
 */
export function createWriteWatch(logger: Logger): WriteWatch {
  let failures = 0;
  let quiet: NodeJS.Timeout | undefined;

  function passed(): void {
    if (failures >= FAILURES) logger.info('database.writes_possible', { quietMs: QUIET_MS });
    failures = 0;
  }

  return {
    failed(error) {
      if (!isOfClass(error, 'unwritable')) return;
      failures += 1;
      clearTimeout(quiet);
      quiet = setTimeout(passed, QUIET_MS).unref();
      if (failures === FAILURES)
        logger.error(
          'database.writes_fail',
          { err: error },
          'PostgreSQL cannot store anything: free some space on its disk. Work waits until then and continues by itself',
        );
    },
    check() {
      if (failures >= FAILURES) throw new Error('the database cannot store anything: is its disk full?');
    },
  };
}
