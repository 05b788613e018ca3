/**
 * Mutual exclusion by locked rows. Advisory locks are no alternative: any login of the database can take
 * them, so an agent's login could block all other sessions.
 */
import type { Queryable } from './queryable.js';

/**
 * Locks names for the rest of the transaction, waiting if necessary. This is a statement of its own, so that
 * later statements see what others committed before. Use it for a small set of names, because each name stays
 * as a row.
 */
export async function lockMutexes(client: Queryable, names: readonly string[]): Promise<void> {
  const wanted = [...new Set(names)];
  if ((await lockRows(client, wanted)) === wanted.length) return;
  await client.query(
    `INSERT INTO "Mutex" (name) SELECT name FROM unnest($1::text[]) AS wanted(name) ORDER BY name ON CONFLICT DO NOTHING`,
    [wanted],
  );
  await lockRows(client, wanted);
}

async function lockRows(client: Queryable, names: readonly string[]): Promise<number> {
  const { rowCount } = await client.query(
    'SELECT FROM "Mutex" WHERE name = ANY ($1::text[]) ORDER BY name FOR UPDATE',
    [names],
  );
  return rowCount ?? 0;
}

/** Locks a name for the rest of the transaction. @returns false if another transaction holds it */
export async function tryMutex(client: Queryable, name: string): Promise<boolean> {
  const { rows } = await client.query<{ held: boolean }>('SELECT try_mutex($1) AS held', [name]);
  return rows[0]?.held ?? false;
}

/** A name that is locked across transactions. */
export interface LeasedMutex {
  name: string;
  /** From then on, another process may lock the name. */
  heldUntil: Date;
}

/**
 * Locks a name across transactions, until it is released, or for at most `ms` if the holder dies.
 *
 * @returns undefined if another process holds it
 */
export async function leaseMutex(
  client: Queryable,
  name: string,
  ms: number,
): Promise<LeasedMutex | undefined> {
  const { rows } = await client.query<LeasedMutex>(
    `INSERT INTO "Mutex" AS present (name, "heldUntil") VALUES ($1, clock_timestamp() + $2 * interval '1 millisecond')
     ON CONFLICT (name) DO UPDATE SET "heldUntil" = EXCLUDED."heldUntil"
     WHERE present."heldUntil" IS NULL OR present."heldUntil" <= clock_timestamp()
     RETURNING name, "heldUntil"`,
    [name, ms],
  );
  return rows[0];
}

/** Changes nothing if the time was over and another process has locked the name since. */
export async function returnMutex(client: Queryable, { name, heldUntil }: LeasedMutex): Promise<void> {
  await client.query('UPDATE "Mutex" SET "heldUntil" = NULL WHERE name = $1 AND "heldUntil" = $2', [
    name,
    heldUntil,
  ]);
}
