/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
import type { TypedDocumentNode as DocumentNode } from '@urql/core';
import { gql } from '@urql/core';
/** How precise a count is. */
export type CountPrecision =
  /** A lower bound: counting stopped there. */
  | 'AT_LEAST'
  /** An estimate from database statistics. */
  | 'ESTIMATE'
  /** All items were counted. */
  | 'EXACT';

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

/** Sort direction. */
export type OrderDirection =
  /** Ascending. */
  | 'ASC'
  /** Descending. */
  | 'DESC';

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

/** A sort order. */
export type ScheduleExecutionOrder = {
  /** Ascending or descending. */
  direction?: OrderDirection;
  /** What to sort by. */
  field: ScheduleExecutionOrderField;
};

/** What to sort by. */
export type ScheduleExecutionOrderField =
  /** By time of creation. */
  | 'CREATED_AT';

/** What a schedule or run calls. */
export type TargetType =
  /** An agent. */
  | 'AGENT'
  /** A pipeline. */
  | 'PIPELINE';

export type ExecutionRowFragment = { id: string, trigger: ExecutionTrigger, targetType: TargetType, agentId: string | null, pipelineId: string | null, scheduleId: string | null, runStatus: RunStatus | null, why: string, slotAt: string | null, lastSlotAt: string | null, missedCount: number, executionTime: string, completedAt: string | null, createdAt: string, cancelRequestedAt: string | null, jobsCreated: number, jobsEnqueued: number, jobsCompleted: number, jobsFailed: number, jobsSkipped: number, jobsCancelled: number, status: DeliveryStatus, reason: RunReason | null, agent: { id: string, name: string } | null, pipeline: { id: string, name: string } | null, schedule: { id: string, name: string, timezone: string | null } | null };

export type ExecutionListQueryVariables = Exact<{
  first?: number | null | undefined;
  after?: string | null | undefined;
  filter?: ScheduleExecutionFilter | null | undefined;
  orderBy?: ScheduleExecutionOrder | null | undefined;
}>;


export type ExecutionListQuery = { scheduleExecutions: { totalCount: number, totalCountPrecision: CountPrecision, searchedBack: string | null, edges: Array<{ node: { id: string, trigger: ExecutionTrigger, targetType: TargetType, agentId: string | null, pipelineId: string | null, scheduleId: string | null, runStatus: RunStatus | null, why: string, slotAt: string | null, lastSlotAt: string | null, missedCount: number, executionTime: string, completedAt: string | null, createdAt: string, cancelRequestedAt: string | null, jobsCreated: number, jobsEnqueued: number, jobsCompleted: number, jobsFailed: number, jobsSkipped: number, jobsCancelled: number, status: DeliveryStatus, reason: RunReason | null, agent: { id: string, name: string } | null, pipeline: { id: string, name: string } | null, schedule: { id: string, name: string, timezone: string | null } | null } }>, pageInfo: { endCursor: string | null, hasNextPage: boolean } } };

export type ExecutionDetailQueryVariables = Exact<{
  id: string | number;
}>;


export type ExecutionDetailQuery = { scheduleExecution: { fireAt: string, traceId: string, createdBy: string | null, createdByName: string | null, backfillId: string | null, expandedAt: string | null, batches: number, batchesBegun: number, nextBatchAt: string | null, params: unknown, metadata: unknown, id: string, trigger: ExecutionTrigger, targetType: TargetType, agentId: string | null, pipelineId: string | null, scheduleId: string | null, runStatus: RunStatus | null, why: string, slotAt: string | null, lastSlotAt: string | null, missedCount: number, executionTime: string, completedAt: string | null, createdAt: string, cancelRequestedAt: string | null, jobsCreated: number, jobsEnqueued: number, jobsCompleted: number, jobsFailed: number, jobsSkipped: number, jobsCancelled: number, source: RunSource | null, status: DeliveryStatus, reason: RunReason | null, pipeline: { id: string, name: string, steps: Array<{ stepId: string }> } | null, decision: { decidedAt: string | null, chosenAt: string | null, source: RunSource | null, problem: string | null, candidates: Array<{ source: RunSource | null, at: string | null, reason: string, chosen: boolean, ignored: string | null }>, clamps: Array<{ limit: string, from: string, to: string }>, backoff: { failures: number, factor: number, notBefore: string } | null, hint: { intervalMs: number | null, nextRunAt: string | null, expiresAt: string, fresh: boolean, reason: string, proposedBy: string | null } | null, pause: { until: string, note: string | null, instead: string | null } | null } | null, jobCounts: Array<{ status: JobStatus, count: number }>, errors: Array<{ message: string, timestamp: string | null, count: number }>, agent: { id: string, name: string } | null, schedule: { id: string, name: string, timezone: string | null } | null } | null };

export type ExecutionErrorsQueryVariables = Exact<{
  id: string | number;
}>;


export type ExecutionErrorsQuery = { scheduleExecution: { id: string, errorGroups: Array<{ message: string, code: string | null, count: number, firstAt: string, lastAt: string, jobId: string }> } | null };

export type ExecutionJobFragment = { id: string, jobId: string, agentId: string, pipelineStepId: string | null, contextId: string | null, turn: number, status: JobStatus, params: unknown, retryCount: number, statusCode: number | null, durationMs: number | null, enqueuedAt: string | null, startedAt: string | null, completedAt: string | null, retryAt: string | null, dependencies: Array<string>, reason: JobReason | null, error: { message: string, code: string | null } | null };

export type ExecutionJobPagesQueryVariables = Exact<{
  id: string | number;
  filter?: JobExecutionFilter | null | undefined;
}>;


export type ExecutionJobPagesQuery = { scheduleExecution: { id: string, jobPages: { totalCount: number, ends: Array<string> } } | null };

export type ExecutionJobsQueryVariables = Exact<{
  id: string | number;
  after?: string | null | undefined;
  filter?: JobExecutionFilter | null | undefined;
}>;


export type ExecutionJobsQuery = { scheduleExecution: { id: string, jobs: { edges: Array<{ node: { id: string, jobId: string, agentId: string, pipelineStepId: string | null, contextId: string | null, turn: number, status: JobStatus, params: unknown, retryCount: number, statusCode: number | null, durationMs: number | null, enqueuedAt: string | null, startedAt: string | null, completedAt: string | null, retryAt: string | null, dependencies: Array<string>, reason: JobReason | null, error: { message: string, code: string | null } | null } }> } } | null };

export type ExecutionSpanFragment = { id: string, jobId: string, agentId: string, pipelineStepId: string | null, contextId: string | null, turn: number, status: JobStatus, params: unknown, attempts: Array<{ id: string, status: JobStatus, createdAt: string, enqueuedAt: string | null, startedAt: string | null, completedAt: string | null, retryAt: string | null }> };

export type ExecutionSpansQueryVariables = Exact<{
  id: string | number;
  after?: string | null | undefined;
  filter?: JobExecutionFilter | null | undefined;
}>;


export type ExecutionSpansQuery = { scheduleExecution: { id: string, jobs: { edges: Array<{ node: { id: string, jobId: string, agentId: string, pipelineStepId: string | null, contextId: string | null, turn: number, status: JobStatus, params: unknown, attempts: Array<{ id: string, status: JobStatus, createdAt: string, enqueuedAt: string | null, startedAt: string | null, completedAt: string | null, retryAt: string | null }> } }> } } | null };

export type ExecutionFindQueryVariables = Exact<{
  id: string | number;
}>;


export type ExecutionFindQuery = { scheduleExecution: { id: string, trigger: ExecutionTrigger, targetType: TargetType, agentId: string | null, pipelineId: string | null, scheduleId: string | null, runStatus: RunStatus | null, why: string, slotAt: string | null, lastSlotAt: string | null, missedCount: number, executionTime: string, completedAt: string | null, createdAt: string, cancelRequestedAt: string | null, jobsCreated: number, jobsEnqueued: number, jobsCompleted: number, jobsFailed: number, jobsSkipped: number, jobsCancelled: number, status: DeliveryStatus, reason: RunReason | null, agent: { id: string, name: string } | null, pipeline: { id: string, name: string } | null, schedule: { id: string, name: string, timezone: string | null } | null } | null };

export type ExecutionCancelMutationVariables = Exact<{
  id: string | number;
}>;


export type ExecutionCancelMutation = { cancelScheduleExecution:
    | { __typename: 'ConflictError', code: string, message: string }
    | { __typename: 'NotFoundError', code: string, message: string }
    | { __typename: 'ScheduleExecution', id: string, trigger: ExecutionTrigger, targetType: TargetType, agentId: string | null, pipelineId: string | null, scheduleId: string | null, runStatus: RunStatus | null, why: string, slotAt: string | null, lastSlotAt: string | null, missedCount: number, executionTime: string, completedAt: string | null, createdAt: string, cancelRequestedAt: string | null, jobsCreated: number, jobsEnqueued: number, jobsCompleted: number, jobsFailed: number, jobsSkipped: number, jobsCancelled: number, status: DeliveryStatus, reason: RunReason | null, agent: { id: string, name: string } | null, pipeline: { id: string, name: string } | null, schedule: { id: string, name: string, timezone: string | null } | null }
    | { __typename: 'ValidationError', code: string, message: string }
   };

export type ExecutionsCancelMutationVariables = Exact<{
  ids: Array<string | number> | string | number;
  dryRun?: boolean | null | undefined;
  expectedCount?: number | null | undefined;
}>;


export type ExecutionsCancelMutation = { cancelScheduleExecutions:
    | { __typename: 'BulkResult', matched: number, changed: number, refused: Array<{ id: string, message: string }> }
    | { __typename: 'ConflictError', code: string, message: string }
    | { __typename: 'ValidationError', code: string, message: string }
   };

export type ExecutionRetryFailedMutationVariables = Exact<{
  id: string | number;
  errorMessage?: string | null | undefined;
}>;


export type ExecutionRetryFailedMutation = { retryFailedJobs:
    | { __typename: 'ConflictError', code: string, message: string }
    | { __typename: 'NotFoundError', code: string, message: string }
    | { __typename: 'ScheduleExecution', id: string, trigger: ExecutionTrigger, targetType: TargetType, agentId: string | null, pipelineId: string | null, scheduleId: string | null, runStatus: RunStatus | null, why: string, slotAt: string | null, lastSlotAt: string | null, missedCount: number, executionTime: string, completedAt: string | null, createdAt: string, cancelRequestedAt: string | null, jobsCreated: number, jobsEnqueued: number, jobsCompleted: number, jobsFailed: number, jobsSkipped: number, jobsCancelled: number, status: DeliveryStatus, reason: RunReason | null, agent: { id: string, name: string } | null, pipeline: { id: string, name: string } | null, schedule: { id: string, name: string, timezone: string | null } | null }
    | { __typename: 'ValidationError', code: string, message: string }
   };

export type ExecutionDecisionFragment = { decidedAt: string | null, chosenAt: string | null, source: RunSource | null, problem: string | null, candidates: Array<{ source: RunSource | null, at: string | null, reason: string, chosen: boolean, ignored: string | null }>, clamps: Array<{ limit: string, from: string, to: string }>, backoff: { failures: number, factor: number, notBefore: string } | null, hint: { intervalMs: number | null, nextRunAt: string | null, expiresAt: string, fresh: boolean, reason: string, proposedBy: string | null } | null, pause: { until: string, note: string | null, instead: string | null } | null };

export const ExecutionRowFragmentDoc = gql`
    fragment ExecutionRow on ScheduleExecution {
  id
  trigger
  targetType
  agentId
  agent {
    id
    name
  }
  pipelineId
  pipeline {
    id
    name
  }
  scheduleId
  schedule {
    id
    name
    timezone
  }
  status: deliveryStatus
  runStatus
  reason: reasonCode
  why
  slotAt
  lastSlotAt
  missedCount
  executionTime
  completedAt
  createdAt
  cancelRequestedAt
  jobsCreated
  jobsEnqueued
  jobsCompleted
  jobsFailed
  jobsSkipped
  jobsCancelled
}
    ` as unknown as DocumentNode<ExecutionRowFragment, unknown>;
export const ExecutionJobFragmentDoc = gql`
    fragment ExecutionJob on JobExecution {
  id
  jobId
  agentId
  pipelineStepId
  contextId
  turn
  status
  params
  retryCount
  statusCode
  durationMs
  enqueuedAt
  startedAt
  completedAt
  retryAt
  reason: reasonCode
  dependencies
  error {
    message
    code
  }
}
    ` as unknown as DocumentNode<ExecutionJobFragment, unknown>;
export const ExecutionSpanFragmentDoc = gql`
    fragment ExecutionSpan on JobExecution {
  id
  jobId
  agentId
  pipelineStepId
  contextId
  turn
  status
  params
  attempts {
    id
    status
    createdAt
    enqueuedAt
    startedAt
    completedAt
    retryAt
  }
}
    ` as unknown as DocumentNode<ExecutionSpanFragment, unknown>;
export const ExecutionDecisionFragmentDoc = gql`
    fragment ExecutionDecision on Decision {
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
    ` as unknown as DocumentNode<ExecutionDecisionFragment, unknown>;
export const ExecutionListDocument = gql`
    query ExecutionList($first: Int, $after: String, $filter: ScheduleExecutionFilter, $orderBy: ScheduleExecutionOrder) {
  scheduleExecutions(
    first: $first
    after: $after
    filter: $filter
    orderBy: $orderBy
  ) {
    totalCount
    totalCountPrecision
    searchedBack
    edges {
      node {
        ...ExecutionRow
      }
    }
    pageInfo {
      endCursor
      hasNextPage
    }
  }
}
    ${ExecutionRowFragmentDoc}` as unknown as DocumentNode<ExecutionListQuery, ExecutionListQueryVariables>;
export const ExecutionDetailDocument = gql`
    query ExecutionDetail($id: ID!) {
  scheduleExecution(id: $id) {
    ...ExecutionRow
    pipeline {
      id
      name
      steps {
        stepId
      }
    }
    source: slotSource
    fireAt
    traceId
    createdBy
    createdByName
    backfillId
    expandedAt
    batches
    batchesBegun
    nextBatchAt
    params
    metadata
    decision: slotDecision {
      ...ExecutionDecision
    }
    jobCounts {
      status
      count
    }
    errors {
      message
      timestamp
      count
    }
  }
}
    ${ExecutionRowFragmentDoc}
${ExecutionDecisionFragmentDoc}` as unknown as DocumentNode<ExecutionDetailQuery, ExecutionDetailQueryVariables>;
export const ExecutionErrorsDocument = gql`
    query ExecutionErrors($id: ID!) {
  scheduleExecution(id: $id) {
    id
    errorGroups {
      message
      code
      count
      firstAt
      lastAt
      jobId
    }
  }
}
    ` as unknown as DocumentNode<ExecutionErrorsQuery, ExecutionErrorsQueryVariables>;
export const ExecutionJobPagesDocument = gql`
    query ExecutionJobPages($id: ID!, $filter: JobExecutionFilter) {
  scheduleExecution(id: $id) {
    id
    jobPages(filter: $filter) {
      totalCount
      ends
    }
  }
}
    ` as unknown as DocumentNode<ExecutionJobPagesQuery, ExecutionJobPagesQueryVariables>;
export const ExecutionJobsDocument = gql`
    query ExecutionJobs($id: ID!, $after: String, $filter: JobExecutionFilter) {
  scheduleExecution(id: $id) {
    id
    jobs(first: 100, after: $after, filter: $filter, orderBy: {field: JOB}) {
      edges {
        node {
          ...ExecutionJob
        }
      }
    }
  }
}
    ${ExecutionJobFragmentDoc}` as unknown as DocumentNode<ExecutionJobsQuery, ExecutionJobsQueryVariables>;
export const ExecutionSpansDocument = gql`
    query ExecutionSpans($id: ID!, $after: String, $filter: JobExecutionFilter) {
  scheduleExecution(id: $id) {
    id
    jobs(first: 100, after: $after, filter: $filter, orderBy: {field: JOB}) {
      edges {
        node {
          ...ExecutionSpan
        }
      }
    }
  }
}
    ${ExecutionSpanFragmentDoc}` as unknown as DocumentNode<ExecutionSpansQuery, ExecutionSpansQueryVariables>;
export const ExecutionFindDocument = gql`
    query ExecutionFind($id: ID!) {
  scheduleExecution(id: $id) {
    ...ExecutionRow
  }
}
    ${ExecutionRowFragmentDoc}` as unknown as DocumentNode<ExecutionFindQuery, ExecutionFindQueryVariables>;
export const ExecutionCancelDocument = gql`
    mutation ExecutionCancel($id: ID!) {
  cancelScheduleExecution(id: $id) {
    __typename
    ... on ScheduleExecution {
      ...ExecutionRow
    }
    ... on Error {
      code
      message
    }
  }
}
    ${ExecutionRowFragmentDoc}` as unknown as DocumentNode<ExecutionCancelMutation, ExecutionCancelMutationVariables>;
export const ExecutionsCancelDocument = gql`
    mutation ExecutionsCancel($ids: [ID!]!, $dryRun: Boolean, $expectedCount: Int) {
  cancelScheduleExecutions(
    ids: $ids
    dryRun: $dryRun
    expectedCount: $expectedCount
  ) {
    __typename
    ... on BulkResult {
      matched
      changed
      refused {
        id
        message
      }
    }
    ... on Error {
      code
      message
    }
  }
}
    ` as unknown as DocumentNode<ExecutionsCancelMutation, ExecutionsCancelMutationVariables>;
export const ExecutionRetryFailedDocument = gql`
    mutation ExecutionRetryFailed($id: ID!, $errorMessage: String) {
  retryFailedJobs(scheduleExecutionId: $id, errorMessage: $errorMessage) {
    __typename
    ... on ScheduleExecution {
      ...ExecutionRow
    }
    ... on Error {
      code
      message
    }
  }
}
    ${ExecutionRowFragmentDoc}` as unknown as DocumentNode<ExecutionRetryFailedMutation, ExecutionRetryFailedMutationVariables>;