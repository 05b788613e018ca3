/** Late schedules are spread if there are more than this in one claim. */
const DEFAULT_JITTER_THRESHOLD = 3;
/** The time over which they are spread, in milliseconds. */
const DEFAULT_MAX_JITTER_MS = 30_000;

/**
 * When a slot is due including jitter: its time plus `[0, jitterMs)`. The result is always the same
 * for the same schedule and slot, so that another worker or the preview computes the same instant.
 */
export function jitteredFireAt(scheduleId: string, slotAt: Date, jitterMs: number): Date {
  const key = `${scheduleId}@${slotAt.getTime()}`;
  return new Date(slotAt.getTime() + Math.floor(stableFraction(key) * jitterMs));
}

/** The properties of a claimed run that spreading needs. */
export interface ClaimedRun {
  readonly scheduleId: string;
  readonly fireAt: Date;
  readonly late: boolean;
}

export interface SpreadSettings {
  readonly jitterThreshold?: number;
  readonly maxJitterMs?: number;
}

/**
 * The times at which the runs of one claim are due, in their order. After downtime, when more than
 * `jitterThreshold` schedules are late, these start within `maxJitterMs` from now instead of all at
 * once. The shift depends only on the schedule, so several runs of one schedule keep their order.
 */
export function spreadCatchUp(
  runs: readonly ClaimedRun[],
  now: Date,
  { jitterThreshold = DEFAULT_JITTER_THRESHOLD, maxJitterMs = DEFAULT_MAX_JITTER_MS }: SpreadSettings = {},
): Date[] {
  const late = new Set(runs.filter((run) => run.late).map(({ scheduleId }) => scheduleId));
  if (late.size <= jitterThreshold) return runs.map(({ fireAt }) => fireAt);
  return runs.map((run) => {
    if (!run.late) return run.fireAt;
    const spread = now.getTime() + Math.floor(stableFraction(run.scheduleId) * maxJitterMs);
    return new Date(Math.max(spread, run.fireAt.getTime()));
  });
}

/**
 * A number in `[0, 1)` from a text: FNV-1a, whose low bits differ too little for similar texts,
 * finished as MurmurHash3 does. Not random and not secret, but evenly distributed and the same
 * everywhere.
 */
function stableFraction(text: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i += 1) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return ((hash ^ (hash >>> 16)) >>> 0) / 2 ** 32;
}
