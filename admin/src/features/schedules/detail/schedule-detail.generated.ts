/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
import type { TypedDocumentNode as DocumentNode } from '@urql/core';
import { gql } from '@urql/core';
/** What happens to a one-time schedule after it has run. */
export type AfterOnce =
  /** It is deleted. Its history is kept. */
  | 'DELETE'
  /** It is disabled. */
  | 'DISABLE';

/** Environment to which agent versions are deployed. */
export type AgentEnvironment =
  /** Development. */
  | 'DEVELOPMENT'
  /** Production, the default. */
  | 'PRODUCTION'
  /** Staging. */
  | 'STAGING';

/** Selects backfills. All given conditions must match. */
export type BackfillFilter = {
  /** Only backfills of this schedule. */
  scheduleId?: string | number | null | undefined;
  /** Only backfills in one of these states. */
  status?: Array<BackfillStatus> | null | undefined;
};

/** State of a backfill. */
export type BackfillStatus =
  /** The backfill was cancelled. */
  | 'CANCELLED'
  /** All runs ended. */
  | 'COMPLETED'
  /** Not started. */
  | 'PENDING'
  /** Runs are being created or are in progress. */
  | 'RUNNING';

/** How the delay grows from retry to retry. */
export type Backoff =
  /** Doubles with each retry: 1, 2, 4 … times the delay. */
  | 'EXPONENTIAL'
  /** Stays the same. */
  | 'FIXED'
  /** Grows by the base delay with each retry: 1, 2, 3 … times the delay. */
  | 'LINEAR';

/** Why an enabled schedule is blocked and cannot run. */
export type BlockReason =
  /** Its agent or pipeline is missing or disabled. */
  | 'INVALID_TARGET'
  /** Its timing is not valid. */
  | 'INVALID_TIMING'
  /** A code that this version of Callboard does not know. */
  | 'OTHER';

/** Direction of a clock change. */
export type ClockChange =
  /** Clocks go forward. Some local times do not exist. */
  | 'GAP'
  /** Clocks go back. Some local times occur twice. */
  | 'REPEAT';

/** What happens when a slot is due while an earlier run is active. */
export type ConcurrencyPolicy =
  /** Both run. */
  | 'ALLOW'
  /** The slot is skipped. */
  | 'FORBID'
  /** The slot waits for the earlier run. A newer slot replaces a waiting one. */
  | 'QUEUE'
  /** The earlier run is cancelled. */
  | 'REPLACE';

/** A new backfill. */
export type CreateBackfillInput = {
  /** Start of the range, inclusive. */
  from: string;
  /** For 24 hours, requests with the same key create one backfill. */
  idempotencyKey?: string | null | undefined;
  /** Maximum number of runs in progress at once, from 1 to 100. */
  maxConcurrency?: number | null | undefined;
  /** Params merged over the schedule’s, key by key. Defaults to none. */
  params?: unknown;
  /** Whether to run slots again that already ran. */
  repeatExisting?: boolean | null | undefined;
  /** ID of the schedule. */
  scheduleId: string | number;
  /** End of the range, exclusive. It must not be in the future. Defaults to now. */
  to?: string | null | undefined;
};

/** Whether agents accepted the jobs of a run, however they ended (see `RunStatus`). */
export type DeliveryStatus =
  /** No first attempt started (4xx, 5xx or no answer), or the expansion failed. */
  | 'FAILED'
  /** Some first attempts started. */
  | 'PARTIAL'
  /** Some first attempts are still unanswered. */
  | 'PENDING'
  /** The slot was skipped. */
  | 'SKIPPED'
  /** All first attempts started: the agents answered with 2xx or reported. */
  | 'SUCCESS';

/** What happens to a slot at a local time that does not exist because clocks go forward. */
export type DstGap =
  /** It is due at the first instant after the gap. */
  | 'NEXT_VALID'
  /** It is left out. */
  | 'SKIP';

/** Which occurrence of a slot runs when its local time occurs twice because clocks go back. */
export type DstRepeat =
  /** Both. */
  | 'BOTH'
  /** The first. */
  | 'FIRST'
  /** The last. */
  | 'LAST';

/** What started a run. */
export type ExecutionTrigger =
  /** A backfill. */
  | 'BACKFILL'
  /** A trigger through the API or admin UI. */
  | 'MANUAL'
  /** The timing of a schedule. */
  | 'SCHEDULE'
  /** A call of a webhook. */
  | 'WEBHOOK';

/** What happens to missed slots. */
export type MisfirePolicy =
  /** One run for each slot, oldest first, at most 100. */
  | 'ALL'
  /** One run, for the newest slot. */
  | 'LATEST'
  /** No run. */
  | 'SKIP';

/** A hint. Give an interval, one additional run, or both. */
export type ProposeHintInput = {
  /** Interval that replaces the schedule’s own while the hint is in effect. */
  interval?: number | string | null | undefined;
  /** Alias of `interval`. Give only one of them. */
  intervalMs?: number | string | null | undefined;
  /** Time of one additional run. A time in the past means now. */
  nextRunAt?: string | null | undefined;
  /** Reason for the hint. It is shown wherever the hint decides the next run. */
  reason: string;
  /** How long the hint is in effect. */
  ttl: number | string;
};

/** How often a schedule runs. */
export type Repeat =
  /** Once. */
  | 'ONCE'
  /** Repeatedly, by cron expression or interval. */
  | 'REPEATING';

/** How often, and after what delays, a failed attempt is retried. */
export type RetryConfigInput = {
  /** How the delay grows from retry to retry. */
  backoff: Backoff;
  /** Base delay. */
  delay: number | string;
  /** Randomization of the delay. Defaults to `NONE`. */
  jitter?: RetryJitter | null | undefined;
  /** Longest delay. Defaults to one hour. A longer `Retry-After` from the agent still applies. */
  maxDelay?: number | string | null | undefined;
  /** Maximum number of retries, from 0 to 100. */
  maxRetries: number;
};

/** Randomization of the delay d before a retry. */
export type RetryJitter =
  /** Between d/2 and d. */
  | 'EQUAL'
  /** Between 0 and d. */
  | 'FULL'
  /** Exactly d. */
  | 'NONE';

/** Why a slot was skipped, why a run waits, or why it was stopped. */
export type RunReason =
  /** Waits: the database interrupted the expansion, which is retried. */
  | 'DATABASE_UNAVAILABLE'
  /** Waits: a data source is unavailable. The expansion is retried. */
  | 'DATA_SOURCE_UNAVAILABLE'
  /** Skipped: later than `startingDeadline` allows. */
  | 'DEADLINE'
  /** Skipped: the schedule was disabled or deleted before the slot was claimed. */
  | 'DISABLED'
  /** Skipped: the timing was changed before the slot was claimed. */
  | 'EDITED'
  /** Waits: the expansion failed unexpectedly and is retried. */
  | 'EXPANSION_ERROR'
  /** Skipped: the agent or pipeline was missing or disabled. */
  | 'INVALID_TARGET'
  /** Skipped: the timing of the schedule was not valid. */
  | 'INVALID_TIMING'
  /** Skipped: no worker claimed the slot in time, and `misfirePolicy` does not make up for it. */
  | 'MISFIRE'
  /** Stopped: somebody cancelled it. */
  | 'OPERATOR'
  /** A code that this version of Callboard does not know. */
  | 'OTHER'
  /** Skipped: an earlier run was still active. */
  | 'OVERLAP'
  /** Skipped: the schedule was paused. */
  | 'PAUSED'
  /** Stopped: a newer run took its place. */
  | 'REPLACED'
  /** Stopped: it exceeded `zombieThresholdMs` of its schedule. */
  | 'RUN_TIMEOUT'
  /** Skipped: the scheduler was disabled in the settings. */
  | 'SCHEDULER_DISABLED'
  /** Waits until the previous run has ended. */
  | 'WAITING';

/** What determined the time of a slot. */
export type RunSource =
  /** The interval of a hint. */
  | 'AI_INTERVAL'
  /** The additional run of a hint. */
  | 'AI_ONESHOT'
  /** The cron expression. */
  | 'BASELINE_CRON'
  /** The interval. */
  | 'BASELINE_INTERVAL'
  /** The time of a one-time schedule. */
  | 'BASELINE_ONCE'
  /** The limit `maxInterval`. */
  | 'CLAMPED_MAX'
  /** The limit `minInterval`. */
  | 'CLAMPED_MIN'
  /** A code that this version of Callboard does not know. */
  | 'OTHER'
  /** The end of the pause. */
  | 'PAUSED';

/** State of a run. */
export type RunStatus =
  /** The run was cancelled. */
  | 'CANCELLED'
  /** No job completed, or the expansion failed. */
  | 'FAILED'
  /** Some jobs completed and some failed. */
  | 'PARTIAL'
  /** Not started. */
  | 'PENDING'
  /** Jobs are in progress. */
  | 'RUNNING'
  /** All jobs completed. */
  | 'SUCCEEDED';

/** Selects runs. All given conditions must match. */
export type ScheduleExecutionFilter = {
  /** Only runs that call this agent directly. */
  agentId?: string | number | null | undefined;
  /** Only runs of this backfill. */
  backfillId?: string | number | null | undefined;
  /** Only runs with one of these delivery states. */
  deliveryStatus?: Array<DeliveryStatus> | null | undefined;
  /** Only runs created at or after this time. */
  from?: string | null | undefined;
  /** Only runs of this pipeline. */
  pipelineId?: string | number | null | undefined;
  /**
   * Only runs with one of these reasons.
   * @deprecated Use `reasonCode`, which is an enum.
   */
  reason?: Array<string> | null | undefined;
  /** Only runs with one of these reasons. */
  reasonCode?: Array<RunReason> | null | undefined;
  /** Only runs in one of these states. */
  runStatus?: Array<RunStatus> | null | undefined;
  /** Only runs of this schedule. */
  scheduleId?: string | number | null | undefined;
  /** ID of a run or schedule, a full trace ID, or text contained in the agent ID or reason, ignoring case. See `searchedBack`. */
  search?: string | null | undefined;
  /**
   * Only runs with one of these delivery states.
   * @deprecated Use `deliveryStatus`: the state of a run is `runStatus`.
   */
  status?: Array<DeliveryStatus> | null | undefined;
  /** Only runs with this type of target. */
  targetType?: TargetType | null | undefined;
  /** Only runs created before this time. */
  to?: string | null | undefined;
  /** Only runs started in one of these ways. */
  trigger?: Array<ExecutionTrigger> | null | undefined;
};

/** What a schedule or run calls. */
export type TargetType =
  /** An agent. */
  | 'AGENT'
  /** A pipeline. */
  | 'PIPELINE';

export type ScheduleDetailFactsFragment = { id: string, key: string | null, name: string, description: string | null, repeat: Repeat, cronExpression: string | null, interval: number | null, timezone: string | null, startAt: string | null, endAt: string | null, template: boolean, maxRuns: number | null, runCount: number, afterOnce: AfterOnce, dstGap: DstGap, dstRepeat: DstRepeat, targetType: TargetType, templateId: string | null, agentId: string | null, pipelineId: string | null, params: unknown, timeout: number | null, maxQueueTime: number | null, zombieThresholdMs: number | null, priority: number, enabled: boolean, pausedUntil: string | null, pauseNote: string | null, nextRunAt: string | null, whyNot: string | null, lastRunAt: string | null, failureCount: number, failureBackoff: boolean, minInterval: number | null, maxInterval: number | null, jitter: number | null, misfirePolicy: MisfirePolicy, startingDeadline: number | null, concurrencyPolicy: ConcurrencyPolicy, requirements: unknown, environment: AgentEnvironment, successfulHistoryLimit: number | null, failedHistoryLimit: number | null, createdAt: string, createdBy: string, createdByName: string | null, updatedAt: string, flag: BlockReason | null, nextRunSource: RunSource | null, templateSchedule: { id: string, name: string } | null, agent: { id: string, name: string, enabled: boolean } | null, pipeline: { id: string, name: string, enabled: boolean } | null, retryConfig: { maxRetries: number, backoff: Backoff, delay: number, maxDelay: number | null, jitter: RetryJitter | null } | null, decision: { decidedAt: string | null, chosenAt: string | null, source: RunSource | null, problem: string | null, candidates: Array<{ source: RunSource | null, at: string | null, reason: string, chosen: boolean, ignored: string | null }>, clamps: Array<{ limit: string, from: string, to: string }>, backoff: { failures: number, factor: number, notBefore: string } | null, hint: { intervalMs: number | null, nextRunAt: string | null, expiresAt: string, fresh: boolean, reason: string, proposedBy: string | null } | null, pause: { until: string, note: string | null, instead: string | null } | null } | null, hint: { intervalMs: number | null, nextRunAt: string | null, expiresAt: string, reason: string, proposedBy: string | null, proposedByName: string | null, proposedAt: string | null } | null, activeExecution: { id: string, runStatus: RunStatus | null, jobsCreated: number, jobsCompleted: number, jobsFailed: number, jobsSkipped: number, jobsCancelled: number, status: DeliveryStatus, reason: RunReason | null } | null };

export type ScheduleDetailQueryVariables = Exact<{
  id: string | number;
}>;


export type ScheduleDetailQuery = { schedule: { id: string, key: string | null, name: string, description: string | null, repeat: Repeat, cronExpression: string | null, interval: number | null, timezone: string | null, startAt: string | null, endAt: string | null, template: boolean, maxRuns: number | null, runCount: number, afterOnce: AfterOnce, dstGap: DstGap, dstRepeat: DstRepeat, targetType: TargetType, templateId: string | null, agentId: string | null, pipelineId: string | null, params: unknown, timeout: number | null, maxQueueTime: number | null, zombieThresholdMs: number | null, priority: number, enabled: boolean, pausedUntil: string | null, pauseNote: string | null, nextRunAt: string | null, whyNot: string | null, lastRunAt: string | null, failureCount: number, failureBackoff: boolean, minInterval: number | null, maxInterval: number | null, jitter: number | null, misfirePolicy: MisfirePolicy, startingDeadline: number | null, concurrencyPolicy: ConcurrencyPolicy, requirements: unknown, environment: AgentEnvironment, successfulHistoryLimit: number | null, failedHistoryLimit: number | null, createdAt: string, createdBy: string, createdByName: string | null, updatedAt: string, flag: BlockReason | null, nextRunSource: RunSource | null, templateSchedule: { id: string, name: string } | null, agent: { id: string, name: string, enabled: boolean } | null, pipeline: { id: string, name: string, enabled: boolean } | null, retryConfig: { maxRetries: number, backoff: Backoff, delay: number, maxDelay: number | null, jitter: RetryJitter | null } | null, decision: { decidedAt: string | null, chosenAt: string | null, source: RunSource | null, problem: string | null, candidates: Array<{ source: RunSource | null, at: string | null, reason: string, chosen: boolean, ignored: string | null }>, clamps: Array<{ limit: string, from: string, to: string }>, backoff: { failures: number, factor: number, notBefore: string } | null, hint: { intervalMs: number | null, nextRunAt: string | null, expiresAt: string, fresh: boolean, reason: string, proposedBy: string | null } | null, pause: { until: string, note: string | null, instead: string | null } | null } | null, hint: { intervalMs: number | null, nextRunAt: string | null, expiresAt: string, reason: string, proposedBy: string | null, proposedByName: string | null, proposedAt: string | null } | null, activeExecution: { id: string, runStatus: RunStatus | null, jobsCreated: number, jobsCompleted: number, jobsFailed: number, jobsSkipped: number, jobsCancelled: number, status: DeliveryStatus, reason: RunReason | null } | null } | null, schedulerConfig: { scheduler: { enabled: boolean, timezone: string } } };

export type ScheduleDetailUpcomingQueryVariables = Exact<{
  id: string | number;
}>;


export type ScheduleDetailUpcomingQuery = { previewSchedule: { timezone: string, occurrences: Array<{ at: string, fireAt: string, source: RunSource, decision: { decidedAt: string | null, chosenAt: string | null, source: RunSource | null, problem: string | null, candidates: Array<{ source: RunSource | null, at: string | null, reason: string, chosen: boolean, ignored: string | null }>, clamps: Array<{ limit: string, from: string, to: string }>, backoff: { failures: number, factor: number, notBefore: string } | null, hint: { intervalMs: number | null, nextRunAt: string | null, expiresAt: string, fresh: boolean, reason: string, proposedBy: string | null } | null, pause: { until: string, note: string | null, instead: string | null } | null } | null }>, transitions: Array<{ at: string, kind: ClockChange, from: string, to: string, localFrom: string, localTo: string, effect: string }> } };

export type ScheduleDetailExecutionFragment = { id: string, trigger: ExecutionTrigger, why: string, slotAt: string | null, lastSlotAt: string | null, missedCount: number, fireAt: string, executionTime: string, createdAt: string, runStatus: RunStatus | null, jobsCreated: number, jobsCompleted: number, jobsFailed: number, jobsSkipped: number, jobsCancelled: number, completedAt: string | null, source: RunSource | null, reason: RunReason | null, status: DeliveryStatus };

export type ScheduleDetailHistoryQueryVariables = Exact<{
  first?: number | null | undefined;
  after?: string | null | undefined;
  filter?: ScheduleExecutionFilter | null | undefined;
}>;


export type ScheduleDetailHistoryQuery = { scheduleExecutions: { edges: Array<{ node: { id: string, trigger: ExecutionTrigger, why: string, slotAt: string | null, lastSlotAt: string | null, missedCount: number, fireAt: string, executionTime: string, createdAt: string, runStatus: RunStatus | null, jobsCreated: number, jobsCompleted: number, jobsFailed: number, jobsSkipped: number, jobsCancelled: number, completedAt: string | null, source: RunSource | null, reason: RunReason | null, status: DeliveryStatus } }>, pageInfo: { endCursor: string | null, hasNextPage: boolean } } };

export type ScheduleDetailBackfillFragment = { id: string, from: string, to: string, maxConcurrency: number, repeatExisting: boolean, params: unknown, total: number, existing: number, toCreate: number, created: number, status: BackfillStatus, createdAt: string, createdBy: string, createdByName: string | null, completedAt: string | null, progress: { pending: number, running: number, succeeded: number, partial: number, failed: number, cancelled: number } };

export type ScheduleDetailBackfillsQueryVariables = Exact<{
  first?: number | null | undefined;
  after?: string | null | undefined;
  filter?: BackfillFilter | null | undefined;
}>;


export type ScheduleDetailBackfillsQuery = { backfills: { edges: Array<{ node: { id: string, from: string, to: string, maxConcurrency: number, repeatExisting: boolean, params: unknown, total: number, existing: number, toCreate: number, created: number, status: BackfillStatus, createdAt: string, createdBy: string, createdByName: string | null, completedAt: string | null, progress: { pending: number, running: number, succeeded: number, partial: number, failed: number, cancelled: number } } }>, pageInfo: { endCursor: string | null, hasNextPage: boolean } } };

export type ScheduleDetailBackfillPreviewQueryVariables = Exact<{
  id: string | number;
  from: string;
  to?: string | null | undefined;
  repeatExisting?: boolean | null | undefined;
}>;


export type ScheduleDetailBackfillPreviewQuery = { previewBackfill: { from: string, to: string, total: number, existing: number, toCreate: number, first: Array<string>, last: Array<string> } };

export type ScheduleDetailTriggerMutationVariables = Exact<{
  id: string | number;
  params?: unknown;
  idempotencyKey?: string | null | undefined;
  priority?: number | null | undefined;
  retryConfig?: RetryConfigInput | null | undefined;
  timeout?: number | string | null | undefined;
  requirements?: unknown;
  delay?: number | string | null | undefined;
  runAt?: string | null | undefined;
}>;


export type ScheduleDetailTriggerMutation = { triggerSchedule:
    | { __typename: 'ConflictError', code: string, message: string }
    | { __typename: 'NotFoundError', code: string, message: string }
    | { __typename: 'ScheduleExecution', id: string }
    | { __typename: 'ValidationError', code: string, message: string, issues: Array<{ path: Array<string>, message: string }> }
   };

export type ScheduleDetailPauseMutationVariables = Exact<{
  id: string | number;
  until: string;
  note?: string | null | undefined;
}>;


export type ScheduleDetailPauseMutation = { pauseSchedule:
    | { __typename: 'ConflictError', code: string, message: string }
    | { __typename: 'NotFoundError', code: string, message: string }
    | { __typename: 'Schedule', id: string, pausedUntil: string | null, pauseNote: string | null }
    | { __typename: 'ValidationError', code: string, message: string, issues: Array<{ path: Array<string>, message: string }> }
   };

export type ScheduleDetailResumeMutationVariables = Exact<{
  id: string | number;
}>;


export type ScheduleDetailResumeMutation = { resumeSchedule:
    | { __typename: 'ConflictError', code: string, message: string }
    | { __typename: 'NotFoundError', code: string, message: string }
    | { __typename: 'Schedule', id: string, pausedUntil: string | null, pauseNote: string | null }
    | { __typename: 'ValidationError', code: string, message: string }
   };

export type ScheduleDetailEnableMutationVariables = Exact<{
  id: string | number;
  enabled: boolean;
}>;


export type ScheduleDetailEnableMutation = { setScheduleEnabled:
    | { __typename: 'ConflictError', code: string, message: string }
    | { __typename: 'NotFoundError', code: string, message: string }
    | { __typename: 'Schedule', id: string, enabled: boolean }
    | { __typename: 'ValidationError', code: string, message: string, issues: Array<{ path: Array<string>, message: string }> }
   };

export type ScheduleDetailDeleteMutationVariables = Exact<{
  id: string | number;
}>;


export type ScheduleDetailDeleteMutation = { deleteSchedule:
    | { __typename: 'ConflictError', code: string, message: string }
    | { __typename: 'NotFoundError', code: string, message: string }
    | { __typename: 'Schedule', id: string }
    | { __typename: 'ValidationError', code: string, message: string }
   };

export type ScheduleDetailHintMutationVariables = Exact<{
  id: string | number;
  input: ProposeHintInput;
}>;


export type ScheduleDetailHintMutation = { proposeHint:
    | { __typename: 'ConflictError', code: string, message: string }
    | { __typename: 'NotFoundError', code: string, message: string }
    | { __typename: 'Schedule', id: string }
    | { __typename: 'ValidationError', code: string, message: string, issues: Array<{ path: Array<string>, message: string }> }
   };

export type ScheduleDetailClearHintsMutationVariables = Exact<{
  id: string | number;
}>;


export type ScheduleDetailClearHintsMutation = { clearHints:
    | { __typename: 'ConflictError', code: string, message: string }
    | { __typename: 'NotFoundError', code: string, message: string }
    | { __typename: 'Schedule', id: string }
    | { __typename: 'ValidationError', code: string, message: string }
   };

export type ScheduleDetailBackfillCreateMutationVariables = Exact<{
  input: CreateBackfillInput;
}>;


export type ScheduleDetailBackfillCreateMutation = { createBackfill:
    | { __typename: 'Backfill', id: string }
    | { __typename: 'ConflictError', code: string, message: string }
    | { __typename: 'NotFoundError', code: string, message: string }
    | { __typename: 'ValidationError', code: string, message: string, issues: Array<{ path: Array<string>, message: string }> }
   };

export type ScheduleDetailBackfillCancelMutationVariables = Exact<{
  id: string | number;
}>;


export type ScheduleDetailBackfillCancelMutation = { cancelBackfill:
    | { __typename: 'Backfill', id: string, status: BackfillStatus }
    | { __typename: 'ConflictError', code: string, message: string }
    | { __typename: 'NotFoundError', code: string, message: string }
    | { __typename: 'ValidationError', code: string, message: string }
   };

export type ScheduleDetailDecisionFragment = { decidedAt: string | null, chosenAt: string | null, source: RunSource | null, problem: string | null, candidates: Array<{ source: RunSource | null, at: string | null, reason: string, chosen: boolean, ignored: string | null }>, clamps: Array<{ limit: string, from: string, to: string }>, backoff: { failures: number, factor: number, notBefore: string } | null, hint: { intervalMs: number | null, nextRunAt: string | null, expiresAt: string, fresh: boolean, reason: string, proposedBy: string | null } | null, pause: { until: string, note: string | null, instead: string | null } | null };

export const ScheduleDetailDecisionFragmentDoc = gql`
    fragment ScheduleDetailDecision on Decision {
  decidedAt
  chosenAt
  source
  candidates {
    source
    at
    reason
    chosen
    ignored
  }
  clamps {
    limit
    from
    to
  }
  backoff {
    failures
    factor
    notBefore
  }
  hint {
    intervalMs
    nextRunAt
    expiresAt
    fresh
    reason
    proposedBy
  }
  pause {
    until
    note
    instead
  }
  problem
}
    ` as unknown as DocumentNode<ScheduleDetailDecisionFragment, unknown>;
export const ScheduleDetailFactsFragmentDoc = gql`
    fragment ScheduleDetailFacts on Schedule {
  id
  key
  name
  description
  repeat
  cronExpression
  interval
  timezone
  startAt
  endAt
  template
  maxRuns
  runCount
  afterOnce
  dstGap
  dstRepeat
  targetType
  templateSchedule {
    id
    name
  }
  templateId
  agentId
  agent {
    id
    name
    enabled
  }
  pipelineId
  pipeline {
    id
    name
    enabled
  }
  params
  retryConfig {
    maxRetries
    backoff
    delay
    maxDelay
    jitter
  }
  timeout
  maxQueueTime
  zombieThresholdMs
  priority
  enabled
  flag: blockedReason
  pausedUntil
  pauseNote
  nextRunAt
  nextRunSource: nextSlotSource
  decision: nextSlotDecision {
    ...ScheduleDetailDecision
  }
  whyNot
  lastRunAt
  failureCount
  failureBackoff
  minInterval
  maxInterval
  jitter
  misfirePolicy
  startingDeadline
  concurrencyPolicy
  requirements
  environment
  successfulHistoryLimit
  failedHistoryLimit
  createdAt
  createdBy
  createdByName
  updatedAt
  hint {
    intervalMs
    nextRunAt
    expiresAt
    reason
    proposedBy
    proposedByName
    proposedAt
  }
  activeExecution {
    id
    status: deliveryStatus
    runStatus
    reason: reasonCode
    jobsCreated
    jobsCompleted
    jobsFailed
    jobsSkipped
    jobsCancelled
  }
}
    ` as unknown as DocumentNode<ScheduleDetailFactsFragment, unknown>;
export const ScheduleDetailExecutionFragmentDoc = gql`
    fragment ScheduleDetailExecution on ScheduleExecution {
  id
  trigger
  source: slotSource
  why
  reason: reasonCode
  slotAt
  lastSlotAt
  missedCount
  fireAt
  executionTime
  createdAt
  status: deliveryStatus
  runStatus
  jobsCreated
  jobsCompleted
  jobsFailed
  jobsSkipped
  jobsCancelled
  completedAt
}
    ` as unknown as DocumentNode<ScheduleDetailExecutionFragment, unknown>;
export const ScheduleDetailBackfillFragmentDoc = gql`
    fragment ScheduleDetailBackfill on Backfill {
  id
  from
  to
  maxConcurrency
  repeatExisting
  params
  total
  existing
  toCreate
  created
  progress {
    pending
    running
    succeeded
    partial
    failed
    cancelled
  }
  status
  createdAt
  createdBy
  createdByName
  completedAt
}
    ` as unknown as DocumentNode<ScheduleDetailBackfillFragment, unknown>;
export const ScheduleDetailDocument = gql`
    query ScheduleDetail($id: ID!) {
  schedule(id: $id) {
    ...ScheduleDetailFacts
  }
  schedulerConfig {
    scheduler {
      enabled
      timezone
    }
  }
}
    ${ScheduleDetailFactsFragmentDoc}
${ScheduleDetailDecisionFragmentDoc}` as unknown as DocumentNode<ScheduleDetailQuery, ScheduleDetailQueryVariables>;
export const ScheduleDetailUpcomingDocument = gql`
    query ScheduleDetailUpcoming($id: ID!) {
  previewSchedule(input: {scheduleId: $id}, count: 10) {
    timezone
    occurrences {
      at
      fireAt
      source: slotSource
      decision: slotDecision {
        ...ScheduleDetailDecision
      }
    }
    transitions {
      at
      kind
      from
      to
      localFrom
      localTo
      effect
    }
  }
}
    ${ScheduleDetailDecisionFragmentDoc}` as unknown as DocumentNode<ScheduleDetailUpcomingQuery, ScheduleDetailUpcomingQueryVariables>;
export const ScheduleDetailHistoryDocument = gql`
    query ScheduleDetailHistory($first: Int, $after: String, $filter: ScheduleExecutionFilter) {
  scheduleExecutions(first: $first, after: $after, filter: $filter) {
    edges {
      node {
        ...ScheduleDetailExecution
      }
    }
    pageInfo {
      endCursor
      hasNextPage
    }
  }
}
    ${ScheduleDetailExecutionFragmentDoc}` as unknown as DocumentNode<ScheduleDetailHistoryQuery, ScheduleDetailHistoryQueryVariables>;
export const ScheduleDetailBackfillsDocument = gql`
    query ScheduleDetailBackfills($first: Int, $after: String, $filter: BackfillFilter) {
  backfills(first: $first, after: $after, filter: $filter) {
    edges {
      node {
        ...ScheduleDetailBackfill
      }
    }
    pageInfo {
      endCursor
      hasNextPage
    }
  }
}
    ${ScheduleDetailBackfillFragmentDoc}` as unknown as DocumentNode<ScheduleDetailBackfillsQuery, ScheduleDetailBackfillsQueryVariables>;
export const ScheduleDetailBackfillPreviewDocument = gql`
    query ScheduleDetailBackfillPreview($id: ID!, $from: DateTime!, $to: DateTime, $repeatExisting: Boolean) {
  previewBackfill(
    scheduleId: $id
    from: $from
    to: $to
    repeatExisting: $repeatExisting
  ) {
    from
    to
    total
    existing
    toCreate
    first
    last
  }
}
    ` as unknown as DocumentNode<ScheduleDetailBackfillPreviewQuery, ScheduleDetailBackfillPreviewQueryVariables>;
export const ScheduleDetailTriggerDocument = gql`
    mutation ScheduleDetailTrigger($id: ID!, $params: JSON, $idempotencyKey: String, $priority: Int, $retryConfig: RetryConfigInput, $timeout: Duration, $requirements: JSON, $delay: Duration, $runAt: DateTime) {
  triggerSchedule(
    id: $id
    params: $params
    idempotencyKey: $idempotencyKey
    priority: $priority
    retryConfig: $retryConfig
    timeout: $timeout
    requirements: $requirements
    delay: $delay
    runAt: $runAt
  ) {
    __typename
    ... on Error {
      code
      message
    }
    ... on ValidationError {
      issues {
        path
        message
      }
    }
    ... on ScheduleExecution {
      id
    }
  }
}
    ` as unknown as DocumentNode<ScheduleDetailTriggerMutation, ScheduleDetailTriggerMutationVariables>;
export const ScheduleDetailPauseDocument = gql`
    mutation ScheduleDetailPause($id: ID!, $until: DateTime!, $note: String) {
  pauseSchedule(id: $id, until: $until, note: $note) {
    __typename
    ... on Error {
      code
      message
    }
    ... on ValidationError {
      issues {
        path
        message
      }
    }
    ... on Schedule {
      id
      pausedUntil
      pauseNote
    }
  }
}
    ` as unknown as DocumentNode<ScheduleDetailPauseMutation, ScheduleDetailPauseMutationVariables>;
export const ScheduleDetailResumeDocument = gql`
    mutation ScheduleDetailResume($id: ID!) {
  resumeSchedule(id: $id) {
    __typename
    ... on Error {
      code
      message
    }
    ... on Schedule {
      id
      pausedUntil
      pauseNote
    }
  }
}
    ` as unknown as DocumentNode<ScheduleDetailResumeMutation, ScheduleDetailResumeMutationVariables>;
export const ScheduleDetailEnableDocument = gql`
    mutation ScheduleDetailEnable($id: ID!, $enabled: Boolean!) {
  setScheduleEnabled(id: $id, enabled: $enabled) {
    __typename
    ... on Error {
      code
      message
    }
    ... on ValidationError {
      issues {
        path
        message
      }
    }
    ... on Schedule {
      id
      enabled
    }
  }
}
    ` as unknown as DocumentNode<ScheduleDetailEnableMutation, ScheduleDetailEnableMutationVariables>;
export const ScheduleDetailDeleteDocument = gql`
    mutation ScheduleDetailDelete($id: ID!) {
  deleteSchedule(id: $id) {
    __typename
    ... on Error {
      code
      message
    }
    ... on Schedule {
      id
    }
  }
}
    ` as unknown as DocumentNode<ScheduleDetailDeleteMutation, ScheduleDetailDeleteMutationVariables>;
export const ScheduleDetailHintDocument = gql`
    mutation ScheduleDetailHint($id: ID!, $input: ProposeHintInput!) {
  proposeHint(scheduleId: $id, input: $input) {
    __typename
    ... on Error {
      code
      message
    }
    ... on ValidationError {
      issues {
        path
        message
      }
    }
    ... on Schedule {
      id
    }
  }
}
    ` as unknown as DocumentNode<ScheduleDetailHintMutation, ScheduleDetailHintMutationVariables>;
export const ScheduleDetailClearHintsDocument = gql`
    mutation ScheduleDetailClearHints($id: ID!) {
  clearHints(scheduleId: $id) {
    __typename
    ... on Error {
      code
      message
    }
    ... on Schedule {
      id
    }
  }
}
    ` as unknown as DocumentNode<ScheduleDetailClearHintsMutation, ScheduleDetailClearHintsMutationVariables>;
export const ScheduleDetailBackfillCreateDocument = gql`
    mutation ScheduleDetailBackfillCreate($input: CreateBackfillInput!) {
  createBackfill(input: $input) {
    __typename
    ... on Error {
      code
      message
    }
    ... on ValidationError {
      issues {
        path
        message
      }
    }
    ... on Backfill {
      id
    }
  }
}
    ` as unknown as DocumentNode<ScheduleDetailBackfillCreateMutation, ScheduleDetailBackfillCreateMutationVariables>;
export const ScheduleDetailBackfillCancelDocument = gql`
    mutation ScheduleDetailBackfillCancel($id: ID!) {
  cancelBackfill(id: $id) {
    __typename
    ... on Error {
      code
      message
    }
    ... on Backfill {
      id
      status
    }
  }
}
    ` as unknown as DocumentNode<ScheduleDetailBackfillCancelMutation, ScheduleDetailBackfillCancelMutationVariables>;