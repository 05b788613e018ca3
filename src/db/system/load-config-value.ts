import type { Json } from '../../domain/json.js';
import type { Queryable } from './queryable.js';

/** Loads a value of `AgentConfig`. Undefined if there is none. */
export async function loadConfigValue(client: Queryable, key: string): Promise<Json | undefined> {
  const { rows } = await client.query<{ value: Json }>('SELECT value FROM "AgentConfig" WHERE key = $1', [
    key,
  ]);
  return rows[0]?.value;
}
