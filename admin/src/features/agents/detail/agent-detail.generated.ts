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

/** What a check of an agent found. */
export type AgentCheckStatus =
  /** It must be fixed. */
  | 'FAILED'
  /** The agent does this well. */
  | 'PASSED'
  /** The check does not apply to this agent, or needs params of its own. */
  | 'SKIPPED'
  /** It works, but can be improved. */
  | 'WARNING';

/** Environment to which agent versions are deployed. */
export type AgentEnvironment =
  /** Development. */
  | 'DEVELOPMENT'
  /** Production, the default. */
  | 'PRODUCTION'
  /** Staging. */
  | 'STAGING';

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

/** State of a circuit breaker. */
export type CircuitState =
  /** Calls are made. */
  | 'CLOSED'
  /** One job has been sent as a probe. Others wait. */
  | 'HALF_OPEN'
  /** The address does not answer. Jobs wait. */
  | 'OPEN';

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

/** Result of a health check. */
export type HealthStatus =
  /** The agent works with restrictions. */
  | 'DEGRADED'
  /** The agent works. */
  | 'HEALTHY'
  /** The agent does not work or did not answer. */
  | 'UNHEALTHY';

/** State of an agent’s heartbeats, judged by `engineConfig`. */
export type HeartbeatStatus =
  /** The last heartbeat is recent. */
  | 'ALIVE'
  /** No heartbeat for `deadHeartbeatThreshold` intervals. */
  | 'DEAD'
  /** No heartbeat for longer than `heartbeatIntervalMs`. */
  | 'LATE'
  /** The agent sends no heartbeats. None are required. */
  | 'NEVER';

/** Selects jobs. All given conditions must match. */
export type JobExecutionFilter = {
  /** Only jobs of this agent. */
  agentId?: string | number | null | undefined;
  /** Only jobs of this context. */
  contextId?: string | number | null | undefined;
  /** Only attempts created at or after this time. */
  from?: string | null | undefined;
  /** Only attempts of this job. */
  jobId?: string | number | null | undefined;
  /** Only the newest attempt of each job. Subscriptions ignore this and emit every attempt. */
  latestAttempt?: boolean | null | undefined;
  /** Only jobs of this pipeline. */
  pipelineId?: string | number | null | undefined;
  /** Only jobs of this pipeline step. */
  pipelineStepId?: string | number | null | undefined;
  /** Only jobs of this run. */
  scheduleExecutionId?: string | number | null | undefined;
  /** Only jobs of this schedule. */
  scheduleId?: string | number | null | undefined;
  /** ID of an attempt, job or run, a full trace ID, or text contained in the agent ID, step ID, reason or error message, ignoring case. See `searchedBack`. */
  search?: string | null | undefined;
  /** Only jobs in one of these states. */
  status?: Array<JobStatus> | null | undefined;
  /** Only attempts created before this time. */
  to?: string | null | undefined;
};

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

/** Limits requests to an agent in a sliding span of time. */
export type RateLimitInput = {
  /** Maximum number of requests in the span, from 1 to 1,000,000. */
  limit: number;
  /** Length of the span, from 100 ms to 24 hours. */
  per: number | string;
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

/** How the answer to a test call is interpreted. */
export type TestCallOutcome =
  /** The agent accepted the call and would report its end later. */
  | 'ACCEPTED'
  /** The agent completed the call. */
  | 'COMPLETED'
  /** The call failed. */
  | 'FAILED';

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

export type AgentJobFragment = { id: string, jobId: string, params: unknown, retryCount: number, status: JobStatus, waitingFor: string | null, statusCode: number | null, durationMs: number | null, agentVersion: string | null, createdAt: string, reason: JobReason | null, scheduleExecution: { id: string, params: unknown } | null, error: { message: string } | null };

export type AgentJobsQueryVariables = Exact<{
  first?: number | null | undefined;
  after?: string | null | undefined;
  filter?: JobExecutionFilter | null | undefined;
}>;


export type AgentJobsQuery = { jobExecutions: { edges: Array<{ node: { id: string, jobId: string, params: unknown, retryCount: number, status: JobStatus, waitingFor: string | null, statusCode: number | null, durationMs: number | null, agentVersion: string | null, createdAt: string, reason: JobReason | null, scheduleExecution: { id: string, params: unknown } | null, error: { message: string } | null } }>, pageInfo: { endCursor: string | null, hasNextPage: boolean } } };

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

export type GradeAgentMutationVariables = Exact<{
  agentId: string | number;
  params?: unknown;
}>;


export type GradeAgentMutation = { gradeAgent:
    | { __typename: 'AgentGrade', checks: Array<{ name: string, status: AgentCheckStatus, message: string, fix: string | null }> }
    | { __typename: 'ConflictError', code: string, message: string }
    | { __typename: 'NotFoundError', code: string, message: string }
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
  reason: reasonCode
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
export const GradeAgentDocument = gql`
    mutation GradeAgent($agentId: ID!, $params: JSON) {
  gradeAgent(agentId: $agentId, params: $params) {
    __typename
    ... on AgentGrade {
      checks {
        name
        status
        message
        fix
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
    ` as unknown as DocumentNode<GradeAgentMutation, GradeAgentMutationVariables>;