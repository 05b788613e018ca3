/** Rules for secrets that people enter. No function here ever quotes one. */
import type { Issue } from './issue.js';

/** The last characters of a secret, to recognize it; only for secrets that are long enough. */
export function hintOf(secret: string): string {
  return secret.length >= 12 && /^[\x21-\x7e]{4}$/.test(secret.slice(-4)) ? `…${secret.slice(-4)}` : '…';
}

/** Whether a signing secret is one of Standard Webhooks: `whsec_` and 24 to 64 bytes in base64. */
export function validateSigningSecret(secret: string, path: string[] = []): Issue[] {
  const encoded = secret.startsWith('whsec_') ? secret.slice('whsec_'.length) : secret;
  const bytes = Buffer.from(encoded, 'base64');
  if (bytes.toString('base64').replace(/=+$/, '') !== encoded.replace(/=+$/, '')) {
    return [{ path, message: 'is not base64 (with or without the prefix whsec_)' }];
  }
  if (bytes.length >= 24 && bytes.length <= 64) return [];
  return [{ path, message: `contains ${bytes.length} bytes; Standard Webhooks requires 24 to 64` }];
}
