/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
import type { TypedDocumentNode as DocumentNode } from '@urql/core';
import { gql } from '@urql/core';
/** Selects dead letters. All given conditions must match. */
export type DeadLetterFilter = {
  /** Only dead letters of this agent. */
  agentId?: string | number | null | undefined;
  /** Only dead letters with exactly this error code. */
  errorCode?: string | null | undefined;
  /** Only dead letters with this error message. The first 300 characters are compared, so the message of a group matches. */
  errorMessage?: string | null | undefined;
  /** Only attempts created at or after this time. */
  from?: string | null | undefined;
  /** Only dead letters of this pipeline. */
  pipelineId?: string | number | null | undefined;
  /** Only dead letters of this schedule. */
  scheduleId?: string | number | null | undefined;
  /** Text contained in the error message, agent ID or step ID. Ignores case. */
  search?: string | null | undefined;
  /** Only attempts created before this time. */
  to?: string | null | undefined;
};

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

export type DeadLetterRowFragment = { id: string, jobId: string, agentId: string, scheduleExecutionId: string, pipelineStepId: string | null, params: unknown, retryCount: number, completedAt: string | null, createdAt: string, statusCode: number | null, agent: { id: string, name: string } | null, scheduleExecution: { id: string, trigger: ExecutionTrigger, params: unknown, schedule: { id: string, name: string } | null, pipeline: { id: string, name: string } | null } | null, error: { message: string, code: string | null } | null };

export type DeadLetterListQueryVariables = Exact<{
  first?: number | null | undefined;
  after?: string | null | undefined;
  filter?: DeadLetterFilter | null | undefined;
}>;


export type DeadLetterListQuery = { deadLetters: { totalCount: number, edges: Array<{ node: { id: string, jobId: string, agentId: string, scheduleExecutionId: string, pipelineStepId: string | null, params: unknown, retryCount: number, completedAt: string | null, createdAt: string, statusCode: number | null, agent: { id: string, name: string } | null, scheduleExecution: { id: string, trigger: ExecutionTrigger, params: unknown, schedule: { id: string, name: string } | null, pipeline: { id: string, name: string } | null } | null, error: { message: string, code: string | null } | null } }>, pageInfo: { endCursor: string | null, hasNextPage: boolean } } };

export type DeadLetterGroupsQueryVariables = Exact<{
  filter?: DeadLetterFilter | null | undefined;
}>;


export type DeadLetterGroupsQuery = { deadLetterGroups: { counted: number, complete: boolean, groups: Array<{ agentId: string, message: string, code: string | null, count: number, firstAt: string, lastAt: string, jobId: string, scheduleCount: number, agent: { id: string, name: string } | null, schedules: Array<{ id: string, name: string }> }> } };

export type DeadLetterCountQueryVariables = Exact<{ [key: string]: never; }>;


export type DeadLetterCountQuery = { overview: { deadLetters: number } };

export type DeadLetterRetryMatchingMutationVariables = Exact<{
  filter?: DeadLetterFilter | null | undefined;
  all?: boolean | null | undefined;
  dryRun?: boolean | null | undefined;
  expectedCount?: number | null | undefined;
}>;


export type DeadLetterRetryMatchingMutation = { retryDeadLetters:
    | { __typename: 'BulkResult', matched: number, changed: number, refused: Array<{ id: string, message: string }> }
    | { __typename: 'ConflictError', code: string, message: string }
    | { __typename: 'ValidationError', code: string, message: string }
   };

export const DeadLetterRowFragmentDoc = gql`
    fragment DeadLetterRow on JobExecution {
  id
  jobId
  agentId
  agent {
    id
    name
  }
  scheduleExecutionId
  scheduleExecution {
    id
    trigger
    params
    schedule {
      id
      name
    }
    pipeline {
      id
      name
    }
  }
  pipelineStepId
  params
  retryCount
  completedAt
  createdAt
  statusCode
  error {
    message
    code
  }
}
    ` as unknown as DocumentNode<DeadLetterRowFragment, unknown>;
export const DeadLetterListDocument = gql`
    query DeadLetterList($first: Int, $after: String, $filter: DeadLetterFilter) {
  deadLetters(first: $first, after: $after, filter: $filter) {
    totalCount
    edges {
      node {
        ...DeadLetterRow
      }
    }
    pageInfo {
      endCursor
      hasNextPage
    }
  }
}
    ${DeadLetterRowFragmentDoc}` as unknown as DocumentNode<DeadLetterListQuery, DeadLetterListQueryVariables>;
export const DeadLetterGroupsDocument = gql`
    query DeadLetterGroups($filter: DeadLetterFilter) {
  deadLetterGroups(filter: $filter) {
    counted
    complete
    groups {
      agentId
      agent {
        id
        name
      }
      message
      code
      count
      firstAt
      lastAt
      jobId
      scheduleCount
      schedules {
        id
        name
      }
    }
  }
}
    ` as unknown as DocumentNode<DeadLetterGroupsQuery, DeadLetterGroupsQueryVariables>;
export const DeadLetterCountDocument = gql`
    query DeadLetterCount {
  overview {
    deadLetters
  }
}
    ` as unknown as DocumentNode<DeadLetterCountQuery, DeadLetterCountQueryVariables>;
export const DeadLetterRetryMatchingDocument = gql`
    mutation DeadLetterRetryMatching($filter: DeadLetterFilter, $all: Boolean, $dryRun: Boolean, $expectedCount: Int) {
  retryDeadLetters(
    filter: $filter
    all: $all
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
    ` as unknown as DocumentNode<DeadLetterRetryMatchingMutation, DeadLetterRetryMatchingMutationVariables>;