import { insertExecutions, type NewExecution } from '../../db/runs/insert-executions.js';
import { skipWaiting } from '../../db/runs/waiting-executions.js';
import { extendSkips } from '../../db/schedules/extend-skips.js';
import type { StoredSchedule } from '../../db/schedules/lock-schedule.js';
import { loadLastSlots } from '../../db/schedules/lock-schedules.js';
import type { Queryable } from '../../db/system/queryable.js';
import { toJsonb } from '../../db/system/to-jsonb.js';
import type { Columns } from '../../db/system/write-row.js';
import type { Issue } from '../../domain/issue.js';
import type { SkipReason } from '../../domain/run/reasons.js';
import type { ScheduleSettings } from '../../domain/run/snapshot.js';
import { type PlannedRun, planNextRun } from '../../domain/schedule/governor/governor.js';
import type { MissedSlots } from '../../domain/schedule/slots/misfire.js';
import { decideSlots } from '../../domain/schedule/slots/slots.js';
import type { Timing } from '../../domain/schedule/timing.js';
import { uuidv7 } from '../../runtime/ids.js';
import { newTraceId } from '../../runtime/telemetry/trace-id.js';
import type { ServiceDeps } from '../access/context.js';
import { type GoverningColumns, governingOf } from './governing.js';

type Plannable = GoverningColumns & Pick<StoredSchedule, 'enabled' | 'template' | 'maxRuns' | 'runCount'>;

/**
 * The plan of a schedule that is activated now. No slot from before this moment runs. A schedule without any further slot is
 * disabled, as by a claim, so that no schedule looks active without a next run.
 */
export function planColumns(schedule: Plannable, timing: Timing, now: Date): Columns {
  if (!schedule.enabled || schedule.template)
    return { activatedAt: now, nextRunAt: null, nextRunSource: null, decision: null };
  const plan = planNextRun({
    ...governingOf({ ...schedule, activatedAt: now }),
    now,
    timing,
    activatedAt: now,
    runsLeft: runsLeftOf(schedule),
  });
  return { activatedAt: now, ...columnsOf(plan), ...(plan.nextRunAt === null && { enabled: false }) };
}

/**
 * Describes why an enabled schedule has no next run although its timing has one: `minInterval` or
 * `failureBackoff` moves it beyond the end. Undefined if there is no such problem.
 */
export function deadEndOf(
  {
    enabled,
    template,
    endAt,
    minInterval,
  }: Pick<StoredSchedule, 'enabled' | 'template' | 'endAt' | 'minInterval'>,
  planned: Columns,
): Issue | undefined {
  if (!enabled || template || planned.nextRunAt !== null || endAt === null) return undefined;
  const blamed = (field: string, remedy: string): Issue => ({
    path: [field],
    message: `leaves no run before endAt ${endAt.toISOString()}: ${remedy}, or choose a later endAt`,
  });
  return minInterval === null ? blamed('failureBackoff', 'turn it off') : blamed('minInterval', 'shorten it');
}

/**
 * The plan of a schedule after a change of hints, limits or failures, but not of its timing. Null if the plan stays: a claim decides
 * about a schedule that is due already, and a schedule without a next run gets none.
 */
export function planAgain(
  schedule: Plannable & Pick<StoredSchedule, 'nextRunAt'>,
  timing: Timing,
  now: Date,
  lastSlotAt: Date | null = null,
): PlannedRun | null {
  const { enabled, template, nextRunAt } = schedule;
  if (!enabled || template || nextRunAt === null || nextRunAt <= now) return null;
  const governing = governingOf(schedule);
  const runsLeft = runsLeftOf(schedule);
  // If the clock was set back, slots that have run are not planned again.
  const from = lastSlotAt !== null && lastSlotAt >= now ? new Date(lastSlotAt.getTime() + 1) : now;
  return planNextRun({
    ...governing,
    now,
    timing,
    activatedAt: from,
    runsLeft,
    lastSlotAt,
    dueSlots: 'pass',
  });
}

export function columnsOf({ nextRunAt, source, decision }: PlannedRun): Columns {
  return { nextRunAt, nextRunSource: nextRunAt && source, decision: toJsonb(decision) };
}

export function runsLeftOf({ maxRuns, runCount }: Pick<Plannable, 'maxRuns' | 'runCount'>): number | null {
  return maxRuns === null ? null : Math.max(0, maxRuns - runCount);
}

/**
 * Records due but unclaimed slots of a locked schedule as skipped, before a change of the schedule would lose them. Slots in a pause
 * are recorded as paused.
 */
export async function recordUnclaimedSlots(
  { missedSlots }: Pick<ServiceDeps, 'missedSlots'>,
  client: Queryable,
  schedule: StoredSchedule,
  { timing, now, reason }: { timing: Timing; now: Date; reason: 'edited' | 'disabled' | 'paused' },
): Promise<void> {
  const { enabled, nextRunAt, nextRunSource } = schedule;
  const isPaused = nextRunSource === 'paused';
  if (!enabled || nextRunAt === null || (nextRunAt > now && !isPaused)) return;
  const lastSlotAt = isPaused ? (await loadLastSlots(client, [schedule.id])).get(schedule.id) : null;
  const { skipped } = decideSlots({
    ...governingOf(schedule),
    timing,
    activatedAt: schedule.activatedAt,
    // A paused schedule is planned for the end of the pause, so its slots until now count as due.
    dueFrom: nextRunAt > now ? now : nextRunAt,
    source: nextRunSource,
    lastSlotAt: lastSlotAt ?? null,
    now,
    maxRuns: schedule.maxRuns,
    runCount: schedule.runCount,
    enabledGlobally: false,
  });
  const rows = skipped.map((skip) =>
    skippedRow(schedule, skip, skip.reason === 'paused' ? 'paused' : reason, now),
  );
  const extended = await extendSkips(client, rows.slice(0, 1));
  await insertExecutions(
    client,
    rows.filter(({ id }) => !extended.has(id)),
  );
  for (const row of rows) missedSlots?.inc({ reason: row.reason ?? reason }, row.missedCount);
}

/**
 * Skips claimed runs that have not started, because they are queued behind another or start later. They must not start after the
 * schedule was disabled.
 * @returns the change of `runCount`
 */
export async function withdrawWaiting(
  { missedSlots }: Pick<ServiceDeps, 'missedSlots'>,
  client: Queryable,
  { id, runCount }: Pick<StoredSchedule, 'id' | 'runCount'>,
  reason: 'disabled' | 'paused',
): Promise<Columns> {
  const withdrawn = await skipWaiting(client, id, reason);
  missedSlots?.inc({ reason }, withdrawn);
  return withdrawn > 0 ? { runCount: Math.max(0, runCount - withdrawn) } : {};
}

/** What runs take over from their schedule. */
type Configured = Pick<
  StoredSchedule,
  | 'name'
  | 'params'
  | 'retryConfig'
  | 'timeout'
  | 'priority'
  | 'requirements'
  | 'maxQueueTime'
  | 'zombieThresholdMs'
  | 'lent'
  | 'environment'
>;
type Owner = Configured & Pick<StoredSchedule, 'id' | 'targetType' | 'agentId' | 'pipelineId'>;

/** A row for slots that do not run. */
export function skippedRow(
  schedule: Owner,
  missed: MissedSlots,
  reason: SkipReason,
  now: Date,
): NewExecution {
  const { slotAt, lastSlotAt, missedCount } = missed;
  return {
    id: uuidv7(),
    scheduleId: schedule.id,
    targetType: schedule.targetType,
    agentId: schedule.agentId,
    pipelineId: schedule.pipelineId,
    trigger: 'schedule',
    source: null,
    reason,
    slotAt,
    lastSlotAt,
    missedCount,
    fireAt: slotAt,
    executionTime: now,
    status: 'skipped',
    decision: {
      now: now.toISOString(),
      reason,
      first: slotAt.toISOString(),
      last: lastSlotAt.toISOString(),
      missed: missedCount,
    },
    snapshot: { ...settingsOf(schedule), pipeline: null },
    traceId: newTraceId(),
    createdBy: null,
  };
}

/** The snapshot of a schedule in its runs, without the target: its own values over those of its template. */
export function settingsOf(schedule: Configured): ScheduleSettings {
  const { name: scheduleName, params, retryConfig, timeout, priority, requirements } = schedule;
  const { maxQueueTime, zombieThresholdMs, environment, lent } = schedule;
  const own = {
    scheduleName,
    params,
    retryConfig,
    timeout,
    priority,
    requirements,
    maxQueueTime,
    zombieThresholdMs,
    environment,
  };
  if (lent === null) return own;
  return {
    scheduleName,
    params: { ...lent.params, ...params },
    retryConfig: retryConfig ?? lent.retryConfig,
    timeout: timeout ?? lent.timeout,
    // 0 means that the schedule sets no priority.
    priority: priority === 0 ? lent.priority : priority,
    requirements: lent.requirements || requirements ? { ...lent.requirements, ...requirements } : null,
    maxQueueTime: maxQueueTime ?? lent.maxQueueTime,
    zombieThresholdMs: zombieThresholdMs ?? lent.zombieThresholdMs,
    // 'production' means that it sets no environment.
    environment: environment === 'production' ? lent.environment : environment,
  };
}
