import pg from 'pg';
import { DataSourceError } from '../data-source.js';

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
    throw new DataSourceError(explain(error, subject), isOutOfReach(error));
  }
}

/** Unavailable, shutting down, or out of connections. */
function isOutOfReach(error: unknown): boolean {
  const code = codeOf(error);
  return code === '' || /^(08|57P|53300)/.test(code);
}

/** Errors without a SQLSTATE come from the socket or from the driver. */
function codeOf(error: unknown): string {
  return error instanceof pg.DatabaseError ? (error.code ?? '') : '';
}

function explain(error: unknown, subject: string): string {
  const code = codeOf(error);
  if (isOutOfReach(error)) {
    return 'The data-source database cannot be reached, broke the connection, or has none free. Try again; if the error persists, check DATA_SOURCE_URL and the database.';
  }
  if (code === '57014') {
    return `Reading ${subject} took longer than the statement timeout allows. Narrow the filter, or index the columns it uses.`;
  }
  if (code === '42501') return `The data-source user may not read ${subject}. Grant it SELECT.`;
  if (code.startsWith('28')) return 'The data-source database refused the sign-in. Check DATA_SOURCE_URL.';
  if (code.startsWith('3D')) return 'The data-source database does not exist. Check DATA_SOURCE_URL.';
  if (code === '25006') return `Reading ${subject} would write: data sources are read-only.`;
  if (code.startsWith('42'))
    return `The definition of ${subject} changed while it was read (SQLSTATE ${code}). Try again.`;
  return `The database could not read ${subject} (SQLSTATE ${code}).`;
}
