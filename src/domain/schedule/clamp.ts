import { formatDuration } from '../duration.js';
import type { Option } from './baseline.js';
import type { Clamp, RunSource } from './decision.js';
import type { PlanInput } from './plan-input.js';

export interface Clamped {
  /** Null: nothing was chosen, or the limit left no time before `endAt`. */
  readonly at: Date | null;
  readonly source: RunSource;
  readonly clamps: readonly Clamp[];
  /** Why a limit ended the schedule. */
  readonly over?: string;
}

/**
 * Holds the chosen time within `minInterval` from now, and `maxInterval` from the last run (else from creation): however often the
 * plan is made anew, the run comes in time. `endAt` is harder: what the first would move to it or beyond never runs. `startAt` too:
 * the second does not reach back before it.
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
    const over = `${limit} moves it to ${to.toISOString()}, which is not before endAt ${timing.endAt.toISOString()}`;
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
