/**
 * Why something is due when it is, as the governor stored it on a schedule, an execution or an occurrence. It is JSON that
 * anybody may have written by SQL: what is not there or is something else is left out.
 */

/** One possible time. */
export interface DecisionCandidate {
  source: string;
  /** ISO; null: that source has no further time. */
  at: string | null;
  reason: string;
  isChosen: boolean;
  /** Why it lost to the chosen one. */
  ignored: string | null;
}

export interface Decision {
  /** When it was decided. */
  now: string | null;
  /** Null: there is no next run. */
  chosen: string | null;
  source: string | null;
  candidates: readonly DecisionCandidate[];
  /** Limits that moved the chosen time, in order. */
  clamps: readonly { limit: string; from: string; to: string }[];
  backoff: { failures: number; factor: number; notBefore: string } | null;
  hint: { reason: string; expiresAt: string; isFresh: boolean } | null;
  pause: { until: string; note: string | null; instead: string | null } | null;
  /** Of a timing that could not be read. */
  problem: string | null;
}

/** Undefined: nothing was decided, or nothing of it can be read. */
export function readDecision(stored: unknown): Decision | undefined {
  if (!isRecord(stored)) return undefined;
  const { backoff, hint, pause } = stored;
  const decision: Decision = {
    now: instantOf(stored.now),
    chosen: instantOf(stored.chosen),
    source: textOf(stored.source),
    candidates: recordsOf(stored.candidates).map((candidate) => ({
      source: textOf(candidate.source) ?? '',
      at: instantOf(candidate.at),
      reason: textOf(candidate.reason) ?? '',
      isChosen: candidate.chosen === true,
      ignored: textOf(candidate.ignored),
    })),
    clamps: recordsOf(stored.clamps).flatMap(({ limit, from, to }) => {
      const moved = { limit: textOf(limit), from: instantOf(from), to: instantOf(to) };
      return isComplete(moved) ? [moved] : [];
    }),
    backoff: isRecord(backoff) ? backoffOf(backoff) : null,
    hint: isRecord(hint) ? hintOf(hint) : null,
    pause: isRecord(pause) ? pauseOf(pause) : null,
    problem: textOf(stored.problem),
  };
  const says = decision.candidates.length > 0 || decision.problem !== null || decision.chosen !== null;
  return says ? decision : undefined;
}

const SOURCES: Readonly<Record<string, string>> = {
  'baseline-cron': 'Cron expression',
  'baseline-interval': 'Interval',
  'baseline-once': 'One-time schedule',
  'ai-interval': 'Hint: interval',
  'ai-oneshot': 'Hint: extra run',
  'clamped-min': 'Minimum interval',
  'clamped-max': 'Maximum interval',
  paused: 'End of the pause',
};

/** What a time goes back to, as a label: `Hint: interval`. */
export function sourceLabel(source: string): string {
  return SOURCES[source] ?? source.replaceAll('-', ' ');
}

function backoffOf({ failures, factor, notBefore }: Record<string, unknown>): Decision['backoff'] {
  const at = instantOf(notBefore);
  if (typeof failures !== 'number' || typeof factor !== 'number' || at === null) return null;
  return { failures, factor, notBefore: at };
}

function hintOf({ reason, expiresAt, fresh }: Record<string, unknown>): Decision['hint'] {
  const until = instantOf(expiresAt);
  return until === null ? null : { reason: textOf(reason) ?? '', expiresAt: until, isFresh: fresh === true };
}

function pauseOf({ until, note, instead }: Record<string, unknown>): Decision['pause'] {
  const end = instantOf(until);
  return end === null ? null : { until: end, note: textOf(note), instead: instantOf(instead) };
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function recordsOf(value: unknown): Record<string, unknown>[] {
  return Array.isArray(value) ? value.filter(isRecord) : [];
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null;
}

function instantOf(value: unknown): string | null {
  return typeof value === 'string' && !Number.isNaN(Date.parse(value)) ? value : null;
}

function isComplete<T extends Record<string, unknown>>(
  record: T,
): record is T & { [Key in keyof T]: NonNullable<T[Key]> } {
  return Object.values(record).every((value) => value !== null);
}
