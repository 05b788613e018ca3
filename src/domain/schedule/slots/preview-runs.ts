import type { Decision, PlannedRun, RunSource } from '../governor/decision.js';
import { DEFAULT_MISFIRE_THRESHOLD_MS } from './decide-due-slots.js';
import { decideSlots, type SlotsInput } from './slots.js';

export interface PreviewedRun {
  readonly at: Date;
  readonly source: RunSource;
  readonly decision: Decision;
}

export interface PreviewInput
  extends Omit<
    SlotsInput,
    'dueFrom' | 'source' | 'plannedDecision' | 'active' | 'waiting' | 'enabledGlobally'
  > {
  /** The plan to continue from: the stored one, or a new one. */
  readonly plan: PlannedRun;
}

/**
 * A pause, a deadline or a backlog yields no run. After this many steps in a row without one, the preview
 * ends.
 */
const MAX_IDLE_STEPS = 100;
/** Runs before the first one that is shown. More would delay other requests. */
export const MAX_RUNS_BEFORE = 2_000;

/**
 * The next `count` runs, assuming that each is claimed on time and ends before the next. Hints expire
 * and additional runs are used up on the way; the number of failures stays the same.
 * @param after leaves out the runs of slots up to then
 * @returns null if there are more than {@link MAX_RUNS_BEFORE} of these
 */
export function previewRuns(input: PreviewInput, count: number, after?: Date): PreviewedRun[] | null {
  const runs: PreviewedRun[] = [];
  if (count < 1) return runs;
  let before = 0;
  for (const run of runsAhead(input)) {
    if (after && run.at <= after) {
      if (++before > MAX_RUNS_BEFORE) return null;
      continue;
    }
    if (runs.push(run) === count) break;
  }
  return runs;
}

/** Slots that are late because no worker has claimed them, and what would happen to them now. */
export interface OverdueSlots {
  /** The oldest slot. */
  readonly firstAt: Date;
  readonly lastAt: Date;
  readonly count: number;
  /** How many of them would run. The others would be recorded as skipped. */
  readonly runs: number;
}

/** Null unless the oldest slot of the plan that is due is late. */
export function overdueSlots({ plan, ...input }: PreviewInput): OverdueSlots | null {
  const { nextRunAt: dueFrom, source, decision: plannedDecision } = plan;
  const { now, misfireThresholdMs = DEFAULT_MISFIRE_THRESHOLD_MS } = input;
  if (dueFrom === null || now.getTime() - dueFrom.getTime() <= misfireThresholdMs) return null;
  const { run, skipped } = decideSlots({ ...input, enabledGlobally: true, dueFrom, source, plannedDecision });
  const slots = [
    ...run.map(({ slotAt }) => ({ slotAt, lastSlotAt: slotAt, missedCount: 1 })),
    ...skipped,
  ].sort((a, b) => a.slotAt.getTime() - b.slotAt.getTime());
  const [first, last] = [slots[0], slots.at(-1)];
  if (!first || !last) return null;
  const count = slots.reduce((sum, { missedCount }) => sum + missedCount, 0);
  return { firstAt: first.slotAt, lastAt: last.lastSlotAt, count, runs: run.length };
}

/** The next runs one by one, as they are requested, before `until`. */
export function* runsAhead({ plan, ...input }: PreviewInput, until?: Date): Generator<PreviewedRun, void> {
  let state = {
    ...input,
    enabledGlobally: true,
    hints: input.hints ?? null,
    lastSlotAt: input.lastSlotAt ?? null,
    ranAt: input.ranAt ?? null,
  };
  let next = plan;
  for (let idle = 0; next.nextRunAt !== null && idle < MAX_IDLE_STEPS; ) {
    const dueFrom: Date = next.nextRunAt;
    if (until && dueFrom >= until) return;
    const now = dueFrom > state.now ? dueFrom : state.now;
    const decision = decideSlots({
      ...state,
      now,
      dueFrom,
      source: next.source,
      plannedDecision: next.decision,
    });
    const { run, skipped, hints } = decision;
    yield* run.map(({ slotAt, source, decision }) => ({ at: slotAt, source, decision }));
    idle = run.length > 0 ? 0 : idle + 1;
    const handled = [...run.map(({ slotAt }) => slotAt), ...skipped.map(({ lastSlotAt }) => lastSlotAt)];
    const lastSlotAt = handled.reduce<Date | null>(
      (last, at) => (last && last > at ? last : at),
      state.lastSlotAt,
    );
    const ranAt = handled.length > 0 ? now : state.ranAt;
    state = { ...state, now, hints, lastSlotAt, ranAt, runCount: state.runCount + decision.runsCounted };
    next = decision.next;
  }
}
