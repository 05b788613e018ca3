import { insertExecutions } from '../db/insert-executions.js';
import type { StoredSchedule } from '../db/lock-schedule.js';
import type { Queryable } from '../db/queryable.js';
import { toJsonb } from '../db/to-jsonb.js';
import type { Columns } from '../db/write-row.js';
import type { ScheduleSettings } from '../domain/execution/snapshot.js';
import { planNextRun } from '../domain/schedule/governor.js';
import { missedSlots } from '../domain/schedule/misfire.js';
import type { Timing } from '../domain/schedule/timing.js';
import { uuidv7 } from '../runtime/ids.js';
import { newTraceId } from '../runtime/trace-id.js';

type Plannable = Pick<StoredSchedule, 'enabled' | 'template' | 'maxRuns' | 'runCount'>;

/** The columns of the plan of a schedule that is activated now: no slot from before this moment fires. */
export function planColumns(
  { enabled, template, maxRuns, runCount }: Plannable,
  timing: Timing,
  now: Date,
): Columns {
  if (!enabled || template) return { activatedAt: now, nextRunAt: null, nextRunSource: null, decision: null };
  const runsLeft = maxRuns === null ? null : Math.max(0, maxRuns - runCount);
  const { nextRunAt, source, decision } = planNextRun({ now, timing, activatedAt: now, runsLeft });
  return { activatedAt: now, nextRunAt, nextRunSource: nextRunAt && source, decision: toJsonb(decision) };
}

/**
 * Records, as one skipped row, the slots of a locked schedule that were due but that no engine has claimed: what is about to
 * happen to the schedule would otherwise swallow them without a word.
 */
export async function recordUnclaimedSlots(
  client: Queryable,
  schedule: StoredSchedule,
  timing: Timing,
  now: Date,
  reason: 'edited' | 'disabled',
): Promise<void> {
  const { enabled, nextRunAt } = schedule;
  const missed = enabled && nextRunAt !== null ? missedSlots(timing, nextRunAt, now) : null;
  if (missed === null) return;
  await insertExecutions(client, [
    {
      ...missed,
      id: uuidv7(),
      scheduleId: schedule.id,
      targetType: schedule.targetType,
      agentId: schedule.agentId,
      pipelineId: schedule.pipelineId,
      trigger: 'schedule',
      source: null,
      reason,
      fireAt: missed.slotAt,
      executionTime: now,
      status: 'skipped',
      decision: {
        now: now.toISOString(),
        reason,
        first: missed.slotAt.toISOString(),
        last: missed.lastSlotAt.toISOString(),
        missed: missed.missedCount,
      },
      snapshot: { ...settingsOf(schedule), pipeline: null },
      traceId: newTraceId(),
      createdBy: null,
    },
  ]);
}

/** What the execution of a schedule remembers of it, beside its target. */
export function settingsOf(
  schedule: Pick<StoredSchedule, 'name' | 'params' | 'retryConfig' | 'timeout' | 'priority'>,
): ScheduleSettings {
  const { name, params, retryConfig, timeout, priority } = schedule;
  return { scheduleName: name, params, retryConfig, timeout, priority };
}
