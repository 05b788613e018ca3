/** Assigns runs to lanes: one for each schedule, one for manual runs, one for webhooks. */
import { texts } from '../texts.js';
import type { Run, UpcomingRun } from './marks.js';

export interface Lane {
  id: string;
  name: string;
  /** Whether the lane is that of a schedule. Other lanes collect runs by trigger. */
  isSchedule: boolean;
  runs: readonly Run[];
  /** Soonest first. */
  upcoming: readonly UpcomingRun[];
  /** Whether there are more upcoming runs than these. */
  isCut: boolean;
}

/** The ID of the schedule, otherwise the trigger. */
export function laneIdOf({ scheduleId, trigger }: Run): string {
  return scheduleId ?? trigger;
}

function laneNameOf(run: Run): string {
  return run.scheduleId === null ? (texts.lanes[run.trigger] ?? run.trigger) : run.name;
}

/**
 * @param runs by lane
 * @param upcoming by schedule
 * @param isCut whether there are more upcoming runs than these
 */
export function lanesOf(
  runs: ReadonlyMap<string, readonly Run[]>,
  upcoming: ReadonlyMap<string, readonly UpcomingRun[]>,
  isCut: (upcoming: readonly UpcomingRun[]) => boolean = () => false,
): Lane[] {
  const ids = new Set([...runs.keys(), ...upcoming.keys()]);
  return [...ids].map((id) => {
    const ran = runs.get(id) ?? NONE;
    const next = upcoming.get(id) ?? NONE;
    const first = ran[0];
    return {
      id,
      name: next[0]?.name ?? (first ? laneNameOf(first) : id),
      isSchedule: !(id in texts.lanes),
      runs: ran,
      upcoming: next,
      isCut: isCut(next),
    };
  });
}

const NONE: readonly never[] = [];

/** Runs without a schedule first, then the busiest schedules, then those that are due soonest. */
function compareLanes(one: Lane, other: Lane): number {
  return (
    Number(one.isSchedule) - Number(other.isSchedule) ||
    other.runs.length + other.upcoming.length - (one.runs.length + one.upcoming.length) ||
    soonest(one) - soonest(other) ||
    one.name.localeCompare(other.name)
  );
}

function soonest({ upcoming }: Lane): number {
  return upcoming[0] ? Date.parse(upcoming[0].fireAt) : Number.MAX_SAFE_INTEGER;
}

/** Keeps the previous order, so that nothing moves. New lanes follow in their own order. */
export function inOrder(lanes: readonly Lane[], before: ReadonlyMap<string, number>): Lane[] {
  return [...lanes].sort((one, other) => {
    const [first, second] = [before.get(one.id), before.get(other.id)];
    if (first !== undefined && second !== undefined) return first - second;
    if (first === undefined && second === undefined) return compareLanes(one, other);
    return first === undefined ? 1 : -1;
  });
}

export function byKey<Item>(items: readonly Item[], keyOf: (item: Item) => string): Map<string, Item[]> {
  const groups = new Map<string, Item[]>();
  for (const item of items) {
    const group = groups.get(keyOf(item));
    if (group) group.push(item);
    else groups.set(keyOf(item), [item]);
  }
  return groups;
}
