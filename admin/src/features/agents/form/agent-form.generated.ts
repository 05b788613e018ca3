/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
import type { TypedDocumentNode as DocumentNode } from '@urql/core';
import { gql } from '@urql/core';
/** How requests to the agent are authenticated. A secret that is omitted keeps its stored value; null removes it. */
export type AgentAuthenticationInput = {
  /** Name of the header that carries the key, for `API_KEY`. Defaults to `X-API-Key`. */
  header?: string | null | undefined;
  /** Password for `BASIC`. 1 to 4,096 characters. */
  password?: string | null | undefined;
  /** Token for `BEARER`, or key for `API_KEY`. 1 to 4,096 characters. */
  token?: string | null | undefined;
  /** Authentication scheme. */
  type: AuthenticationType;
  /** User name for `BASIC`. At most 256 characters. */
  username?: string | null | undefined;
};

/** Where and how the agent is called. */
export type AgentEndpointInput = {
  /** How requests are authenticated. Defaults to no authentication. */
  authentication?: AgentAuthenticationInput | null | undefined;
  /** Additional request headers, as an object of names and values. Put credentials in `authentication`, not here. */
  headers?: unknown;
  /** HTTP method. Defaults to `POST`. */
  method?: EndpointMethod | null | undefined;
  /** Retry policy for jobs of this agent. Defaults to the policy in the settings. */
  retryConfig?: RetryConfigInput | null | undefined;
  /** Time limit for the HTTP response. Defaults to the timeout in the settings. */
  timeout?: number | string | null | undefined;
  /** Kind of endpoint. It decides the default for `completion`. */
  type: EndpointType;
  /** URL that is called. At most 2,048 characters; it must be allowed by the egress policy. */
  url: string;
};

/** Where and how often the agent’s health is checked. */
export type AgentHealthCheckInput = {
  /** URL of the health check, or a path relative to the endpoint. Defaults to `/health`. */
  endpoint?: string | null | undefined;
  /** Seconds between checks, from 1 to 86,400. */
  interval?: number | null | undefined;
};

/** Authentication scheme. */
export type AuthenticationType =
  /** A key in a header of its own. */
  | 'API_KEY'
  /** User name and password (HTTP Basic). */
  | 'BASIC'
  /** A token in the header `Authorization: Bearer`. */
  | 'BEARER'
  /** No authentication. */
  | 'NONE';

/** How the delay grows from retry to retry. */
export type Backoff =
  /** Doubles with each retry: 1, 2, 4 … times the delay. */
  | 'EXPONENTIAL'
  /** Stays the same. */
  | 'FIXED'
  /** Grows by the base delay with each retry: 1, 2, 3 … times the delay. */
  | 'LINEAR';

/** What a 2xx answer without a status means. */
export type Completion =
  /** The job is completed, and the body is its result. */
  | 'AUTO'
  /** The job is accepted, and the agent reports its end later. */
  | 'REPORT';

/** HTTP method of requests to an agent. */
export type EndpointMethod =
  /** Params are sent in the query string. There is no body. */
  | 'GET'
  /** Params are sent in the body. */
  | 'POST'
  /** Params are sent in the body. */
  | 'PUT';

/** Kind of endpoint. */
export type EndpointType =
  /** A cloud function. */
  | 'CLOUD_FUNCTION'
  /** An HTTP service. */
  | 'HTTP'
  /** An n8n workflow. Its default for `completion` is `REPORT`. */
  | 'N8N'
  /** A webhook of another product. Its default for `completion` is `REPORT`. */
  | 'WEBHOOK';

/** Limits requests to an agent in a sliding span of time. */
export type RateLimitInput = {
  /** Maximum number of requests in the span, from 1 to 1,000,000. */
  limit: number;
  /** Length of the span, from 100 ms to 24 hours. */
  per: number | string;
};

/** A new agent. */
export type RegisterAgentInput = {
  /** Time limit for one attempt, counted from its first send. Defaults to the value in the settings (1 hour unless changed). */
  attemptTimeout?: number | string | null | undefined;
  /** URL that is notified when an attempt is cancelled. At most 2,048 characters. */
  cancelUrl?: string | null | undefined;
  /** What a 2xx answer without a status means. Defaults to `REPORT` for the endpoint types N8N and WEBHOOK, and to `AUTO` for others. */
  completion?: Completion | null | undefined;
  /** What the agent does. At most 10,000 characters. */
  description?: string | null | undefined;
  /** Whether workers call the agent. False stops all calls and fails waiting jobs until an admin enables the agent; its own login cannot undo that. */
  enabled?: boolean | null | undefined;
  /** Where and how the agent is called. */
  endpoint: AgentEndpointInput;
  /** Where and how often the agent’s health is checked. */
  healthCheck?: AgentHealthCheckInput | null | undefined;
  /** How long an accepted attempt may stay silent before it counts as lost. Defaults to no limit. */
  heartbeatTimeout?: number | string | null | undefined;
  /** ID of the agent, such as "analysis". Starts with a letter or digit; letters, digits, ".", "_" and "-"; at most 128 characters. */
  id: string | number;
  /** JSON Schema (2020-12) that `params` must match. Defaults to accepting any params. */
  inputSchema?: unknown;
  /** Limit on attempts running at once, across all workers. At least 1; defaults to no limit. */
  maxConcurrency?: number | null | undefined;
  /** How long a released job may wait to start before it fails with `QUEUE_TIMEOUT`. Defaults to the value in the settings. */
  maxQueueTime?: number | string | null | undefined;
  /** Free-form JSON object stored with the agent. Callboard does not interpret it. */
  metadata?: unknown;
  /** Display name, 1 to 200 characters. */
  name: string;
  /** JSON Schema (2020-12) that results must match. Defaults to accepting any result. */
  outputSchema?: unknown;
  /** Documentation of the parameters, for people. Calls are checked against `inputSchema` only. */
  parameterTypes?: unknown;
  /** Limit on requests in a span of time, across all workers. Defaults to no limit. */
  rateLimit?: RateLimitInput | null | undefined;
  /** Capabilities a worker needs to call this agent, such as `{"region": "eu", "gpu": true}`. At most 20 names. */
  requirements?: unknown;
  /** Secret that signs requests as Standard Webhooks: `whsec_` and 24 to 64 bytes in base64. */
  signingSecret?: string | null | undefined;
  /** Version of the agent, 1 to 100 characters. */
  version: string;
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

/** Changes to where and how the agent is called. Omitted fields keep their value. A new origin clears the stored credentials. */
export type UpdateAgentEndpointInput = {
  /** How requests are authenticated. Defaults to no authentication. */
  authentication?: AgentAuthenticationInput | null | undefined;
  /** Additional request headers, as an object of names and values. Put credentials in `authentication`, not here. */
  headers?: unknown;
  /** HTTP method. Defaults to `POST`. */
  method?: EndpointMethod | null | undefined;
  /** Retry policy for jobs of this agent. Defaults to the policy in the settings. */
  retryConfig?: RetryConfigInput | null | undefined;
  /** Time limit for the HTTP response. Defaults to the timeout in the settings. */
  timeout?: number | string | null | undefined;
  /** Kind of endpoint. It decides the default for `completion`. */
  type?: EndpointType | null | undefined;
  /** URL that is called. At most 2,048 characters; it must be allowed by the egress policy. */
  url?: string | null | undefined;
};

/** Changes to an agent. Omitted fields keep their value; null clears an optional field. */
export type UpdateAgentInput = {
  /** Time limit for one attempt, counted from its first send. Defaults to the value in the settings (1 hour unless changed). */
  attemptTimeout?: number | string | null | undefined;
  /** URL that is notified when an attempt is cancelled. At most 2,048 characters. */
  cancelUrl?: string | null | undefined;
  /** What a 2xx answer without a status means. Defaults to `REPORT` for the endpoint types N8N and WEBHOOK, and to `AUTO` for others. */
  completion?: Completion | null | undefined;
  /** What the agent does. At most 10,000 characters. */
  description?: string | null | undefined;
  /** Whether workers call the agent. False stops all calls and fails waiting jobs until an admin enables the agent; its own login cannot undo that. */
  enabled?: boolean | null | undefined;
  /** Where and how the agent is called. */
  endpoint?: UpdateAgentEndpointInput | null | undefined;
  /** Where and how often the agent’s health is checked. */
  healthCheck?: AgentHealthCheckInput | null | undefined;
  /** How long an accepted attempt may stay silent before it counts as lost. Defaults to no limit. */
  heartbeatTimeout?: number | string | null | undefined;
  /** JSON Schema (2020-12) that `params` must match. Defaults to accepting any params. */
  inputSchema?: unknown;
  /** Limit on attempts running at once, across all workers. At least 1; defaults to no limit. */
  maxConcurrency?: number | null | undefined;
  /** How long a released job may wait to start before it fails with `QUEUE_TIMEOUT`. Defaults to the value in the settings. */
  maxQueueTime?: number | string | null | undefined;
  /** Free-form JSON object stored with the agent. Callboard does not interpret it. */
  metadata?: unknown;
  /** Display name, 1 to 200 characters. */
  name?: string | null | undefined;
  /** JSON Schema (2020-12) that results must match. Defaults to accepting any result. */
  outputSchema?: unknown;
  /** Documentation of the parameters, for people. Calls are checked against `inputSchema` only. */
  parameterTypes?: unknown;
  /** Limit on requests in a span of time, across all workers. Defaults to no limit. */
  rateLimit?: RateLimitInput | null | undefined;
  /** Capabilities a worker needs to call this agent, such as `{"region": "eu", "gpu": true}`. At most 20 names. */
  requirements?: unknown;
  /** Secret that signs requests as Standard Webhooks: `whsec_` and 24 to 64 bytes in base64. */
  signingSecret?: string | null | undefined;
  /** Version of the agent, 1 to 100 characters. */
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