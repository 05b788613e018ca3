/**
 * Exclusion by rows that nobody else may touch. Advisory locks are no alternative: any login of the database can take them,
 * and an agent's login could so stop everybody.
 */
import type { Queryable } from './queryable.js';

/**
 * Holds names for the rest of the transaction, waiting for whoever holds them. In its own statement: what is read next sees
 * what others committed before. For names of which there are few: each stays as a row.
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

/** Holds a name for the rest of the transaction. @returns false: another holds it */
export async function tryMutex(client: Queryable, name: string): Promise<boolean> {
  const { rows } = await client.query<{ held: boolean }>('SELECT try_mutex($1) AS held', [name]);
  return rows[0]?.held ?? false;
}

/**
 * Holds a name across transactions, until it is given back, or for `ms` at most when the holder dies.
 *
 * @returns false: another holds it
 */
export async function leaseMutex(client: Queryable, name: string, ms: number): Promise<boolean> {
  const { rowCount } = await client.query(
    `INSERT INTO "Mutex" AS held (name, "heldUntil") VALUES ($1, clock_timestamp() + $2 * interval '1 millisecond')
     ON CONFLICT (name) DO UPDATE SET "heldUntil" = EXCLUDED."heldUntil"
     WHERE held."heldUntil" IS NULL OR held."heldUntil" <= clock_timestamp()`,
    [name, ms],
  );
  return rowCount === 1;
}

export async function returnMutex(client: Queryable, name: string): Promise<void> {
  await client.query('UPDATE "Mutex" SET "heldUntil" = NULL WHERE name = $1', [name]);
}
