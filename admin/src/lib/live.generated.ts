/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
import type { TypedDocumentNode as DocumentNode } from '@urql/core';
import { gql } from '@urql/core';
/** Why an enabled schedule is blocked and cannot run. */
export type BlockReason =
  /** Its agent or pipeline is missing or disabled. */
  | 'INVALID_TARGET'
  /** Its timing is not valid. */
  | 'INVALID_TIMING'
  /** A code that this version of Callboard does not know. */
  | 'OTHER';

/** State of a schedule or agent as reported by events. */
export type ChangeStatus =
  /** Was deleted. */
  | 'DELETED'
  /** Exists and is disabled. */
  | 'DISABLED'
  /** Exists and is enabled. */
  | 'ENABLED';

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

/** State of a run as reported by events: its run state, or that the slot was skipped. */
export type ExecutionStatus =
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
  /** The slot was skipped. */
  | 'SKIPPED'
  /** All jobs completed. */
  | 'SUCCEEDED';

/** Result of a health check. */
export type HealthStatus =
  /** The agent works with restrictions. */
  | 'DEGRADED'
  /** The agent works. */
  | 'HEALTHY'
  /** The agent does not work or did not answer. */
  | 'UNHEALTHY';

/** Selects jobs. All given conditions must match. */
export type JobExecutionFilter = {
  /** Only jobs of this agent. */
  agentId?: string | number | null | undefined;
  /** Only jobs of this context. */
  contextId?: string | number | null | undefined;
  /** Only attempts created at or after this time. */
  from?: string | null | undefined;
  /** Only attempts of this job. */
  jobId?: string | number | null | undefined;
  /** Only the newest attempt of each job. Subscriptions ignore this and emit every attempt. */
  latestAttempt?: boolean | null | undefined;
  /** Only jobs of this pipeline. */
  pipelineId?: string | number | null | undefined;
  /** Only jobs of this pipeline step. */
  pipelineStepId?: string | number | null | undefined;
  /** Only jobs of this run. */
  scheduleExecutionId?: string | number | null | undefined;
  /** Only jobs of this schedule. */
  scheduleId?: string | number | null | undefined;
  /** ID of an attempt, job or run, a full trace ID, or text contained in the agent ID, step ID, reason or error message, ignoring case. See `searchedBack`. */
  search?: string | null | undefined;
  /** Only jobs in one of these states. */
  status?: Array<JobStatus> | null | undefined;
  /** Only attempts created before this time. */
  to?: string | null | undefined;
};

/** Why a job waits, was skipped or was cancelled. */
export type JobReason =
  /** Waits: the circuit of its agent is open. */
  | 'CIRCUIT_OPEN'
  /** Skipped: its `runIf` can no longer be met. */
  | 'CONDITION_NOT_MET'
  /** Skipped: rows of its context were changed or deleted in the database. */
  | 'CONTEXT_DAMAGED'
  /** Skipped: a step it depends on was cancelled. */
  | 'DEPENDENCY_CANCELLED'
  /** Skipped: a step it depends on failed. */
  | 'DEPENDENCY_FAILED'
  /** Skipped: a step it depends on was skipped. */
  | 'DEPENDENCY_SKIPPED'
  /** Failed: the steps it depends on took longer than `dependencyTimeout`. */
  | 'DEPENDENCY_TIMEOUT'
  /** Waits: no running worker has the required capabilities. */
  | 'NO_MATCHING_WORKER'
  /** Cancelled by somebody. */
  | 'OPERATOR'
  /** A code that this version of Callboard does not know. */
  | 'OTHER'
  /** Waits: the rate limit of its agent is used up. */
  | 'RATE_LIMITED'
  /** Cancelled: a newer run took the place of its run. */
  | 'REPLACED'
  /** Cancelled: its run exceeded `zombieThresholdMs`. */
  | 'RUN_TIMEOUT';

/** State of an attempt. `PENDING` becomes `RUNNING`, which becomes `COMPLETED`, `FAILED`, `DEAD_LETTER` or `CANCELLED`. `PENDING` can also become `SKIPPED`, `CANCELLED` or `FAILED`. */
export type JobStatus =
  /** Cancelled before it ended. */
  | 'CANCELLED'
  /** The agent reported success. */
  | 'COMPLETED'
  /** The job failed, is worth retrying, and has no retries left. */
  | 'DEAD_LETTER'
  /** The attempt failed. If the job is retried, a newer attempt follows. */
  | 'FAILED'
  /** Not started: waiting to be released, retried or sent. */
  | 'PENDING'
  /** Sent to the agent, and possibly accepted by it. */
  | 'RUNNING'
  /** Not run, because of how its dependencies ended. */
  | 'SKIPPED';

/** What happened to a record. */
export type RecordChange =
  /** It was changed. */
  | 'CHANGED'
  /** It was created. */
  | 'CREATED'
  /** It was deleted. */
  | 'DELETED';

/** Kind of record. */
export type RecordKind =
  /** An audit entry. */
  | 'AUDIT'
  /** A backfill. */
  | 'BACKFILL'
  /** A notification, or one of its deliveries. */
  | 'NOTIFICATION'
  /** A pipeline. */
  | 'PIPELINE'
  /** A setting. */
  | 'SETTING'
  /** An API token. */
  | 'TOKEN'
  /** A webhook, or one of its calls. */
  | 'WEBHOOK';

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

/** State of a worker. */
export type WorkerState =
  /** Registered, with no work yet. */
  | 'ALIVE'
  /** Calling agents. */
  | 'BUSY'
  /** Stopped, or its lease expired. */
  | 'DEAD'
  /** Calling no agents. */
  | 'IDLE';

export type LiveAgentFragment = { __typename: 'Agent', id: string, name: string, description: string | null, version: string, enabled: boolean, healthStatus: HealthStatus | null, healthMessage: string | null, healthVersion: string | null, healthCheckedAt: string | null, lastHeartbeat: string | null, updatedAt: string };

export type LiveScheduleFragment = { __typename: 'Schedule', id: string, name: string, description: string | null, enabled: boolean, nextRunAt: string | null, lastRunAt: string | null, failureCount: number, runCount: number, pausedUntil: string | null, pauseNote: string | null, updatedAt: string, flag: BlockReason | null, nextRunSource: RunSource | null };

export type LiveExecutionFragment = { __typename: 'ScheduleExecution', id: string, pipelineId: string | null, runStatus: RunStatus | null, jobsCreated: number, jobsEnqueued: number, jobsCompleted: number, jobsFailed: number, jobsSkipped: number, jobsCancelled: number, lastSlotAt: string | null, missedCount: number, cancelRequestedAt: string | null, completedAt: string | null, updatedAt: string, status: DeliveryStatus, reason: RunReason | null };

export type LiveJobFragment = { __typename: 'JobExecution', id: string, isLatest: boolean, status: JobStatus, statusCode: number | null, durationMs: number | null, enqueuedAt: string | null, startedAt: string | null, acceptedAt: string | null, completedAt: string | null, retryAt: string | null, reason: JobReason | null, error: { __typename: 'JobError', message: string, code: string | null, retryable: boolean, timestamp: string | null } | null };

export type LiveWorkerFragment = { __typename: 'Worker', id: string, state: WorkerState, draining: boolean, epoch: number, activeJobs: number, concurrency: number, capabilities: unknown, leaseExpiresAt: string, heartbeatAt: string, stoppedAt: string | null };

export type AgentEventsSubscriptionVariables = Exact<{
  after?: string | number | null | undefined;
}>;


export type AgentEventsSubscription = { agentChanged: { cursor: string, previousStatus: ChangeStatus | null, status: ChangeStatus, agentId: string, agent: { __typename: 'Agent', id: string, name: string, description: string | null, version: string, enabled: boolean, healthStatus: HealthStatus | null, healthMessage: string | null, healthVersion: string | null, healthCheckedAt: string | null, lastHeartbeat: string | null, updatedAt: string } | null } };

export type ScheduleEventsSubscriptionVariables = Exact<{
  after?: string | number | null | undefined;
}>;


export type ScheduleEventsSubscription = { scheduleChanged: { cursor: string, previousStatus: ChangeStatus | null, status: ChangeStatus, scheduleId: string, schedule: { __typename: 'Schedule', id: string, name: string, description: string | null, enabled: boolean, nextRunAt: string | null, lastRunAt: string | null, failureCount: number, runCount: number, pausedUntil: string | null, pauseNote: string | null, updatedAt: string, flag: BlockReason | null, nextRunSource: RunSource | null } | null } };

export type ExecutionEventsSubscriptionVariables = Exact<{
  after?: string | number | null | undefined;
}>;


export type ExecutionEventsSubscription = { scheduleExecutionChanged: { cursor: string, previousStatus: ExecutionStatus | null, status: ExecutionStatus, scheduleExecutionId: string, scheduleId: string | null, scheduleExecution: { __typename: 'ScheduleExecution', id: string, pipelineId: string | null, runStatus: RunStatus | null, jobsCreated: number, jobsEnqueued: number, jobsCompleted: number, jobsFailed: number, jobsSkipped: number, jobsCancelled: number, lastSlotAt: string | null, missedCount: number, cancelRequestedAt: string | null, completedAt: string | null, updatedAt: string, status: DeliveryStatus, reason: RunReason | null } | null } };

export type JobEventsSubscriptionVariables = Exact<{
  after?: string | number | null | undefined;
  filter?: JobExecutionFilter | null | undefined;
}>;


export type JobEventsSubscription = { jobExecutionChanged: { cursor: string, previousStatus: JobStatus | null, status: JobStatus, executionId: string, jobId: string, supersedes: string | null, jobExecution: { __typename: 'JobExecution', id: string, isLatest: boolean, status: JobStatus, statusCode: number | null, durationMs: number | null, enqueuedAt: string | null, startedAt: string | null, acceptedAt: string | null, completedAt: string | null, retryAt: string | null, reason: JobReason | null, error: { __typename: 'JobError', message: string, code: string | null, retryable: boolean, timestamp: string | null } | null } | null } };

export type RecordEventsSubscriptionVariables = Exact<{
  after?: string | number | null | undefined;
}>;


export type RecordEventsSubscription = { recordChanged: { cursor: string, kind: RecordKind, recordId: string, change: RecordChange } };

export type WorkerEventsSubscriptionVariables = Exact<{
  after?: string | number | null | undefined;
}>;


export type WorkerEventsSubscription = { workerChanged: { cursor: string, previousStatus: WorkerState | null, status: WorkerState, workerId: string, worker: { __typename: 'Worker', id: string, state: WorkerState, draining: boolean, epoch: number, activeJobs: number, concurrency: number, capabilities: unknown, leaseExpiresAt: string, heartbeatAt: string, stoppedAt: string | null } | null } };

export type LiveCursorQueryVariables = Exact<{ [key: string]: never; }>;


export type LiveCursorQuery = { eventCursor: string };

export const LiveAgentFragmentDoc = gql`
    fragment LiveAgent on Agent {
  __typename
  id
  name
  description
  version
  enabled
  healthStatus
  healthMessage
  healthVersion
  healthCheckedAt
  lastHeartbeat
  updatedAt
}
    ` as unknown as DocumentNode<LiveAgentFragment, unknown>;
export const LiveScheduleFragmentDoc = gql`
    fragment LiveSchedule on Schedule {
  __typename
  id
  name
  description
  enabled
  flag: blockedReason
  nextRunAt
  nextRunSource: nextSlotSource
  lastRunAt
  failureCount
  runCount
  pausedUntil
  pauseNote
  updatedAt
}
    ` as unknown as DocumentNode<LiveScheduleFragment, unknown>;
export const LiveExecutionFragmentDoc = gql`
    fragment LiveExecution on ScheduleExecution {
  __typename
  id
  pipelineId
  status: deliveryStatus
  runStatus
  reason: reasonCode
  jobsCreated
  jobsEnqueued
  jobsCompleted
  jobsFailed
  jobsSkipped
  jobsCancelled
  lastSlotAt
  missedCount
  cancelRequestedAt
  completedAt
  updatedAt
}
    ` as unknown as DocumentNode<LiveExecutionFragment, unknown>;
export const LiveJobFragmentDoc = gql`
    fragment LiveJob on JobExecution {
  __typename
  id
  isLatest
  status
  reason: reasonCode
  statusCode
  durationMs
  enqueuedAt
  startedAt
  acceptedAt
  completedAt
  retryAt
  error {
    __typename
    message
    code
    retryable
    timestamp
  }
}
    ` as unknown as DocumentNode<LiveJobFragment, unknown>;
export const LiveWorkerFragmentDoc = gql`
    fragment LiveWorker on Worker {
  __typename
  id
  state
  draining
  epoch
  activeJobs
  concurrency
  capabilities
  leaseExpiresAt
  heartbeatAt
  stoppedAt
}
    ` as unknown as DocumentNode<LiveWorkerFragment, unknown>;
export const AgentEventsDocument = gql`
    subscription AgentEvents($after: ID) {
  agentChanged(after: $after) {
    cursor
    previousStatus
    status
    agentId
    agent {
      ...LiveAgent
    }
  }
}
    ${LiveAgentFragmentDoc}` as unknown as DocumentNode<AgentEventsSubscription, AgentEventsSubscriptionVariables>;
export const ScheduleEventsDocument = gql`
    subscription ScheduleEvents($after: ID) {
  scheduleChanged(after: $after) {
    cursor
    previousStatus
    status
    scheduleId
    schedule {
      ...LiveSchedule
    }
  }
}
    ${LiveScheduleFragmentDoc}` as unknown as DocumentNode<ScheduleEventsSubscription, ScheduleEventsSubscriptionVariables>;
export const ExecutionEventsDocument = gql`
    subscription ExecutionEvents($after: ID) {
  scheduleExecutionChanged(after: $after) {
    cursor
    previousStatus
    status
    scheduleExecutionId
    scheduleId
    scheduleExecution {
      ...LiveExecution
    }
  }
}
    ${LiveExecutionFragmentDoc}` as unknown as DocumentNode<ExecutionEventsSubscription, ExecutionEventsSubscriptionVariables>;
export const JobEventsDocument = gql`
    subscription JobEvents($after: ID, $filter: JobExecutionFilter) {
  jobExecutionChanged(after: $after, filter: $filter) {
    cursor
    previousStatus
    status
    executionId
    jobId
    supersedes
    jobExecution {
      ...LiveJob
    }
  }
}
    ${LiveJobFragmentDoc}` as unknown as DocumentNode<JobEventsSubscription, JobEventsSubscriptionVariables>;
export const RecordEventsDocument = gql`
    subscription RecordEvents($after: ID) {
  recordChanged(after: $after) {
    cursor
    kind
    recordId
    change
  }
}
    ` as unknown as DocumentNode<RecordEventsSubscription, RecordEventsSubscriptionVariables>;
export const WorkerEventsDocument = gql`
    subscription WorkerEvents($after: ID) {
  workerChanged(after: $after) {
    cursor
    previousStatus
    status
    workerId
    worker {
      ...LiveWorker
    }
  }
}
    ${LiveWorkerFragmentDoc}` as unknown as DocumentNode<WorkerEventsSubscription, WorkerEventsSubscriptionVariables>;
export const LiveCursorDocument = gql`
    query LiveCursor {
  eventCursor
}
    ` as unknown as DocumentNode<LiveCursorQuery, LiveCursorQueryVariables>;