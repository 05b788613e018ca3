import type { Decision } from './decision.js';

/** A proposal for a schedule, often by a model, until `expiresAt`. At least one of the first two is set. */
export interface Hints {
  /** Milliseconds from the last run, otherwise from `since`; replaces the baseline. */
  readonly intervalMs: number | null;
  /**
   * When an interval was first proposed, in a series of hints without a gap: renewing a hint does not move
   * the run. Absent: now.
   */
  readonly since?: Date | null;
  /** One extra run, which competes with the baseline. */
  readonly nextRunAt: Date | null;
  readonly expiresAt: Date;
  readonly reason: string;
  readonly proposedBy?: string | null;
}

export interface HintsLeft {
  /** What to store; null: no hints are left. The same object if nothing changed. */
  readonly hints: Hints | null;
  /** The one-shot's time has come. */
  readonly consumed: boolean;
  /** The time to live of both is over. */
  readonly expired: boolean;
}

/** Strictly: at `expiresAt` itself a hint has expired. */
export function isFresh({ expiresAt }: Hints, now: Date): boolean {
  return expiresAt > now;
}

/**
 * What a claim at `now` leaves of the hints: a one-shot whose time has come is used up, and expired hints are
 * dropped.
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

/** The hints as a decision shows them. */
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
