/**
 * The SQLSTATE codes of PostgreSQL that Callboard handles, and their meanings. No other file contains such
 * codes. Failed connections have codes of Node or Prisma, or none; `database-error.ts` handles those.
 */
export const SQLSTATE = {
  /**
   * A statement waited for a lock for longer than `lock_timeout`. Agents may leave their transactions open.
   */
  lockTimeout: '55P03',
  deadlock: '40P01',
  queryCanceled: '57014',
  insufficientPrivilege: '42501',
  uniqueViolation: '23505',
  /** Objects that another process has just created. */
  duplicateObject: '42710',
  duplicateSchema: '42P06',
  duplicateTable: '42P07',
  readOnly: '25006',
  changedPlan: '0A000',
  wrongPassword: '28P01',
  refusedSignIn: '28000',
  noSuchDatabase: '3D000',
  tooManyConnections: '53300',
  startingUp: '57P03',
  protocolViolation: '08P01',
  untranslatableCharacter: '22P05',
  invalidCharacter: '22021',
  numberOutOfRange: '22003',
  instantOutOfRange: '22008',
  limitExceeded: '54000',
  /** A guard in `prisma/sql` refuses the row. */
  guardRefused: 'CB002',
} as const;

export type SqlState = keyof typeof SQLSTATE;

const NAMES = new Map<string, SqlState>(
  (Object.entries(SQLSTATE) as [SqlState, string][]).map(([name, code]) => [code, name]),
);

/** Groups of codes that are handled alike. */
const CLASSES = {
  /** The value or the row is refused. The same statement with the same values always fails. */
  refused: /^(22|23|54|CB)/,
  /** A value that does not fit its type. */
  value: /^22/,
  /** The server is unavailable, stopping or starting, and the connection can no longer be used. */
  disconnected: /^(08...|57P0.)$/,
  /** The disk of the database is full or broken. */
  unwritable: /^(53100|58030)$/,
  /** The definition of a table or function is not as expected. */
  definition: /^42/,
  signIn: /^28/,
  noDatabase: /^3D/,
  /** Out of memory, disk space or connections, or a conflict between transactions. */
  contended: /^(53|40|55P03)/,
} as const;

/** The code of an error from any source, or '' if it has none. */
export function codeOf(error: unknown): string {
  const code = (error as { code?: unknown } | null | undefined)?.code;
  return typeof code === 'string' ? code : '';
}

/** The name of the code of an error. Undefined if the code is not handled. */
export function sqlStateOf(error: unknown): SqlState | undefined {
  return NAMES.get(codeOf(error));
}

/** Whether the error has one of these codes. */
export function isSqlState(error: unknown, ...states: readonly SqlState[]): boolean {
  const state = sqlStateOf(error);
  return state !== undefined && states.includes(state);
}

export function isOfClass(error: unknown, name: keyof typeof CLASSES): boolean {
  return CLASSES[name].test(codeOf(error));
}

/**
 * Whether another transaction has locked a row that the statement needs. If the time ends just when one wait
 * for a lock becomes the next, as between several statements that wait for the same row, PostgreSQL reports a
 * cancelled statement instead.
 */
export function isLockTimeout(error: unknown): boolean {
  return isSqlState(error, 'lockTimeout', 'queryCanceled');
}

/** Whether the database refuses the statement's values, so that trying again does not help. */
export function isRefusedError(error: unknown): boolean {
  return isOfClass(error, 'refused');
}

/** Whether the error means that a server gives no connection or ends connections. */
export function isServerAway(error: unknown): boolean {
  return isOfClass(error, 'disconnected') || isSqlState(error, 'tooManyConnections');
}
