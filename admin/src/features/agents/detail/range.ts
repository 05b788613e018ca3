const HOUR_MS = 3_600_000;

/** Time ranges of the statistics. */
export const RANGES = [
  { id: '1h', label: '1 hour', hours: 1 },
  { id: '24h', label: '24 hours', hours: 24 },
  { id: '7d', label: '7 days', hours: 168 },
  { id: '30d', label: '30 days', hours: 720 },
] as const;

export const DEFAULT_RANGE = RANGES[1];

/** `spanMs` is the length of one of the 24 buckets. */
export function rangeOf(id: string | undefined): { hours: number; spanMs: number } {
  const { hours } = RANGES.find((range) => range.id === id) ?? DEFAULT_RANGE;
  return { hours, spanMs: (hours * HOUR_MS) / 24 };
}
