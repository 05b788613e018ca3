/** Whether a call of a webhook comes from who holds its secret. What is signed are the bytes that came, never JSON written anew. */
import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { WEBHOOK_RULES, type WebhookProfile } from '../domain/webhook/profile.js';

/** How far a signed timestamp may be from our clock, in either direction. */
const TOLERANCE_MS = 300_000;

export interface SignedCall {
  headers: IncomingHttpHeaders;
  body: Buffer;
}

export type Verification =
  | { kind: 'ok' }
  /** `message` is for the sender and tells nothing that a stranger could use. */
  | { kind: 'refused'; message: string };

/**
 * Checks the signature as the profile has it: HMAC-SHA256 in hex, with or without `sha256=` before it, of `timestamp.body`
 * (`generic`) or of the body (`github`).
 *
 * @param now of the database's clock
 */
export function verifyWebhook(
  profile: WebhookProfile,
  secret: string,
  { headers, body }: SignedCall,
  now: Date,
): Verification {
  const { signatureHeader, timestampHeader } = WEBHOOK_RULES[profile];
  const signature = headerOf(headers, signatureHeader);
  const timestamp = timestampHeader === null ? null : (headerOf(headers, timestampHeader) ?? '');
  const isSigned = sameText(
    signature?.replace(/^sha256=/i, '').toLowerCase() ?? '',
    signWebhook(secret, body, timestamp),
  );
  if (signature === undefined) return refuse(`The header ${signatureHeader} is missing.`);
  if (timestamp !== null && !/^\d{1,12}$/.test(timestamp))
    return refuse(`The header ${timestampHeader} must be the time of sending, in seconds since 1970.`);
  if (!isSigned)
    return refuse(
      `The header ${signatureHeader} is not the HMAC-SHA256, with the secret of this webhook, of ${timestamp === null ? 'the body' : `"<${timestampHeader}>.<body>"`}, byte by byte as sent.`,
    );
  if (timestamp !== null && Math.abs(Number(timestamp) * 1000 - now.getTime()) > TOLERANCE_MS)
    return refuse(
      `The header ${timestampHeader} is more than ${TOLERANCE_MS / 1000} seconds from the time here.`,
    );
  return { kind: 'ok' };
}

/** The signature in hex. @param timestamp as in its header; null: only the body is signed */
export function signWebhook(secret: string, body: Buffer | string, timestamp: string | null): string {
  const hmac = createHmac('sha256', secret);
  if (timestamp !== null) hmac.update(`${timestamp}.`);
  return hmac.update(body).digest('hex');
}

/** A header that is sent once or, joined with commas, several times. */
export function headerOf(headers: IncomingHttpHeaders, name: string): string | undefined {
  const value = headers[name];
  return Array.isArray(value) ? value.join(', ') : value;
}

/** In constant time, whatever was sent: hashes have one length. */
function sameText(given: string, expected: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(given), digest(expected));
}

function refuse(message: string): Verification {
  return { kind: 'refused', message };
}
