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

/** A sort order. */
export type JobExecutionOrder = {
  /** Ascending or descending. */
  direction?: OrderDirection;
  /** What to sort by. */
  field: JobExecutionOrderField;
};

/** What to sort by. */
export type JobExecutionOrderField =
  /** By time of creation of the attempt. */
  | 'CREATED_AT'
  /** By time of creation of the job, which retries do not change. In a pipeline run, the steps of a context stay together. */
  | 'JOB';

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

export type JobRowFragment = { id: string, jobId: string, isLatest: boolean, retryCount: number, agentId: string, pipelineStepId: string | null, status: JobStatus, params: unknown, statusCode: number | null, durationMs: number | null, enqueuedAt: string | null, startedAt: string | null, completedAt: string | null, retryAt: string | null, dependencies: Array<string>, createdAt: string, reason: JobReason | null, agent: { id: string, name: string } | null, waiting: { message: string } | null, error: { message: string, code: string | null } | null, scheduleExecution: { id: string, params: unknown, schedule: { id: string, name: string } | null } | null };

export type JobListQueryVariables = Exact<{
  first?: number | null | undefined;
  after?: string | null | undefined;
  filter?: JobExecutionFilter | null | undefined;
  orderBy?: JobExecutionOrder | null | undefined;
}>;


export type JobListQuery = { jobExecutions: { totalCount: number, totalCountPrecision: CountPrecision, searchedBack: string | null, edges: Array<{ node: { id: string, jobId: string, isLatest: boolean, retryCount: number, agentId: string, pipelineStepId: string | null, status: JobStatus, params: unknown, statusCode: number | null, durationMs: number | null, enqueuedAt: string | null, startedAt: string | null, completedAt: string | null, retryAt: string | null, dependencies: Array<string>, createdAt: string, reason: JobReason | null, agent: { id: string, name: string } | null, waiting: { message: string } | null, error: { message: string, code: string | null } | null, scheduleExecution: { id: string, params: unknown, schedule: { id: string, name: string } | null } | null } }>, pageInfo: { endCursor: string | null, hasNextPage: boolean } } };

export type JobAttemptRowFragment = { id: string, jobId: string, isLatest: boolean, retryCount: number, supersedes: string | null, status: JobStatus, statusCode: number | null, durationMs: number | null, createdAt: string, enqueuedAt: string | null, startedAt: string | null, acceptedAt: string | null, completedAt: string | null, retryAt: string | null, redeliveries: number, workerId: string | null, scheduleExecutionId: string, reason: JobReason | null };

export type JobAttemptsQueryVariables = Exact<{
  id: string | number;
  after?: string | null | undefined;
}>;


export type JobAttemptsQuery = { jobExecutions: { edges: Array<{ node: { id: string, jobId: string, isLatest: boolean, retryCount: number, supersedes: string | null, status: JobStatus, statusCode: number | null, durationMs: number | null, createdAt: string, enqueuedAt: string | null, startedAt: string | null, acceptedAt: string | null, completedAt: string | null, retryAt: string | null, redeliveries: number, workerId: string | null, scheduleExecutionId: string, reason: JobReason | null } }>, pageInfo: { endCursor: string | null, hasNextPage: boolean } }, jobExecution: { id: string, jobId: string } | null };

export type JobAttemptQueryVariables = Exact<{
  id: string | number;
}>;


export type JobAttemptQuery = { jobExecution: { agentId: string, agentVersion: string | null, scheduleExecutionId: string, pipelineId: string | null, pipelineStepId: string | null, contextId: string | null, turn: number, contextRetry: number, batchIndex: number, priority: number, requirements: unknown, dependencies: Array<string>, dependencyDeadlineAt: string | null, deadlineAt: string | null, progressAt: string | null, parkedUntil: string | null, params: unknown, upstream: unknown, result: unknown, resultInvalid: boolean, responseBody: string | null, responseTruncated: boolean, metrics: unknown, traceId: string, id: string, jobId: string, isLatest: boolean, retryCount: number, supersedes: string | null, status: JobStatus, statusCode: number | null, durationMs: number | null, createdAt: string, enqueuedAt: string | null, startedAt: string | null, acceptedAt: string | null, completedAt: string | null, retryAt: string | null, redeliveries: number, workerId: string | null, reason: JobReason | null, agent: { id: string, name: string } | null, scheduleExecution: { id: string, batches: number, params: unknown, schedule: { id: string, name: string, timezone: string | null } | null, pipeline: { id: string, name: string } | null } | null, heartbeats: Array<{ at: string, status: string }>, waiting: { message: string, since: string, until: string | null } | null, error: { message: string, code: string | null, retryable: boolean, timestamp: string | null, stack: string | null } | null } | null };

export type JobRetryMutationVariables = Exact<{
  jobId: string | number;
}>;


export type JobRetryMutation = { retryJob:
    | { __typename: 'ConflictError', code: string, message: string }
    | { __typename: 'JobExecution', id: string, jobId: string, isLatest: boolean, retryCount: number, supersedes: string | null, status: JobStatus, statusCode: number | null, durationMs: number | null, createdAt: string, enqueuedAt: string | null, startedAt: string | null, acceptedAt: string | null, completedAt: string | null, retryAt: string | null, redeliveries: number, workerId: string | null, scheduleExecutionId: string, reason: JobReason | null }
    | { __typename: 'NotFoundError', code: string, message: string }
    | { __typename: 'ValidationError', code: string, message: string }
   };

export type JobCancelMutationVariables = Exact<{
  jobId: string | number;
}>;


export type JobCancelMutation = { cancelJob:
    | { __typename: 'ConflictError', code: string, message: string }
    | { __typename: 'JobExecution', id: string, jobId: string, isLatest: boolean, retryCount: number, supersedes: string | null, status: JobStatus, statusCode: number | null, durationMs: number | null, createdAt: string, enqueuedAt: string | null, startedAt: string | null, acceptedAt: string | null, completedAt: string | null, retryAt: string | null, redeliveries: number, workerId: string | null, scheduleExecutionId: string, reason: JobReason | null }
    | { __typename: 'NotFoundError', code: string, message: string }
    | { __typename: 'ValidationError', code: string, message: string }
   };

export type JobBulkFragment = { matched: number, changed: number, refused: Array<{ id: string, message: string }> };

export type JobsRetryMutationVariables = Exact<{
  jobIds: Array<string | number> | string | number;
  dryRun?: boolean | null | undefined;
  expectedCount?: number | null | undefined;
}>;


export type JobsRetryMutation = { retryJobs:
    | { __typename: 'BulkResult', matched: number, changed: number, refused: Array<{ id: string, message: string }> }
    | { __typename: 'ConflictError', code: string, message: string }
    | { __typename: 'ValidationError', code: string, message: string }
   };

export type JobsCancelMutationVariables = Exact<{
  jobIds: Array<string | number> | string | number;
  expectedCount?: number | null | undefined;
}>;


export type JobsCancelMutation = { cancelJobs:
    | { __typename: 'BulkResult', matched: number, changed: number, refused: Array<{ id: string, message: string }> }
    | { __typename: 'ConflictError', code: string, message: string }
    | { __typename: 'ValidationError', code: string, message: string }
   };

export const JobRowFragmentDoc = gql`
    fragment JobRow on JobExecution {
  id
  jobId
  isLatest
  retryCount
  agentId
  agent {
    id
    name
  }
  pipelineStepId
  status
  reason: reasonCode
  params
  statusCode
  durationMs
  enqueuedAt
  startedAt
  completedAt
  retryAt
  dependencies
  createdAt
  waiting {
    message
  }
  error {
    message
    code
  }
  scheduleExecution {
    id
    params
    schedule {
      id
      name
    }
  }
}
    ` as unknown as DocumentNode<JobRowFragment, unknown>;
export const JobAttemptRowFragmentDoc = gql`
    fragment JobAttemptRow on JobExecution {
  id
  jobId
  isLatest
  retryCount
  supersedes
  status
  reason: reasonCode
  statusCode
  durationMs
  createdAt
  enqueuedAt
  startedAt
  acceptedAt
  completedAt
  retryAt
  redeliveries
  workerId
  scheduleExecutionId
}
    ` as unknown as DocumentNode<JobAttemptRowFragment, unknown>;
export const JobBulkFragmentDoc = gql`
    fragment JobBulk on BulkResult {
  matched
  changed
  refused {
    id
    message
  }
}
    ` as unknown as DocumentNode<JobBulkFragment, unknown>;
export const JobListDocument = gql`
    query JobList($first: Int, $after: String, $filter: JobExecutionFilter, $orderBy: JobExecutionOrder) {
  jobExecutions(first: $first, after: $after, filter: $filter, orderBy: $orderBy) {
    totalCount
    totalCountPrecision
    searchedBack
    edges {
      node {
        ...JobRow
      }
    }
    pageInfo {
      endCursor
      hasNextPage
    }
  }
}
    ${JobRowFragmentDoc}` as unknown as DocumentNode<JobListQuery, JobListQueryVariables>;
export const JobAttemptsDocument = gql`
    query JobAttempts($id: ID!, $after: String) {
  jobExecutions(
    first: 100
    after: $after
    filter: {jobId: $id, latestAttempt: false}
    orderBy: {field: CREATED_AT, direction: DESC}
  ) {
    edges {
      node {
        ...JobAttemptRow
      }
    }
    pageInfo {
      endCursor
      hasNextPage
    }
  }
  jobExecution(id: $id) {
    id
    jobId
  }
}
    ${JobAttemptRowFragmentDoc}` as unknown as DocumentNode<JobAttemptsQuery, JobAttemptsQueryVariables>;
export const JobAttemptDocument = gql`
    query JobAttempt($id: ID!) {
  jobExecution(id: $id) {
    ...JobAttemptRow
    agentId
    agentVersion
    agent {
      id
      name
    }
    scheduleExecutionId
    scheduleExecution {
      id
      batches
      params
      schedule {
        id
        name
        timezone
      }
      pipeline {
        id
        name
      }
    }
    pipelineId
    pipelineStepId
    contextId
    turn
    contextRetry
    batchIndex
    priority
    requirements
    dependencies
    dependencyDeadlineAt
    deadlineAt
    progressAt
    heartbeats(last: 20) {
      at
      status
    }
    waiting {
      message
      since
      until
    }
    parkedUntil
    params
    upstream
    result
    resultInvalid
    responseBody
    responseTruncated
    metrics
    traceId
    error {
      message
      code
      retryable
      timestamp
      stack
    }
  }
}
    ${JobAttemptRowFragmentDoc}` as unknown as DocumentNode<JobAttemptQuery, JobAttemptQueryVariables>;
export const JobRetryDocument = gql`
    mutation JobRetry($jobId: ID!) {
  retryJob(jobId: $jobId) {
    __typename
    ... on JobExecution {
      ...JobAttemptRow
    }
    ... on Error {
      code
      message
    }
  }
}
    ${JobAttemptRowFragmentDoc}` as unknown as DocumentNode<JobRetryMutation, JobRetryMutationVariables>;
export const JobCancelDocument = gql`
    mutation JobCancel($jobId: ID!) {
  cancelJob(jobId: $jobId) {
    __typename
    ... on JobExecution {
      ...JobAttemptRow
    }
    ... on Error {
      code
      message
    }
  }
}
    ${JobAttemptRowFragmentDoc}` as unknown as DocumentNode<JobCancelMutation, JobCancelMutationVariables>;
export const JobsRetryDocument = gql`
    mutation JobsRetry($jobIds: [ID!]!, $dryRun: Boolean, $expectedCount: Int) {
  retryJobs(jobIds: $jobIds, dryRun: $dryRun, expectedCount: $expectedCount) {
    __typename
    ...JobBulk
    ... on Error {
      code
      message
    }
  }
}
    ${JobBulkFragmentDoc}` as unknown as DocumentNode<JobsRetryMutation, JobsRetryMutationVariables>;
export const JobsCancelDocument = gql`
    mutation JobsCancel($jobIds: [ID!]!, $expectedCount: Int) {
  cancelJobs(jobIds: $jobIds, expectedCount: $expectedCount) {
    __typename
    ...JobBulk
    ... on Error {
      code
      message
    }
  }
}
    ${JobBulkFragmentDoc}` as unknown as DocumentNode<JobsCancelMutation, JobsCancelMutationVariables>;