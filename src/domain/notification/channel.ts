import { z } from 'zod';

export const CHANNEL_TYPES = ['slack', 'email', 'webhook'] as const;
export type ChannelType = (typeof CHANNEL_TYPES)[number];

/** The names that `monitoring.notificationChannels` uses. */
export const CHANNEL_NAME = /^[A-Za-z0-9][A-Za-z0-9_-]{0,49}$/;

const sealed = z.string().min(1);
const hint = z.string().nullable().default(null);
/** Who manages it as configuration. If absent, it is not managed. */
const owner = z.string().optional();

/**
 * A channel as it is stored in `AgentConfig`, key `notifications`: `{channels: {<name>: …}}`. Secrets are
 * encrypted, each for its channel and field.
 */
const storedChannel = z.discriminatedUnion('type', [
  z.object({ type: z.literal('slack'), url: sealed, urlHint: hint, managedBy: owner }),
  z.object({
    type: z.literal('email'),
    host: z.string().min(1),
    port: z.number().int().min(1).max(65_535),
    /** TLS from the first byte; otherwise STARTTLS, which is required if there is a password. */
    secure: z.boolean(),
    username: z.string().nullable().default(null),
    password: sealed.nullable().default(null),
    passwordHint: hint,
    from: z.string().min(1),
    to: z.array(z.string().min(1)).min(1),
    managedBy: owner,
  }),
  z.object({
    type: z.literal('webhook'),
    url: z.string().min(1),
    secret: sealed,
    secretHint: hint,
    managedBy: owner,
  }),
]);
export type StoredChannel = z.output<typeof storedChannel>;

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

/** Where a channel leads, without secrets: `hooks.slack.com …x1Yz`, `o…@example.com and 2 more`. */
export function maskedTarget(channel: StoredChannel): string {
  switch (channel.type) {
    case 'slack':
      return channel.urlHint ?? '…';
    case 'webhook':
      return URL.canParse(channel.url) ? new URL(channel.url).origin : '…';
    case 'email': {
      const [first = '', ...others] = channel.to;
      const shown = first.replace(/^(.).*@/u, '$1…@');
      return others.length === 0 ? shown : `${shown} and ${others.length} more`;
    }
  }
}
