import type pg from 'pg';

/** What to add to the message of a script's error that a lack of rights caused; else nothing. */
export function missingRight({ code }: pg.DatabaseError): string {
  return code === '42501'
    ? ' (the migration needs a user who owns the schemas callboard and bullmq and everything in them)'
    : '';
}
