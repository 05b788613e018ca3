import { StartupError } from '../startup-error.js';
import { parseDatabaseUrl } from './database-url.js';
import { codeOf, isOfClass, isRefusedError, isServerAway, isSqlState, sqlStateOf } from './sqlstate.js';

/**
 * Describes a database error for the person who set `setting`: names the address in it, never the password.
 */
export function explainDatabaseError(
  error: unknown,
  connectionString: string,
  setting = 'DATABASE_URL',
): Error {
  if (error instanceof StartupError) return error;
  const reason = reasonOf(error, connectionString);
  if (reason !== undefined) return new StartupError(`${setting}: ${reason}`, 1, error);
  return error instanceof Error ? error : new Error(String(error));
}

function reasonOf(error: unknown, connectionString: string): string | undefined {
  const { message = '' } = (error ?? {}) as { message?: string };
  const { host, database, user } = partsOf(connectionString);
  switch (sqlStateOf(error) ?? codeOf(error)) {
    case 'ECONNREFUSED':
    case 'ENOENT':
      return `nothing answers at ${host}: is PostgreSQL running there?`;
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return `the host name of ${host} cannot be resolved: check the spelling and the network`;
    case 'ECONNRESET':
    case 'EPIPE':
      return `${host} closed the connection: is it PostgreSQL, and does it accept this client?`;
    case 'ETIMEDOUT':
    case 'EHOSTUNREACH':
    case 'ENETUNREACH':
      return `${host} cannot be reached: check address, network and firewall`;
    case 'wrongPassword':
    case 'refusedSignIn':
      return `${host} refused the sign-in of user "${user}": check user and password`;
    case 'noSuchDatabase':
      return `there is no database "${database}" at ${host}: create it first`;
    case 'insufficientPrivilege':
      return `user "${user}" lacks a privilege: ${message}`;
    case 'readOnly':
      return `${host} is read-only: is it a standby?`;
    case 'tooManyConnections':
      return `${host} has no free connection (${message}): raise the limit, or close some`;
    case 'startingUp':
      return `${host} is starting up or shutting down: try again`;
    default:
      return reasonOfMessage(message, host);
  }
}

/** node-postgres reports these without a code. */
function reasonOfMessage(message: string, host: string): string | undefined {
  if (/timeout expired|connection timeout/i.test(message))
    return `${host} does not answer: check address, network and firewall`;
  if (/terminated unexpectedly/i.test(message)) return `${host} closed the connection: is it PostgreSQL?`;
  if (/SSL|certificate|self-signed/i.test(message)) return `a TLS connection to ${host} failed: ${message}`;
  if (/password must be a string/i.test(message))
    return `${host} asks for a password, and there is none in the URL`;
  return undefined;
}

/** Codes of Node: connections that could not be made, or broke. */
const AWAY_CODES =
  /^(ECONNREFUSED|ECONNRESET|ECONNABORTED|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN)$/;
/** Codes of Prisma: unreachable, timed out, connection closed, no connection left in the pool. */
const PRISMA_AWAY_CODES = /^(P1001|P1002|P1008|P1017|P2024|P2037)$/;
/** node-postgres reports these without a code. */
const AWAY_MESSAGES =
  /connection terminated|client has encountered a connection error|timeout exceeded when trying to connect|not queryable/i;

/**
 * A migration changed what a prepared statement returns. It would fail for as long as its connection lives.
 */
const OUTDATED_PLAN = /cached plan must not change result type/;

/**
 * Whether an operation failed because the database could not be reached or had no connection left. The same
 * operation may work in a moment.
 */
export function isDatabaseAway(error: unknown): boolean {
  if (typeof error !== 'object' || error === null) return false;
  const { message, cause, meta } = error as Record<string, unknown>;
  const code = codeOf(error);
  if (AWAY_CODES.test(code) || PRISMA_AWAY_CODES.test(code)) return true;
  if (isServerAway(error) || isSqlState(error, 'readOnly')) return true;
  if (typeof message === 'string' && (AWAY_MESSAGES.test(message) || OUTDATED_PLAN.test(message)))
    return true;
  if (error instanceof AggregateError) return error.errors.some(isDatabaseAway);
  // Prisma keeps the error of node-postgres there.
  const { driverAdapterError } = (meta ?? {}) as { driverAdapterError?: unknown };
  return isDatabaseAway(cause) || isDatabaseAway(driverAdapterError);
}

/**
 * After these errors a connection must not be used again: it is broken or about to break, or its session is
 * read-only. A session stays read-only after the standby was promoted or the setting was changed.
 */
const ENDING_CODES = /^(ECONNRESET|ECONNABORTED|EPIPE|ETIMEDOUT)$/;

/** Whether a statement failed in a way that makes its connection unusable. */
export function endsConnection(error: unknown): boolean {
  if (ENDING_CODES.test(codeOf(error)) || isOfClass(error, 'disconnected')) return true;
  if (isSqlState(error, 'readOnly')) return true;
  const { message } = (error ?? {}) as { message?: unknown };
  return isSqlState(error, 'changedPlan') && OUTDATED_PLAN.test(String(message));
}

/**
 * Whether an operation failed for a reason that may disappear: the database is unavailable, full or
 * read-only, or another transaction was in the way.
 */
export function mayPass(error: unknown): boolean {
  return isDatabaseAway(error) || isOfClass(error, 'contended');
}

/** Whether the cause is a value in the rows, or a bug that it triggers, and not an unavailable database. */
export function liesInRows(error: unknown): boolean {
  return error instanceof TypeError || error instanceof RangeError || isRefusedError(error);
}

function partsOf(connectionString: string): { host: string; database: string; user: string } {
  try {
    const { url, hosts } = parseDatabaseUrl(connectionString);
    const socket = url.searchParams.get('host');
    return {
      host: socket?.startsWith('/') ? socket : hosts.map(({ host, port }) => `${host}:${port}`).join(' or '),
      database: decodeURIComponent(url.pathname.slice(1)),
      user: decodeURIComponent(url.username),
    };
  } catch {
    return { host: 'the address given', database: '', user: '' };
  }
}
