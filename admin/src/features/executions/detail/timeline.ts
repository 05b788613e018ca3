/** Computes the timeline: spans of time within a domain, in milliseconds since the epoch. */

export interface SpanAttempt {
  id: string;
  status: string;
  createdAt: string;
  enqueuedAt: string | null;
  startedAt: string | null;
  completedAt: string | null;
  retryAt: string | null;
}

export interface Span {
  attemptId: string;
  status: string;
  /** `wait`: for sending or for a retry. `run`: the agent is working. */
  kind: 'wait' | 'run';
  from: number;
  /** Undefined if it has not ended. */
  to: number | undefined;
}

export interface Domain {
  from: number;
  to: number;
}

/** Each attempt waits, then runs. An attempt that never ran only waits. */
export function spansOf(attempts: readonly SpanAttempt[]): Span[] {
  return attempts.flatMap(({ id, status, createdAt, enqueuedAt, startedAt, completedAt }): Span[] => {
    const begin = Date.parse(enqueuedAt ?? createdAt);
    const start = startedAt === null ? undefined : Date.parse(startedAt);
    const end = completedAt === null ? undefined : Date.parse(completedAt);
    const base = { attemptId: id, status };
    const wait: Span = { ...base, kind: 'wait', from: begin, to: start ?? end };
    if (start === undefined) return [wait];
    const run: Span = { ...base, kind: 'run', from: start, to: end };
    return start > begin ? [wait, run] : [run];
  });
}

/** From the first start to the last end, with a margin after it. */
export function domainOf(spans: readonly Span[], now: number): Domain | undefined {
  if (spans.length === 0) return undefined;
  let from = Number.POSITIVE_INFINITY;
  let to = Number.NEGATIVE_INFINITY;
  for (const span of spans) {
    from = Math.min(from, span.from);
    to = Math.max(to, span.to ?? now);
  }
  return withRoom({ from, to });
}

const LEAST_MS = 10;

export function withRoom({ from, to }: Domain): Domain {
  const length = Math.max(LEAST_MS, to - from);
  return { from, to: from + length * 1.03 };
}

const STEPS_MS = [
  1, 2, 5, 10, 20, 50, 100, 200, 500, 1_000, 2_000, 5_000, 10_000, 15_000, 30_000, 60_000, 120_000, 300_000,
  600_000, 900_000, 1_800_000, 3_600_000, 7_200_000, 21_600_000, 43_200_000, 86_400_000,
];

/** Offsets of the grid lines from the start of the domain, at most `most` of them. */
export function ticksOf({ from, to }: Domain, most: number): number[] {
  const length = to - from;
  const days = Math.ceil(length / most / 86_400_000) * 86_400_000;
  const step = STEPS_MS.find((candidate) => length / candidate <= most) ?? days;
  return Array.from({ length: Math.floor(length / step) + 1 }, (_, index) => index * step);
}

/** Percentage of the domain, limited to 0–100. */
export function placeOf(at: number, { from, to }: Domain): number {
  return Math.min(100, Math.max(0, ((at - from) / (to - from)) * 100));
}
