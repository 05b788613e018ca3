/** What the exit code of every command says. docs/cli.md documents them. */
export const EXIT = {
  ok: 0,
  /** The command could not do what it was asked to, or found what it was asked to look for. */
  failed: 1,
  /** Wrong arguments, options or settings. Nothing was done. */
  usage: 2,
  /** The server or the database cannot be reached. */
  unreachable: 3,
  /** No token, a wrong one, or one without the right for this. */
  forbidden: 4,
  /** What the command names does not exist. */
  notFound: 5,
  /** The server refused the input, or the current state does not allow the change. Nothing was changed. */
  refused: 6,
  /** `migrate --check`: migrations, functions or triggers are yet to be applied. */
  migrationsPending: 10,
  /** `migrate --check`: a newer version has upgraded the database, and this one works with it. */
  databaseNewer: 11,
  /** `migrate --check`: this version can neither migrate the database nor use it. */
  databaseForeign: 12,
  /** `diff`: an apply would change something. */
  differences: 20,
} as const;

export type ExitCode = (typeof EXIT)[keyof typeof EXIT];
