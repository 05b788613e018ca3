/** Channels in their stored form, and with decrypted secrets. */
import type { WantedChannel } from '../../db/notifications/begin-notifications.js';
import { loadConfigValue } from '../../db/system/load-config-value.js';
import type { Queryable } from '../../db/system/queryable.js';
import { parseChannels, type StoredChannel } from '../../domain/notification/channel.js';
import type { SmtpServer } from '../../http/notify/smtp.js';
import { SealedSecretError, type SecretBox } from '../../runtime/secrets/secret-box.js';

/** With decrypted secrets. Never logged, never stored. */
export type OpenChannel =
  | { type: 'slack'; url: string }
  | ({ type: 'email'; from: string; to: string[] } & SmtpServer)
  | { type: 'webhook'; url: string; secret: string };

/**
 * Encryption context of a channel's secret, so that a secret copied to another channel cannot be
 * decrypted.
 */
export const secretContext = (name: string, field: 'url' | 'password' | 'secret') =>
  `notifications/${name}/${field}`;

export async function readChannels(client: Queryable): Promise<Map<string, StoredChannel>> {
  return parseChannels(await loadConfigValue(client, 'notifications'));
}

/** The channels that the settings name, each with the reason if it cannot be used. */
export function wantedChannels(
  names: readonly string[],
  channels: ReadonlyMap<string, StoredChannel>,
): WantedChannel[] {
  return [...new Set(names)].map((name) => ({
    name,
    problem: channels.has(name) ? null : 'There is no channel of this name: it is not configured.',
  }));
}

/** @returns undefined if its secret was encrypted with another key */
export function openChannel(
  secretBox: SecretBox,
  name: string,
  channel: StoredChannel,
): OpenChannel | undefined {
  try {
    switch (channel.type) {
      case 'slack':
        return { type: 'slack', url: secretBox.open(channel.url, secretContext(name, 'url')) };
      case 'webhook': {
        const { type, url, secret } = channel;
        return { type, url, secret: secretBox.open(secret, secretContext(name, 'secret')) };
      }
      case 'email': {
        const { passwordHint: _hint, managedBy: _owner, password, ...server } = channel;
        return {
          ...server,
          password: password === null ? null : secretBox.open(password, secretContext(name, 'password')),
        };
      }
    }
  } catch (error) {
    if (error instanceof SealedSecretError) return undefined;
    throw error;
  }
}

export const UNREADABLE =
  'The secret of this channel cannot be read with this CALLBOARD_SECRET_KEY: enter it again.';
