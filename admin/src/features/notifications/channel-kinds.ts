/**
 * The kinds of notification channels. The form, the input of the mutation and the words in the list follow from this
 * table. Its labels and hints are part of the feature's texts, so that a new kind is one entry here.
 */
import { choice, secret, text, whole, words } from '../../components/forms/draft.js';
import type { Kind, KindField } from '../../components/forms/kind-fields.js';
import type { NotificationChannelInput, NotificationChannelType } from './notifications.generated.js';

type FieldName<Type extends NotificationChannelType> = keyof NonNullable<
  NotificationChannelInput[Lowercase<Type>]
>;

/** What a form reads of a channel. The query has to select each setting of each kind. */
export type ChannelSettings = {
  [Type in NotificationChannelType as Lowercase<Type>]: Readonly<Record<FieldName<Type>, unknown>> | null;
};

const required = text({ otherwise: '' });
const address = { isRequired: true, isMono: true, isWide: true };

export const CHANNEL_KINDS: Readonly<{
  [Type in NotificationChannelType]: Kind<Record<FieldName<Type>, KindField>>;
}> = {
  SLACK: {
    label: 'Slack',
    fields: {
      url: {
        ...secret(),
        look: {
          ...address,
          label: 'Incoming webhook URL',
          hint: 'In Slack: Apps → Incoming Webhooks. Anyone who knows the URL can post.',
          placeholder: 'https://hooks.slack.com/services/…',
        },
      },
    },
  },

  WEBHOOK: {
    label: 'Webhook',
    fields: {
      url: { ...required, look: { ...address, label: 'URL', placeholder: 'https://example.com/callboard' } },
      secret: {
        ...secret(),
        look: {
          ...address,
          label: 'Signing secret',
          hint: 'whsec_… (Standard Webhooks). Copy it to the receiver now: it is not shown again.',
          placeholder: 'whsec_…',
        },
        generate() {
          const bytes = crypto.getRandomValues(new Uint8Array(32));
          return `whsec_${btoa(String.fromCharCode(...bytes))}`;
        },
      },
    },
  },

  EMAIL: {
    label: 'Email',
    fields: {
      host: {
        ...required,
        look: { label: 'SMTP server', placeholder: 'smtp.example.com', isRequired: true },
      },
      port: {
        ...whole({ empty: '587', otherwise: 0 }),
        look: { label: 'Port', isRequired: true, inputMode: 'numeric', className: 'max-w-24' },
      },
      secure: {
        ...choice<boolean>(false),
        look: {
          label: 'TLS from the first byte (usually port 465); otherwise STARTTLS if the server offers it',
        },
        implies: (isOn, { 'email.port': port }) => (isOn && port === '587' ? { 'email.port': '465' } : {}),
      },
      username: {
        ...text(),
        look: { label: 'User name', hint: 'Leave empty to connect without signing in.' },
      },
      password: { ...secret({ isExact: true }), look: { label: 'Password', isSecret: true } },
      from: { ...required, look: { label: 'From', placeholder: 'callboard@example.com', isRequired: true } },
      to: {
        ...words(),
        send: (to: string) => to.split(/[\s,;]+/).filter(Boolean),
        look: {
          label: 'To',
          hint: 'Up to 20 addresses, separated by commas.',
          placeholder: 'ops@example.com',
          isRequired: true,
        },
      },
    },
  },
};
