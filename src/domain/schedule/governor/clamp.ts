import { formatDuration } from '../../duration.js';
import type { Option } from './baseline.js';
import type { Clamp, RunSource } from './decision.js';
import type { PlanInput } from './plan-input.js';

export interface Clamped {
  /** Null if nothing was chosen, or if the limit left no time before `endAt`. */
  readonly at: Date | null;
  readonly source: RunSource;
  readonly clamps: readonly Clamp[];
  /** Why a limit ended the schedule. */
  readonly over?: string;
}

/**
 * Keeps the chosen time at least `minInterval` from now and at most `maxInterval` after the last run
 * (otherwise after the creation), however often the plan is made again. `endAt` takes precedence: a
 * run that `minInterval` moves to it or beyond never happens. So does `startAt`: `maxInterval` does
 * not move a run before it.
 */
export function clampToLimits(chosen: Option, input: PlanInput): Clamped {
  const { timing, now, minInterval, maxInterval, ranAt, since } = input;
  const { at, source } = chosen;
  if (at === null || timing.repeat === 'once') return { at, source, clamps: [] };
  if (minInterval != null && at.getTime() < now.getTime() + minInterval) {
    const to = new Date(now.getTime() + minInterval);
    const limit = `minInterval ${formatDuration(minInterval)}`;
    const clamped = { source: 'clamped-min' as const, clamps: [clampOf(limit, at, to)] };
    if (timing.endAt === null || to < timing.endAt) return { at: to, ...clamped };
    const over = `${limit} moves it to ${to.toISOString()}, which is at or after endAt ${timing.endAt.toISOString()}`;
    return { at: null, ...clamped, over };
  }
  if (maxInterval != null) {
    const from = ranAt ?? since ?? now;
    const earliest = Math.max(now.getTime(), timing.startAt?.getTime() ?? 0);
    const to = new Date(Math.max(from.getTime() + maxInterval, earliest));
    const limit = `maxInterval ${formatDuration(maxInterval)}`;
    if (at > to) return { at: to, source: 'clamped-max', clamps: [clampOf(limit, at, to)] };
  }
  return { at, source, clamps: [] };
}

function clampOf(limit: string, from: Date, to: Date): Clamp {
  return { limit, from: from.toISOString(), to: to.toISOString() };
}
