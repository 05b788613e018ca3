/** Line breaks, other control characters, and characters that reverse the direction of writing. */
const UNPRINTABLE = /[\p{Cc}\p{Zl}\p{Zp}\p{Surrogate}\u202a-\u202e\u2066-\u2069]+/gu;

/**
 * A text as one line: agents and names can contain any character, and the subject of a mail must be one line.
 */
export function oneLine(text: string, max: number): string {
  const line = text.replace(UNPRINTABLE, ' ').trim();
  if (line.length <= max) return line;
  return `${line.slice(0, max - 1).replace(/\p{Surrogate}$/u, '')}…`;
}
