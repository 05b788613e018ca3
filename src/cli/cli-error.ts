import { EXIT, type ExitCode } from './exit-codes.js';

/** A failure that the user can act on. The message is printed unchanged and contains no secret. */
export class CliError extends Error {
  override readonly name = 'CliError';

  constructor(
    message: string,
    readonly exitCode: ExitCode = EXIT.failed,
    /** The server's code of the error, if it has one. */
    readonly code?: string,
  ) {
    super(message);
  }
}

/** Wrong arguments, options or settings. */
export const usageError = (message: string) => new CliError(message, EXIT.usage);
