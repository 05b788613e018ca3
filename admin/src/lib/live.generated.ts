/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
import type { TypedDocumentNode as DocumentNode } from '@urql/core';
import { gql } from '@urql/core';
export type ChangeStatus =
  | 'DELETED'
  | 'DISABLED'
  | 'ENABLED';

/** Whether the agents took the jobs, whatever came of them (see RunStatus). SUCCESS: every first attempt started, that is, its agent answered 2xx or reported. PARTIAL: some started. FAILED: none started (4xx, 5xx or no answer), or the expansion failed. PENDING: first attempts are still to be answered. */
export type DeliveryStatus =
  | 'FAILED'
  | 'PARTIAL'
  | 'PENDING'
  | 'SKIPPED'
  | 'SUCCESS';

export type ExecutionStatus =
  | 'CANCELLED'
  | 'FAILED'
  | 'PARTIAL'
  | 'PENDING'
  | 'RUNNING'
  | 'SKIPPED'
  | 'SUCCEEDED';

export type HealthStatus =
  | 'DEGRADED'
  | 'HEALTHY'
  | 'UNHEALTHY';

/** All that are given must hold. */
export type JobExecutionFilter = {
  agentId?: string | number | null | undefined;
  contextId?: string | number | null | undefined;
  /** Created at this instant or later. */
  from?: string | null | undefined;
  jobId?: string | number | null | undefined;
  /** Only the newest attempt of each job. Subscriptions ignore it: they tell of all attempts. */
  latestAttempt?: boolean | null | undefined;
  pipelineId?: string | number | null | undefined;
  pipelineStepId?: string | number | null | undefined;
  scheduleExecutionId?: string | number | null | undefined;
  scheduleId?: string | number | null | undefined;
  /** An id of attempt, job or execution; else a trace id, or part of the agent id, step id, reason or error message, in any case: see searchedBack. */
  search?: string | null | undefined;
  /** One of these. */
  status?: Array<JobStatus> | null | undefined;
  /** Created before this instant. */
  to?: string | null | undefined;
};

/** PENDING → RUNNING → COMPLETED, FAILED, DEAD_LETTER or CANCELLED; a pending one may also end SKIPPED. */
export type JobStatus =
  | 'CANCELLED'
  | 'COMPLETED'
  | 'DEAD_LETTER'
  | 'FAILED'
  | 'PENDING'
  | 'RUNNING'
  | 'SKIPPED';

export type RecordChange =
  | 'CHANGED'
  | 'CREATED'
  | 'DELETED';

/** Calls of a webhook are changes of it, and so are deliveries of a notification. */
export type RecordKind =
  | 'AUDIT'
  | 'BACKFILL'
  | 'NOTIFICATION'
  | 'PIPELINE'
  | 'SETTING'
  | 'TOKEN'
  | 'WEBHOOK';

/** How the jobs ended. */
export type RunStatus =
  | 'CANCELLED'
  | 'FAILED'
  | 'PARTIAL'
  | 'PENDING'
  | 'RUNNING'
  | 'SUCCEEDED';

export type WorkerState =
  | 'ALIVE'
  | 'BUSY'
  | 'DEAD'
  | 'IDLE';

export type LiveAgentFragment = { __typename: 'Agent', id: string, name: string, description: string | null, version: string, enabled: boolean, healthStatus: HealthStatus | null, healthMessage: string | null, healthVersion: string | null, healthCheckedAt: string | null, lastHeartbeat: string | null, updatedAt: string };

export type LiveScheduleFragment = { __typename: 'Schedule', id: string, name: string, description: string | null, enabled: boolean, flag: string | null, nextRunAt: string | null, nextRunSource: string | null, lastRunAt: string | null, failureCount: number, runCount: number, pausedUntil: string | null, pauseNote: string | null, updatedAt: string };

export type LiveExecutionFragment = { __typename: 'ScheduleExecution', id: string, pipelineId: string | null, status: DeliveryStatus, runStatus: RunStatus | null, reason: string | null, jobsCreated: number, jobsEnqueued: number, jobsCompleted: number, jobsFailed: number, jobsSkipped: number, jobsCancelled: number, lastSlotAt: string | null, missedCount: number, cancelRequestedAt: string | null, completedAt: string | null, updatedAt: string };

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


export type ExecutionEventsSubscription = { scheduleExecutionChanged: { cursor: string, previousStatus: ExecutionStatus | null, status: ExecutionStatus, executionId: string, scheduleId: string | null, scheduleExecution: { __typename: 'ScheduleExecution', id: string, pipelineId: string | null, status: DeliveryStatus, runStatus: RunStatus | null, reason: string | null, jobsCreated: number, jobsEnqueued: number, jobsCompleted: number, jobsFailed: number, jobsSkipped: number, jobsCancelled: number, lastSlotAt: string | null, missedCount: number, cancelRequestedAt: string | null, completedAt: string | null, updatedAt: string } | null } };

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
  status
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
    executionId
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