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
 * Keeps the chosen time at least `minInterval` from now, and then at most `maxInterval` after the last run
 * (otherwise after the creation), however often the plan is made again. Long after the last run, the latter
 * leaves less than `minInterval`. If both cannot hold, `maxInterval` wins. `endAt` takes precedence: a run that `minInterval`
 * moves to it or beyond never happens. So does `startAt`: `maxInterval` does not move a run before it.
 */
export function clampToLimits(chosen: Option, input: PlanInput): Clamped {
  const { timing } = input;
  const { at, source } = chosen;
  if (at === null || timing.repeat === 'once') return { at, source, clamps: [] };
  const tooSoon = clampToMin(at, input);
  const tooLate = clampToMax(tooSoon?.at ?? at, input);
  const last = tooLate ?? tooSoon;
  if (last === null) return { at, source, clamps: [] };
  const clamped = {
    source: tooLate === null ? ('clamped-min' as const) : ('clamped-max' as const),
    clamps: [tooSoon, tooLate].flatMap((moved) => moved?.clamp ?? []),
  };
  if (tooSoon === null || timing.endAt === null || last.at < timing.endAt) return { at: last.at, ...clamped };
  const { limit, to } = tooSoon.clamp;
  const over = `${limit} moves it to ${to}, which is at or after endAt ${timing.endAt.toISOString()}`;
  return { at: null, ...clamped, over };
}

/** Whether `minInterval` postponed a plan, whichever limit moved it last. */
export function isPostponed(clamps: readonly Clamp[]): boolean {
  return clamps.some(({ limit }) => limit.startsWith(MIN_INTERVAL));
}

const MIN_INTERVAL = 'minInterval';

interface Moved {
  readonly at: Date;
  readonly clamp: Clamp;
}

function clampToMin(at: Date, { now, minInterval }: PlanInput): Moved | null {
  if (minInterval == null) return null;
  const earliest = new Date(now.getTime() + minInterval);
  return at < earliest ? moved(`${MIN_INTERVAL} ${formatDuration(minInterval)}`, at, earliest) : null;
}

function clampToMax(at: Date, { timing, now, maxInterval, ranAt, since }: PlanInput): Moved | null {
  if (maxInterval == null) return null;
  const from = ranAt ?? since ?? now;
  const soonest = Math.max(now.getTime(), timing.startAt?.getTime() ?? 0);
  const latest = new Date(Math.max(from.getTime() + maxInterval, soonest));
  return at > latest ? moved(`maxInterval ${formatDuration(maxInterval)}`, at, latest) : null;
}

function moved(limit: string, from: Date, to: Date): Moved {
  return { at: to, clamp: { limit, from: from.toISOString(), to: to.toISOString() } };
}
