import {
  type ConcludedExecution,
  type Conclusion,
  executionsToConclude,
  markConcluded,
  writeConclusions,
} from '../../db/runs/end/conclude-executions.js';
import { lockWaiting, promoteWaiting, schedulesToPromote } from '../../db/runs/waiting-executions.js';
import type { StoredSchedule } from '../../db/schedules/lock-schedule.js';
import { goneSchedules, loadLastSlots, lockSchedules } from '../../db/schedules/lock-schedules.js';
import { databaseNow } from '../../db/system/database-now.js';
import type { Queryable } from '../../db/system/queryable.js';
import { countFailures } from '../../domain/schedule/count-failures.js';
import { type Pool, withTransaction } from '../../runtime/database/pool.js';
import { timingOf } from '../schedules/plan/governing.js';
import { planAgain, storedPlan } from '../schedules/plan/plan-schedule.js';

export interface Concluded {
  /** Runs that waited for an earlier one and can be expanded now. */
  promoted: string[];
  /** There may be more: 'busy' if another transaction locks the schedule at the moment. */
  more: boolean | 'busy';
}

const EXECUTIONS_PER_ROUND = 1_000;
const NOTHING: Concluded = { promoted: [], more: false };

/**
 * Updates schedules after their runs have ended: counts failures, plans the next run again if there is a
 * `failureBackoff`, and starts runs that were queued. Runs in a separate transaction after the end was
 * committed, because the schedule must be locked before the run. After a crash in between, the mark
 * `toConclude` makes another worker do it.
 *
 * @param timezone the default for schedules without one
 */
export async function concludeExecutions(pool: Pool, timezone: string): Promise<Concluded> {
  const ended = await executionsToConclude(pool, EXECUTIONS_PER_ROUND);
  if (ended.length === 0) return NOTHING;
  const wanted = [...new Set(ended.map(({ scheduleId }) => scheduleId))];
  return withTransaction(pool, async (client) => {
    const locked = await lockSchedules(client, wanted);
    const known = [...locked.map(({ id }) => id), ...(await goneSchedules(client, wanted))];
    // A queued run that another transaction locks cannot start now: its schedule keeps the mark and is
    // concluded later.
    const lockedElsewhere = await lockWaiting(client, known);
    const ours = new Set(known.filter((id) => !lockedElsewhere.has(id)));
    const candidates = ended.filter(({ scheduleId }) => ours.has(scheduleId)).map(({ id }) => id);
    const concluded = await markConcluded(client, candidates);
    const schedules = locked.filter(({ id }) => ours.has(id));
    await writeConclusions(client, await drawConclusions(client, schedules, concluded, timezone));
    const promoted = await promoteWaiting(client, [...ours]);
    const busy = ours.size < wanted.length || concluded.length < candidates.length;
    return { promoted, more: busy ? 'busy' : ended.length === EXECUTIONS_PER_ROUND };
  });
}

/** Starts queued runs that no longer wait for an earlier one and were not started when it ended. */
export async function promoteForgotten(pool: Pool): Promise<string[]> {
  const wanted = await schedulesToPromote(pool);
  if (wanted.length === 0) return [];
  return withTransaction(pool, async (client) => {
    const schedules = await lockSchedules(client, wanted);
    const known = [...schedules.map(({ id }) => id), ...(await goneSchedules(client, wanted))];
    const lockedElsewhere = await lockWaiting(client, known);
    return promoteWaiting(
      client,
      known.filter((id) => !lockedElsewhere.has(id)),
    );
  });
}

async function drawConclusions(
  client: Queryable,
  schedules: readonly StoredSchedule[],
  ended: readonly ConcludedExecution[],
  timezone: string,
): Promise<Conclusion[]> {
  const changed = schedules.flatMap((schedule) => {
    const own = ended.filter(({ scheduleId }) => scheduleId === schedule.id);
    const failureCount = countFailures(
      schedule.failureCount,
      own.map(({ runStatus }) => runStatus),
    );
    return failureCount === schedule.failureCount ? [] : [{ ...schedule, failureCount }];
  });
  const backingOff = changed.filter(({ failureBackoff }) => failureBackoff);
  const lastSlots = await loadLastSlots(
    client,
    backingOff.map(({ id }) => id),
  );
  const now = await databaseNow(client);
  return changed.map((schedule) => ({
    id: schedule.id,
    failureCount: schedule.failureCount,
    plan: schedule.failureBackoff ? replan(schedule, timezone, now, lastSlots.get(schedule.id)) : undefined,
  }));
}

function replan(
  schedule: StoredSchedule,
  timezone: string,
  now: Date,
  lastSlotAt: Date | undefined,
): Conclusion['plan'] {
  try {
    const plan = planAgain(schedule, timingOf(schedule, timezone), now, lastSlotAt);
    return plan ? storedPlan(plan) : undefined;
  } catch {
    // SQL made its timing invalid. The next claim reports that; other schedules are not affected.
    return undefined;
  }
}
