/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
import type { TypedDocumentNode as DocumentNode } from '@urql/core';
import { gql } from '@urql/core';
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

export type LiveScheduleFragment = { __typename: 'Schedule', id: string, name: string, description: string | null, enabled: boolean, flag: string | null, nextRunAt: string | null, nextRunSource: string | null, lastRunAt: string | null, failureCount: number, runCount: number, pausedUntil: string | null, pauseNote: string | null, updatedAt: string };

export type LiveExecutionFragment = { __typename: 'ScheduleExecution', id: string, pipelineId: string | null, runStatus: RunStatus | null, reason: string | null, jobsCreated: number, jobsEnqueued: number, jobsCompleted: number, jobsFailed: number, jobsSkipped: number, jobsCancelled: number, lastSlotAt: string | null, missedCount: number, cancelRequestedAt: string | null, completedAt: string | null, updatedAt: string, status: DeliveryStatus };

export type LiveJobFragment = { __typename: 'JobExecution', id: string, isLatest: boolean, status: JobStatus, reason: string | null, statusCode: number | null, durationMs: number | null, enqueuedAt: string | null, startedAt: string | null, acceptedAt: string | null, completedAt: string | null, retryAt: string | null, error: { __typename: 'JobError', message: string, code: string | null, retryable: boolean, timestamp: string | null } | null };

export type LiveWorkerFragment = { __typename: 'Worker', id: string, state: WorkerState, draining: boolean, epoch: number, activeJobs: number, concurrency: number, capabilities: unknown, leaseExpiresAt: string, heartbeatAt: string, stoppedAt: string | null };

export type AgentEventsSubscriptionVariables = Exact<{
  after?: string | number | null | undefined;
}>;


export type AgentEventsSubscription = { agentChanged: { cursor: string, previousStatus: ChangeStatus | null, status: ChangeStatus, agentId: string, agent: { __typename: 'Agent', id: string, name: string, description: string | null, version: string, enabled: boolean, healthStatus: HealthStatus | null, healthMessage: string | null, healthVersion: string | null, healthCheckedAt: string | null, lastHeartbeat: string | null, updatedAt: string } | null } };

export type ScheduleEventsSubscriptionVariables = Exact<{
  after?: string | number | null | undefined;
}>;


export type ScheduleEventsSubscription = { scheduleChanged: { cursor: string, previousStatus: ChangeStatus | null, status: ChangeStatus, scheduleId: string, schedule: { __typename: 'Schedule', id: string, name: string, description: string | null, enabled: boolean, flag: string | null, nextRunAt: string | null, nextRunSource: string | null, lastRunAt: string | null, failureCount: number, runCount: number, pausedUntil: string | null, pauseNote: string | null, updatedAt: string } | null } };

export type ExecutionEventsSubscriptionVariables = Exact<{
  after?: string | number | null | undefined;
}>;


export type ExecutionEventsSubscription = { scheduleExecutionChanged: { cursor: string, previousStatus: ExecutionStatus | null, status: ExecutionStatus, scheduleExecutionId: string, scheduleId: string | null, scheduleExecution: { __typename: 'ScheduleExecution', id: string, pipelineId: string | null, runStatus: RunStatus | null, reason: string | null, jobsCreated: number, jobsEnqueued: number, jobsCompleted: number, jobsFailed: number, jobsSkipped: number, jobsCancelled: number, lastSlotAt: string | null, missedCount: number, cancelRequestedAt: string | null, completedAt: string | null, updatedAt: string, status: DeliveryStatus } | null } };

export type JobEventsSubscriptionVariables = Exact<{
  after?: string | number | null | undefined;
  filter?: JobExecutionFilter | null | undefined;
}>;


export type JobEventsSubscription = { jobExecutionChanged: { cursor: string, previousStatus: JobStatus | null, status: JobStatus, executionId: string, jobId: string, supersedes: string | null, jobExecution: { __typename: 'JobExecution', id: string, isLatest: boolean, status: JobStatus, reason: string | null, statusCode: number | null, durationMs: number | null, enqueuedAt: string | null, startedAt: string | null, acceptedAt: string | null, completedAt: string | null, retryAt: string | null, error: { __typename: 'JobError', message: string, code: string | null, retryable: boolean, timestamp: string | null } | null } | null } };

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
  flag
  nextRunAt
  nextRunSource
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
  reason
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
  reason
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