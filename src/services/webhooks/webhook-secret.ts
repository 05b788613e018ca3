import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import { SECRET } from '../../domain/input-forms.js';
import type { Issue } from '../../domain/issue.js';
import { hintOf, validateSigningSecret } from '../../domain/stored-secret.js';
import type { WebhookProfile } from '../../domain/webhook/profile.js';
import type { SecretBox } from '../../runtime/secrets/secret-box.js';

const MIN_LENGTH = 16;
const MAX_LENGTH = 255;

/** A secret chosen by the user. If absent, one is generated. Never quoted in a message. */
export const webhookSecretInput = z
  .string('must be a string')
  .min(MIN_LENGTH, `is shorter than ${MIN_LENGTH} characters, so it could be guessed`)
  .max(MAX_LENGTH, `is longer than ${MAX_LENGTH} characters`)
  .refine((text) => !/[\p{Cc}\p{Surrogate}]/u.test(text), 'contains a line break or control character')
  .meta(SECRET)
  .nullish()
  .transform((given) => given ?? null);

/** The given secret or a new one, in the form that senders of the profile use. */
export function webhookSecretOf(
  profile: WebhookProfile,
  given: string | null,
): { secret: string; issues: Issue[] } {
  if (given !== null) return { secret: given, issues: checkWebhookSecret(profile, given, ['secret']) };
  const bytes = randomBytes(32);
  return {
    secret: profile === 'standard' ? `whsec_${bytes.toString('base64')}` : bytes.toString('base64url'),
    issues: [],
  };
}

/** Secrets of Standard Webhooks are base64. Other senders use any text. */
export function checkWebhookSecret(profile: WebhookProfile, secret: string, path: string[]): Issue[] {
  return profile === 'standard' ? validateSigningSecret(secret, path) : [];
}

/** The encryption context of a webhook's secret. */
export function webhookSecretContext(webhookId: string): string {
  return `webhook/${webhookId}/secret`;
}

export function webhookSecretColumns(secretBox: SecretBox, webhookId: string, secret: string) {
  return {
    secret: secretBox.seal(secret, webhookSecretContext(webhookId)),
    secretHint: hintOf(secret),
  };
}
