import type { Queryable } from '../../db/system/queryable.js';
import type { Json } from '../../domain/json.js';
import { CHANNEL_KINDS, parseChannels } from '../../domain/notification/channel.js';
import type { SecretBox } from '../../runtime/secrets/secret-box.js';
import { agentSecretContext } from '../agents/agent-columns.js';
import { secretContext } from '../notifications/notification-channels.js';
import { webhookSecretContext } from '../webhooks/webhook-secret.js';
import { openStored } from './open-stored.js';

/**
 * Encrypts every stored secret with the key of the box, in the caller's transaction. Several
 * processes do it one after the other. Values that neither key decrypts stay as they are.
 * @param checkContext context of the value that says which key is in use
 */
export async function resealSecrets(
  client: Queryable,
  secretBox: SecretBox,
  checkContext: string,
): Promise<{ resealed: number; unreadable: number }> {
  const count = { resealed: 0, unreadable: 0 };
  function reseal(sealed: string, context: string): string {
    if (secretBox.isCurrent(sealed, context)) return sealed;
    const opened = openStored(secretBox, sealed, context);
    count[opened === undefined ? 'unreadable' : 'resealed'] += 1;
    return opened === undefined ? sealed : secretBox.seal(opened, context);
  }
  const check = await client.query<{ sealed: string }>('SELECT sealed FROM "SecretKeyCheck" FOR UPDATE');
  for (const { table, column, contextOf } of SECRETS) {
    const { rows } = await client.query<{ id: string; sealed: string }>(
      `SELECT id, "${column}" AS sealed FROM "${table}" WHERE "${column}" IS NOT NULL ORDER BY id FOR UPDATE`,
    );
    for (const { id, sealed } of rows) {
      const fresh = reseal(sealed, contextOf(id));
      if (fresh !== sealed)
        await client.query(`UPDATE "${table}" SET "${column}" = $2 WHERE id = $1`, [id, fresh]);
    }
  }
  await resealChannels(client, reseal);
  for (const { sealed } of check.rows)
    await client.query('UPDATE "SecretKeyCheck" SET sealed = $1', [reseal(sealed, checkContext)]);
  return count;
}

const SECRETS = [
  ...(['credential', 'signingSecret'] as const).map((column) => ({
    table: 'AgentRegistry',
    column,
    contextOf: (id: string) => agentSecretContext(id, column),
  })),
  { table: 'Webhook', column: 'secret', contextOf: webhookSecretContext },
  { table: 'Webhook', column: 'previousSecret', contextOf: webhookSecretContext },
];

async function resealChannels(
  client: Queryable,
  reseal: (sealed: string, context: string) => string,
): Promise<void> {
  const { rows } = await client.query<{ value: Json }>(
    `SELECT value FROM "AgentConfig" WHERE key = 'notifications' FOR UPDATE`,
  );
  for (const [name, channel] of parseChannels(rows[0]?.value)) {
    const field = CHANNEL_KINDS[channel.type].secret;
    const sealed = channel[field];
    if (typeof sealed !== 'string' || !sealed.startsWith('v1.')) continue;
    await client.query(
      `UPDATE "AgentConfig" SET value = jsonb_set(value, ARRAY['channels', $1, $2], to_jsonb($3::text)) WHERE key = 'notifications'`,
      [name, field, reseal(sealed, secretContext(name, field))],
    );
  }
}
