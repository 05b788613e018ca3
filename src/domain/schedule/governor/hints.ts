import type { Decision } from './decision.js';

/** A proposal for a schedule, often by a model, until `expiresAt`. At least one of the first two is set. */
export interface Hints {
  /** Milliseconds from the last run, otherwise from `since`; replaces the baseline. */
  readonly intervalMs: number | null;
  /**
   * When an interval was first proposed, in a series of hints without a gap. Renewing a hint
   * therefore does not postpone the run. Absent means now.
   */
  readonly since?: Date | null;
  /** One additional run, which competes with the baseline. */
  readonly nextRunAt: Date | null;
  readonly expiresAt: Date;
  readonly reason: string;
  readonly proposedBy?: string | null;
}

export interface HintsLeft {
  /** The hints to store. Null if none are left. The same object if nothing changed. */
  readonly hints: Hints | null;
  /** Whether the time of the additional run has come. */
  readonly consumed: boolean;
  readonly expired: boolean;
}

/** A hint has expired at `expiresAt` itself. */
export function isFresh({ expiresAt }: Hints, now: Date): boolean {
  return expiresAt > now;
}

/**
 * What a claim at `now` leaves of the hints: an additional run whose time has come is removed, and
 * expired hints are dropped.
 */
export function consumeHints(hints: Hints | null, now: Date): HintsLeft {
  if (hints === null) return { hints, consumed: false, expired: false };
  const consumed = hints.nextRunAt !== null && hints.nextRunAt <= now;
  if (!isFresh(hints, now)) return { hints: null, consumed, expired: true };
  if (!consumed) return { hints, consumed, expired: false };
  return {
    hints: hints.intervalMs === null ? null : { ...hints, nextRunAt: null },
    consumed,
    expired: false,
  };
}

/** The hints in the form that a decision stores. */
export function describeHints(hints: Hints, now: Date): NonNullable<Decision['hint']> {
  return {
    intervalMs: hints.intervalMs,
    nextRunAt: hints.nextRunAt?.toISOString() ?? null,
    expiresAt: hints.expiresAt.toISOString(),
    fresh: isFresh(hints, now),
    reason: hints.reason,
    proposedBy: hints.proposedBy ?? null,
  };
}
