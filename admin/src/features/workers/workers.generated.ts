/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
import type { TypedDocumentNode as DocumentNode } from '@urql/core';
import { gql } from '@urql/core';
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

/** Selects workers. */
export type WorkerFilter = {
  /** Only workers in one of these states. */
  state?: Array<WorkerState> | null | undefined;
};

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

export type WorkerRowFragment = { id: string, host: string, pid: number, version: string, state: WorkerState, draining: boolean, epoch: number, activeJobs: number, concurrency: number, capabilities: unknown, leaseExpiresAt: string, startedAt: string, heartbeatAt: string, stoppedAt: string | null };

export type WorkerListQueryVariables = Exact<{
  first?: number | null | undefined;
  after?: string | null | undefined;
  filter?: WorkerFilter | null | undefined;
}>;


export type WorkerListQuery = { workers: { totalCount: number, edges: Array<{ node: { id: string, host: string, pid: number, version: string, state: WorkerState, draining: boolean, epoch: number, activeJobs: number, concurrency: number, capabilities: unknown, leaseExpiresAt: string, startedAt: string, heartbeatAt: string, stoppedAt: string | null } }>, pageInfo: { endCursor: string | null, hasNextPage: boolean } } };

export type WorkerSearchQueryVariables = Exact<{ [key: string]: never; }>;


export type WorkerSearchQuery = { workers: { edges: Array<{ node: { id: string, host: string, pid: number } }> } };

export type WorkerDetailQueryVariables = Exact<{
  id: string | number;
}>;


export type WorkerDetailQuery = { worker: { id: string, host: string, pid: number, version: string, state: WorkerState, draining: boolean, epoch: number, activeJobs: number, concurrency: number, capabilities: unknown, leaseExpiresAt: string, startedAt: string, heartbeatAt: string, stoppedAt: string | null } | null };

export type WorkerSnapshotsQueryVariables = Exact<{
  id: string | number;
  last: number;
}>;


export type WorkerSnapshotsQuery = { worker: { id: string, snapshots: Array<{ id: string, at: string, cpuPercent: number, loadAverage: number, memoryMb: number, rssMb: number, eventLoopLagP50Ms: number, eventLoopLagP99Ms: number, activeJobs: number }> } | null };

export type WorkerJobsQueryVariables = Exact<{
  id: string | number;
}>;


export type WorkerJobsQuery = { worker: { id: string, jobs: Array<{ id: string, jobId: string, status: JobStatus, retryCount: number, startedAt: string | null, pipelineStepId: string | null, scheduleExecutionId: string, agentId: string, agent: { id: string, name: string } | null }> } | null };

export type WorkerDrainMutationVariables = Exact<{
  id: string | number;
}>;


export type WorkerDrainMutation = { drainWorker:
    | { __typename: 'ConflictError', code: string, message: string }
    | { __typename: 'NotFoundError', code: string, message: string }
    | { __typename: 'ValidationError', code: string, message: string }
    | { __typename: 'Worker', id: string, host: string, pid: number, version: string, state: WorkerState, draining: boolean, epoch: number, activeJobs: number, concurrency: number, capabilities: unknown, leaseExpiresAt: string, startedAt: string, heartbeatAt: string, stoppedAt: string | null }
   };

export type WorkerUndrainMutationVariables = Exact<{
  id: string | number;
}>;


export type WorkerUndrainMutation = { undrainWorker:
    | { __typename: 'ConflictError', code: string, message: string }
    | { __typename: 'NotFoundError', code: string, message: string }
    | { __typename: 'ValidationError', code: string, message: string }
    | { __typename: 'Worker', id: string, host: string, pid: number, version: string, state: WorkerState, draining: boolean, epoch: number, activeJobs: number, concurrency: number, capabilities: unknown, leaseExpiresAt: string, startedAt: string, heartbeatAt: string, stoppedAt: string | null }
   };

export type WorkerTotalsQueryVariables = Exact<{ [key: string]: never; }>;


export type WorkerTotalsQuery = { overview: { workers: { alive: number, busy: number, draining: number, dead: number } } };

export const WorkerRowFragmentDoc = gql`
    fragment WorkerRow on Worker {
  id
  host
  pid
  version
  state
  draining
  epoch
  activeJobs
  concurrency
  capabilities
  leaseExpiresAt
  startedAt
  heartbeatAt
  stoppedAt
}
    ` as unknown as DocumentNode<WorkerRowFragment, unknown>;
export const WorkerListDocument = gql`
    query WorkerList($first: Int, $after: String, $filter: WorkerFilter) {
  workers(first: $first, after: $after, filter: $filter) {
    totalCount
    edges {
      node {
        ...WorkerRow
      }
    }
    pageInfo {
      endCursor
      hasNextPage
    }
  }
}
    ${WorkerRowFragmentDoc}` as unknown as DocumentNode<WorkerListQuery, WorkerListQueryVariables>;
export const WorkerSearchDocument = gql`
    query WorkerSearch {
  workers(first: 50, filter: {state: [ALIVE, IDLE, BUSY]}) {
    edges {
      node {
        id
        host
        pid
      }
    }
  }
}
    ` as unknown as DocumentNode<WorkerSearchQuery, WorkerSearchQueryVariables>;
export const WorkerDetailDocument = gql`
    query WorkerDetail($id: ID!) {
  worker(id: $id) {
    ...WorkerRow
  }
}
    ${WorkerRowFragmentDoc}` as unknown as DocumentNode<WorkerDetailQuery, WorkerDetailQueryVariables>;
export const WorkerSnapshotsDocument = gql`
    query WorkerSnapshots($id: ID!, $last: Int!) {
  worker(id: $id) {
    id
    snapshots(last: $last) {
      id
      at
      cpuPercent
      loadAverage
      memoryMb
      rssMb
      eventLoopLagP50Ms
      eventLoopLagP99Ms
      activeJobs
    }
  }
}
    ` as unknown as DocumentNode<WorkerSnapshotsQuery, WorkerSnapshotsQueryVariables>;
export const WorkerJobsDocument = gql`
    query WorkerJobs($id: ID!) {
  worker(id: $id) {
    id
    jobs {
      id
      jobId
      status
      retryCount
      startedAt
      pipelineStepId
      scheduleExecutionId
      agentId
      agent {
        id
        name
      }
    }
  }
}
    ` as unknown as DocumentNode<WorkerJobsQuery, WorkerJobsQueryVariables>;
export const WorkerDrainDocument = gql`
    mutation WorkerDrain($id: ID!) {
  drainWorker(id: $id) {
    __typename
    ... on Worker {
      ...WorkerRow
    }
    ... on Error {
      code
      message
    }
  }
}
    ${WorkerRowFragmentDoc}` as unknown as DocumentNode<WorkerDrainMutation, WorkerDrainMutationVariables>;
export const WorkerUndrainDocument = gql`
    mutation WorkerUndrain($id: ID!) {
  undrainWorker(id: $id) {
    __typename
    ... on Worker {
      ...WorkerRow
    }
    ... on Error {
      code
      message
    }
  }
}
    ${WorkerRowFragmentDoc}` as unknown as DocumentNode<WorkerUndrainMutation, WorkerUndrainMutationVariables>;
export const WorkerTotalsDocument = gql`
    query WorkerTotals {
  overview {
    workers {
      alive
      busy
      draining
      dead
    }
  }
}
    ` as unknown as DocumentNode<WorkerTotalsQuery, WorkerTotalsQueryVariables>;