import {
  lockChannels,
  lockSecretKeyCheck,
  lockSecrets,
  type SecretColumn,
  writeChannelSecret,
  writeSecret,
  writeSecretKeyCheck,
} from '../../db/access/sealed-secrets.js';
import type { Queryable } from '../../db/system/queryable.js';
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
  const check = await lockSecretKeyCheck(client);
  for (const { contextOf, ...column } of SECRETS) {
    for (const { id, sealed } of await lockSecrets(client, column)) {
      const fresh = reseal(sealed, contextOf(id));
      if (fresh !== sealed) await writeSecret(client, column, { id, sealed: fresh });
    }
  }
  await resealChannels(client, reseal);
  if (check !== undefined) await writeSecretKeyCheck(client, reseal(check, checkContext));
  return count;
}

const SECRETS: readonly (SecretColumn & { contextOf(id: string): string })[] = [
  ...(['credential', 'signingSecret'] as const).map((column) => ({
    table: 'AgentRegistry' as const,
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
  for (const [name, channel] of parseChannels(await lockChannels(client))) {
    const field = CHANNEL_KINDS[channel.type].secret;
    const sealed = channel[field];
    if (typeof sealed !== 'string' || !sealed.startsWith('v1.')) continue;
    const fresh = reseal(sealed, secretContext(name, field));
    await writeChannelSecret(client, { channel: name, field, sealed: fresh });
  }
}
