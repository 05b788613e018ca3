/**
 * JSON text for a `jsonb` parameter. PostgreSQL stores neither NUL nor half a surrogate pair, so each becomes
 * U+FFFD. Both `undefined` and JSON's null become SQL's NULL, because no column distinguishes them.
 */
export function toJsonb(value: unknown): string | null {
  if (value === undefined || value === null) return null;
  // JSON.stringify writes these escapes only for such characters. The pattern skips an escaped backslash as a
  // pair.
  const text = JSON.stringify(value);
  if (!text.includes('\\u')) return text;
  return text.replace(/\\(\\|u0000|ud[89a-f][0-9a-f]{2})/g, (written, code: string) =>
    code === '\\' ? written : '\ufffd',
  );
}

/** Whether PostgreSQL stores the value unchanged. */
export function isStorable(value: unknown): boolean {
  return toJsonb(value) === (JSON.stringify(value ?? null) === 'null' ? null : JSON.stringify(value));
}
