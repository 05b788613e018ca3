import type { Json } from '../../domain/json.js';
import type { Queryable } from '../system/queryable.js';

/** A column of secrets that are encrypted. */
export interface SecretColumn {
  table: 'AgentRegistry' | 'Webhook';
  column: 'credential' | 'signingSecret' | 'secret' | 'previousSecret';
}

/** Locks the value that identifies the key. @returns undefined before the first start */
export async function lockSecretKeyCheck(client: Queryable): Promise<string | undefined> {
  const { rows } = await client.query<{ sealed: string }>('SELECT sealed FROM "SecretKeyCheck" FOR UPDATE');
  return rows[0]?.sealed;
}

export async function writeSecretKeyCheck(client: Queryable, sealed: string): Promise<void> {
  await client.query('UPDATE "SecretKeyCheck" SET sealed = $1', [sealed]);
}

/** Locks the rows with a secret in this column. */
export async function lockSecrets(
  client: Queryable,
  { table, column }: SecretColumn,
): Promise<{ id: string; sealed: string }[]> {
  const { rows } = await client.query<{ id: string; sealed: string }>(
    `SELECT id, "${column}" AS sealed FROM "${table}" WHERE "${column}" IS NOT NULL ORDER BY id FOR UPDATE`,
  );
  return rows;
}

export async function writeSecret(
  client: Queryable,
  { table, column }: SecretColumn,
  { id, sealed }: { id: string; sealed: string },
): Promise<void> {
  await client.query(`UPDATE "${table}" SET "${column}" = $2 WHERE id = $1`, [id, sealed]);
}

/** Locks the notification channels, if there are any. */
export async function lockChannels(client: Queryable): Promise<Json | undefined> {
  const { rows } = await client.query<{ value: Json }>(
    `SELECT value FROM "AgentConfig" WHERE key = 'notifications' FOR UPDATE`,
  );
  return rows[0]?.value;
}

export async function writeChannelSecret(
  client: Queryable,
  { channel, field, sealed }: { channel: string; field: string; sealed: string },
): Promise<void> {
  await client.query(
    `UPDATE "AgentConfig" SET value = jsonb_set(value, ARRAY['channels', $1, $2], to_jsonb($3::text)) WHERE key = 'notifications'`,
    [channel, field, sealed],
  );
}
