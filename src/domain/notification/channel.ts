import { z } from 'zod';
import type { ChannelKind } from './channels/channel-kind.js';
import { email } from './channels/email.js';
import { slack } from './channels/slack.js';
import { webhook } from './channels/webhook.js';

const KINDS = { slack, email, webhook };

export type ChannelType = keyof typeof KINDS;
export const CHANNEL_TYPES = Object.keys(KINDS) as ChannelType[];
/** The kinds of channels. Those who use them need not know which there are. */
export const CHANNEL_KINDS: Readonly<Record<ChannelType, ChannelKind>> = KINDS;

export function ofEachKind<T>(make: (kind: ChannelKind) => T): Record<ChannelType, T> {
  return Object.fromEntries(CHANNEL_TYPES.map((type) => [type, make(CHANNEL_KINDS[type])])) as Record<
    ChannelType,
    T
  >;
}

/** The names that `monitoring.notificationChannels` uses. */
export const CHANNEL_NAME = /^[A-Za-z0-9][A-Za-z0-9_-]{0,49}$/;

/**
 * A channel as it is stored in `AgentConfig`, key `notifications`: `{channels: {<name>: …}}`, with the
 * settings of its kind. Secrets are encrypted, each for its channel and field.
 */
export interface StoredChannel {
  type: ChannelType;
  /** Who manages it as configuration. If absent, it is not managed. */
  managedBy?: string | undefined;
  [setting: string]: unknown;
}

declare const opened: unique symbol;
/**
 * A channel with its secret decrypted. Only the type differs, so that the compiler notices if one is taken
 * for the other.
 */
export type OpenChannel = StoredChannel & { readonly [opened]: true };

const storedChannel = z
  .looseObject({ type: z.enum(CHANNEL_TYPES), managedBy: z.string().optional() })
  .transform(({ type, managedBy, ...settings }, context): StoredChannel => {
    const parsed = CHANNEL_KINDS[type].stored.safeParse(settings);
    if (parsed.success) return { ...parsed.data, type, managedBy };
    context.addIssue('settings that do not fit the type');
    return z.NEVER;
  });

const stored = z.object({ channels: z.record(z.string(), z.unknown()) });

/**
 * The stored channels by name. Entries of another form, written by SQL, are left out, as if not configured.
 */
export function parseChannels(value: unknown): Map<string, StoredChannel> {
  return new Map(
    Object.entries(stored.safeParse(value).data?.channels ?? {}).flatMap(([name, channel]) => {
      const { data } = storedChannel.safeParse(channel);
      return data && CHANNEL_NAME.test(name) ? [[name, data] as const] : [];
    }),
  );
}

/** Where a channel leads, without secrets. */
export function maskedTarget(channel: StoredChannel): string {
  return CHANNEL_KINDS[channel.type].maskedTarget(channel);
}

/** The settings that can be shown: without secrets and bookkeeping. */
export function shownSettings(channel: StoredChannel): Record<string, unknown> {
  const { secret, settings } = CHANNEL_KINDS[channel.type];
  const shown = Object.keys(settings).filter((name) => name !== secret);
  return Object.fromEntries(shown.map((name) => [name, channel[name]]));
}
