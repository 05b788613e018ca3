/**
 * Something that the person who started the process can put right: a setting, a port, a database. Its message is meant
 * for that person as it stands (what is wrong, where, what to do), so it is printed without a stack and names no secret.
 */
export class StartupError extends Error {
  override readonly name = 'StartupError';

  /** @param exitCode 2: the settings are wrong, as when they cannot be read at all */
  constructor(
    message: string,
    readonly exitCode: 1 | 2 = 1,
  ) {
    super(message);
  }
}
