import { isSqlState } from '../../runtime/database/sqlstate.js';

/** Explains an error of a script that a missing right caused. Otherwise an empty string. */
export function missingRight(error: unknown): string {
  return isSqlState(error, 'insufficientPrivilege')
    ? ' (the migration needs a user who owns the schemas callboard and bullmq and everything in them)'
    : '';
}
