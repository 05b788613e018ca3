import { isSqlState } from '../../runtime/sqlstate.js';

/** What to add to the message of a script's error that a lack of rights caused; else nothing. */
export function missingRight(error: unknown): string {
  return isSqlState(error, 'insufficientPrivilege')
    ? ' (the migration needs a user who owns the schemas callboard and bullmq and everything in them)'
    : '';
}
