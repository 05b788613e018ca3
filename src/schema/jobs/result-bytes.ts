/** Measuring a shorter value again costs less than remembering it. */
const LARGE = 1_000;

/**
 * Size of a value as JSON, in bytes. Counting stops once it exceeds `max`. Large values that appear
 * several times are measured once, so that their aliases are cheap to count.
 */
export function jsonBytes(value: unknown, max: number): number {
  const known = new Map<object, number>();

  function measure(at: unknown, left: number): number {
    if (typeof at === 'string') return at.length > left ? at.length : textBytes(at);
    if (typeof at !== 'object' || at === null) return 8;
    if (at instanceof Date) return 26;
    const before = known.size > 0 ? known.get(at) : undefined;
    if (before !== undefined) return before;
    let bytes = 2;
    if (Array.isArray(at)) {
      for (const item of at) {
        bytes += 1 + measure(item, left - bytes);
        if (bytes > left) return bytes;
      }
    } else {
      for (const name in at) {
        bytes += name.length + 4 + measure((at as Record<string, unknown>)[name], left - bytes);
        if (bytes > left) return bytes;
      }
    }
    if (bytes > LARGE) known.set(at, bytes);
    return bytes;
  }

  return measure(value, max);
}

/** ASCII without quotes, backslashes and control characters has the same length in JSON. */
const PLAIN = /^[ !#-[\]-~]*$/;

function textBytes(text: string): number {
  return PLAIN.test(text) ? text.length + 2 : Buffer.byteLength(JSON.stringify(text));
}
