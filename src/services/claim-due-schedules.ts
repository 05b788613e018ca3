import { advanceSchedules, type ScheduleAdvance } from '../db/advance-schedules.js';
import { databaseNow } from '../db/database-now.js';
import { extendSkips } from '../db/extend-skips.js';
import { insertExecutions, type NewExecution } from '../db/insert-executions.js';
import { type DueSchedule, lockDueSchedules } from '../db/lock-due-schedules.js';
import { pipelineSnapshotSchema } from '../domain/execution/snapshot.js';
import { planNextRun } from '../domain/schedule/governor.js';
import { missedSlots } from '../domain/schedule/misfire.js';
import { decideSlots, type SlotsDecision } from '../domain/schedule/slots.js';
import type { Timing } from '../domain/schedule/timing.js';
import { uuidv7 } from '../runtime/ids.js';
import { type Pool, withTransaction } from '../runtime/pool.js';
import { newTraceId } from '../runtime/trace-id.js';

export interface ClaimSettings {
  /** Zone of schedules that name none. */
  timezone: string;
  /** `scheduler.enabled`: off, due slots are recorded as skipped. */
  enabled: boolean;
  /** Older slots are late, in milliseconds. */
  misfireThresholdMs: number;
  /** Schedules of one transaction. */
  batchSize: number;
}

export interface Claim {
  /** Executions to expand, new with this claim. */
  executionIds: string[];
  /** Executions and skips recorded, for the log. */
  recorded: NewExecution[];
  /** Skips that lengthened the row of those before them. */
  extending: NewExecution[];
  /** More may be due: claim again at once. */
  more: boolean;
  /** The database's clock at the decision. */
  now: Date;
}

/**
 * Turns every due slot into a row, in one transaction: schedules are locked, pure functions decide, the executions are
 * inserted and the schedules moved on. A crash before the commit changes nothing, after it loses nothing.
 */
export async function claimDueSchedules(pool: Pool, settings: ClaimSettings): Promise<Claim> {
  return withTransaction(pool, async (client) => {
    const now = await databaseNow(client);
    const due = await lockDueSchedules(client, now, settings.batchSize);
    if (due.length === 0) return { executionIds: [], recorded: [], extending: [], more: false, now };
    const decided = due.map((schedule) => decide(schedule, settings, now));
    const all = decided.flatMap(({ executions }) => executions);
    const extended = await extendSkips(client, firstSkips(all));
    const recorded = all.filter(({ id }) => !extended.has(id));
    const inserted = new Set(await insertExecutions(client, recorded));
    await advanceSchedules(
      client,
      decided.map(({ advance }) => advance),
      now,
    );
    return {
      executionIds: recorded
        .filter(({ id, status }) => status === 'pending' && inserted.has(id))
        .map(({ id }) => id),
      recorded: recorded.filter(({ id }) => inserted.has(id)),
      extending: all.filter(({ id }) => extended.has(id)),
      more:
        due.length === settings.batchSize ||
        decided.some(({ advance }) => advance.nextRunAt !== null && advance.nextRunAt <= now),
      now,
    };
  });
}

/** The oldest of each schedule: what was recorded last may lengthen into it. */
function firstSkips(executions: readonly NewExecution[]): NewExecution[] {
  const seen = new Set<string | null>();
  return executions.filter(({ scheduleId, status }) => {
    const isFirst = !seen.has(scheduleId);
    seen.add(scheduleId);
    return isFirst && status === 'skipped';
  });
}

interface Decided {
  executions: NewExecution[];
  advance: ScheduleAdvance;
}

function decide(schedule: DueSchedule, settings: ClaimSettings, now: Date): Decided {
  try {
    return decideValid(schedule, settings, now);
  } catch (error) {
    return skipUnplannable(schedule, error, now);
  }
}

function decideValid(schedule: DueSchedule, settings: ClaimSettings, now: Date): Decided {
  const timing = timingOf(schedule, settings.timezone);
  // By SQL a pipeline may be stored in a form that cannot be run.
  const isRunnable =
    schedule.targetType === 'agent' || pipelineSnapshotSchema.safeParse(schedule.pipeline).success;
  if (!schedule.targetReady || !isRunnable) return skipForTarget(schedule, timing, now);
  const decision = decideSlots({
    timing,
    activatedAt: schedule.activatedAt,
    dueFrom: schedule.nextRunAt,
    now,
    misfireThresholdMs: settings.misfireThresholdMs,
    maxRuns: schedule.maxRuns,
    runCount: schedule.runCount,
    enabledGlobally: settings.enabled,
  });
  return { executions: executionsOf(schedule, decision, now), advance: advanceOf(schedule, decision) };
}

function executionsOf(schedule: DueSchedule, { run, skipped }: SlotsDecision, now: Date): NewExecution[] {
  return [
    ...skipped.map((skip) => ({
      ...rowOf(schedule, now),
      ...skip,
      source: null,
      fireAt: skip.slotAt,
      status: 'skipped' as const,
      decision: {
        now: now.toISOString(),
        reason: skip.reason,
        first: skip.slotAt.toISOString(),
        last: skip.lastSlotAt.toISOString(),
        missed: skip.missedCount,
      },
    })),
    ...run.map(({ slotAt, source, decision }) => ({
      ...rowOf(schedule, now),
      slotAt,
      lastSlotAt: null,
      missedCount: 0,
      reason: null,
      source,
      fireAt: slotAt,
      status: 'pending' as const,
      decision,
    })),
  ];
}

function rowOf(schedule: DueSchedule, now: Date) {
  return {
    id: uuidv7(),
    scheduleId: schedule.id,
    targetType: schedule.targetType,
    agentId: schedule.agentId,
    pipelineId: schedule.pipelineId,
    trigger: 'schedule' as const,
    executionTime: now,
    snapshot: {
      scheduleName: schedule.name,
      params: schedule.params,
      retryConfig: schedule.retryConfig,
      timeout: schedule.timeout,
      priority: schedule.priority,
      pipeline: pipelineSnapshotSchema.safeParse(schedule.pipeline).data ?? null,
    },
    traceId: newTraceId(),
    createdBy: null,
  };
}

function advanceOf(schedule: DueSchedule, { run, next, exhausted }: SlotsDecision): ScheduleAdvance {
  const over = exhausted && run.length > 0;
  return {
    id: schedule.id,
    nextRunAt: next.nextRunAt,
    nextRunSource: next.nextRunAt && next.source,
    decision: next.decision,
    runs: run.length,
    enabled: !exhausted,
    deleted: over && schedule.repeat === 'once' && schedule.afterOnce === 'delete',
    flag: null,
  };
}

/** A schedule whose target is gone or disabled keeps its rhythm, and says at each slot why nothing ran. */
function skipForTarget(schedule: DueSchedule, timing: Timing, now: Date): Decided {
  const missed = missedSlots(timing, schedule.nextRunAt, now) ?? {
    slotAt: schedule.nextRunAt,
    lastSlotAt: schedule.nextRunAt,
    missedCount: 1,
  };
  const next = planNextRun({ now, timing, after: missed.lastSlotAt });
  const execution: NewExecution = {
    ...rowOf(schedule, now),
    ...missed,
    reason: 'invalid_target',
    source: null,
    fireAt: missed.slotAt,
    status: 'skipped',
    decision: {
      now: now.toISOString(),
      reason: 'invalid_target',
      agentId: schedule.agentId,
      pipelineId: schedule.pipelineId,
    },
  };
  return {
    executions: [execution],
    advance: {
      id: schedule.id,
      nextRunAt: next.nextRunAt,
      nextRunSource: next.nextRunAt && next.source,
      decision: next.decision,
      runs: 0,
      enabled: next.nextRunAt !== null,
      deleted: false,
      flag: 'invalid_target',
    },
  };
}

/** Its timing was written by SQL, past all checks: it is flagged, and every other schedule goes on. */
function skipUnplannable(schedule: DueSchedule, error: unknown, now: Date): Decided {
  const advance = unplannable(schedule.id, error, now);
  const execution: NewExecution = {
    ...rowOf(schedule, now),
    slotAt: schedule.nextRunAt,
    lastSlotAt: schedule.nextRunAt,
    missedCount: 1,
    reason: 'invalid_timing',
    source: null,
    fireAt: schedule.nextRunAt,
    status: 'skipped',
    decision: advance.decision,
  };
  return { executions: [execution], advance };
}

/** A schedule whose next run cannot be told: it waits, flagged, until its timing is changed. */
export function unplannable(id: string, error: unknown, now: Date): ScheduleAdvance {
  const problem = error instanceof Error ? error.message : String(error);
  return {
    id,
    nextRunAt: null,
    nextRunSource: null,
    decision: { now: now.toISOString(), reason: 'invalid_timing', problem },
    runs: 0,
    enabled: true,
    deleted: false,
    flag: 'invalid_timing',
  };
}

/** What `domain/schedule` needs to know of a stored schedule. */
export function timingOf(
  schedule: Pick<
    DueSchedule,
    | 'repeat'
    | 'cronExpression'
    | 'interval'
    | 'timezone'
    | 'startAt'
    | 'endAt'
    | 'dstGap'
    | 'dstRepeat'
    | 'originAt'
  >,
  defaultZone: string,
): Timing {
  return {
    repeat: schedule.repeat,
    cronExpression: schedule.cronExpression,
    interval: schedule.interval === null ? null : Number(schedule.interval),
    timezone: schedule.timezone ?? defaultZone,
    startAt: schedule.startAt,
    endAt: schedule.endAt,
    dstGap: schedule.dstGap,
    dstRepeat: schedule.dstRepeat,
    origin: schedule.originAt,
  };
}
