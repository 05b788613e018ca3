/**
 * An idempotency key for one action of the user, so that it takes effect once however often it is
 * sent. Not crypto.randomUUID, which browsers do not offer over plain HTTP.
 */
export function newRequestKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return `admin-${Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')}`;
}
