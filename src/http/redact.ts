/** Shorter ones would blank out ordinary words; credentials that short protect nothing. */
const MIN_SECRET_LENGTH = 6;

/** Nothing of these is escaped in JSON. */
const PLAIN = /^[\w.~+/=-]*$/;

/**
 * Replaces our own credentials in what a server sent back: echo services and default error pages repeat request headers,
 * and answers are stored and shown. Also finds them inside JSON strings, where some characters are escaped.
 */
export function redact(text: string, secrets: string[]): string {
  let redacted = text;
  for (const secret of secrets) {
    if (secret.length < MIN_SECRET_LENGTH) continue;
    redacted = redacted.replaceAll(secret, '[redacted]');
    if (PLAIN.test(secret)) continue;
    const escaped = JSON.stringify(secret).slice(1, -1);
    if (escaped !== secret) redacted = redacted.replaceAll(escaped, '[redacted]');
  }
  return redacted;
}
