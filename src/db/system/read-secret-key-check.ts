import type { Queryable } from './queryable.js';

/** The value that says which key the stored secrets are sealed with; undefined before the first start. */
export async function readSecretKeyCheck(client: Queryable): Promise<string | undefined> {
  const { rows } = await client.query<{ sealed: string }>('SELECT sealed FROM "SecretKeyCheck"');
  return rows[0]?.sealed;
}
