import { type Pool, withTransaction } from '../runtime/pool.js';

/** Transaction ids of this cluster lie below `xmax`: a row that is seen and does not was written in another one. */
const FOREIGN = `
  SELECT origin <> database_origin() OR EXISTS (SELECT FROM outbox WHERE xid >= pg_snapshot_xmax(pg_current_snapshot())) AS foreign
  FROM outbox_origin`;

const HAS_EVENTS = 'SELECT EXISTS (SELECT FROM outbox) OR EXISTS (SELECT FROM outbox_mark) AS some';

/**
 * Forgets events that a dump brought here from another cluster or database, where they were committed under ids that mean nothing
 * here: they would come as new once this cluster's ids reach theirs. All cursors from before are expired with it, since they are
 * of the other database.
 *
 * Safe to call at any time and by many at once: nothing happens unless the database was restored, the first one locks, and what
 * open transactions have written is not seen and so not deleted.
 *
 * @returns whether anything had to be forgotten
 */
export async function adoptOutbox(pool: Pool): Promise<boolean> {
  const { rows } = await pool.query<{ foreign: boolean }>(FOREIGN);
  if (rows[0] && !rows[0].foreign) return false;
  return withTransaction(pool, async (client) => {
    await client.query('INSERT INTO outbox_origin (origin) VALUES ($1) ON CONFLICT DO NOTHING', ['']);
    // Locked first: the next statement sees what whoever held it has done.
    await client.query('SELECT FROM outbox_origin FOR UPDATE');
    const { rows: locked } = await client.query<{ foreign: boolean }>(FOREIGN);
    if (!locked[0]?.foreign) return false;
    await client.query('UPDATE outbox_origin SET origin = database_origin()');
    const { rows: kept } = await client.query<{ some: boolean }>(HAS_EVENTS);
    if (!kept[0]?.some) return false; // never used
    await client.query('DELETE FROM outbox_mark');
    // Of one snapshot: what this does not see, and so does not delete, lies behind the horizon.
    await client.query(
      `WITH deleted AS (DELETE FROM outbox) INSERT INTO outbox_mark (snapshot, trimmed) VALUES (pg_current_snapshot(), true)`,
    );
    return true;
  });
}
