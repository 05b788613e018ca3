/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
import type { TypedDocumentNode as DocumentNode } from '@urql/core';
import { gql } from '@urql/core';
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

/** Sort direction. */
export type OrderDirection =
  /** Ascending. */
  | 'ASC'
  /** Descending. */
  | 'DESC';

/** Selects pipelines. All given conditions must match. */
export type PipelineFilter = {
  /** Only pipelines with a step that calls this agent. */
  agentId?: string | number | null | undefined;
  /** Only pipelines that are enabled (true) or disabled (false). */
  enabled?: boolean | null | undefined;
  /** Only the pipeline with this key. */
  key?: string | null | undefined;
  /** Text contained in the name or description, ignoring case; or a full ID. */
  search?: string | null | undefined;
};

/** A sort order. */
export type PipelineOrder = {
  /** Ascending or descending. */
  direction?: OrderDirection;
  /** What to sort by. */
  field: PipelineOrderField;
};

/** What to sort by. */
export type PipelineOrderField =
  /** By time of creation. */
  | 'CREATED_AT'
  /** By name. */
  | 'NAME';

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

export type PipelineRowFragment = { id: string, name: string, description: string | null, enabled: boolean, createdAt: string, scheduleCount: number, steps: Array<{ stepId: string, agentId: string }>, lastExecution: { id: string, runStatus: RunStatus | null, executionTime: string, completedAt: string | null, jobsCreated: number, jobsCompleted: number, jobsFailed: number, jobsSkipped: number, jobsCancelled: number, status: DeliveryStatus, reason: RunReason | null } | null };

export type PipelineListQueryVariables = Exact<{
  first?: number | null | undefined;
  after?: string | null | undefined;
  filter?: PipelineFilter | null | undefined;
  orderBy?: PipelineOrder | null | undefined;
}>;


export type PipelineListQuery = { pipelines: { totalCount: number, edges: Array<{ node: { id: string, name: string, description: string | null, enabled: boolean, createdAt: string, scheduleCount: number, steps: Array<{ stepId: string, agentId: string }>, lastExecution: { id: string, runStatus: RunStatus | null, executionTime: string, completedAt: string | null, jobsCreated: number, jobsCompleted: number, jobsFailed: number, jobsSkipped: number, jobsCancelled: number, status: DeliveryStatus, reason: RunReason | null } | null } }>, pageInfo: { endCursor: string | null, hasNextPage: boolean } } };

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
    status: deliveryStatus
    runStatus
    reason: reasonCode
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