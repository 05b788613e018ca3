/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
import type { TypedDocumentNode as DocumentNode } from '@urql/core';
import { gql } from '@urql/core';
/** How requests to the agent are signed in. Secrets that are left out are kept; null removes them. */
export type AgentAuthenticationInput = {
  /** Of API_KEY; default X-API-Key. */
  header?: string | null | undefined;
  /** Of BASIC. */
  password?: string | null | undefined;
  /** Of BEARER and API_KEY. */
  token?: string | null | undefined;
  type: AuthenticationType;
  /** Of BASIC. */
  username?: string | null | undefined;
};

export type AgentEndpointInput = {
  authentication?: AgentAuthenticationInput | null | undefined;
  /** Custom headers: names and values. */
  headers?: unknown;
  /** Default POST. */
  method?: EndpointMethod | null | undefined;
  retryConfig?: RetryConfigInput | null | undefined;
  /** For the HTTP answer. */
  timeout?: number | string | null | undefined;
  type: EndpointType;
  url: string;
};

export type AgentHealthCheckInput = {
  /** A URL, or a path beside the endpoint; default /health. */
  endpoint?: string | null | undefined;
  /** Seconds. */
  interval?: number | null | undefined;
};

export type AuthenticationType =
  | 'API_KEY'
  | 'BASIC'
  | 'BEARER'
  | 'NONE';

/** The wait before retry n: delay·2ⁿ⁻¹, delay·n, or delay. */
export type Backoff =
  | 'EXPONENTIAL'
  | 'FIXED'
  | 'LINEAR';

/** What an answer that does not say so means: AUTO: the job is done. REPORT: its end will be reported. */
export type Completion =
  | 'AUTO'
  | 'REPORT';

/** GET carries params as query string and has no body. */
export type EndpointMethod =
  | 'GET'
  | 'POST'
  | 'PUT';

export type EndpointType =
  | 'CLOUD_FUNCTION'
  | 'HTTP'
  | 'N8N'
  | 'WEBHOOK';

export type RateLimitInput = {
  /** Requests at most, from 1 to 1000000. */
  limit: number;
  /** In any span of this, from 100 ms to 24 hours. */
  per: number | string;
};

export type RegisterAgentInput = {
  /** For one attempt, from its first send; default one hour. */
  attemptTimeout?: number | string | null | undefined;
  /** Where the agent is told that an attempt was cancelled. */
  cancelUrl?: string | null | undefined;
  /** Default: by the type of the endpoint. */
  completion?: Completion | null | undefined;
  description?: string | null | undefined;
  /** False: no worker calls it, until an admin sets it to true again; jobs that wait for it fail. Its own login cannot undo that. */
  enabled?: boolean | null | undefined;
  endpoint: AgentEndpointInput;
  healthCheck?: AgentHealthCheckInput | null | undefined;
  /** Silence after acceptance that counts as lost; default: none does. */
  heartbeatTimeout?: number | string | null | undefined;
  /** A slug of your choice, e.g. "analysis". */
  id: string | number;
  /** JSON Schema (2020-12) that params must fit. */
  inputSchema?: unknown;
  /** Attempts running at once, over all workers. */
  maxConcurrency?: number | null | undefined;
  /** How long a job may wait for its turn after its release. One that has not started by then fails with QUEUE_TIMEOUT. Default: the settings'. */
  maxQueueTime?: number | string | null | undefined;
  metadata?: unknown;
  name: string;
  /** JSON Schema (2020-12) that results must fit. */
  outputSchema?: unknown;
  /** For people: what the parameters mean. Calls are checked against `inputSchema` only. */
  parameterTypes?: unknown;
  /** Requests in any span of time, over all workers. */
  rateLimit?: RateLimitInput | null | undefined;
  /** What a worker must be able to do to call it, e.g. {"region": "eu", "gpu": true}. */
  requirements?: unknown;
  /** Signs requests as Standard Webhooks do: whsec_… . */
  signingSecret?: string | null | undefined;
  version: string;
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

export type UpdateAgentEndpointInput = {
  authentication?: AgentAuthenticationInput | null | undefined;
  /** Custom headers: names and values. */
  headers?: unknown;
  /** Default POST. */
  method?: EndpointMethod | null | undefined;
  retryConfig?: RetryConfigInput | null | undefined;
  /** For the HTTP answer. */
  timeout?: number | string | null | undefined;
  type?: EndpointType | null | undefined;
  url?: string | null | undefined;
};

export type UpdateAgentInput = {
  /** For one attempt, from its first send; default one hour. */
  attemptTimeout?: number | string | null | undefined;
  /** Where the agent is told that an attempt was cancelled. */
  cancelUrl?: string | null | undefined;
  /** Default: by the type of the endpoint. */
  completion?: Completion | null | undefined;
  description?: string | null | undefined;
  /** False: no worker calls it, until an admin sets it to true again; jobs that wait for it fail. Its own login cannot undo that. */
  enabled?: boolean | null | undefined;
  endpoint?: UpdateAgentEndpointInput | null | undefined;
  healthCheck?: AgentHealthCheckInput | null | undefined;
  /** Silence after acceptance that counts as lost; default: none does. */
  heartbeatTimeout?: number | string | null | undefined;
  /** JSON Schema (2020-12) that params must fit. */
  inputSchema?: unknown;
  /** Attempts running at once, over all workers. */
  maxConcurrency?: number | null | undefined;
  /** How long a job may wait for its turn after its release. One that has not started by then fails with QUEUE_TIMEOUT. Default: the settings'. */
  maxQueueTime?: number | string | null | undefined;
  metadata?: unknown;
  name?: string | null | undefined;
  /** JSON Schema (2020-12) that results must fit. */
  outputSchema?: unknown;
  /** For people: what the parameters mean. Calls are checked against `inputSchema` only. */
  parameterTypes?: unknown;
  /** Requests in any span of time, over all workers. */
  rateLimit?: RateLimitInput | null | undefined;
  /** What a worker must be able to do to call it, e.g. {"region": "eu", "gpu": true}. */
  requirements?: unknown;
  /** Signs requests as Standard Webhooks do: whsec_… . */
  signingSecret?: string | null | undefined;
  version?: string | null | undefined;
};

export type AgentFormFieldsFragment = { id: string, name: string, description: string | null, version: string, enabled: boolean, inputSchema: unknown, outputSchema: unknown, parameterTypes: unknown, metadata: unknown, requirements: unknown, completion: Completion, attemptTimeout: number | null, heartbeatTimeout: number | null, maxQueueTime: number | null, maxConcurrency: number | null, cancelUrl: string | null, endpoint: { type: EndpointType, url: string, method: EndpointMethod, timeout: number | null, headers: unknown, retryConfig: { maxRetries: number, backoff: Backoff, delay: number, maxDelay: number | null, jitter: RetryJitter | null } | null, authentication: { type: AuthenticationType, header: string | null, username: string | null, credential: { set: boolean, hint: string | null } } } | null, signingSecret: { set: boolean, hint: string | null }, healthCheck: { endpoint: string | null, interval: number | null } | null, rateLimit: { limit: number, per: number } | null };

export type AgentFormReadQueryVariables = Exact<{
  id: string | number;
}>;


export type AgentFormReadQuery = { agent: { id: string, name: string, description: string | null, version: string, enabled: boolean, inputSchema: unknown, outputSchema: unknown, parameterTypes: unknown, metadata: unknown, requirements: unknown, completion: Completion, attemptTimeout: number | null, heartbeatTimeout: number | null, maxQueueTime: number | null, maxConcurrency: number | null, cancelUrl: string | null, endpoint: { type: EndpointType, url: string, method: EndpointMethod, timeout: number | null, headers: unknown, retryConfig: { maxRetries: number, backoff: Backoff, delay: number, maxDelay: number | null, jitter: RetryJitter | null } | null, authentication: { type: AuthenticationType, header: string | null, username: string | null, credential: { set: boolean, hint: string | null } } } | null, signingSecret: { set: boolean, hint: string | null }, healthCheck: { endpoint: string | null, interval: number | null } | null, rateLimit: { limit: number, per: number } | null } | null };

export type AgentFormRegisterMutationVariables = Exact<{
  input: RegisterAgentInput;
}>;


export type AgentFormRegisterMutation = { registerAgent:
    | { __typename: 'Agent', id: string, name: string }
    | { __typename: 'ConflictError', code: string, message: string }
    | { __typename: 'NotFoundError', code: string, message: string }
    | { __typename: 'ValidationError', code: string, message: string, issues: Array<{ path: Array<string>, message: string }> }
   };

export type AgentFormUpdateMutationVariables = Exact<{
  id: string | number;
  input: UpdateAgentInput;
}>;


export type AgentFormUpdateMutation = { updateAgent:
    | { __typename: 'Agent', id: string, name: string, description: string | null, version: string, enabled: boolean, inputSchema: unknown, outputSchema: unknown, parameterTypes: unknown, metadata: unknown, requirements: unknown, completion: Completion, attemptTimeout: number | null, heartbeatTimeout: number | null, maxQueueTime: number | null, maxConcurrency: number | null, cancelUrl: string | null, endpoint: { type: EndpointType, url: string, method: EndpointMethod, timeout: number | null, headers: unknown, retryConfig: { maxRetries: number, backoff: Backoff, delay: number, maxDelay: number | null, jitter: RetryJitter | null } | null, authentication: { type: AuthenticationType, header: string | null, username: string | null, credential: { set: boolean, hint: string | null } } } | null, signingSecret: { set: boolean, hint: string | null }, healthCheck: { endpoint: string | null, interval: number | null } | null, rateLimit: { limit: number, per: number } | null }
    | { __typename: 'ConflictError', code: string, message: string }
    | { __typename: 'NotFoundError', code: string, message: string }
    | { __typename: 'ValidationError', code: string, message: string, issues: Array<{ path: Array<string>, message: string }> }
   };

export const AgentFormFieldsFragmentDoc = gql`
    fragment AgentFormFields on Agent {
  id
  name
  description
  version
  enabled
  endpoint {
    type
    url
    method
    timeout
    headers
    retryConfig {
      maxRetries
      backoff
      delay
      maxDelay
      jitter
    }
    authentication {
      type
      header
      username
      credential {
        set
        hint
      }
    }
  }
  signingSecret {
    set
    hint
  }
  inputSchema
  outputSchema
  parameterTypes
  metadata
  requirements
  healthCheck {
    endpoint
    interval
  }
  completion
  attemptTimeout
  heartbeatTimeout
  maxQueueTime
  maxConcurrency
  rateLimit {
    limit
    per
  }
  cancelUrl
}
    ` as unknown as DocumentNode<AgentFormFieldsFragment, unknown>;
export const AgentFormReadDocument = gql`
    query AgentFormRead($id: ID!) {
  agent(id: $id) {
    ...AgentFormFields
  }
}
    ${AgentFormFieldsFragmentDoc}` as unknown as DocumentNode<AgentFormReadQuery, AgentFormReadQueryVariables>;
export const AgentFormRegisterDocument = gql`
    mutation AgentFormRegister($input: RegisterAgentInput!) {
  registerAgent(input: $input) {
    __typename
    ... on Agent {
      id
      name
    }
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
  }
}
    ` as unknown as DocumentNode<AgentFormRegisterMutation, AgentFormRegisterMutationVariables>;
export const AgentFormUpdateDocument = gql`
    mutation AgentFormUpdate($id: ID!, $input: UpdateAgentInput!) {
  updateAgent(id: $id, input: $input) {
    __typename
    ... on Agent {
      ...AgentFormFields
    }
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
  }
}
    ${AgentFormFieldsFragmentDoc}` as unknown as DocumentNode<AgentFormUpdateMutation, AgentFormUpdateMutationVariables>;