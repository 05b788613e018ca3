/**
 * A problem that the person who started the process can fix: a setting, a port, a database. The message is
 * printed unchanged (what is wrong, where, what to do), without a stack, and contains no secret.
 */
export class StartupError extends Error {
  override readonly name = 'StartupError';

  /**
   * @param exitCode 2: the settings are wrong
   * @param cause the error of the database; not printed
   */
  constructor(
    message: string,
    readonly exitCode: 1 | 2 = 1,
    cause?: unknown,
  ) {
    super(message, { cause });
  }
}
