/** Signatures of requests (Standard Webhooks). No function here ever quotes a secret. */
import { Webhook } from 'standardwebhooks';

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
