import type {
  NotificationChannelInput,
  NotificationChannelSettingsFragment,
  NotificationChannelType,
} from './notifications.generated.js';

/** A channel as held by its form. Secrets that are left empty keep their stored values. */
export interface ChannelDraft {
  name: string;
  type: NotificationChannelType;
  slackUrl: string;
  webhookUrl: string;
  webhookSecret: string;
  host: string;
  port: string;
  secure: boolean;
  username: string;
  password: string;
  from: string;
  to: string;
}

export function emptyDraft(name: string): ChannelDraft {
  const known = name.toUpperCase();
  return {
    name,
    type: known === 'EMAIL' || known === 'WEBHOOK' ? known : 'SLACK',
    slackUrl: '',
    webhookUrl: '',
    webhookSecret: '',
    host: '',
    port: '587',
    secure: false,
    username: '',
    password: '',
    from: '',
    to: '',
  };
}

export function draftOf(channel: NotificationChannelSettingsFragment): ChannelDraft {
  const { name, type, email, webhook } = channel;
  return {
    ...emptyDraft(name),
    ...(type && { type }),
    ...(webhook && { webhookUrl: webhook.url }),
    ...(email && {
      host: email.host,
      port: String(email.port),
      secure: email.secure,
      username: email.username ?? '',
      from: email.from,
      to: email.to.join(', '),
    }),
  };
}

export function inputOf(draft: ChannelDraft): NotificationChannelInput {
  const name = draft.name.trim();
  switch (draft.type) {
    case 'SLACK':
      return { name, slack: { ...(draft.slackUrl && { url: draft.slackUrl.trim() }) } };
    case 'WEBHOOK':
      return {
        name,
        webhook: {
          url: draft.webhookUrl.trim(),
          ...(draft.webhookSecret && { secret: draft.webhookSecret.trim() }),
        },
      };
    case 'EMAIL':
      return {
        name,
        email: {
          host: draft.host.trim(),
          port: Number.isInteger(Number(draft.port)) ? Number(draft.port) : 0,
          secure: draft.secure,
          username: draft.username.trim() || null,
          from: draft.from.trim(),
          to: draft.to.split(/[\s,;]+/).filter(Boolean),
          ...(draft.password && { password: draft.password }),
        },
      };
  }
}

/** A new signing secret, generated in this browser. */
export function newSigningSecret(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(32));
  return `whsec_${btoa(String.fromCharCode(...bytes))}`;
}
