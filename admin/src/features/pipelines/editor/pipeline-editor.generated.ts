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

export type CreatePipelineInput = {
  description?: string | null | undefined;
  enabled?: boolean | null | undefined;
  /** A stable name of your own choice for finding it again, unique among its kind: letters, digits, ".", "_" and "-", at most 128. */
  key?: string | null | undefined;
  name: string;
  /** Repeats a failed context from its beginning; default: it stays failed. */
  retryConfig?: RetryConfigInput | null | undefined;
  /** In the order in which ready ones start; replaced as a whole. */
  steps: Array<PipelineStepInput>;
};

export type LoopConditionInput = {
  /** To be given; null is a value. */
  equals?: unknown;
  /** Into the result of the loop’s step, e.g. "review.approved" or "items[0].ok". */
  path: string;
};

export type PipelineStepInput = {
  agentId: string | number;
  /** How long it waits for its dependencies, from the start of its context; default: as long as they take. */
  dependencyTimeout?: number | string | null | undefined;
  /** Steps that end before this one is judged. */
  dependsOn?: Array<string | number> | null | undefined;
  loop?: StepLoopInput | null | undefined;
  /** How long it may wait for its turn after its release; then it fails with QUEUE_TIMEOUT. Default: the schedule's, else the agent's. */
  maxQueueTime?: number | string | null | undefined;
  /** false: it runs alone within its context. */
  parallel: boolean;
  /** Laid over the schedule’s, key by key. Data sources belong in those. */
  params?: unknown;
  /** Higher first; default: the schedule's. */
  priority?: number | null | undefined;
  /** What a worker must be able to do, e.g. {"region": "eu", "gpu": true}; laid over the schedule’s and the agent’s. */
  requirements?: unknown;
  /** Default: the schedule's, else the agent's. */
  retryConfig?: RetryConfigInput | null | undefined;
  /** Default ALL_SUCCEEDED. */
  runIf?: RunIf | null | undefined;
  /** Names it within the pipeline: letters, digits, ".", "_", "-". */
  stepId: string | number;
  /** For one attempt; default: the schedule's, else the agent's. */
  timeout?: number | string | null | undefined;
};

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

export type StepLoopInput = {
  /** The first one included; at most 1000. */
  maxTurns: number;
  /** Where another turn begins: a step before this one, or this one. */
  to: string | number;
  /** Leave it out to run `maxTurns` turns whatever the result is. */
  while?: LoopConditionInput | null | undefined;
};

export type UpdatePipelineInput = {
  description?: string | null | undefined;
  enabled?: boolean | null | undefined;
  /** A stable name of your own choice for finding it again, unique among its kind: letters, digits, ".", "_" and "-", at most 128. */
  key?: string | null | undefined;
  name?: string | null | undefined;
  /** Repeats a failed context from its beginning; default: it stays failed. */
  retryConfig?: RetryConfigInput | null | undefined;
  /** In the order in which ready ones start; replaced as a whole. */
  steps?: Array<PipelineStepInput> | null | undefined;
};

export type PipelineEditorRetryFragment = { maxRetries: number, backoff: Backoff, delay: number, maxDelay: number | null, jitter: RetryJitter | null };

export type PipelineEditorFieldsFragment = { id: string, key: string | null, name: string, description: string | null, enabled: boolean, updatedAt: string, retryConfig: { maxRetries: number, backoff: Backoff, delay: number, maxDelay: number | null, jitter: RetryJitter | null } | null, steps: Array<{ stepId: string, agentId: string, dependsOn: Array<string>, parallel: boolean, runIf: RunIf, dependencyTimeout: number | null, params: unknown, timeout: number | null, maxQueueTime: number | null, priority: number | null, requirements: unknown, agent: { id: string, name: string } | null, retryConfig: { maxRetries: number, backoff: Backoff, delay: number, maxDelay: number | null, jitter: RetryJitter | null } | null, loop: { to: string, maxTurns: number, while: { path: string, equals: unknown } | null } | null }> };

export type PipelineEditorStartQueryVariables = Exact<{
  id: string | number;
  isGiven: boolean;
}>;


export type PipelineEditorStartQuery = { pipeline?: { id: string, key: string | null, name: string, description: string | null, enabled: boolean, updatedAt: string, retryConfig: { maxRetries: number, backoff: Backoff, delay: number, maxDelay: number | null, jitter: RetryJitter | null } | null, steps: Array<{ stepId: string, agentId: string, dependsOn: Array<string>, parallel: boolean, runIf: RunIf, dependencyTimeout: number | null, params: unknown, timeout: number | null, maxQueueTime: number | null, priority: number | null, requirements: unknown, agent: { id: string, name: string } | null, retryConfig: { maxRetries: number, backoff: Backoff, delay: number, maxDelay: number | null, jitter: RetryJitter | null } | null, loop: { to: string, maxTurns: number, while: { path: string, equals: unknown } | null } | null }> } | null, agents: { edges: Array<{ node: { id: string, name: string } }> } };

export type PipelineEditorAgentsQueryVariables = Exact<{
  search?: string | null | undefined;
}>;


export type PipelineEditorAgentsQuery = { agents: { edges: Array<{ node: { id: string, name: string, description: string | null, enabled: boolean } }> } };

export type PipelineEditorAgentQueryVariables = Exact<{
  id: string | number;
}>;


export type PipelineEditorAgentQuery = { agent: { id: string, name: string, enabled: boolean, inputSchema: unknown } | null };

export type PipelineEditorProblemsQueryVariables = Exact<{
  input: CreatePipelineInput;
}>;


export type PipelineEditorProblemsQuery = { validatePipeline: Array<{ path: Array<string>, message: string }> };

export type PipelineEditorSavedQueryVariables = Exact<{
  id: string | number;
}>;


export type PipelineEditorSavedQuery = { pipeline: { id: string, updatedAt: string } | null };

export type PipelineEditorCreateMutationVariables = Exact<{
  input: CreatePipelineInput;
}>;


export type PipelineEditorCreateMutation = { createPipeline:
    | { __typename: 'ConflictError', code: string, message: string }
    | { __typename: 'NotFoundError', code: string, message: string }
    | { __typename: 'Pipeline', id: string, name: string }
    | { __typename: 'ValidationError', code: string, message: string, issues: Array<{ path: Array<string>, message: string }> }
   };

export type PipelineEditorUpdateMutationVariables = Exact<{
  id: string | number;
  input: UpdatePipelineInput;
}>;


export type PipelineEditorUpdateMutation = { updatePipeline:
    | { __typename: 'ConflictError', code: string, message: string }
    | { __typename: 'NotFoundError', code: string, message: string }
    | { __typename: 'Pipeline', id: string, key: string | null, name: string, description: string | null, enabled: boolean, updatedAt: string, retryConfig: { maxRetries: number, backoff: Backoff, delay: number, maxDelay: number | null, jitter: RetryJitter | null } | null, steps: Array<{ stepId: string, agentId: string, dependsOn: Array<string>, parallel: boolean, runIf: RunIf, dependencyTimeout: number | null, params: unknown, timeout: number | null, maxQueueTime: number | null, priority: number | null, requirements: unknown, agent: { id: string, name: string } | null, retryConfig: { maxRetries: number, backoff: Backoff, delay: number, maxDelay: number | null, jitter: RetryJitter | null } | null, loop: { to: string, maxTurns: number, while: { path: string, equals: unknown } | null } | null }> }
    | { __typename: 'ValidationError', code: string, message: string, issues: Array<{ path: Array<string>, message: string }> }
   };

export const PipelineEditorRetryFragmentDoc = gql`
    fragment PipelineEditorRetry on RetryConfig {
  maxRetries
  backoff
  delay
  maxDelay
  jitter
}
    ` as unknown as DocumentNode<PipelineEditorRetryFragment, unknown>;
export const PipelineEditorFieldsFragmentDoc = gql`
    fragment PipelineEditorFields on Pipeline {
  id
  key
  name
  description
  enabled
  updatedAt
  retryConfig {
    ...PipelineEditorRetry
  }
  steps {
    stepId
    agentId
    agent {
      id
      name
    }
    dependsOn
    parallel
    runIf
    dependencyTimeout
    params
    retryConfig {
      ...PipelineEditorRetry
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
}
    ` as unknown as DocumentNode<PipelineEditorFieldsFragment, unknown>;
export const PipelineEditorStartDocument = gql`
    query PipelineEditorStart($id: ID!, $isGiven: Boolean!) {
  pipeline(id: $id) @include(if: $isGiven) {
    ...PipelineEditorFields
  }
  agents(first: 100, orderBy: {field: NAME, direction: ASC}) {
    edges {
      node {
        id
        name
      }
    }
  }
}
    ${PipelineEditorFieldsFragmentDoc}
${PipelineEditorRetryFragmentDoc}` as unknown as DocumentNode<PipelineEditorStartQuery, PipelineEditorStartQueryVariables>;
export const PipelineEditorAgentsDocument = gql`
    query PipelineEditorAgents($search: String) {
  agents(
    first: 20
    filter: {search: $search}
    orderBy: {field: NAME, direction: ASC}
  ) {
    edges {
      node {
        id
        name
        description
        enabled
      }
    }
  }
}
    ` as unknown as DocumentNode<PipelineEditorAgentsQuery, PipelineEditorAgentsQueryVariables>;
export const PipelineEditorAgentDocument = gql`
    query PipelineEditorAgent($id: ID!) {
  agent(id: $id) {
    id
    name
    enabled
    inputSchema
  }
}
    ` as unknown as DocumentNode<PipelineEditorAgentQuery, PipelineEditorAgentQueryVariables>;
export const PipelineEditorProblemsDocument = gql`
    query PipelineEditorProblems($input: CreatePipelineInput!) {
  validatePipeline(input: $input) {
    path
    message
  }
}
    ` as unknown as DocumentNode<PipelineEditorProblemsQuery, PipelineEditorProblemsQueryVariables>;
export const PipelineEditorSavedDocument = gql`
    query PipelineEditorSaved($id: ID!) {
  pipeline(id: $id) {
    id
    updatedAt
  }
}
    ` as unknown as DocumentNode<PipelineEditorSavedQuery, PipelineEditorSavedQueryVariables>;
export const PipelineEditorCreateDocument = gql`
    mutation PipelineEditorCreate($input: CreatePipelineInput!) {
  createPipeline(input: $input) {
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
      name
    }
  }
}
    ` as unknown as DocumentNode<PipelineEditorCreateMutation, PipelineEditorCreateMutationVariables>;
export const PipelineEditorUpdateDocument = gql`
    mutation PipelineEditorUpdate($id: ID!, $input: UpdatePipelineInput!) {
  updatePipeline(id: $id, input: $input) {
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
      ...PipelineEditorFields
    }
  }
}
    ${PipelineEditorFieldsFragmentDoc}
${PipelineEditorRetryFragmentDoc}` as unknown as DocumentNode<PipelineEditorUpdateMutation, PipelineEditorUpdateMutationVariables>;