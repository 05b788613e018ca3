import { z } from 'zod';
import { hintOf, validateSigningSecret } from '../../stored-secret.js';
import { channelKind, refuse } from './channel-kind.js';
import { channelSecret, channelUrl, hint, sealed } from './forms.js';

export const webhook = channelKind({
  noun: 'a webhook channel',
  about: 'A URL that receives notifications as JSON.',
  secret: 'secret',
  settings: {
    url: { form: channelUrl, output: 'URL that receives the messages.' },
    secret: {
      form: channelSecret.nullish(),
      output: 'Secret that signs each message (Standard Webhooks). The value itself cannot be read.',
      input:
        'Secret that signs each message: `whsec_` and 24 to 64 bytes in base64. Omit it to keep the stored one, as long as the origin of the URL stays the same.',
    },
  },
  stored: z.object({ url: z.string().min(1), secret: sealed, secretHint: hint }),
  draft({ url, secret }, { before, checkUrl, seal }) {
    const issues = [
      ...checkUrl(url, 'url'),
      ...(secret == null ? [] : validateSigningSecret(secret, ['secret'])),
    ];
    if (issues.length > 0) return { kind: 'validation', issues };
    if (secret != null)
      return { kind: 'ok', settings: { url, secret: seal(secret), secretHint: hintOf(secret) } };
    if (!before) return refuse('secret', 'is required: it signs what is sent');
    // A secret belongs to the place for which it was given.
    if (originOf(before.url) !== originOf(url))
      return refuse('secret', 'must be entered again for another host');
    return { kind: 'ok', settings: { ...before, url } };
  },
  maskedTarget: ({ url }) => originOf(url) ?? '…',
  transmit: ({ url, secret }, { event }) => ({
    protocol: 'http',
    url,
    payload: event,
    signingSecret: secret,
    secrets: [secret],
  }),
});

function originOf(url: string): string | undefined {
  return URL.canParse(url) ? new URL(url).origin : undefined;
}
