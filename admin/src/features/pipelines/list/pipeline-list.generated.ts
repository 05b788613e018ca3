/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
import type { TypedDocumentNode as DocumentNode } from '@urql/core';
import { gql } from '@urql/core';
/** Whether the agents took the jobs, whatever came of them (see RunStatus). SUCCESS: every first attempt started, that is, its agent answered 2xx or reported. PARTIAL: some started. FAILED: none started (4xx, 5xx or no answer), or the expansion failed. PENDING: first attempts are still to be answered. */
export type DeliveryStatus =
  | 'FAILED'
  | 'PARTIAL'
  | 'PENDING'
  | 'SKIPPED'
  | 'SUCCESS';

export type OrderDirection =
  | 'ASC'
  | 'DESC';

/** All that are given must hold. */
export type PipelineFilter = {
  /** One of its steps calls this agent. */
  agentId?: string | number | null | undefined;
  enabled?: boolean | null | undefined;
  key?: string | null | undefined;
  /** Part of the name or description, in any case; or the id. */
  search?: string | null | undefined;
};

export type PipelineOrder = {
  direction?: OrderDirection;
  field: PipelineOrderField;
};

export type PipelineOrderField =
  | 'CREATED_AT'
  | 'NAME';

/** How the jobs ended. */
export type RunStatus =
  | 'CANCELLED'
  | 'FAILED'
  | 'PARTIAL'
  | 'PENDING'
  | 'RUNNING'
  | 'SUCCEEDED';

export type PipelineRowFragment = { id: string, name: string, description: string | null, enabled: boolean, createdAt: string, scheduleCount: number, steps: Array<{ stepId: string, agentId: string }>, lastExecution: { id: string, status: DeliveryStatus, runStatus: RunStatus | null, reason: string | null, executionTime: string, completedAt: string | null, jobsCreated: number, jobsCompleted: number, jobsFailed: number, jobsSkipped: number, jobsCancelled: number } | null };

export type PipelineListQueryVariables = Exact<{
  first?: number | null | undefined;
  after?: string | null | undefined;
  filter?: PipelineFilter | null | undefined;
  orderBy?: PipelineOrder | null | undefined;
}>;


export type PipelineListQuery = { pipelines: { totalCount: number, edges: Array<{ node: { id: string, name: string, description: string | null, enabled: boolean, createdAt: string, scheduleCount: number, steps: Array<{ stepId: string, agentId: string }>, lastExecution: { id: string, status: DeliveryStatus, runStatus: RunStatus | null, reason: string | null, executionTime: string, completedAt: string | null, jobsCreated: number, jobsCompleted: number, jobsFailed: number, jobsSkipped: number, jobsCancelled: number } | null } }>, pageInfo: { endCursor: string | null, hasNextPage: boolean } } };

export type PipelineListAgentsQueryVariables = Exact<{ [key: string]: never; }>;


export type PipelineListAgentsQuery = { agents: { edges: Array<{ node: { id: string, name: string } }> } };

export type PipelineSearchQueryVariables = Exact<{
  search: string;
}>;


export type PipelineSearchQuery = { pipelines: { edges: Array<{ node: { id: string, name: string } }> } };

export const PipelineRowFragmentDoc = gql`
    fragment PipelineRow on Pipeline {
  id
  name
  description
  enabled
  createdAt
  steps {
    stepId
    agentId
  }
  scheduleCount
  lastExecution {
    id
    status
    runStatus
    reason
    executionTime
    completedAt
    jobsCreated
    jobsCompleted
    jobsFailed
    jobsSkipped
    jobsCancelled
  }
}
    ` as unknown as DocumentNode<PipelineRowFragment, unknown>;
export const PipelineListDocument = gql`
    query PipelineList($first: Int, $after: String, $filter: PipelineFilter, $orderBy: PipelineOrder) {
  pipelines(first: $first, after: $after, filter: $filter, orderBy: $orderBy) {
    totalCount
    edges {
      node {
        ...PipelineRow
      }
    }
    pageInfo {
      endCursor
      hasNextPage
    }
  }
}
    ${PipelineRowFragmentDoc}` as unknown as DocumentNode<PipelineListQuery, PipelineListQueryVariables>;
export const PipelineListAgentsDocument = gql`
    query PipelineListAgents {
  agents(first: 100, orderBy: {field: NAME, direction: ASC}) {
    edges {
      node {
        id
        name
      }
    }
  }
}
    ` as unknown as DocumentNode<PipelineListAgentsQuery, PipelineListAgentsQueryVariables>;
export const PipelineSearchDocument = gql`
    query PipelineSearch($search: String!) {
  pipelines(first: 5, filter: {search: $search}) {
    edges {
      node {
        id
        name
      }
    }
  }
}
    ` as unknown as DocumentNode<PipelineSearchQuery, PipelineSearchQueryVariables>;