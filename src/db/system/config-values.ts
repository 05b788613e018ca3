import type { Json } from '../../domain/json.js';
import type { Queryable } from './queryable.js';
import { toJsonb } from './to-jsonb.js';

/** Loads a value of `AgentConfig`. Undefined if there is none. */
export async function loadConfigValue(client: Queryable, key: string): Promise<Json | undefined> {
  const { rows } = await client.query<{ value: Json }>('SELECT value FROM "AgentConfig" WHERE key = $1', [
    key,
  ]);
  return rows[0]?.value;
}

/**
 * Locks and returns a value of `AgentConfig`. Inserts an empty value first, so that there is a row to lock.
 */
export async function lockConfigValue(client: Queryable, key: string): Promise<Json> {
  await client.query(
    `INSERT INTO "AgentConfig" (key, value) VALUES ($1, '{}') ON CONFLICT (key) DO NOTHING`,
    [key],
  );
  const { rows } = await client.query<{ value: Json }>(
    `SELECT value FROM "AgentConfig" WHERE key = $1 FOR UPDATE`,
    [key],
  );
  return rows[0]?.value ?? {};
}

/** Stores a value in a database that has none under this key, and no schedule. */
export async function insertFirstConfigValue(client: Queryable, key: string, value: unknown): Promise<void> {
  await client.query(
    `INSERT INTO "AgentConfig" (key, value) SELECT $1, $2::jsonb WHERE NOT EXISTS (SELECT FROM "Schedule")
     ON CONFLICT (key) DO NOTHING`,
    [key, toJsonb(value)],
  );
}

/** Replaces a value of `AgentConfig` that the caller has locked. */
export async function writeConfigValue(
  client: Queryable,
  key: string,
  value: unknown,
  { id }: { id: string },
): Promise<void> {
  await client.query(`UPDATE "AgentConfig" SET value = $2::jsonb, "updatedBy" = $3 WHERE key = $1`, [
    key,
    toJsonb(value),
    id,
  ]);
}
