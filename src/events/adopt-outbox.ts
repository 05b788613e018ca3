import { type Pool, withTransaction } from '../runtime/database/pool.js';

/**
 * Transaction ids of this cluster are below `xmax`. A visible row with a higher id was written in another
 * cluster.
 */
const FOREIGN = `
  SELECT origin <> database_origin() OR EXISTS (SELECT FROM outbox WHERE xid >= pg_snapshot_xmax(pg_current_snapshot())) AS foreign
  FROM outbox_origin`;

const HAS_EVENTS = 'SELECT EXISTS (SELECT FROM outbox) OR EXISTS (SELECT FROM outbox_mark) AS some';

/**
 * Deletes events that a dump brought here from another cluster or database, where they were committed under
 * other transaction ids: otherwise they would appear as new once this cluster's ids reach theirs. All earlier
 * cursors expire, because they belong to the other database.
 *
 * Many processes may call this at any time: nothing happens unless the database was restored, the first
 * caller takes a lock, and rows of open transactions are invisible, so they are not deleted.
 *
 * @returns whether anything was deleted
 */
export async function adoptOutbox(pool: Pool): Promise<boolean> {
  const { rows } = await pool.query<{ foreign: boolean }>(FOREIGN);
  if (rows[0] && !rows[0].foreign) return false;
  return withTransaction(pool, async (client) => {
    await client.query('INSERT INTO outbox_origin (origin) VALUES ($1) ON CONFLICT DO NOTHING', ['']);
    // Locked in its own statement: the next one sees what the previous holder of the lock did.
    await client.query('SELECT FROM outbox_origin FOR UPDATE');
    const { rows: locked } = await client.query<{ foreign: boolean }>(FOREIGN);
    if (!locked[0]?.foreign) return false;
    await client.query('UPDATE outbox_origin SET origin = database_origin()');
    const { rows: kept } = await client.query<{ some: boolean }>(HAS_EVENTS);
    if (!kept[0]?.some) return false; // never used
    await client.query('DELETE FROM outbox_mark');
    // One snapshot for both: rows that it does not see, and so does not delete, are after the horizon.
    await client.query(
      `WITH deleted AS (DELETE FROM outbox) INSERT INTO outbox_mark (snapshot, trimmed) VALUES (pg_current_snapshot(), true)`,
    );
    return true;
  });
}
