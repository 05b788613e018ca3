import { z } from 'zod';
import { databaseNow } from '../db/database-now.js';
import { loadSchedule, type StoredSchedule } from '../db/lock-schedule.js';
import { issuesOf } from '../domain/parse-leniently.js';
import { type Decision, type PlanInput, planNextRun, type RunSource } from '../domain/schedule/governor.js';
import type { Timing } from '../domain/schedule/timing.js';
import { asTiming, checkTiming } from './check-schedule.js';
import type { Actor, ServiceDeps } from './context.js';
import { parseInput } from './parse-input.js';
import { readSchedulerConfig } from './read-settings.js';
import { invalid, notFound, ok, type Result } from './result.js';
import { timingInput } from './schedule-input.js';

const MAX_OCCURRENCES = 100;

const previewInput = timingInput.partial().extend({
  /** The timing of this schedule, but for what is given beside it. */
  scheduleId: z.string().nullish(),
  /** From when on; default now. */
  from: z.date('must be a date and time').nullish(),
});

/** One run to come, and why then. */
export interface Occurrence {
  at: Date;
  source: RunSource;
  decision: Decision;
}

/** The next runs of a schedule, or of one that is only being thought of. Disabled ones are shown as if they were on. */
export async function previewSchedule(
  deps: ServiceDeps,
  _actor: Actor,
  { input, count = 5 }: { input: unknown; count?: number },
): Promise<Result<{ occurrences: Occurrence[] }>> {
  const parsed = parseInput(previewInput, input);
  const issues = parsed.kind === 'ok' ? [] : parsed.issues;
  if (!Number.isInteger(count) || count < 1 || count > MAX_OCCURRENCES) {
    issues.push({ path: ['count'], message: `must be a whole number from 1 to ${MAX_OCCURRENCES}` });
  }
  if (parsed.kind !== 'ok' || issues.length > 0) return invalid(issues);
  const { scheduleId, from, ...given } = parsed.value;

  const now = await databaseNow(deps.pool);
  const { timezone } = (await readSchedulerConfig(deps.pool)).scheduler;
  const stored = scheduleId == null ? undefined : await loadSchedule(deps.pool, scheduleId);
  if (scheduleId != null && !stored) return notFound('schedule', scheduleId);
  const changed = Object.keys(given).filter((name) => Object.hasOwn(input as object, name));
  const patch = Object.fromEntries(Object.entries(given).filter(([name]) => changed.includes(name)));

  const timing = timingInput.safeParse({ ...stored, ...patch });
  if (!timing.success) return invalid(issuesOf(timing.error, timingInput));
  const start = from ?? now;
  const isAsStored = stored !== undefined && changed.length === 0;
  // A stored schedule may be over: that is an empty preview, not a mistake.
  const wrong = isAsStored ? [] : checkTiming(timing.data, timezone, start, stored?.runCount);
  if (wrong.length > 0) return invalid(wrong);
  const { maxRuns } = timing.data;
  return ok({
    occurrences: occurrencesOf({
      timing: asTiming(timing.data, timezone, stored?.originAt ?? now),
      now,
      start: isAsStored && from == null ? plannedOf(stored, start) : start,
      count: timing.data.template ? 0 : count,
      runsLeft: maxRuns === null ? null : Math.max(0, maxRuns - (stored?.runCount ?? 0)),
    }),
  });
}

/** What is due already, but not claimed yet, comes first. */
function plannedOf({ enabled, nextRunAt }: StoredSchedule, now: Date): Date {
  return enabled && nextRunAt !== null && nextRunAt < now ? nextRunAt : now;
}

interface Walk {
  timing: Timing;
  now: Date;
  start: Date;
  count: number;
  runsLeft: number | null;
}

function occurrencesOf({ timing, now, start, count, runsLeft }: Walk): Occurrence[] {
  const occurrences: Occurrence[] = [];
  while (occurrences.length < count) {
    const last = occurrences.at(-1)?.at;
    const left = runsLeft === null ? null : runsLeft - occurrences.length;
    const basis = { now, timing, runsLeft: left };
    const input: PlanInput = last ? { ...basis, after: last } : { ...basis, activatedAt: start };
    const { nextRunAt, source, decision } = planNextRun(input);
    if (nextRunAt === null) break;
    occurrences.push({ at: nextRunAt, source, decision });
    if (timing.repeat === 'once') break;
  }
  return occurrences;
}
