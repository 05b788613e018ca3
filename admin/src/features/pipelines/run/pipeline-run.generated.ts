/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
import type { TypedDocumentNode as DocumentNode } from '@urql/core';
import { gql } from '@urql/core';
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

/** Selects contexts by the current state of a step, as counted in `pipelineGraph`. */
export type PipelineContextFilter = {
  /** States of the step. */
  status: Array<JobStatus>;
  /** ID of the step. */
  stepId: string | number;
};

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

export type PipelineRunGraphQueryVariables = Exact<{
  id: string | number;
}>;


export type PipelineRunGraphQuery = { scheduleExecution: { id: string, runStatus: RunStatus | null, params: unknown, pipelineId: string | null, pipelineGraph: { nodes: Array<{ stepId: string, agentId: string, exclusive: boolean, agent: { id: string, name: string } | null, loop: { to: string, maxTurns: number } | null, counts: { pending: number, running: number, completed: number, failed: number, deadLetter: number, cancelled: number, skipped: number } }>, edges: Array<{ from: string, to: string }> } | null } | null };

export type PipelineRunStepFragment = { id: string, jobId: string, pipelineStepId: string | null, status: JobStatus, turn: number, retryCount: number, startedAt: string | null, completedAt: string | null, durationMs: number | null, retryAt: string | null, reason: JobReason | null };

export type PipelineRunContextFragment = { contextId: string, status: RunStatus, params: unknown, id: string, steps: Array<{ id: string, jobId: string, pipelineStepId: string | null, status: JobStatus, turn: number, retryCount: number, startedAt: string | null, completedAt: string | null, durationMs: number | null, retryAt: string | null, reason: JobReason | null }> };

export type PipelineRunContextsQueryVariables = Exact<{
  id: string | number;
  first?: number | null | undefined;
  after?: string | null | undefined;
  filter?: PipelineContextFilter | null | undefined;
}>;


export type PipelineRunContextsQuery = { scheduleExecution: { id: string, contexts: { edges: Array<{ node: { contextId: string, status: RunStatus, params: unknown, id: string, steps: Array<{ id: string, jobId: string, pipelineStepId: string | null, status: JobStatus, turn: number, retryCount: number, startedAt: string | null, completedAt: string | null, durationMs: number | null, retryAt: string | null, reason: JobReason | null }> } }>, pageInfo: { endCursor: string | null, hasNextPage: boolean } } } | null };

export type PipelineRunOneContextQueryVariables = Exact<{
  id: string | number;
  contextId: string | number;
}>;


export type PipelineRunOneContextQuery = { scheduleExecution: { id: string, context: { contextId: string, status: RunStatus, params: unknown, id: string, steps: Array<{ id: string, jobId: string, pipelineStepId: string | null, status: JobStatus, turn: number, retryCount: number, startedAt: string | null, completedAt: string | null, durationMs: number | null, retryAt: string | null, reason: JobReason | null }> } | null } | null };

export type PipelineRunJobQueryVariables = Exact<{
  id: string | number;
}>;


export type PipelineRunJobQuery = { jobExecution: { agentId: string, agentVersion: string | null, params: unknown, upstream: unknown, result: unknown, statusCode: number | null, waitingFor: string | null, id: string, jobId: string, pipelineStepId: string | null, status: JobStatus, turn: number, retryCount: number, startedAt: string | null, completedAt: string | null, durationMs: number | null, retryAt: string | null, reason: JobReason | null, agent: { id: string, name: string } | null, error: { message: string, code: string | null, retryable: boolean } | null, attempts: Array<{ id: string, retryCount: number, status: JobStatus, startedAt: string | null, durationMs: number | null, statusCode: number | null, error: { message: string } | null }> } | null };

export type PipelineRunRerunMutationVariables = Exact<{
  id: string | number;
  contextId: string | number;
  stepId: string | number;
}>;


export type PipelineRunRerunMutation = { rerunFrom:
    | { __typename: 'ConflictError', code: string, message: string }
    | { __typename: 'NotFoundError', code: string, message: string }
    | { __typename: 'ScheduleExecution', id: string, runStatus: RunStatus | null }
    | { __typename: 'ValidationError', code: string, message: string }
   };

export type PipelineRunCancelContextMutationVariables = Exact<{
  id: string | number;
  contextId: string | number;
}>;


export type PipelineRunCancelContextMutation = { cancelContext:
    | { __typename: 'ConflictError', code: string, message: string }
    | { __typename: 'NotFoundError', code: string, message: string }
    | { __typename: 'ScheduleExecution', id: string, runStatus: RunStatus | null }
    | { __typename: 'ValidationError', code: string, message: string }
   };

export const PipelineRunStepFragmentDoc = gql`
    fragment PipelineRunStep on JobExecution {
  id
  jobId
  pipelineStepId
  status
  reason: reasonCode
  turn
  retryCount
  startedAt
  completedAt
  durationMs
  retryAt
}
    ` as unknown as DocumentNode<PipelineRunStepFragment, unknown>;
export const PipelineRunContextFragmentDoc = gql`
    fragment PipelineRunContext on PipelineContext {
  id: contextId
  contextId
  status
  params
  steps {
    ...PipelineRunStep
  }
}
    ` as unknown as DocumentNode<PipelineRunContextFragment, unknown>;
export const PipelineRunGraphDocument = gql`
    query PipelineRunGraph($id: ID!) {
  scheduleExecution(id: $id) {
    id
    runStatus
    params
    pipelineId
    pipelineGraph {
      nodes {
        stepId
        agentId
        agent {
          id
          name
        }
        exclusive
        loop {
          to
          maxTurns
        }
        counts {
          pending
          running
          completed
          failed
          deadLetter
          cancelled
          skipped
        }
      }
      edges {
        from
        to
      }
    }
  }
}
    ` as unknown as DocumentNode<PipelineRunGraphQuery, PipelineRunGraphQueryVariables>;
export const PipelineRunContextsDocument = gql`
    query PipelineRunContexts($id: ID!, $first: Int, $after: String, $filter: PipelineContextFilter) {
  scheduleExecution(id: $id) {
    id
    contexts(first: $first, after: $after, filter: $filter) {
      edges {
        node {
          ...PipelineRunContext
        }
      }
      pageInfo {
        endCursor
        hasNextPage
      }
    }
  }
}
    ${PipelineRunContextFragmentDoc}
${PipelineRunStepFragmentDoc}` as unknown as DocumentNode<PipelineRunContextsQuery, PipelineRunContextsQueryVariables>;
export const PipelineRunOneContextDocument = gql`
    query PipelineRunOneContext($id: ID!, $contextId: ID!) {
  scheduleExecution(id: $id) {
    id
    context(contextId: $contextId) {
      ...PipelineRunContext
    }
  }
}
    ${PipelineRunContextFragmentDoc}
${PipelineRunStepFragmentDoc}` as unknown as DocumentNode<PipelineRunOneContextQuery, PipelineRunOneContextQueryVariables>;
export const PipelineRunJobDocument = gql`
    query PipelineRunJob($id: ID!) {
  jobExecution(id: $id) {
    ...PipelineRunStep
    agentId
    agent {
      id
      name
    }
    agentVersion
    params
    upstream
    result
    error {
      message
      code
      retryable
    }
    statusCode
    waitingFor
    attempts {
      id
      retryCount
      status
      startedAt
      durationMs
      statusCode
      error {
        message
      }
    }
  }
}
    ${PipelineRunStepFragmentDoc}` as unknown as DocumentNode<PipelineRunJobQuery, PipelineRunJobQueryVariables>;
export const PipelineRunRerunDocument = gql`
    mutation PipelineRunRerun($id: ID!, $contextId: ID!, $stepId: ID!) {
  rerunFrom(scheduleExecutionId: $id, contextId: $contextId, stepId: $stepId) {
    __typename
    ... on Error {
      code
      message
    }
    ... on ScheduleExecution {
      id
      runStatus
    }
  }
}
    ` as unknown as DocumentNode<PipelineRunRerunMutation, PipelineRunRerunMutationVariables>;
export const PipelineRunCancelContextDocument = gql`
    mutation PipelineRunCancelContext($id: ID!, $contextId: ID!) {
  cancelContext(scheduleExecutionId: $id, contextId: $contextId) {
    __typename
    ... on Error {
      code
      message
    }
    ... on ScheduleExecution {
      id
      runStatus
    }
  }
}
    ` as unknown as DocumentNode<PipelineRunCancelContextMutation, PipelineRunCancelContextMutationVariables>;