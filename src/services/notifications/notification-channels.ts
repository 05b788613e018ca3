/** Channels in their stored form, and with decrypted secrets. */
import type { WantedChannel } from '../../db/notifications/begin-notifications.js';
import { loadConfigValue } from '../../db/system/config-values.js';
import type { Queryable } from '../../db/system/queryable.js';
import {
  CHANNEL_KINDS,
  type OpenChannel,
  parseChannels,
  type StoredChannel,
} from '../../domain/notification/channel.js';
import type { SecretBox } from '../../runtime/secrets/secret-box.js';
import { openStored } from '../access/open-stored.js';

/**
 * Encryption context of a channel's secret, so that a secret copied to another channel cannot be
 * decrypted.
 */
export const secretContext = (name: string, field: string) => `notifications/${name}/${field}`;

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
    problem: channels.has(name) ? null : 'No channel with this name is set up.',
  }));
}

/**
 * The channel with its secret decrypted. Never logged, never stored.
 * @returns undefined if its secret was encrypted with another key
 */
export function openChannel(
  secretBox: SecretBox,
  name: string,
  channel: StoredChannel,
): OpenChannel | undefined {
  const { secret } = CHANNEL_KINDS[channel.type];
  const sealed = channel[secret];
  if (typeof sealed !== 'string') return channel as OpenChannel;
  const opened = openStored(secretBox, sealed, secretContext(name, secret));
  return opened === undefined ? undefined : ({ ...channel, [secret]: opened } as OpenChannel);
}

export const UNREADABLE =
  'The secret of this channel cannot be read with this CALLBOARD_SECRET_KEY: enter it again.';
