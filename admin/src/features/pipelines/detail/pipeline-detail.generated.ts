/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
import type { TypedDocumentNode as DocumentNode } from '@urql/core';
import { gql } from '@urql/core';
/** How the delay grows from retry to retry. */
export type Backoff =
  /** Doubles with each retry: 1, 2, 4 … times the delay. */
  | 'EXPONENTIAL'
  /** Stays the same. */
  | 'FIXED'
  /** Grows by the base delay with each retry: 1, 2, 3 … times the delay. */
  | 'LINEAR';

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

/** Which outcomes of its dependencies a step requires. If they can no longer occur, the step is skipped. A skipped dependency counts as done, but neither as success nor as failure. */
export type RunIf =
  /** All dependencies ended, in any way. */
  | 'ALL_DONE'
  /** All dependencies completed. */
  | 'ALL_SUCCEEDED'
  /** At least one dependency failed. */
  | 'ANY_FAILED'
  /** At least one dependency completed. */
  | 'ANY_SUCCEEDED';

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

export type PipelineDetailRetryFragment = { maxRetries: number, backoff: Backoff, delay: number, maxDelay: number | null, jitter: RetryJitter | null };

export type PipelineDetailStepFragment = { stepId: string, agentId: string, dependsOn: Array<string>, parallel: boolean, runIf: RunIf, dependencyTimeout: number | null, params: unknown, timeout: number | null, maxQueueTime: number | null, priority: number | null, requirements: unknown, agent: { id: string, name: string, enabled: boolean } | null, retryConfig: { maxRetries: number, backoff: Backoff, delay: number, maxDelay: number | null, jitter: RetryJitter | null } | null, loop: { to: string, maxTurns: number, while: { path: string, equals: unknown } | null } | null };

export type PipelineDetailQueryVariables = Exact<{
  id: string | number;
}>;


export type PipelineDetailQuery = { pipeline: { id: string, key: string | null, name: string, description: string | null, enabled: boolean, createdAt: string, createdBy: string, createdByName: string | null, updatedAt: string, scheduleCount: number, retryConfig: { maxRetries: number, backoff: Backoff, delay: number, maxDelay: number | null, jitter: RetryJitter | null } | null, steps: Array<{ stepId: string, agentId: string, dependsOn: Array<string>, parallel: boolean, runIf: RunIf, dependencyTimeout: number | null, params: unknown, timeout: number | null, maxQueueTime: number | null, priority: number | null, requirements: unknown, agent: { id: string, name: string, enabled: boolean } | null, retryConfig: { maxRetries: number, backoff: Backoff, delay: number, maxDelay: number | null, jitter: RetryJitter | null } | null, loop: { to: string, maxTurns: number, while: { path: string, equals: unknown } | null } | null }>, lastExecution: { id: string, runStatus: RunStatus | null, executionTime: string, completedAt: string | null, params: unknown, jobsCreated: number, jobsCompleted: number, jobsFailed: number, jobsSkipped: number, jobsCancelled: number, status: DeliveryStatus, reason: RunReason | null } | null } | null };

export type PipelineDetailSchedulesQueryVariables = Exact<{
  id: string | number;
}>;


export type PipelineDetailSchedulesQuery = { schedules: { totalCount: number, edges: Array<{ node: { id: string, name: string, enabled: boolean } }> } };

export type PipelineDetailRunFragment = { id: string, trigger: ExecutionTrigger, scheduleId: string | null, why: string, slotAt: string | null, executionTime: string, createdAt: string, runStatus: RunStatus | null, jobsCreated: number, jobsCompleted: number, jobsFailed: number, jobsSkipped: number, jobsCancelled: number, completedAt: string | null, reason: RunReason | null, status: DeliveryStatus, schedule: { id: string, name: string, timezone: string | null } | null };

export type PipelineDetailRunsQueryVariables = Exact<{
  first?: number | null | undefined;
  after?: string | null | undefined;
  filter?: ScheduleExecutionFilter | null | undefined;
}>;


export type PipelineDetailRunsQuery = { scheduleExecutions: { edges: Array<{ node: { id: string, trigger: ExecutionTrigger, scheduleId: string | null, why: string, slotAt: string | null, executionTime: string, createdAt: string, runStatus: RunStatus | null, jobsCreated: number, jobsCompleted: number, jobsFailed: number, jobsSkipped: number, jobsCancelled: number, completedAt: string | null, reason: RunReason | null, status: DeliveryStatus, schedule: { id: string, name: string, timezone: string | null } | null } }>, pageInfo: { endCursor: string | null, hasNextPage: boolean } } };

export type PipelineDetailTriggerMutationVariables = Exact<{
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


export type PipelineDetailTriggerMutation = { triggerPipeline:
    | { __typename: 'ConflictError', code: string, message: string }
    | { __typename: 'NotFoundError', code: string, message: string }
    | { __typename: 'ScheduleExecution', id: string }
    | { __typename: 'ValidationError', code: string, message: string, issues: Array<{ path: Array<string>, message: string }> }
   };

export type PipelineDetailEnableMutationVariables = Exact<{
  id: string | number;
  enabled: boolean;
}>;


export type PipelineDetailEnableMutation = { updatePipeline:
    | { __typename: 'ConflictError', code: string, message: string }
    | { __typename: 'NotFoundError', code: string, message: string }
    | { __typename: 'Pipeline', id: string, enabled: boolean, updatedAt: string }
    | { __typename: 'ValidationError', code: string, message: string, issues: Array<{ path: Array<string>, message: string }> }
   };

export type PipelineDetailDeleteMutationVariables = Exact<{
  id: string | number;
}>;


export type PipelineDetailDeleteMutation = { deletePipeline:
    | { __typename: 'ConflictError', code: string, message: string }
    | { __typename: 'NotFoundError', code: string, message: string }
    | { __typename: 'Pipeline', id: string }
    | { __typename: 'ValidationError', code: string, message: string }
   };

export const PipelineDetailRetryFragmentDoc = gql`
    fragment PipelineDetailRetry on RetryConfig {
  maxRetries
  backoff
  delay
  maxDelay
  jitter
}
    ` as unknown as DocumentNode<PipelineDetailRetryFragment, unknown>;
export const PipelineDetailStepFragmentDoc = gql`
    fragment PipelineDetailStep on PipelineStep {
  stepId
  agentId
  agent {
    id
    name
    enabled
  }
  dependsOn
  parallel
  runIf
  dependencyTimeout
  params
  retryConfig {
    ...PipelineDetailRetry
  }
  timeout
  maxQueueTime
  priority
  requirements
  loop {
    to
    maxTurns
    while {
      path
      equals
    }
  }
}
    ` as unknown as DocumentNode<PipelineDetailStepFragment, unknown>;
export const PipelineDetailRunFragmentDoc = gql`
    fragment PipelineDetailRun on ScheduleExecution {
  id
  trigger
  scheduleId
  schedule {
    id
    name
    timezone
  }
  why
  reason: reasonCode
  slotAt
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
    ` as unknown as DocumentNode<PipelineDetailRunFragment, unknown>;
export const PipelineDetailDocument = gql`
    query PipelineDetail($id: ID!) {
  pipeline(id: $id) {
    id
    key
    name
    description
    enabled
    createdAt
    createdBy
    createdByName
    updatedAt
    retryConfig {
      ...PipelineDetailRetry
    }
    steps {
      ...PipelineDetailStep
    }
    scheduleCount
    lastExecution {
      id
      status: deliveryStatus
      runStatus
      reason: reasonCode
      executionTime
      completedAt
      params
      jobsCreated
      jobsCompleted
      jobsFailed
      jobsSkipped
      jobsCancelled
    }
  }
}
    ${PipelineDetailRetryFragmentDoc}
${PipelineDetailStepFragmentDoc}` as unknown as DocumentNode<PipelineDetailQuery, PipelineDetailQueryVariables>;
export const PipelineDetailSchedulesDocument = gql`
    query PipelineDetailSchedules($id: ID!) {
  schedules(
    first: 10
    filter: {pipelineId: $id}
    orderBy: {field: NAME, direction: ASC}
  ) {
    totalCount
    edges {
      node {
        id
        name
        enabled
      }
    }
  }
}
    ` as unknown as DocumentNode<PipelineDetailSchedulesQuery, PipelineDetailSchedulesQueryVariables>;
export const PipelineDetailRunsDocument = gql`
    query PipelineDetailRuns($first: Int, $after: String, $filter: ScheduleExecutionFilter) {
  scheduleExecutions(first: $first, after: $after, filter: $filter) {
    edges {
      node {
        ...PipelineDetailRun
      }
    }
    pageInfo {
      endCursor
      hasNextPage
    }
  }
}
    ${PipelineDetailRunFragmentDoc}` as unknown as DocumentNode<PipelineDetailRunsQuery, PipelineDetailRunsQueryVariables>;
export const PipelineDetailTriggerDocument = gql`
    mutation PipelineDetailTrigger($id: ID!, $params: JSON, $idempotencyKey: String, $priority: Int, $retryConfig: RetryConfigInput, $timeout: Duration, $requirements: JSON, $delay: Duration, $runAt: DateTime) {
  triggerPipeline(
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
    ` as unknown as DocumentNode<PipelineDetailTriggerMutation, PipelineDetailTriggerMutationVariables>;
export const PipelineDetailEnableDocument = gql`
    mutation PipelineDetailEnable($id: ID!, $enabled: Boolean!) {
  updatePipeline(id: $id, input: {enabled: $enabled}) {
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
    ... on Pipeline {
      id
      enabled
      updatedAt
    }
  }
}
    ` as unknown as DocumentNode<PipelineDetailEnableMutation, PipelineDetailEnableMutationVariables>;
export const PipelineDetailDeleteDocument = gql`
    mutation PipelineDetailDelete($id: ID!) {
  deletePipeline(id: $id) {
    __typename
    ... on Error {
      code
      message
    }
    ... on Pipeline {
      id
    }
  }
}
    ` as unknown as DocumentNode<PipelineDetailDeleteMutation, PipelineDetailDeleteMutationVariables>;