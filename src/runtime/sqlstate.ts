/**
 * What errors of PostgreSQL mean to Callboard: the only file with codes (SQLSTATE). Connections that fail have codes of Node or of
 * Prisma, or none; `database-error.ts` knows those too.
 */
export const SQLSTATE = {
  /** A statement waited for a row for longer than `lock_timeout`. Agents may leave their transactions open. */
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

/** Groups of codes on which we act alike. */
const CLASSES = {
  /** The value or the row is refused. The same statement with the same values always fails. */
  refused: /^(22|23|54|CB)/,
  /** A value that does not fit its type. */
  value: /^22/,
  /** The server is away, stops or starts: the connection is of no further use. */
  disconnected: /^(08...|57P0.)$/,
  /** The definition of what was read is not what was expected. */
  definition: /^42/,
  signIn: /^28/,
  noDatabase: /^3D/,
  /** Out of memory, disk or connections, or one of two transactions that got in each other's way. */
  contended: /^(53|40|55P03)/,
} as const;

/** The code of an error, of whatever origin; '' if it has none. */
export function codeOf(error: unknown): string {
  const code = (error as { code?: unknown } | null | undefined)?.code;
  return typeof code === 'string' ? code : '';
}

/** The name of the code of an error; undefined: none that we act on. */
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

/** Another transaction holds a row that the statement needs. */
export function isHeldError(error: unknown): boolean {
  return isSqlState(error, 'lockTimeout');
}

/** The database refuses what the statement says: trying again with the same values will not help. */
export function isRefusedError(error: unknown): boolean {
  return isOfClass(error, 'refused');
}

/** Whether a server that gives no connection, or ends them, is the cause. */
export function isServerAway(error: unknown): boolean {
  return isOfClass(error, 'disconnected') || isSqlState(error, 'tooManyConnections');
}
