import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import type { SecretBox } from '../runtime/secret-box.js';
import { hintOf } from './agent-columns.js';

const MIN_LENGTH = 16;
const MAX_LENGTH = 255;

/** A secret of the user's own, taken as it is; absent: one is made. Never quoted in a message. */
export const webhookSecretInput = z
  .string('must be a text')
  .min(MIN_LENGTH, `is shorter than ${MIN_LENGTH} characters: anybody could guess it`)
  .max(MAX_LENGTH, `is longer than ${MAX_LENGTH} characters`)
  .refine((text) => !/[\p{Cc}\p{Surrogate}]/u.test(text), 'holds a line break or control character')
  .nullish()
  .transform((given) => given ?? randomBytes(32).toString('base64url'));

/** What a webhook's secret is sealed for. */
export function webhookSecretContext(webhookId: string): string {
  return `webhook/${webhookId}/secret`;
}

/** The columns of a webhook's secret. */
export function webhookSecretColumns(secretBox: SecretBox, webhookId: string, secret: string) {
  return {
    secret: secretBox.seal(secret, webhookSecretContext(webhookId)),
    secretHint: hintOf(secret),
  };
}
