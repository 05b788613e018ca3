/** A text as part of a LIKE pattern, in which `%`, `_` and `\\` stand for themselves. */
export function literalInPattern(text: string): string {
  return text.replace(/[\\%_]/g, '\\$&');
}
