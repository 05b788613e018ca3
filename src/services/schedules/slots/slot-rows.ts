import type { NewExecution } from '../../../db/runs/insert-executions.js';
import type { StoredSchedule } from '../../../db/schedules/lock-schedule.js';
import type { SkipReason } from '../../../domain/run/reasons.js';
import {
  type PipelineSnapshot,
  pipelineSnapshotSchema,
  type Snapshot,
} from '../../../domain/run/snapshot.js';
import type { MissedSlots } from '../../../domain/schedule/slots/misfire.js';
import type { SlotRun } from '../../../domain/schedule/slots/slots.js';
import { uuidv7From } from '../../../runtime/ids.js';
import { newTraceId } from '../../../runtime/telemetry/trace-id.js';

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

/** A row for a slot that runs, or that waits for an earlier run. */
export function runRow(
  schedule: Owner & { pipeline: unknown },
  { slotAt, fireAt, source, decision, disposition }: SlotRun,
  now: Date,
): NewExecution {
  const waits = disposition === 'wait';
  // Names each field, because a spread would be the largest cost with thousands of due schedules.
  return {
    id: uuidv7From(now),
    scheduleId: schedule.id,
    targetType: schedule.targetType,
    agentId: schedule.agentId,
    pipelineId: schedule.pipelineId,
    trigger: 'schedule',
    source,
    reason: waits ? 'waiting' : null,
    slotAt,
    lastSlotAt: null,
    missedCount: 0,
    fireAt,
    executionTime: now,
    waitingSince: waits ? now : null,
    status: 'pending',
    decision,
    snapshot: snapshotOf(schedule, storedPipeline(schedule.pipeline)),
    traceId: newTraceId(),
    createdBy: null,
  };
}

export function skippedRow(
  schedule: Owner,
  { slotAt, lastSlotAt, missedCount }: MissedSlots,
  reason: SkipReason,
  now: Date,
): NewExecution {
  return {
    id: uuidv7From(now),
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
    snapshot: snapshotOf(schedule, null),
    traceId: newTraceId(),
    createdBy: null,
  };
}

function storedPipeline(pipeline: unknown): PipelineSnapshot | null {
  return pipeline === null ? null : (pipelineSnapshotSchema.safeParse(pipeline).data ?? null);
}

/** The snapshot of a schedule in its runs: its own values over those of its template. */
export function snapshotOf(schedule: Configured, pipeline: PipelineSnapshot | null): Snapshot {
  const { name: scheduleName, params, retryConfig, timeout, priority, requirements } = schedule;
  const { maxQueueTime, zombieThresholdMs, environment, lent } = schedule;
  if (lent === null)
    return {
      scheduleName,
      params,
      retryConfig,
      timeout,
      priority,
      requirements,
      maxQueueTime,
      zombieThresholdMs,
      environment,
      pipeline,
    };
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
    pipeline,
  };
}
