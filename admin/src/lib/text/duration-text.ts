/**
 * Durations as text, in the form that the API accepts: `500ms`, `30s`, `10m`, `1.5h`, `2d`. A plain
 * number means milliseconds.
 */
const UNITS = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 } as const;
const PATTERN = /^(\d{1,15}(?:\.\d{1,9})?)\s?(ms|s|m|h|d)?$/;

/** Milliseconds. Undefined if the text is not a duration. */
export function readDuration(text: string): number | undefined {
  const match = PATTERN.exec(text.trim());
  if (!match) return undefined;
  const ms = Number(match[1]) * UNITS[(match[2] ?? 'ms') as keyof typeof UNITS];
  return Number.isInteger(ms) ? ms : Math.round(ms);
}

/** The shortest text that gives the same duration: `30s`, `90m`. */
export function writeDuration(ms: number): string {
  if (ms === 0) return '0s';
  for (const unit of ['d', 'h', 'm', 's'] as const) {
    if (ms % UNITS[unit] === 0) return `${ms / UNITS[unit]}${unit}`;
  }
  return `${ms}ms`;
}
