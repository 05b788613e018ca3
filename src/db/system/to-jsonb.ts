/**
 * JSON text for a `jsonb` parameter. PostgreSQL stores neither NUL nor half a surrogate pair: each becomes U+FFFD.
 * `undefined` becomes SQL's NULL; JSON's own null does too, because no column tells the two apart.
 */
export function toJsonb(value: unknown): string | null {
  if (value === undefined || value === null) return null;
  // In what JSON.stringify writes, these escapes come from nothing else; a pair of backslashes is skipped as one.
  const text = JSON.stringify(value);
  if (!text.includes('\\u')) return text;
  return text.replace(/\\(\\|u0000|ud[89a-f][0-9a-f]{2})/g, (written, code: string) =>
    code === '\\' ? written : '\ufffd',
  );
}

/** Whether a value would be stored as it is. */
export function isStorable(value: unknown): boolean {
  return toJsonb(value) === (JSON.stringify(value ?? null) === 'null' ? null : JSON.stringify(value));
}
