/**
 * Shorter secrets are not redacted: that would remove ordinary words, and such short credentials protect
 * nothing.
 */
const MIN_SECRET_LENGTH = 6;

/** Texts that JSON leaves unescaped. */
const PLAIN = /^[\w.~+/=-]*$/;

/**
 * Removes our own credentials from what a server sent back. Echo services and default error pages repeat
 * request headers, and answers are stored and shown. Also finds credentials inside JSON strings, where some
 * characters are escaped.
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
