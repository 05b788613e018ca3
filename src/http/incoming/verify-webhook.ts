/**
 * Checks that a webhook call comes from a holder of its secret. The signature covers the received bytes, never
 * re-serialized JSON.
 */
import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { Webhook } from 'standardwebhooks';
import { TIMESTAMP_TOLERANCE, WEBHOOK_RULES, type WebhookProfile } from '../../domain/webhook/profile.js';

/** About twenty signatures. */
const MAX_SIGNATURES_LENGTH = 1_024;

export interface SignedCall {
  headers: IncomingHttpHeaders;
  body: Buffer;
}

export type Verification =
  /** `signature`: normalized, whichever spelling the call used. */
  | { kind: 'ok'; signature: string }
  /** `message` is for the sender and reveals nothing useful to an unauthenticated one. */
  | { kind: 'refused'; message: string };

/**
 * Checks the signature of a profile: HMAC-SHA256 in hex, with or without a leading `sha256=`, of
 * `timestamp.body` (`generic`) or of the body (`github`); of `id.timestamp.body`, in base64 after `v1,`, for
 * `standard`.
 *
 * @param now by the database's clock
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
  const signs = timestamp === null ? 'the body' : `"<${timestampHeader}>.<body>"`;
  const { isSigned, expected, what } =
    profile === 'standard'
      ? checkStandard(secret, headers, body, timestamp ?? '')
      : { ...checkHex(signature ?? '', signWebhook(secret, body, timestamp)), what: signs };
  if (signature === undefined) return refuse(`The header ${signatureHeader} is missing.`);
  if (timestamp !== null && !/^\d{1,12}$/.test(timestamp))
    return refuse(`The header ${timestampHeader} must be the time of sending, in seconds since 1970.`);
  if (!isSigned)
    return refuse(
      `The signature in ${signatureHeader} does not match: it must be the HMAC-SHA256 of ${what}, byte by byte as sent, with the secret of this webhook.`,
    );
  if (timestamp !== null && Math.abs(Number(timestamp) * 1000 - now.getTime()) > TIMESTAMP_TOLERANCE)
    return refuse(
      `The header ${timestampHeader} is more than ${TIMESTAMP_TOLERANCE / 1000} seconds from the server's time.`,
    );
  return { kind: 'ok', signature: expected };
}

function checkHex(given: string, expected: string) {
  return { isSigned: sameText(given.replace(/^sha256=/i, '').toLowerCase(), expected), expected };
}

/** Any one signature in the header is enough: senders that change their secret sign with both. */
function checkStandard(secret: string, headers: IncomingHttpHeaders, body: Buffer, timestamp: string) {
  const { signatureHeader, eventIdHeader, timestampHeader } = WEBHOOK_RULES.standard;
  const what = `"<${eventIdHeader}>.<${timestampHeader}>.<body>"`;
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
  if (key.length === 0 || !/^\d{1,12}$/.test(timestamp)) return { isSigned: false, expected: '', what };
  const webhook = new Webhook(key, { format: 'raw' });
  const expected = webhook.sign(
    headerOf(headers, eventIdHeader) ?? '',
    new Date(Number(timestamp) * 1000),
    body,
  );
  const given = (headerOf(headers, signatureHeader) ?? '').slice(0, MAX_SIGNATURES_LENGTH).split(' ');
  return { isSigned: given.some((one) => sameText(one, expected)), expected, what };
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
