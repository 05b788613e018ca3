import type { Queryable } from './queryable.js';

/**
 * The value that identifies the key with which stored secrets are sealed. Undefined before the first start.
 */
export async function readSecretKeyCheck(client: Queryable): Promise<string | undefined> {
  const { rows } = await client.query<{ sealed: string }>('SELECT sealed FROM "SecretKeyCheck"');
  return rows[0]?.sealed;
}
