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

/** A new pipeline. */
export type CreatePipelineInput = {
  /** What the pipeline is for. At most 10,000 characters. */
  description?: string | null | undefined;
  /** Whether the pipeline can run. */
  enabled?: boolean | null | undefined;
  /** Stable name chosen by the client, unique among resources of this type. Letters, digits, ".", "_" and "-"; at most 128 characters. Null if not set. */
  key?: string | null | undefined;
  /** Display name, 1 to 200 characters. */
  name: string;
  /** Restarts a failed context from its beginning, after the retries of its steps. Defaults to no restart. */
  retryConfig?: RetryConfigInput | null | undefined;
  /** Steps, in the order in which ready ones start. An update replaces all of them. */
  steps: Array<PipelineStepInput>;
};

/** Condition on the result of a loop’s step. */
export type LoopConditionInput = {
  /** Value that the result must have at that path. Required; null is a value. */
  equals?: unknown;
  /** Path into the result, such as "review.approved" or "items[0].ok". */
  path: string;
};

/** A step of a pipeline. */
export type PipelineStepInput = {
  /** ID of the agent that the step calls. */
  agentId: string | number;
  /** How long the step waits for its dependencies, counted from the start of its context. Defaults to no limit. */
  dependencyTimeout?: number | string | null | undefined;
  /** IDs of the steps that must end before this one starts. Defaults to none. */
  dependsOn?: Array<string | number> | null | undefined;
  /** Loop that ends with this step. Defaults to none. */
  loop?: StepLoopInput | null | undefined;
  /** How long a released job of the step may wait to start before it fails with `QUEUE_TIMEOUT`. Defaults to the schedule’s, otherwise the agent’s. */
  maxQueueTime?: number | string | null | undefined;
  /** Whether other steps of the context can run at the same time. If false, the step runs alone. */
  parallel: boolean;
  /** Params merged over the schedule’s, key by key. Put data source strings in the schedule’s params, not here. */
  params?: unknown;
  /** Priority. Jobs with a higher number start first. Defaults to the schedule’s. */
  priority?: number | null | undefined;
  /** Capabilities a worker needs, such as `{"region": "eu", "gpu": true}`. Merged by name over the agent’s and the schedule’s. */
  requirements?: unknown;
  /** Retry policy. Defaults to the schedule’s, otherwise the agent’s. */
  retryConfig?: RetryConfigInput | null | undefined;
  /** Which outcomes of its dependencies the step requires. Defaults to `ALL_SUCCEEDED`. */
  runIf?: RunIf | null | undefined;
  /** ID of the step, unique within the pipeline. 1 to 100 letters, digits, ".", "_" or "-". */
  stepId: string | number;
  /** Time limit for one attempt, counted from its first send. Defaults to the schedule’s, otherwise the agent’s. */
  timeout?: number | string | null | undefined;
};

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

/** Repeats steps. When the step completes, the steps from `to` up to it run another turn while the condition holds, at most `maxTurns` turns in all. */
export type StepLoopInput = {
  /** Maximum number of turns, including the first. From 1 to 1,000. */
  maxTurns: number;
  /** ID of the step at which each further turn starts: this step or one before it. */
  to: string | number;
  /** Condition for another turn. Omit it to always run `maxTurns` turns. */
  while?: LoopConditionInput | null | undefined;
};

/** Changes to a pipeline. Omitted fields keep their value; null clears an optional field. */
export type UpdatePipelineInput = {
  /** What the pipeline is for. At most 10,000 characters. */
  description?: string | null | undefined;
  /** Whether the pipeline can run. */
  enabled?: boolean | null | undefined;
  /** Stable name chosen by the client, unique among resources of this type. Letters, digits, ".", "_" and "-"; at most 128 characters. Null if not set. */
  key?: string | null | undefined;
  /** Display name, 1 to 200 characters. */
  name?: string | null | undefined;
  /** Restarts a failed context from its beginning, after the retries of its steps. Defaults to no restart. */
  retryConfig?: RetryConfigInput | null | undefined;
  /** Steps, in the order in which ready ones start. An update replaces all of them. */
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