import { setImmediate } from 'node:timers/promises';
import { z } from 'zod';
import { filledSlots } from '../../../db/schedules/backfills.js';
import { loadSchedule, type StoredSchedule } from '../../../db/schedules/lock-schedule.js';
import { databaseNow } from '../../../db/system/database-now.js';
import type { Queryable } from '../../../db/system/queryable.js';
import type { Issue } from '../../../domain/issue.js';
import { countSlots, justBefore, slotsBetween, type Timing } from '../../../domain/schedule/timing.js';
import { readSchedulerConfig } from '../../system/read-settings.js';
import { conflict, invalid, invalidAt, notFound, ok, type Result } from '../../system/result.js';
import { useCase } from '../../system/use-case.js';
import { timingOf } from '../plan/governing.js';

/** The maximum number of slots of a backfill. */
const MAX_BACKFILL_SLOTS = 100_000;
/** Slots shown at either end. */
const SHOWN = 5;
/** Slots computed before other requests get a turn. */
const AT_ONCE = 5_000;

export const backfillRange = {
  scheduleId: z.string(),
  /** Inclusive. */
  from: z.date('must be a date and time'),
  /** Exclusive. Defaults to now. */
  to: z.date('must be a date and time').nullish(),
  repeatExisting: z.boolean('must be true or false').nullish(),
};

const previewInput = z.strictObject(backfillRange);

export interface BackfillPlan {
  from: Date;
  /** Where it ends. Due slots that the schedule has not claimed yet are not part of it. */
  to: Date;
  total: number;
  /** How many of them have run already. */
  existing: number;
  toCreate: number;
  /** The first and the last slots to be created. */
  first: Date[];
  last: Date[];
}

/** Computes what a backfill would do. Creates nothing. */
export const previewBackfill = useCase(previewInput, async (deps, _actor, input) => {
  const schedule = await loadSchedule(deps.pool, input.scheduleId);
  if (!schedule) return notFound('schedule', input.scheduleId);
  const planned = await planBackfill(deps.pool, schedule, input);
  return planned.kind === 'ok' ? ok(planned.value.plan) : planned;
});

type Range = z.output<typeof previewInput>;

/**
 * The slots of a schedule in a past range, and those of them that have run. They are those of its timing, as if it
 * had always been enabled: hints, limits and pauses belong to their time. `startAt` and `endAt` do apply. An interval
 * without `startAt` has its grid from its creation on and no slots before.
 */
export async function planBackfill(
  client: Queryable,
  schedule: StoredSchedule,
  { from, to, repeatExisting }: Omit<Range, 'scheduleId'>,
): Promise<Result<{ plan: BackfillPlan; timing: Timing }>> {
  if (schedule.template)
    return conflict('This schedule is a template. It is never due, so it has no slots to run.');
  const now = await databaseNow(client);
  const issues = rangeIssues(from, to ?? now, now);
  if (issues.length > 0) return invalid(issues);
  const timing = timingOf(schedule, (await readSchedulerConfig(client)).scheduler.timezone);
  const end = endOf(schedule, to ?? now);
  const total = await countInTurns(timing, from, end);
  if (total > MAX_BACKFILL_SLOTS) {
    const message = `The range has ${total.toLocaleString('en')} slots; the limit is ${MAX_BACKFILL_SLOTS.toLocaleString('en')}. Choose a shorter range.`;
    return invalidAt(['from'], message);
  }
  const filled = total > 0 ? await filledSlots(client, schedule.id, from, end) : new Set<number>();
  const isWanted = (slot: Date) => repeatExisting === true || !filled.has(slot.getTime());
  const { toCreate, existing, first, last } = await survey(timing, from, end, filled, isWanted);
  return ok({ plan: { from, to: end, total, existing, toCreate, first, last }, timing });
}

/** Counted before other requests get a turn. */
const COUNTED_MS = 366 * 86_400_000;

/** How many slots the range has. Counting those of decades at once would block the server. */
async function countInTurns(timing: Timing, from: Date, end: Date): Promise<number> {
  const last = justBefore(end);
  let total = 0;
  for (let after = justBefore(from); after < last; ) {
    const until = new Date(Math.min(after.getTime() + COUNTED_MS, last.getTime()));
    total += countSlots(timing, after, until);
    after = until;
    await setImmediate();
  }
  return total;
}

/** The earliest start. Counting the slots of two thousand years would take minutes. */
const EARLIEST = new Date(0);

function rangeIssues(from: Date, to: Date, now: Date): Issue[] {
  if (from < EARLIEST) return [{ path: ['from'], message: 'must not be before 1970' }];
  if (to > now) return [{ path: ['to'], message: 'must not be in the future: a backfill runs past slots' }];
  return from < to ? [] : [{ path: ['from'], message: 'must be before "to"' }];
}

/** A due slot that is not claimed yet will run anyway. */
function endOf({ enabled, nextRunAt }: StoredSchedule, to: Date): Date {
  return enabled && nextRunAt !== null && nextRunAt < to ? nextRunAt : to;
}

async function survey(
  timing: Timing,
  from: Date,
  end: Date,
  filled: ReadonlySet<number>,
  isWanted: (slot: Date) => boolean,
): Promise<Pick<BackfillPlan, 'toCreate' | 'existing' | 'first' | 'last'>> {
  const found = { toCreate: 0, existing: 0, first: [] as Date[], last: [] as Date[] };
  if (end <= from) return found;
  for (let after = justBefore(from); ; ) {
    const slots = slotsBetween(timing, after, justBefore(end), AT_ONCE);
    for (const slot of slots) {
      if (filled.has(slot.getTime())) found.existing += 1;
      if (!isWanted(slot)) continue;
      found.toCreate += 1;
      if (found.first.length < SHOWN) found.first.push(slot);
      found.last.push(slot);
      if (found.last.length > SHOWN) found.last.shift();
    }
    const newest = slots.at(-1);
    if (newest === undefined || slots.length < AT_ONCE) return found;
    after = newest;
    await setImmediate();
  }
}
