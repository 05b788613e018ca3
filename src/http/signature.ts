/** Signatures of requests (Standard Webhooks). No function here ever quotes a secret. */
import { Webhook } from 'standardwebhooks';
import type { Issue } from '../domain/issue.js';

/** Whether a signing secret is one of Standard Webhooks: `whsec_` and 24 to 64 bytes in base64. */
export function validateSigningSecret(secret: string, path: string[] = []): Issue[] {
  const encoded = secret.startsWith('whsec_') ? secret.slice('whsec_'.length) : secret;
  const bytes = Buffer.from(encoded, 'base64');
  if (bytes.toString('base64').replace(/=+$/, '') !== encoded.replace(/=+$/, '')) {
    return [{ path, message: 'is not base64 (with or without the prefix whsec_)' }];
  }
  if (bytes.length >= 24 && bytes.length <= 64) return [];
  return [{ path, message: `holds ${bytes.length} bytes; Standard Webhooks asks for 24 to 64` }];
}

/**
 * Standard Webhooks headers over the exact body sent. `body` must be well-formed Unicode (what JSON.stringify gives), so
 * that its UTF-8 bytes on the wire are the ones signed.
 */
export function signatureHeaders(secret: string, id: string, at: Date, body: string): Record<string, string> {
  return {
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
    'webhook-signature': new Webhook(secret).sign(id, at, body),
  };
}
