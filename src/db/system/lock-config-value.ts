import type { Json } from '../../domain/json.js';
import type { Queryable } from './queryable.js';

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
