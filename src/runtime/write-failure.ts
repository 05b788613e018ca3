import { StartupError } from './startup-error.js';

/**
 * The error for people if the system refuses to create or write a file. Other errors are returned as they are.
 *
 * @param advice what to do, such as "choose another file"
 */
export function writeFailure(path: string, error: unknown, advice: string): unknown {
  const { code } = error as NodeJS.ErrnoException;
  if (code === undefined) return error;
  return new StartupError(
    isDiskFull(error)
      ? `${path} cannot be written because the disk is full: free some space, or ${advice}`
      : `${path} cannot be written (${code}): ${advice}`,
  );
}

/** The same for the data directory. */
export function dataDirectoryFailure(dataDir: string, error: unknown): unknown {
  const { code } = error as NodeJS.ErrnoException;
  if (code === undefined) return error;
  return new StartupError(
    `the data directory ${dataDir} cannot be used (${code}): set CALLBOARD_DATA_DIR to one that can be written`,
  );
}

export function isDiskFull(error: unknown): boolean {
  return ['ENOSPC', 'EDQUOT'].includes((error as NodeJS.ErrnoException).code ?? '');
}
