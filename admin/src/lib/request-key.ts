/**
 * Names one intention of the user's, so that the request counts once however often it is sent. Not crypto.randomUUID: browsers
 * keep that from pages that come over plain HTTP.
 */
export function newRequestKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return `admin-${Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')}`;
}
