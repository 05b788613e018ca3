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

export type AgentEnvironment =
  | 'DEVELOPMENT'
  | 'PRODUCTION'
  | 'STAGING';

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

/** OPEN: nobody answers, its jobs wait. HALF_OPEN: one of them has been sent to see whether it is back. */
export type CircuitState =
  | 'CLOSED'
  | 'HALF_OPEN'
  | 'OPEN';

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

export type HealthStatus =
  | 'DEGRADED'
  | 'HEALTHY'
  | 'UNHEALTHY';

/** By engineConfig: LATE after heartbeatIntervalMs, DEAD after deadHeartbeatThreshold of them; NEVER: the agent writes none, and need not. */
export type HeartbeatStatus =
  | 'ALIVE'
  | 'DEAD'
  | 'LATE'
  | 'NEVER';

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

/** PENDING → RUNNING → COMPLETED, FAILED, DEAD_LETTER or CANCELLED; a pending one may also end SKIPPED. */
export type JobStatus =
  | 'CANCELLED'
  | 'COMPLETED'
  | 'DEAD_LETTER'
  | 'FAILED'
  | 'PENDING'
  | 'RUNNING'
  | 'SKIPPED';

export type RateLimitInput = {
  /** Requests at most, from 1 to 1000000. */
  limit: number;
  /** In any span of this, from 100 ms to 24 hours. */
  per: number | string;
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

export type TestCallOutcome =
  | 'ACCEPTED'
  | 'COMPLETED'
  | 'FAILED';

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

export type AgentDetailLoadFragment = { id: string, runningJobs: number, parkedJobs: number, circuit: { state: CircuitState, failures: number, openedAt: string | null, nextProbeAt: string | null, reason: string | null } | null, heartbeat: { lastAt: string | null, status: HeartbeatStatus } };

export type AgentDetailDeploymentFragment = { id: string, environment: AgentEnvironment, version: string, deployedAt: string, deployedBy: string, deployedByName: string | null, previousVersions: Array<string> };

export type AgentDetailFragment = { id: string, name: string, description: string | null, version: string, enabled: boolean, disabledByAdmin: boolean, healthStatus: HealthStatus | null, healthMessage: string | null, healthVersion: string | null, healthCheckedAt: string | null, cancelUrl: string | null, completion: Completion, attemptTimeout: number | null, heartbeatTimeout: number | null, maxQueueTime: number | null, maxConcurrency: number | null, requirements: unknown, inputSchema: unknown, outputSchema: unknown, parameterTypes: unknown, metadata: unknown, createdAt: string, createdBy: string | null, createdByName: string | null, updatedAt: string, runningJobs: number, parkedJobs: number, healthCheck: { endpoint: string | null, interval: number | null } | null, endpoint: { type: EndpointType, url: string, method: EndpointMethod, timeout: number | null, headers: unknown, retryConfig: { maxRetries: number, backoff: Backoff, delay: number, maxDelay: number | null, jitter: RetryJitter | null } | null, authentication: { type: AuthenticationType, header: string | null, username: string | null, credential: { set: boolean, hint: string | null } } } | null, signingSecret: { set: boolean, hint: string | null }, rateLimit: { limit: number, per: number } | null, deployments: Array<{ id: string, environment: AgentEnvironment, version: string, deployedAt: string, deployedBy: string, deployedByName: string | null, previousVersions: Array<string> }>, circuit: { state: CircuitState, failures: number, openedAt: string | null, nextProbeAt: string | null, reason: string | null } | null, heartbeat: { lastAt: string | null, status: HeartbeatStatus } };

export type AgentDetailPageQueryVariables = Exact<{
  id: string | number;
}>;


export type AgentDetailPageQuery = { agent: { id: string, name: string, description: string | null, version: string, enabled: boolean, disabledByAdmin: boolean, healthStatus: HealthStatus | null, healthMessage: string | null, healthVersion: string | null, healthCheckedAt: string | null, cancelUrl: string | null, completion: Completion, attemptTimeout: number | null, heartbeatTimeout: number | null, maxQueueTime: number | null, maxConcurrency: number | null, requirements: unknown, inputSchema: unknown, outputSchema: unknown, parameterTypes: unknown, metadata: unknown, createdAt: string, createdBy: string | null, createdByName: string | null, updatedAt: string, runningJobs: number, parkedJobs: number, healthCheck: { endpoint: string | null, interval: number | null } | null, endpoint: { type: EndpointType, url: string, method: EndpointMethod, timeout: number | null, headers: unknown, retryConfig: { maxRetries: number, backoff: Backoff, delay: number, maxDelay: number | null, jitter: RetryJitter | null } | null, authentication: { type: AuthenticationType, header: string | null, username: string | null, credential: { set: boolean, hint: string | null } } } | null, signingSecret: { set: boolean, hint: string | null }, rateLimit: { limit: number, per: number } | null, deployments: Array<{ id: string, environment: AgentEnvironment, version: string, deployedAt: string, deployedBy: string, deployedByName: string | null, previousVersions: Array<string> }>, circuit: { state: CircuitState, failures: number, openedAt: string | null, nextProbeAt: string | null, reason: string | null } | null, heartbeat: { lastAt: string | null, status: HeartbeatStatus } } | null };

export type AgentDetailLoadsQueryVariables = Exact<{
  id: string | number;
}>;


export type AgentDetailLoadsQuery = { agent: { id: string, runningJobs: number, parkedJobs: number, circuit: { state: CircuitState, failures: number, openedAt: string | null, nextProbeAt: string | null, reason: string | null } | null, heartbeat: { lastAt: string | null, status: HeartbeatStatus } } | null };

export type AgentDetailStatsQueryVariables = Exact<{
  id: string | number;
  hours: number;
}>;


export type AgentDetailStatsQuery = { agent: { id: string, stats: { total: number, completed: number, failed: number, deadLetters: number, successRate: number | null, p50Ms: number | null, p95Ms: number | null, sampled: boolean, buckets: Array<{ at: string, completed: number, failed: number, p50Ms: number | null, p95Ms: number | null }> } } | null };

export type AgentJobFragment = { id: string, jobId: string, params: unknown, retryCount: number, status: JobStatus, reason: string | null, waitingFor: string | null, statusCode: number | null, durationMs: number | null, agentVersion: string | null, createdAt: string, scheduleExecution: { id: string, params: unknown } | null, error: { message: string } | null };

export type AgentJobsQueryVariables = Exact<{
  first?: number | null | undefined;
  after?: string | null | undefined;
  filter?: JobExecutionFilter | null | undefined;
}>;


export type AgentJobsQuery = { jobExecutions: { edges: Array<{ node: { id: string, jobId: string, params: unknown, retryCount: number, status: JobStatus, reason: string | null, waitingFor: string | null, statusCode: number | null, durationMs: number | null, agentVersion: string | null, createdAt: string, scheduleExecution: { id: string, params: unknown } | null, error: { message: string } | null } }>, pageInfo: { endCursor: string | null, hasNextPage: boolean } } };

export type AgentUsesQueryVariables = Exact<{
  id: string | number;
}>;


export type AgentUsesQuery = { schedules: { totalCount: number, edges: Array<{ node: { id: string, name: string, enabled: boolean, nextRunAt: string | null } }> }, pipelines: { totalCount: number, edges: Array<{ node: { id: string, name: string, enabled: boolean, steps: Array<{ stepId: string, agentId: string }> } }> }, webhooks: { totalCount: number, edges: Array<{ node: { id: string, name: string, suspended: boolean } }> } };

export type AgentConfigurationQueryVariables = Exact<{
  agentId: string | number;
}>;


export type AgentConfigurationQuery = { agentConfig: { value: unknown, updatedAt: string | null, updatedBy: string | null, updatedByName: string | null } | null };

export type AgentDeploymentHistoryQueryVariables = Exact<{
  agentId: string | number;
}>;


export type AgentDeploymentHistoryQuery = { auditEntries: { edges: Array<{ node: { id: string, at: string, action: string, actorName: string | null, before: unknown, after: unknown } }> } };

export type AgentCheckHealthMutationVariables = Exact<{
  id: string | number;
}>;


export type AgentCheckHealthMutation = { checkAgentHealth:
    | { __typename: 'Agent', id: string, healthStatus: HealthStatus | null, healthMessage: string | null, healthVersion: string | null, healthCheckedAt: string | null }
    | { __typename: 'ConflictError', code: string, message: string }
    | { __typename: 'NotFoundError', code: string, message: string }
    | { __typename: 'ValidationError', code: string, message: string }
   };

export type AgentChangeMutationVariables = Exact<{
  id: string | number;
  input: UpdateAgentInput;
}>;


export type AgentChangeMutation = { updateAgent:
    | { __typename: 'Agent', id: string, name: string, description: string | null, version: string, enabled: boolean, disabledByAdmin: boolean, healthStatus: HealthStatus | null, healthMessage: string | null, healthVersion: string | null, healthCheckedAt: string | null, cancelUrl: string | null, completion: Completion, attemptTimeout: number | null, heartbeatTimeout: number | null, maxQueueTime: number | null, maxConcurrency: number | null, requirements: unknown, inputSchema: unknown, outputSchema: unknown, parameterTypes: unknown, metadata: unknown, createdAt: string, createdBy: string | null, createdByName: string | null, updatedAt: string, runningJobs: number, parkedJobs: number, healthCheck: { endpoint: string | null, interval: number | null } | null, endpoint: { type: EndpointType, url: string, method: EndpointMethod, timeout: number | null, headers: unknown, retryConfig: { maxRetries: number, backoff: Backoff, delay: number, maxDelay: number | null, jitter: RetryJitter | null } | null, authentication: { type: AuthenticationType, header: string | null, username: string | null, credential: { set: boolean, hint: string | null } } } | null, signingSecret: { set: boolean, hint: string | null }, rateLimit: { limit: number, per: number } | null, deployments: Array<{ id: string, environment: AgentEnvironment, version: string, deployedAt: string, deployedBy: string, deployedByName: string | null, previousVersions: Array<string> }>, circuit: { state: CircuitState, failures: number, openedAt: string | null, nextProbeAt: string | null, reason: string | null } | null, heartbeat: { lastAt: string | null, status: HeartbeatStatus } }
    | { __typename: 'ConflictError', code: string, message: string }
    | { __typename: 'NotFoundError', code: string, message: string }
    | { __typename: 'ValidationError', code: string, message: string, issues: Array<{ path: Array<string>, message: string }> }
   };

export type AgentDeleteMutationVariables = Exact<{
  id: string | number;
}>;


export type AgentDeleteMutation = { deleteAgent:
    | { __typename: 'Agent', id: string }
    | { __typename: 'ConflictError', code: string, message: string }
    | { __typename: 'NotFoundError', code: string, message: string }
    | { __typename: 'ValidationError', code: string, message: string }
   };

export type AgentResetCircuitMutationVariables = Exact<{
  agentId: string | number;
}>;


export type AgentResetCircuitMutation = { resetAgentCircuit:
    | { __typename: 'Agent', id: string, runningJobs: number, parkedJobs: number, circuit: { state: CircuitState, failures: number, openedAt: string | null, nextProbeAt: string | null, reason: string | null } | null, heartbeat: { lastAt: string | null, status: HeartbeatStatus } }
    | { __typename: 'ConflictError', code: string, message: string }
    | { __typename: 'NotFoundError', code: string, message: string }
    | { __typename: 'ValidationError', code: string, message: string }
   };

export type AgentDeployMutationVariables = Exact<{
  agentId: string | number;
  version: string;
  environment: AgentEnvironment;
}>;


export type AgentDeployMutation = { deployAgentVersion:
    | { __typename: 'Agent', id: string, deployments: Array<{ id: string, environment: AgentEnvironment, version: string, deployedAt: string, deployedBy: string, deployedByName: string | null, previousVersions: Array<string> }> }
    | { __typename: 'ConflictError', code: string, message: string }
    | { __typename: 'NotFoundError', code: string, message: string }
    | { __typename: 'ValidationError', code: string, message: string, issues: Array<{ path: Array<string>, message: string }> }
   };

export type AgentRollbackMutationVariables = Exact<{
  agentId: string | number;
  environment: AgentEnvironment;
}>;


export type AgentRollbackMutation = { rollbackAgentVersion:
    | { __typename: 'Agent', id: string, deployments: Array<{ id: string, environment: AgentEnvironment, version: string, deployedAt: string, deployedBy: string, deployedByName: string | null, previousVersions: Array<string> }> }
    | { __typename: 'ConflictError', code: string, message: string }
    | { __typename: 'NotFoundError', code: string, message: string }
    | { __typename: 'ValidationError', code: string, message: string }
   };

export type AgentTestCallMutationVariables = Exact<{
  agentId: string | number;
  params?: unknown;
}>;


export type AgentTestCallMutation = { sendTestCall:
    | { __typename: 'ConflictError', code: string, message: string }
    | { __typename: 'NotFoundError', code: string, message: string }
    | { __typename: 'TestCall', statusCode: number | null, durationMs: number, outcome: TestCallOutcome, responseBody: string | null, message: string }
    | { __typename: 'ValidationError', code: string, message: string, issues: Array<{ path: Array<string>, message: string }> }
   };

export type AgentSetConfigMutationVariables = Exact<{
  agentId: string | number;
  value?: unknown;
}>;


export type AgentSetConfigMutation = { setAgentConfig:
    | { __typename: 'AgentConfig', value: unknown, updatedAt: string | null, updatedBy: string | null, updatedByName: string | null }
    | { __typename: 'ConflictError', code: string, message: string }
    | { __typename: 'NotFoundError', code: string, message: string }
    | { __typename: 'ValidationError', code: string, message: string, issues: Array<{ path: Array<string>, message: string }> }
   };

export type AgentRunMutationVariables = Exact<{
  agentId: string | number;
  params?: unknown;
  idempotencyKey?: string | null | undefined;
  priority?: number | null | undefined;
  retryConfig?: RetryConfigInput | null | undefined;
  timeout?: number | string | null | undefined;
  requirements?: unknown;
  delay?: number | string | null | undefined;
  runAt?: string | null | undefined;
}>;


export type AgentRunMutation = { triggerAgent:
    | { __typename: 'ConflictError', code: string, message: string }
    | { __typename: 'NotFoundError', code: string, message: string }
    | { __typename: 'ScheduleExecution', id: string }
    | { __typename: 'ValidationError', code: string, message: string, issues: Array<{ path: Array<string>, message: string }> }
   };

export const AgentDetailDeploymentFragmentDoc = gql`
    fragment AgentDetailDeployment on AgentDeployment {
  id
  environment
  version
  deployedAt
  deployedBy
  deployedByName
  previousVersions
}
    ` as unknown as DocumentNode<AgentDetailDeploymentFragment, unknown>;
export const AgentDetailLoadFragmentDoc = gql`
    fragment AgentDetailLoad on Agent {
  id
  runningJobs
  parkedJobs
  circuit {
    state
    failures
    openedAt
    nextProbeAt
    reason
  }
  heartbeat {
    lastAt
    status
  }
}
    ` as unknown as DocumentNode<AgentDetailLoadFragment, unknown>;
export const AgentDetailFragmentDoc = gql`
    fragment AgentDetail on Agent {
  id
  name
  description
  version
  enabled
  disabledByAdmin
  healthStatus
  healthMessage
  healthVersion
  healthCheckedAt
  healthCheck {
    endpoint
    interval
  }
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
  cancelUrl
  completion
  attemptTimeout
  heartbeatTimeout
  maxQueueTime
  maxConcurrency
  rateLimit {
    limit
    per
  }
  requirements
  inputSchema
  outputSchema
  parameterTypes
  metadata
  createdAt
  createdBy
  createdByName
  updatedAt
  deployments {
    ...AgentDetailDeployment
  }
  ...AgentDetailLoad
}
    ` as unknown as DocumentNode<AgentDetailFragment, unknown>;
export const AgentJobFragmentDoc = gql`
    fragment AgentJob on JobExecution {
  id
  jobId
  params
  scheduleExecution {
    id
    params
  }
  retryCount
  status
  reason
  waitingFor
  statusCode
  durationMs
  agentVersion
  createdAt
  error {
    message
  }
}
    ` as unknown as DocumentNode<AgentJobFragment, unknown>;
export const AgentDetailPageDocument = gql`
    query AgentDetailPage($id: ID!) {
  agent(id: $id) {
    ...AgentDetail
  }
}
    ${AgentDetailFragmentDoc}
${AgentDetailDeploymentFragmentDoc}
${AgentDetailLoadFragmentDoc}` as unknown as DocumentNode<AgentDetailPageQuery, AgentDetailPageQueryVariables>;
export const AgentDetailLoadsDocument = gql`
    query AgentDetailLoads($id: ID!) {
  agent(id: $id) {
    ...AgentDetailLoad
  }
}
    ${AgentDetailLoadFragmentDoc}` as unknown as DocumentNode<AgentDetailLoadsQuery, AgentDetailLoadsQueryVariables>;
export const AgentDetailStatsDocument = gql`
    query AgentDetailStats($id: ID!, $hours: Int!) {
  agent(id: $id) {
    id
    stats(hours: $hours) {
      total
      completed
      failed
      deadLetters
      successRate
      p50Ms
      p95Ms
      sampled
      buckets {
        at
        completed
        failed
        p50Ms
        p95Ms
      }
    }
  }
}
    ` as unknown as DocumentNode<AgentDetailStatsQuery, AgentDetailStatsQueryVariables>;
export const AgentJobsDocument = gql`
    query AgentJobs($first: Int, $after: String, $filter: JobExecutionFilter) {
  jobExecutions(first: $first, after: $after, filter: $filter) {
    edges {
      node {
        ...AgentJob
      }
    }
    pageInfo {
      endCursor
      hasNextPage
    }
  }
}
    ${AgentJobFragmentDoc}` as unknown as DocumentNode<AgentJobsQuery, AgentJobsQueryVariables>;
export const AgentUsesDocument = gql`
    query AgentUses($id: ID!) {
  schedules(
    first: 50
    filter: {agentId: $id}
    orderBy: {field: NAME, direction: ASC}
  ) {
    totalCount
    edges {
      node {
        id
        name
        enabled
        nextRunAt
      }
    }
  }
  pipelines(
    first: 50
    filter: {agentId: $id}
    orderBy: {field: NAME, direction: ASC}
  ) {
    totalCount
    edges {
      node {
        id
        name
        enabled
        steps {
          stepId
          agentId
        }
      }
    }
  }
  webhooks(first: 50, filter: {agentId: $id}) {
    totalCount
    edges {
      node {
        id
        name
        suspended
      }
    }
  }
}
    ` as unknown as DocumentNode<AgentUsesQuery, AgentUsesQueryVariables>;
export const AgentConfigurationDocument = gql`
    query AgentConfiguration($agentId: ID!) {
  agentConfig(agentId: $agentId) {
    value
    updatedAt
    updatedBy
    updatedByName
  }
}
    ` as unknown as DocumentNode<AgentConfigurationQuery, AgentConfigurationQueryVariables>;
export const AgentDeploymentHistoryDocument = gql`
    query AgentDeploymentHistory($agentId: ID!) {
  auditEntries(
    first: 30
    filter: {entityId: $agentId, entityType: "AgentVersionDeployment"}
  ) {
    edges {
      node {
        id
        at
        action
        actorName
        before
        after
      }
    }
  }
}
    ` as unknown as DocumentNode<AgentDeploymentHistoryQuery, AgentDeploymentHistoryQueryVariables>;
export const AgentCheckHealthDocument = gql`
    mutation AgentCheckHealth($id: ID!) {
  checkAgentHealth(id: $id) {
    __typename
    ... on Agent {
      id
      healthStatus
      healthMessage
      healthVersion
      healthCheckedAt
    }
    ... on Error {
      code
      message
    }
  }
}
    ` as unknown as DocumentNode<AgentCheckHealthMutation, AgentCheckHealthMutationVariables>;
export const AgentChangeDocument = gql`
    mutation AgentChange($id: ID!, $input: UpdateAgentInput!) {
  updateAgent(id: $id, input: $input) {
    __typename
    ... on Agent {
      ...AgentDetail
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
    ${AgentDetailFragmentDoc}
${AgentDetailDeploymentFragmentDoc}
${AgentDetailLoadFragmentDoc}` as unknown as DocumentNode<AgentChangeMutation, AgentChangeMutationVariables>;
export const AgentDeleteDocument = gql`
    mutation AgentDelete($id: ID!) {
  deleteAgent(id: $id) {
    __typename
    ... on Agent {
      id
    }
    ... on Error {
      code
      message
    }
  }
}
    ` as unknown as DocumentNode<AgentDeleteMutation, AgentDeleteMutationVariables>;
export const AgentResetCircuitDocument = gql`
    mutation AgentResetCircuit($agentId: ID!) {
  resetAgentCircuit(agentId: $agentId) {
    __typename
    ... on Agent {
      ...AgentDetailLoad
    }
    ... on Error {
      code
      message
    }
  }
}
    ${AgentDetailLoadFragmentDoc}` as unknown as DocumentNode<AgentResetCircuitMutation, AgentResetCircuitMutationVariables>;
export const AgentDeployDocument = gql`
    mutation AgentDeploy($agentId: ID!, $version: String!, $environment: AgentEnvironment!) {
  deployAgentVersion(
    agentId: $agentId
    version: $version
    environment: $environment
  ) {
    __typename
    ... on Agent {
      id
      deployments {
        ...AgentDetailDeployment
      }
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
    ${AgentDetailDeploymentFragmentDoc}` as unknown as DocumentNode<AgentDeployMutation, AgentDeployMutationVariables>;
export const AgentRollbackDocument = gql`
    mutation AgentRollback($agentId: ID!, $environment: AgentEnvironment!) {
  rollbackAgentVersion(agentId: $agentId, environment: $environment) {
    __typename
    ... on Agent {
      id
      deployments {
        ...AgentDetailDeployment
      }
    }
    ... on Error {
      code
      message
    }
  }
}
    ${AgentDetailDeploymentFragmentDoc}` as unknown as DocumentNode<AgentRollbackMutation, AgentRollbackMutationVariables>;
export const AgentTestCallDocument = gql`
    mutation AgentTestCall($agentId: ID!, $params: JSON) {
  sendTestCall(agentId: $agentId, params: $params) {
    __typename
    ... on TestCall {
      statusCode
      durationMs
      outcome
      responseBody
      message
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
    ` as unknown as DocumentNode<AgentTestCallMutation, AgentTestCallMutationVariables>;
export const AgentSetConfigDocument = gql`
    mutation AgentSetConfig($agentId: ID!, $value: JSON) {
  setAgentConfig(agentId: $agentId, value: $value) {
    __typename
    ... on AgentConfig {
      value
      updatedAt
      updatedBy
      updatedByName
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
    ` as unknown as DocumentNode<AgentSetConfigMutation, AgentSetConfigMutationVariables>;
export const AgentRunDocument = gql`
    mutation AgentRun($agentId: ID!, $params: JSON, $idempotencyKey: String, $priority: Int, $retryConfig: RetryConfigInput, $timeout: Duration, $requirements: JSON, $delay: Duration, $runAt: DateTime) {
  triggerAgent(
    agentId: $agentId
    params: $params
    idempotencyKey: $idempotencyKey
    priority: $priority
    retryConfig: $retryConfig
    timeout: $timeout
    requirements: $requirements
    delay: $delay
    runAt: $runAt
  ) {
    __typename
    ... on ScheduleExecution {
      id
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
    ` as unknown as DocumentNode<AgentRunMutation, AgentRunMutationVariables>;