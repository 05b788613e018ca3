import pg from 'pg';
import {
  codeOf,
  isOfClass,
  isRefusedError,
  isServerAway,
  isSqlState,
} from '../../runtime/database/sqlstate.js';
import { DataSourceError, type Outlook } from '../data-source.js';

/**
 * Runs statements and converts errors of the database into a {@link DataSourceError} that tells users what to
 * do. The original error is dropped on purpose: its detail can contain values of other columns, its position
 * the SQL.
 */
export async function readingFrom<T>(table: string | undefined, read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof DataSourceError) throw error;
    const subject = table ? `table "${table}"` : 'the data-source database';
    throw new DataSourceError(explain(error, subject), outlookOf(error));
  }
}

/** Unavailable, shutting down, or out of connections. Errors that are not of the database come from the socket or the driver. */
function isOutOfReach(error: unknown): boolean {
  return !(error instanceof pg.DatabaseError) || codeOf(error) === '' || isServerAway(error);
}

/**
 * A changed password, a table that is being replaced, a conflict with the recovery of a standby: all of these
 * end without a change of the request.
 */
function outlookOf(error: unknown): Outlook {
  if (isOutOfReach(error)) return 'passing';
  const isLasting =
    isRefusedError(error) || isSqlState(error, 'queryCanceled', 'insufficientPrivilege', 'readOnly');
  return isLasting ? 'lasting' : 'uncertain';
}

function explain(error: unknown, subject: string): string {
  if (isOutOfReach(error)) {
    return 'The data-source database cannot be reached, closed the connection, or has no free connection. Try again; if the error persists, check DATA_SOURCE_URL and the database.';
  }
  if (isSqlState(error, 'queryCanceled')) {
    return `Reading ${subject} took longer than the statement timeout allows. Narrow the filter, or index the columns it uses.`;
  }
  if (isSqlState(error, 'insufficientPrivilege'))
    return `The data-source user may not read ${subject}. Grant it SELECT.`;
  if (isOfClass(error, 'signIn'))
    return 'The data-source database refused the sign-in. Check DATA_SOURCE_URL.';
  if (isOfClass(error, 'noDatabase'))
    return 'The data-source database does not exist. Check DATA_SOURCE_URL.';
  if (isSqlState(error, 'readOnly')) return `Reading ${subject} would write: data sources are read-only.`;
  if (isOfClass(error, 'definition'))
    return `The definition of ${subject} changed while it was read (SQLSTATE ${codeOf(error)}). Try again.`;
  return `The database could not read ${subject} (SQLSTATE ${codeOf(error)}).`;
}
