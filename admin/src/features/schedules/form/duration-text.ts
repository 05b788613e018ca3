const UNITS = [
  ['d', 86_400_000],
  ['h', 3_600_000],
  ['m', 60_000],
  ['s', 1_000],
] as const;

/** The shortest text that the API reads as so many milliseconds: `90m`, `1d`; empty for none. */
export function formatDurationText(ms: number | null): string {
  if (ms === null) return '';
  if (ms === 0) return '0s';
  const [unit, size] = UNITS.find(([, each]) => ms % each === 0) ?? ['ms', 1];
  return `${ms / size}${unit}`;
}

/** Of what the API reads as a duration; undefined: it is none. */
export function readDurationText(text: string): number | undefined {
  const match = /^(\d+(?:\.\d+)?)\s?(ms|s|m|h|d)?$/.exec(text.trim());
  if (!match) return undefined;
  const size = UNITS.find(([unit]) => unit === match[2])?.[1] ?? 1;
  return Math.round(Number(match[1]) * size);
}
