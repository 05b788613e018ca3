/** The exit codes of all commands, documented in docs/cli.md. */
export const EXIT = {
  ok: 0,
  /** The command failed, or found problems. */
  failed: 1,
  /** Wrong arguments, options or settings. Nothing was done. */
  usage: 2,
  /** The server or the database cannot be reached. */
  unreachable: 3,
  /** The token is missing, invalid, or lacks the required role. */
  forbidden: 4,
  /** The requested object does not exist. */
  notFound: 5,
  /** The server refused the input, or the current state does not allow the change. Nothing was changed. */
  refused: 6,
  /** `migrate --check`: migrations, functions or triggers still have to be applied. */
  migrationsPending: 10,
  /** `migrate --check`: a newer version has upgraded the database, and this version works with it. */
  databaseNewer: 11,
  /** `migrate --check`: this version can neither migrate the database nor use it. */
  databaseForeign: 12,
  /** `diff`: an apply would change something. */
  differences: 20,
  /** The reader of the output has closed it. The exit code of programs that SIGPIPE ends. */
  outputClosed: 141,
} as const;

export type ExitCode = (typeof EXIT)[keyof typeof EXIT];
