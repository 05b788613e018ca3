/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
import type { TypedDocumentNode as DocumentNode } from '@urql/core';
import { gql } from '@urql/core';
export type CountPrecision =
  /** So many or more: they are not all counted. */
  | 'AT_LEAST'
  /** About so many, by the statistics of the database. */
  | 'ESTIMATE'
  | 'EXACT';

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

export type JobExecutionOrder = {
  direction?: OrderDirection;
  field: JobExecutionOrderField;
};

export type JobExecutionOrderField =
  | 'CREATED_AT'
  | 'JOB';

/** PENDING → RUNNING → COMPLETED, FAILED, DEAD_LETTER or CANCELLED; a pending one may also end SKIPPED. */
export type JobStatus =
  | 'CANCELLED'
  | 'COMPLETED'
  | 'DEAD_LETTER'
  | 'FAILED'
  | 'PENDING'
  | 'RUNNING'
  | 'SKIPPED';

export type OrderDirection =
  | 'ASC'
  | 'DESC';

export type JobRowFragment = { id: string, jobId: string, isLatest: boolean, retryCount: number, agentId: string, pipelineStepId: string | null, status: JobStatus, reason: string | null, params: unknown, statusCode: number | null, durationMs: number | null, enqueuedAt: string | null, startedAt: string | null, completedAt: string | null, retryAt: string | null, dependencies: Array<string>, createdAt: string, agent: { id: string, name: string } | null, waiting: { message: string } | null, error: { message: string, code: string | null } | null, scheduleExecution: { id: string, params: unknown, schedule: { id: string, name: string } | null } | null };

export type JobListQueryVariables = Exact<{
  first?: number | null | undefined;
  after?: string | null | undefined;
  filter?: JobExecutionFilter | null | undefined;
  orderBy?: JobExecutionOrder | null | undefined;
}>;


export type JobListQuery = { jobExecutions: { totalCount: number, totalCountPrecision: CountPrecision, searchedBack: string | null, edges: Array<{ node: { id: string, jobId: string, isLatest: boolean, retryCount: number, agentId: string, pipelineStepId: string | null, status: JobStatus, reason: string | null, params: unknown, statusCode: number | null, durationMs: number | null, enqueuedAt: string | null, startedAt: string | null, completedAt: string | null, retryAt: string | null, dependencies: Array<string>, createdAt: string, agent: { id: string, name: string } | null, waiting: { message: string } | null, error: { message: string, code: string | null } | null, scheduleExecution: { id: string, params: unknown, schedule: { id: string, name: string } | null } | null } }>, pageInfo: { endCursor: string | null, hasNextPage: boolean } } };

export type JobAttemptRowFragment = { id: string, jobId: string, isLatest: boolean, retryCount: number, supersedes: string | null, status: JobStatus, reason: string | null, statusCode: number | null, durationMs: number | null, createdAt: string, enqueuedAt: string | null, startedAt: string | null, acceptedAt: string | null, completedAt: string | null, retryAt: string | null, redeliveries: number, workerId: string | null, scheduleExecutionId: string };

export type JobAttemptsQueryVariables = Exact<{
  id: string | number;
  after?: string | null | undefined;
}>;


export type JobAttemptsQuery = { jobExecutions: { edges: Array<{ node: { id: string, jobId: string, isLatest: boolean, retryCount: number, supersedes: string | null, status: JobStatus, reason: string | null, statusCode: number | null, durationMs: number | null, createdAt: string, enqueuedAt: string | null, startedAt: string | null, acceptedAt: string | null, completedAt: string | null, retryAt: string | null, redeliveries: number, workerId: string | null, scheduleExecutionId: string } }>, pageInfo: { endCursor: string | null, hasNextPage: boolean } }, jobExecution: { id: string, jobId: string } | null };

export type JobAttemptQueryVariables = Exact<{
  id: string | number;
}>;


export type JobAttemptQuery = { jobExecution: { agentId: string, agentVersion: string | null, scheduleExecutionId: string, pipelineId: string | null, pipelineStepId: string | null, contextId: string | null, turn: number, contextRetry: number, batchIndex: number, priority: number, requirements: unknown, dependencies: Array<string>, dependencyDeadlineAt: string | null, deadlineAt: string | null, progressAt: string | null, parkedUntil: string | null, params: unknown, upstream: unknown, result: unknown, resultInvalid: boolean, responseBody: string | null, responseTruncated: boolean, metrics: unknown, traceId: string, id: string, jobId: string, isLatest: boolean, retryCount: number, supersedes: string | null, status: JobStatus, reason: string | null, statusCode: number | null, durationMs: number | null, createdAt: string, enqueuedAt: string | null, startedAt: string | null, acceptedAt: string | null, completedAt: string | null, retryAt: string | null, redeliveries: number, workerId: string | null, agent: { id: string, name: string } | null, scheduleExecution: { id: string, batches: number, params: unknown, schedule: { id: string, name: string, timezone: string | null } | null, pipeline: { id: string, name: string } | null } | null, heartbeats: Array<{ at: string, status: string }>, waiting: { message: string, since: string, until: string | null } | null, error: { message: string, code: string | null, retryable: boolean, timestamp: string | null, stack: string | null } | null } | null };

export type JobRetryMutationVariables = Exact<{
  jobId: string | number;
}>;


export type JobRetryMutation = { retryJob:
    | { __typename: 'ConflictError', code: string, message: string }
    | { __typename: 'JobExecution', id: string, jobId: string, isLatest: boolean, retryCount: number, supersedes: string | null, status: JobStatus, reason: string | null, statusCode: number | null, durationMs: number | null, createdAt: string, enqueuedAt: string | null, startedAt: string | null, acceptedAt: string | null, completedAt: string | null, retryAt: string | null, redeliveries: number, workerId: string | null, scheduleExecutionId: string }
    | { __typename: 'NotFoundError', code: string, message: string }
    | { __typename: 'ValidationError', code: string, message: string }
   };

export type JobCancelMutationVariables = Exact<{
  jobId: string | number;
}>;


export type JobCancelMutation = { cancelJob:
    | { __typename: 'ConflictError', code: string, message: string }
    | { __typename: 'JobExecution', id: string, jobId: string, isLatest: boolean, retryCount: number, supersedes: string | null, status: JobStatus, reason: string | null, statusCode: number | null, durationMs: number | null, createdAt: string, enqueuedAt: string | null, startedAt: string | null, acceptedAt: string | null, completedAt: string | null, retryAt: string | null, redeliveries: number, workerId: string | null, scheduleExecutionId: string }
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
    | { __typename: 'NotFoundError', code: string, message: string }
    | { __typename: 'ValidationError', code: string, message: string }
   };

export type JobsCancelMutationVariables = Exact<{
  jobIds: Array<string | number> | string | number;
  expectedCount?: number | null | undefined;
}>;


export type JobsCancelMutation = { cancelJobs:
    | { __typename: 'BulkResult', matched: number, changed: number, refused: Array<{ id: string, message: string }> }
    | { __typename: 'ConflictError', code: string, message: string }
    | { __typename: 'NotFoundError', code: string, message: string }
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
  reason
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
  reason
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