/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
import type { TypedDocumentNode as DocumentNode } from '@urql/core';
import { gql } from '@urql/core';
/** The wait before retry n: delay·2ⁿ⁻¹, delay·n, or delay. */
export type Backoff =
  | 'EXPONENTIAL'
  | 'FIXED'
  | 'LINEAR';

/** Whether the agents took the jobs, whatever came of them (see RunStatus). SUCCESS: every first attempt started, that is, its agent answered 2xx or reported. PARTIAL: some started. FAILED: none started (4xx, 5xx or no answer), or the expansion failed. PENDING: first attempts are still to be answered. */
export type DeliveryStatus =
  | 'FAILED'
  | 'PARTIAL'
  | 'PENDING'
  | 'SKIPPED'
  | 'SUCCESS';

export type ExecutionTrigger =
  | 'BACKFILL'
  | 'MANUAL'
  | 'SCHEDULE'
  | 'WEBHOOK';

export type RetryConfigInput = {
  backoff: Backoff;
  delay: number | string;
  /** NONE (default), FULL: [0, d), EQUAL: [d/2, d). */
  jitter?: RetryJitter | null | undefined;
  /** The longest wait; default one hour. */
  maxDelay?: number | string | null | undefined;
  maxRetries: number;
};

export type RetryJitter =
  | 'EQUAL'
  | 'FULL'
  | 'NONE';

/** When a step starts, judged on how its dependencies ended; when that cannot hold any more, it is skipped. A skipped dependency is done, and neither success nor failure. */
export type RunIf =
  | 'ALL_DONE'
  | 'ALL_SUCCEEDED'
  | 'ANY_FAILED'
  | 'ANY_SUCCEEDED';

/** How the jobs ended. */
export type RunStatus =
  | 'CANCELLED'
  | 'FAILED'
  | 'PARTIAL'
  | 'PENDING'
  | 'RUNNING'
  | 'SUCCEEDED';

/** All that are given must hold. */
export type ScheduleExecutionFilter = {
  agentId?: string | number | null | undefined;
  backfillId?: string | number | null | undefined;
  /** Created at this instant or later. */
  from?: string | null | undefined;
  pipelineId?: string | number | null | undefined;
  /** One of these, e.g. "misfire" or "overlap". */
  reason?: Array<string> | null | undefined;
  /** One of these. */
  runStatus?: Array<RunStatus> | null | undefined;
  scheduleId?: string | number | null | undefined;
  /** An id of execution or schedule; else a trace id, or part of the agent id or reason, in any case: see searchedBack. */
  search?: string | null | undefined;
  /** One of these. */
  status?: Array<DeliveryStatus> | null | undefined;
  targetType?: TargetType | null | undefined;
  /** Created before this instant. */
  to?: string | null | undefined;
  trigger?: Array<ExecutionTrigger> | null | undefined;
};

export type TargetType =
  | 'AGENT'
  | 'PIPELINE';

export type PipelineDetailRetryFragment = { maxRetries: number, backoff: Backoff, delay: number, maxDelay: number | null, jitter: RetryJitter | null };

export type PipelineDetailStepFragment = { stepId: string, agentId: string, dependsOn: Array<string>, parallel: boolean, runIf: RunIf, dependencyTimeout: number | null, params: unknown, timeout: number | null, maxQueueTime: number | null, priority: number | null, requirements: unknown, agent: { id: string, name: string, enabled: boolean } | null, retryConfig: { maxRetries: number, backoff: Backoff, delay: number, maxDelay: number | null, jitter: RetryJitter | null } | null, loop: { to: string, maxTurns: number, while: { path: string, equals: unknown } | null } | null };

export type PipelineDetailQueryVariables = Exact<{
  id: string | number;
}>;


export type PipelineDetailQuery = { pipeline: { id: string, key: string | null, name: string, description: string | null, enabled: boolean, createdAt: string, createdBy: string, createdByName: string | null, updatedAt: string, scheduleCount: number, retryConfig: { maxRetries: number, backoff: Backoff, delay: number, maxDelay: number | null, jitter: RetryJitter | null } | null, steps: Array<{ stepId: string, agentId: string, dependsOn: Array<string>, parallel: boolean, runIf: RunIf, dependencyTimeout: number | null, params: unknown, timeout: number | null, maxQueueTime: number | null, priority: number | null, requirements: unknown, agent: { id: string, name: string, enabled: boolean } | null, retryConfig: { maxRetries: number, backoff: Backoff, delay: number, maxDelay: number | null, jitter: RetryJitter | null } | null, loop: { to: string, maxTurns: number, while: { path: string, equals: unknown } | null } | null }>, lastExecution: { id: string, status: DeliveryStatus, runStatus: RunStatus | null, reason: string | null, executionTime: string, completedAt: string | null, params: unknown, jobsCreated: number, jobsCompleted: number, jobsFailed: number, jobsSkipped: number, jobsCancelled: number } | null } | null };

export type PipelineDetailSchedulesQueryVariables = Exact<{
  id: string | number;
}>;


export type PipelineDetailSchedulesQuery = { schedules: { totalCount: number, edges: Array<{ node: { id: string, name: string, enabled: boolean } }> } };

export type PipelineDetailRunFragment = { id: string, trigger: ExecutionTrigger, scheduleId: string | null, why: string, reason: string | null, slotAt: string | null, executionTime: string, createdAt: string, status: DeliveryStatus, runStatus: RunStatus | null, jobsCreated: number, jobsCompleted: number, jobsFailed: number, jobsSkipped: number, jobsCancelled: number, completedAt: string | null, schedule: { id: string, name: string, timezone: string | null } | null };

export type PipelineDetailRunsQueryVariables = Exact<{
  first?: number | null | undefined;
  after?: string | null | undefined;
  filter?: ScheduleExecutionFilter | null | undefined;
}>;


export type PipelineDetailRunsQuery = { scheduleExecutions: { edges: Array<{ node: { id: string, trigger: ExecutionTrigger, scheduleId: string | null, why: string, reason: string | null, slotAt: string | null, executionTime: string, createdAt: string, status: DeliveryStatus, runStatus: RunStatus | null, jobsCreated: number, jobsCompleted: number, jobsFailed: number, jobsSkipped: number, jobsCancelled: number, completedAt: string | null, schedule: { id: string, name: string, timezone: string | null } | null } }>, pageInfo: { endCursor: string | null, hasNextPage: boolean } } };

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
  reason
  slotAt
  executionTime
  createdAt
  status
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
      status
      runStatus
      reason
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