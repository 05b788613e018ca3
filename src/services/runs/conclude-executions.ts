import {
  type Conclusion,
  type EndedExecution,
  executionsToConclude,
  markConcluded,
  writeConclusions,
} from '../../db/runs/conclude-executions.js';
import { heldWaiters, promoteWaiting, schedulesToPromote } from '../../db/runs/waiting-executions.js';
import type { StoredSchedule } from '../../db/schedules/lock-schedule.js';
import { goneSchedules, loadLastSlots, lockSchedules } from '../../db/schedules/lock-schedules.js';
import { databaseNow } from '../../db/system/database-now.js';
import type { Queryable } from '../../db/system/queryable.js';
import { countFailures } from '../../domain/schedule/count-failures.js';
import { type Pool, withTransaction } from '../../runtime/pool.js';
import { timingOf } from '../schedules/governing.js';
import { planAnew } from '../schedules/plan-schedule.js';

export interface Concluded {
  /** Executions that waited for an earlier one, and may be expanded now. */
  promoted: string[];
  /** There may be more: 'busy' where another transaction holds the schedule for a moment. */
  more: false | true | 'busy';
}

const EXECUTIONS_PER_ROUND = 1_000;
const NOTHING: Concluded = { promoted: [], more: false };

/**
 * What a schedule makes of the end of its executions: failures are counted, with `failureBackoff` the next run is planned anew, and
 * what waited for its turn starts. In a transaction of its own after the end was committed, since the schedule's lock comes before
 * the execution's; a crash in between leaves the mark `toConclude`, and this is done by whoever looks next.
 *
 * @param timezone of schedules that name none
 */
export async function concludeExecutions(pool: Pool, timezone: string): Promise<Concluded> {
  const ended = await executionsToConclude(pool, EXECUTIONS_PER_ROUND);
  if (ended.length === 0) return NOTHING;
  const wanted = [...new Set(ended.map(({ scheduleId }) => scheduleId))];
  return withTransaction(pool, async (client) => {
    const locked = await lockSchedules(client, wanted);
    const known = [...locked.map(({ id }) => id), ...(await goneSchedules(client, wanted))];
    // What waits and is held by somebody cannot start now: its schedule keeps the mark, and is concluded later.
    const putOff = await heldWaiters(client, known);
    const ours = new Set(known.filter((id) => !putOff.has(id)));
    const candidates = ended.filter(({ scheduleId }) => ours.has(scheduleId)).map(({ id }) => id);
    const concluded = await markConcluded(client, candidates);
    const schedules = locked.filter(({ id }) => ours.has(id));
    await writeConclusions(client, await drawConclusions(client, schedules, concluded, timezone));
    const promoted = await promoteWaiting(client, [...ours]);
    const busy = ours.size < wanted.length || concluded.length < candidates.length;
    return { promoted, more: busy ? 'busy' : ended.length === EXECUTIONS_PER_ROUND };
  });
}

/** Starts what waits for nothing any more, and was not started where its predecessor ended. */
export async function promoteForgotten(pool: Pool): Promise<string[]> {
  const wanted = await schedulesToPromote(pool);
  if (wanted.length === 0) return [];
  return withTransaction(pool, async (client) => {
    const schedules = await lockSchedules(client, wanted);
    const known = [...schedules.map(({ id }) => id), ...(await goneSchedules(client, wanted))];
    const putOff = await heldWaiters(client, known);
    return promoteWaiting(
      client,
      known.filter((id) => !putOff.has(id)),
    );
  });
}

async function drawConclusions(
  client: Queryable,
  schedules: readonly StoredSchedule[],
  ended: readonly EndedExecution[],
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
    const plan = planAnew(schedule, timingOf(schedule, timezone), now, lastSlotAt);
    return plan
      ? { nextRunAt: plan.nextRunAt, nextRunSource: plan.nextRunAt && plan.source, decision: plan.decision }
      : undefined;
  } catch {
    // Its timing was made impossible by SQL: the next claim tells, and no other schedule suffers from it.
    return undefined;
  }
}
