/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
import type { DocumentTypeDecoration } from '@graphql-typed-document-node/core';
export type AfterOnce =
  | 'DELETE'
  | 'DISABLE';

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

export type AgentEnvironment =
  | 'DEVELOPMENT'
  | 'PRODUCTION'
  | 'STAGING';

export type AgentFilter = {
  enabled?: boolean | null | undefined;
  healthStatus?: Array<HealthStatus> | null | undefined;
  /** Part of the id, name or description, in any case. */
  search?: string | null | undefined;
};

export type AgentHealthCheckInput = {
  /** A URL, or a path beside the endpoint; default /health. */
  endpoint?: string | null | undefined;
  /** Seconds. */
  interval?: number | null | undefined;
};

export type AgentOrder = {
  direction?: OrderDirection;
  field: AgentOrderField;
};

export type AgentOrderField =
  | 'CREATED_AT'
  | 'ID'
  | 'NAME';

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

export type BatchSettingsInput = {
  batchSize?: number | null | undefined;
  staggerDelay?: number | string | null | undefined;
};

export type ChangeStatus =
  | 'DELETED'
  | 'DISABLED'
  | 'ENABLED';

/** What an answer that does not say so means: AUTO: the job is done. REPORT: its end will be reported. */
export type Completion =
  | 'AUTO'
  | 'REPORT';

export type ConnectionPoolInput = {
  keepAlive?: boolean | null | undefined;
  maxSockets?: number | null | undefined;
};

export type CreateApiTokenInput = {
  /** Default: never. */
  expiresAt?: string | null | undefined;
  name: string;
  role: Role;
};

export type CreatePipelineInput = {
  description?: string | null | undefined;
  enabled?: boolean | null | undefined;
  name: string;
  /** Repeats a failed context from its beginning; default: it stays failed. */
  retryConfig?: RetryConfigInput | null | undefined;
  /** In the order in which ready ones start; replaced as a whole. */
  steps: Array<PipelineStepInput>;
};

export type CreateScheduleInput = {
  /** Of a one-time schedule that has run; default DISABLE. */
  afterOnce?: AfterOnce | null | undefined;
  agentId?: string | number | null | undefined;
  /** Five fields; of a repeating schedule, this or interval. */
  cronExpression?: string | null | undefined;
  description?: string | null | undefined;
  /** Default NEXT_VALID. */
  dstGap?: DstGap | null | undefined;
  /** Default FIRST. */
  dstRepeat?: DstRepeat | null | undefined;
  enabled?: boolean | null | undefined;
  /** Exclusive. */
  endAt?: string | null | undefined;
  /** At least one second. */
  interval?: number | string | null | undefined;
  /** Ends after so many runs. */
  maxRuns?: number | null | undefined;
  name: string;
  /** Data source strings in it ("db:…") are expanded to many jobs. */
  params?: unknown;
  pipelineId?: string | number | null | undefined;
  /** Higher first. */
  priority?: number | null | undefined;
  repeat: Repeat;
  /** Default: the agent's. */
  retryConfig?: RetryConfigInput | null | undefined;
  /** Inclusive. Of a one-time schedule: when; default at once. */
  startAt?: string | null | undefined;
  targetType: TargetType;
  /** Never fires by time: waits for triggers. */
  template?: boolean | null | undefined;
  /** For one attempt, from its first send; default: the agent's. */
  timeout?: number | string | null | undefined;
  /** IANA name; default: the zone of the scheduler config. */
  timezone?: string | null | undefined;
};

export type DefaultBackoffInput = {
  delay?: number | string | null | undefined;
  type?: Backoff | null | undefined;
};

export type DefaultRetryConfigInput = {
  backoff?: DefaultBackoffInput | null | undefined;
  maxRetries?: number | null | undefined;
};

/** Did the agents take the jobs? SUCCESS: all first attempts were answered. */
export type DeliveryStatus =
  | 'FAILED'
  | 'PARTIAL'
  | 'PENDING'
  | 'SKIPPED'
  | 'SUCCESS';

/** A fixed local time that does not exist when clocks go forward: the first instant after the gap, or not at all. */
export type DstGap =
  | 'NEXT_VALID'
  | 'SKIP';

/** A fixed local time that comes twice when clocks go back. */
export type DstRepeat =
  | 'BOTH'
  | 'FIRST'
  | 'LAST';

export type EndpointMethod =
  | 'POST'
  | 'PUT';

export type EndpointType =
  | 'CLOUD_FUNCTION'
  | 'HTTP'
  | 'N8N'
  | 'WEBHOOK';

export type ExecutionStatus =
  | 'CANCELLED'
  | 'FAILED'
  | 'PARTIAL'
  | 'PENDING'
  | 'RUNNING'
  | 'SKIPPED'
  | 'SUCCEEDED';

export type ExecutionTrigger =
  | 'BACKFILL'
  | 'MANUAL'
  | 'SCHEDULE'
  | 'WEBHOOK';

export type HealthStatus =
  | 'DEGRADED'
  | 'HEALTHY'
  | 'UNHEALTHY';

export type HttpClientSettingsInput = {
  connectionPool?: ConnectionPoolInput | null | undefined;
  maxConcurrentRequests?: number | null | undefined;
  retryConfig?: DefaultRetryConfigInput | null | undefined;
  timeout?: number | string | null | undefined;
};

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
  /** An id (of attempt, job or execution) or trace id, whole; else part of the agent id, step id, reason or error message, in any case. */
  search?: string | null | undefined;
  /** One of these. */
  status?: Array<JobStatus> | null | undefined;
  /** Created before this instant. */
  to?: string | null | undefined;
};

export type JobExecutionOrder = {
  direction?: OrderDirection;
  field: JobExecutionOrderField;
};

export type JobExecutionOrderField =
  | 'CREATED_AT';

/** PENDING → RUNNING → COMPLETED, FAILED, DEAD_LETTER or CANCELLED; a pending one may also end SKIPPED. */
export type JobStatus =
  | 'CANCELLED'
  | 'COMPLETED'
  | 'DEAD_LETTER'
  | 'FAILED'
  | 'PENDING'
  | 'RUNNING'
  | 'SKIPPED';

export type LoopConditionInput = {
  /** To be given; null is a value. */
  equals?: unknown;
  /** Into the result of the loop’s step, e.g. "review.approved" or "items[0].ok". */
  path: string;
};

export type MonitoringSettingsInput = {
  enabled?: boolean | null | undefined;
  notificationChannels?: Array<string> | null | undefined;
  notifyOnFailure?: boolean | null | undefined;
};

export type OrderDirection =
  | 'ASC'
  | 'DESC';

/** All that are given must hold. */
export type PipelineFilter = {
  /** One of its steps calls this agent. */
  agentId?: string | number | null | undefined;
  enabled?: boolean | null | undefined;
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

export type PipelineStepInput = {
  agentId: string | number;
  /** How long it waits for its dependencies, from the start of its context; default: as long as they take. */
  dependencyTimeout?: number | string | null | undefined;
  /** Steps that end before this one is judged. */
  dependsOn?: Array<string | number> | null | undefined;
  loop?: StepLoopInput | null | undefined;
  /** false: it runs alone within its context. */
  parallel: boolean;
  /** Laid over the schedule’s, key by key. Data sources belong in those. */
  params?: unknown;
  /** Higher first; default: the schedule's. */
  priority?: number | null | undefined;
  /** Default: the schedule's, else the agent's. */
  retryConfig?: RetryConfigInput | null | undefined;
  /** Default ALL_SUCCEEDED. */
  runIf?: RunIf | null | undefined;
  /** Names it within the pipeline: letters, digits, ".", "_", "-". */
  stepId: string | number;
  /** For one attempt; default: the schedule's, else the agent's. */
  timeout?: number | string | null | undefined;
};

/** A schedule that exists, or the timing of one that might. */
export type PreviewScheduleInput = {
  cronExpression?: string | null | undefined;
  dstGap?: DstGap | null | undefined;
  dstRepeat?: DstRepeat | null | undefined;
  endAt?: string | null | undefined;
  /** Default: now. */
  from?: string | null | undefined;
  interval?: number | string | null | undefined;
  maxRuns?: number | null | undefined;
  repeat?: Repeat | null | undefined;
  scheduleId?: string | number | null | undefined;
  startAt?: string | null | undefined;
  timezone?: string | null | undefined;
};

export type RegisterAgentInput = {
  /** For one attempt, from its first send; default one hour. */
  attemptTimeout?: number | string | null | undefined;
  /** Where the agent is told that an attempt was cancelled. */
  cancelUrl?: string | null | undefined;
  /** Default: by the type of the endpoint. */
  completion?: Completion | null | undefined;
  description?: string | null | undefined;
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
  metadata?: unknown;
  name: string;
  /** JSON Schema (2020-12) that results must fit. */
  outputSchema?: unknown;
  parameterTypes?: unknown;
  /** Signs requests as Standard Webhooks do: whsec_… . */
  signingSecret?: string | null | undefined;
  version: string;
};

export type Repeat =
  | 'ONCE'
  | 'REPEATING';

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

/** VIEWER reads; OPERATOR also triggers, retries and cancels; ADMIN also edits and manages tokens. */
export type Role =
  | 'ADMIN'
  | 'OPERATOR'
  | 'VIEWER';

/** When a step starts, judged on how its dependencies ended; when that cannot hold any more, it is skipped. A skipped dependency is done, and neither success nor failure. */
export type RunIf =
  | 'ALL_DONE'
  | 'ALL_SUCCEEDED'
  | 'ANY_FAILED'
  | 'ANY_SUCCEEDED';

/** How the jobs ended. */
export type RunStatus =
  | 'CANCELLED'
  | 'FAILED'
  | 'PARTIAL'
  | 'PENDING'
  | 'RUNNING'
  | 'SUCCEEDED';

/** All that are given must hold. */
export type ScheduleExecutionFilter = {
  agentId?: string | number | null | undefined;
  /** Created at this instant or later. */
  from?: string | null | undefined;
  pipelineId?: string | number | null | undefined;
  /** One of these. */
  runStatus?: Array<RunStatus> | null | undefined;
  scheduleId?: string | number | null | undefined;
  /** An id (of execution or schedule) or trace id, whole; else part of the agent id or reason, in any case. */
  search?: string | null | undefined;
  /** One of these. */
  status?: Array<DeliveryStatus> | null | undefined;
  /** Created before this instant. */
  to?: string | null | undefined;
  trigger?: Array<ExecutionTrigger> | null | undefined;
};

export type ScheduleFilter = {
  agentId?: string | number | null | undefined;
  enabled?: boolean | null | undefined;
  /** true: only those that cannot run. */
  flagged?: boolean | null | undefined;
  pipelineId?: string | number | null | undefined;
  repeat?: Repeat | null | undefined;
  /** Part of the name or description, in any case; or the id. */
  search?: string | null | undefined;
};

export type ScheduleOrder = {
  direction?: OrderDirection;
  field: ScheduleOrderField;
};

export type ScheduleOrderField =
  | 'CREATED_AT'
  | 'NAME'
  | 'NEXT_RUN_AT';

export type SchedulerSettingsInput = {
  attemptTimeout?: number | string | null | undefined;
  checkInterval?: number | string | null | undefined;
  enabled?: boolean | null | undefined;
  maxAttemptDuration?: number | string | null | undefined;
  maxExpansion?: number | null | undefined;
  misfireThreshold?: number | string | null | undefined;
  orphanCheckInterval?: number | string | null | undefined;
  shutdownGrace?: number | string | null | undefined;
  timezone?: string | null | undefined;
};

export type StepLoopInput = {
  /** The first one included; at most 1000. */
  maxTurns: number;
  /** Where another turn begins: a step before this one, or this one. */
  to: string | number;
  while: LoopConditionInput;
};

export type TargetType =
  | 'AGENT'
  | 'PIPELINE';

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
  enabled?: boolean | null | undefined;
  endpoint?: UpdateAgentEndpointInput | null | undefined;
  healthCheck?: AgentHealthCheckInput | null | undefined;
  /** Silence after acceptance that counts as lost; default: none does. */
  heartbeatTimeout?: number | string | null | undefined;
  /** JSON Schema (2020-12) that params must fit. */
  inputSchema?: unknown;
  /** Attempts running at once, over all workers. */
  maxConcurrency?: number | null | undefined;
  metadata?: unknown;
  name?: string | null | undefined;
  /** JSON Schema (2020-12) that results must fit. */
  outputSchema?: unknown;
  parameterTypes?: unknown;
  /** Signs requests as Standard Webhooks do: whsec_… . */
  signingSecret?: string | null | undefined;
  version?: string | null | undefined;
};

export type UpdatePipelineInput = {
  description?: string | null | undefined;
  enabled?: boolean | null | undefined;
  name?: string | null | undefined;
  /** Repeats a failed context from its beginning; default: it stays failed. */
  retryConfig?: RetryConfigInput | null | undefined;
  /** In the order in which ready ones start; replaced as a whole. */
  steps?: Array<PipelineStepInput> | null | undefined;
};

export type UpdateScheduleInput = {
  /** Of a one-time schedule that has run; default DISABLE. */
  afterOnce?: AfterOnce | null | undefined;
  agentId?: string | number | null | undefined;
  /** Five fields; of a repeating schedule, this or interval. */
  cronExpression?: string | null | undefined;
  description?: string | null | undefined;
  /** Default NEXT_VALID. */
  dstGap?: DstGap | null | undefined;
  /** Default FIRST. */
  dstRepeat?: DstRepeat | null | undefined;
  enabled?: boolean | null | undefined;
  /** Exclusive. */
  endAt?: string | null | undefined;
  /** At least one second. */
  interval?: number | string | null | undefined;
  /** Ends after so many runs. */
  maxRuns?: number | null | undefined;
  name?: string | null | undefined;
  /** Data source strings in it ("db:…") are expanded to many jobs. */
  params?: unknown;
  pipelineId?: string | number | null | undefined;
  /** Higher first. */
  priority?: number | null | undefined;
  repeat?: Repeat | null | undefined;
  /** Default: the agent's. */
  retryConfig?: RetryConfigInput | null | undefined;
  /** Inclusive. Of a one-time schedule: when; default at once. */
  startAt?: string | null | undefined;
  targetType?: TargetType | null | undefined;
  /** Never fires by time: waits for triggers. */
  template?: boolean | null | undefined;
  /** For one attempt, from its first send; default: the agent's. */
  timeout?: number | string | null | undefined;
  /** IANA name; default: the zone of the scheduler config. */
  timezone?: string | null | undefined;
};

/** What is left out stays as it is. */
export type UpdateSchedulerConfigInput = {
  defaultBatchProcessing?: BatchSettingsInput | null | undefined;
  httpClient?: HttpClientSettingsInput | null | undefined;
  monitoring?: MonitoringSettingsInput | null | undefined;
  scheduler?: SchedulerSettingsInput | null | undefined;
};

export type WorkerState =
  | 'ALIVE'
  | 'BUSY'
  | 'DEAD'
  | 'IDLE';

export type MeQueryVariables = Exact<{ [key: string]: never; }>;


export type MeQuery = { me: { id: string, name: string, role: Role } | null };

export type AgentQueryVariables = Exact<{
  id: string | number;
}>;


export type AgentQuery = { agent: { id: string, name: string, description: string | null, version: string, enabled: boolean, completion: Completion, healthStatus: HealthStatus | null, healthMessage: string | null, metadata: unknown, endpoint: { type: EndpointType, url: string, method: EndpointMethod, timeout: number | null, headers: unknown, authentication: { type: AuthenticationType, header: string | null, username: string | null, credential: { set: boolean, hint: string | null } }, retryConfig: { maxRetries: number, backoff: Backoff, delay: number, maxDelay: number | null, jitter: RetryJitter | null } | null } | null, healthCheck: { endpoint: string | null, interval: number | null } | null, signingSecret: { set: boolean, hint: string | null }, deployments: Array<{ environment: AgentEnvironment, version: string, previousVersions: Array<string> }> } | null };

export type AgentsQueryVariables = Exact<{
  first?: number | null | undefined;
  after?: string | null | undefined;
  last?: number | null | undefined;
  before?: string | null | undefined;
  filter?: AgentFilter | null | undefined;
  orderBy?: AgentOrder | null | undefined;
}>;


export type AgentsQuery = { agents: { totalCount: number, pageInfo: { hasNextPage: boolean, hasPreviousPage: boolean, startCursor: string | null, endCursor: string | null }, edges: Array<{ cursor: string, node: { id: string, name: string, enabled: boolean } }> } };

export type ScheduleQueryVariables = Exact<{
  id: string | number;
}>;


export type ScheduleQuery = { schedule: { id: string, name: string, description: string | null, repeat: Repeat, cronExpression: string | null, interval: number | null, timezone: string | null, startAt: string | null, endAt: string | null, dstGap: DstGap, dstRepeat: DstRepeat, afterOnce: AfterOnce, maxRuns: number | null, template: boolean, targetType: TargetType, agentId: string | null, pipelineId: string | null, params: unknown, timeout: number | null, priority: number, enabled: boolean, flag: string | null, nextRunAt: string | null, nextRunSource: string | null, decision: unknown, lastRunAt: string | null, runCount: number, failureCount: number, createdBy: string, agent: { id: string, name: string } | null, pipeline: { id: string, name: string, steps: Array<{ stepId: string }> } | null, retryConfig: { maxRetries: number, backoff: Backoff, delay: number, maxDelay: number | null, jitter: RetryJitter | null } | null } | null };

export type SchedulesQueryVariables = Exact<{
  first?: number | null | undefined;
  after?: string | null | undefined;
  last?: number | null | undefined;
  before?: string | null | undefined;
  filter?: ScheduleFilter | null | undefined;
  orderBy?: ScheduleOrder | null | undefined;
}>;


export type SchedulesQuery = { schedules: { totalCount: number, pageInfo: { hasNextPage: boolean, hasPreviousPage: boolean, startCursor: string | null, endCursor: string | null }, edges: Array<{ cursor: string, node: { id: string, name: string, nextRunAt: string | null } }> } };

export type SchedulesWithHistoryQueryVariables = Exact<{
  schedules: number;
  executions: number;
  jobs: number;
  after?: string | null | undefined;
}>;


export type SchedulesWithHistoryQuery = { schedules: { totalCount: number, edges: Array<{ node: { id: string, agent: { id: string, name: string } | null, executions: { totalCount: number, pageInfo: { endCursor: string | null, hasNextPage: boolean }, edges: Array<{ node: { id: string, schedule: { id: string, name: string, agent: { name: string } | null } | null, jobs: { totalCount: number, edges: Array<{ node: { id: string, jobId: string, status: JobStatus, agent: { id: string, name: string } | null, attempts: Array<{ id: string, retryCount: number, agent: { name: string } | null }> } }> } } }> } } }> } };

export type ScheduleExecutionQueryVariables = Exact<{
  id: string | number;
}>;


export type ScheduleExecutionQuery = { scheduleExecution: { id: string, scheduleId: string | null, targetType: TargetType, agentId: string | null, trigger: ExecutionTrigger, source: string | null, reason: string | null, status: DeliveryStatus, runStatus: RunStatus | null, jobsCreated: number, metadata: unknown, errors: Array<{ message: string, timestamp: string | null, count: number }>, schedule: { id: string } | null, jobs: { totalCount: number, edges: Array<{ node: { id: string, status: JobStatus } }> } } | null };

export type ScheduleExecutionsQueryVariables = Exact<{
  first?: number | null | undefined;
  filter?: ScheduleExecutionFilter | null | undefined;
}>;


export type ScheduleExecutionsQuery = { scheduleExecutions: { totalCount: number, edges: Array<{ node: { id: string } }> } };

export type JobExecutionQueryVariables = Exact<{
  id: string | number;
}>;


export type JobExecutionQuery = { jobExecution: { id: string, jobId: string, retryCount: number, isLatest: boolean, supersedes: string | null, agentId: string, pipelineId: string | null, pipelineStepId: string | null, contextId: string | null, turn: number, contextRetry: number, dependencyDeadlineAt: string | null, status: JobStatus, params: unknown, result: unknown, metrics: unknown, dependencies: Array<string>, statusCode: number | null, durationMs: number | null, responseBody: string | null, traceId: string, enqueuedAt: string | null, startedAt: string | null, acceptedAt: string | null, completedAt: string | null, retryAt: string | null, reason: string | null, error: { message: string, code: string | null, retryable: boolean, timestamp: string | null } | null, attempts: Array<{ id: string, retryCount: number, isLatest: boolean, status: JobStatus }> } | null };

export type JobExecutionsQueryVariables = Exact<{
  first?: number | null | undefined;
  after?: string | null | undefined;
  last?: number | null | undefined;
  before?: string | null | undefined;
  filter?: JobExecutionFilter | null | undefined;
  orderBy?: JobExecutionOrder | null | undefined;
}>;


export type JobExecutionsQuery = { jobExecutions: { totalCount: number, pageInfo: { hasNextPage: boolean, hasPreviousPage: boolean, startCursor: string | null, endCursor: string | null }, edges: Array<{ cursor: string, node: { id: string, jobId: string, status: JobStatus } }> } };

export type CursorAndJobsQueryVariables = Exact<{ [key: string]: never; }>;


export type CursorAndJobsQuery = { eventCursor: string, jobExecutions: { edges: Array<{ node: { id: string, status: JobStatus } }> } };

export type PipelineQueryVariables = Exact<{
  id: string | number;
}>;


export type PipelineQuery = { pipeline: { id: string, name: string, description: string | null, enabled: boolean, createdBy: string, retryConfig: { maxRetries: number, backoff: Backoff, delay: number, maxDelay: number | null, jitter: RetryJitter | null } | null, steps: Array<{ stepId: string, agentId: string, dependsOn: Array<string>, parallel: boolean, runIf: RunIf, dependencyTimeout: number | null, params: unknown, timeout: number | null, priority: number | null, agent: { id: string, name: string } | null, retryConfig: { maxRetries: number, backoff: Backoff, delay: number, maxDelay: number | null, jitter: RetryJitter | null } | null, loop: { to: string, maxTurns: number, while: { path: string, equals: unknown } } | null }> } | null };

export type RetryFragment = { maxRetries: number, backoff: Backoff, delay: number, maxDelay: number | null, jitter: RetryJitter | null };

export type PipelinesQueryVariables = Exact<{
  first?: number | null | undefined;
  after?: string | null | undefined;
  filter?: PipelineFilter | null | undefined;
  orderBy?: PipelineOrder | null | undefined;
}>;


export type PipelinesQuery = { pipelines: { totalCount: number, pageInfo: { hasNextPage: boolean, endCursor: string | null }, edges: Array<{ node: { id: string, name: string, steps: Array<{ stepId: string, agent: { name: string } | null }> } }> } };

export type PipelineRunQueryVariables = Exact<{
  id: string | number;
  contextId?: string | number | null | undefined;
  first?: number | null | undefined;
  after?: string | null | undefined;
  last?: number | null | undefined;
  before?: string | null | undefined;
}>;


export type PipelineRunQuery = { scheduleExecution: { id: string, targetType: TargetType, pipelineId: string | null, status: DeliveryStatus, runStatus: RunStatus | null, jobsCreated: number, jobsCompleted: number, jobsFailed: number, jobsSkipped: number, jobsCancelled: number, metadata: unknown, pipeline: { name: string } | null, pipelineGraph: { nodes: Array<{ stepId: string, agentId: string, exclusive: boolean, agent: { name: string } | null, loop: { to: string, maxTurns: number } | null, counts: { pending: number, running: number, completed: number, failed: number, deadLetter: number, cancelled: number, skipped: number } }>, edges: Array<{ from: string, to: string }> } | null, contexts: { totalCount: number, pageInfo: { hasNextPage: boolean, hasPreviousPage: boolean, startCursor: string | null, endCursor: string | null }, edges: Array<{ node: { contextId: string, status: RunStatus, steps: Array<{ id: string, jobId: string, pipelineStepId: string | null, status: JobStatus, turn: number, retryCount: number, reason: string | null, params: unknown, agent: { name: string } | null }> } }> } } | null };

export type GraphFragment = { nodes: Array<{ stepId: string, agentId: string, exclusive: boolean, agent: { name: string } | null, loop: { to: string, maxTurns: number } | null, counts: { pending: number, running: number, completed: number, failed: number, deadLetter: number, cancelled: number, skipped: number } }>, edges: Array<{ from: string, to: string }> };

export type PipelineRunsQueryVariables = Exact<{
  first: number;
  contexts: number;
}>;


export type PipelineRunsQuery = { scheduleExecutions: { edges: Array<{ node: { id: string, pipeline: { name: string } | null, pipelineGraph: { nodes: Array<{ stepId: string, agentId: string, exclusive: boolean, agent: { name: string } | null, loop: { to: string, maxTurns: number } | null, counts: { pending: number, running: number, completed: number, failed: number, deadLetter: number, cancelled: number, skipped: number } }>, edges: Array<{ from: string, to: string }> } | null, contexts: { totalCount: number, edges: Array<{ node: { contextId: string, status: RunStatus, steps: Array<{ id: string, pipelineStepId: string | null, agent: { name: string } | null }> } }> } } }> } };

export type SchedulerConfigQueryVariables = Exact<{ [key: string]: never; }>;


export type SchedulerConfigQuery = { schedulerConfig: { scheduler: { enabled: boolean, timezone: string, checkInterval: number, maxExpansion: number }, httpClient: { timeout: number, maxConcurrentRequests: number, retryConfig: { maxRetries: number, backoff: { type: Backoff, delay: number } }, connectionPool: { maxSockets: number, keepAlive: boolean } }, defaultBatchProcessing: { batchSize: number, staggerDelay: number }, monitoring: { enabled: boolean, notifyOnFailure: boolean, notificationChannels: Array<string> } } };

export type PreviewScheduleQueryVariables = Exact<{
  input: PreviewScheduleInput;
  count?: number | null | undefined;
}>;


export type PreviewScheduleQuery = { previewSchedule: { occurrences: Array<{ at: string, source: string, decision: unknown }> } };

export type PreviewExpansionQueryVariables = Exact<{
  params: unknown;
}>;


export type PreviewExpansionQuery = { previewExpansion: { total: number, jobs: number, batches: number, batchSize: number, staggerDelay: number, durationMs: number, sample: Array<unknown>, dropped: { nulls: number, duplicates: number } } };

export type WorkersQueryVariables = Exact<{ [key: string]: never; }>;


export type WorkersQuery = { workers: { totalCount: number, edges: Array<{ node: { id: string, host: string, state: WorkerState, capabilities: unknown } }> } };

export type ApiTokensQueryVariables = Exact<{ [key: string]: never; }>;


export type ApiTokensQuery = { apiTokens: { totalCount: number, edges: Array<{ node: { id: string, name: string, role: Role, hint: string, revokedAt: string | null } }> } };

type Refusal_ConflictError_Fragment = { code: string, message: string };

type Refusal_NotFoundError_Fragment = { code: string, message: string };

type Refusal_ValidationError_Fragment = { code: string, message: string, issues: Array<{ path: Array<string>, message: string }> };

export type RefusalFragment =
  | Refusal_ConflictError_Fragment
  | Refusal_NotFoundError_Fragment
  | Refusal_ValidationError_Fragment
;

export type RegisterAgentMutationVariables = Exact<{
  input: RegisterAgentInput;
}>;


export type RegisterAgentMutation = { registerAgent:
    | { __typename: 'Agent', id: string, name: string, version: string, enabled: boolean }
    | { __typename: 'ConflictError', code: string, message: string }
    | { __typename: 'NotFoundError', code: string, message: string }
    | { __typename: 'ValidationError', code: string, message: string, issues: Array<{ path: Array<string>, message: string }> }
   };

export type UpdateAgentMutationVariables = Exact<{
  id: string | number;
  input: UpdateAgentInput;
}>;


export type UpdateAgentMutation = { updateAgent:
    | { __typename: 'Agent', id: string, name: string, enabled: boolean }
    | { __typename: 'ConflictError', code: string, message: string }
    | { __typename: 'NotFoundError', code: string, message: string }
    | { __typename: 'ValidationError', code: string, message: string, issues: Array<{ path: Array<string>, message: string }> }
   };

export type DeleteAgentMutationVariables = Exact<{
  id: string | number;
}>;


export type DeleteAgentMutation = { deleteAgent:
    | { __typename: 'Agent', id: string, name: string }
    | { __typename: 'ConflictError', code: string, message: string }
    | { __typename: 'NotFoundError', code: string, message: string }
    | { __typename: 'ValidationError', code: string, message: string, issues: Array<{ path: Array<string>, message: string }> }
   };

export type CheckAgentHealthMutationVariables = Exact<{
  id: string | number;
}>;


export type CheckAgentHealthMutation = { checkAgentHealth:
    | { __typename: 'Agent', id: string, healthStatus: HealthStatus | null, healthMessage: string | null }
    | { __typename: 'ConflictError', code: string, message: string }
    | { __typename: 'NotFoundError', code: string, message: string }
    | { __typename: 'ValidationError', code: string, message: string, issues: Array<{ path: Array<string>, message: string }> }
   };

export type DeployAgentVersionMutationVariables = Exact<{
  agentId: string | number;
  version: string;
  environment: AgentEnvironment;
}>;


export type DeployAgentVersionMutation = { deployAgentVersion:
    | { __typename: 'Agent', id: string, deployments: Array<{ environment: AgentEnvironment, version: string, previousVersions: Array<string> }> }
    | { __typename: 'ConflictError', code: string, message: string }
    | { __typename: 'NotFoundError', code: string, message: string }
    | { __typename: 'ValidationError', code: string, message: string, issues: Array<{ path: Array<string>, message: string }> }
   };

export type RollbackAgentVersionMutationVariables = Exact<{
  agentId: string | number;
  environment: AgentEnvironment;
}>;


export type RollbackAgentVersionMutation = { rollbackAgentVersion:
    | { __typename: 'Agent', id: string, deployments: Array<{ environment: AgentEnvironment, version: string }> }
    | { __typename: 'ConflictError', code: string, message: string }
    | { __typename: 'NotFoundError', code: string, message: string }
    | { __typename: 'ValidationError', code: string, message: string, issues: Array<{ path: Array<string>, message: string }> }
   };

export type CreateScheduleMutationVariables = Exact<{
  input: CreateScheduleInput;
}>;


export type CreateScheduleMutation = { createSchedule:
    | { __typename: 'ConflictError', code: string, message: string }
    | { __typename: 'NotFoundError', code: string, message: string }
    | { __typename: 'Schedule', id: string, name: string, interval: number | null, nextRunAt: string | null, priority: number, agent: { name: string } | null, pipeline: { name: string } | null }
    | { __typename: 'ValidationError', code: string, message: string, issues: Array<{ path: Array<string>, message: string }> }
   };

export type UpdateScheduleMutationVariables = Exact<{
  id: string | number;
  input: UpdateScheduleInput;
}>;


export type UpdateScheduleMutation = { updateSchedule:
    | { __typename: 'ConflictError', code: string, message: string }
    | { __typename: 'NotFoundError', code: string, message: string }
    | { __typename: 'Schedule', id: string, name: string, interval: number | null, nextRunAt: string | null }
    | { __typename: 'ValidationError', code: string, message: string, issues: Array<{ path: Array<string>, message: string }> }
   };

export type DeleteScheduleMutationVariables = Exact<{
  id: string | number;
}>;


export type DeleteScheduleMutation = { deleteSchedule:
    | { __typename: 'ConflictError', code: string, message: string }
    | { __typename: 'NotFoundError', code: string, message: string }
    | { __typename: 'Schedule', id: string, name: string }
    | { __typename: 'ValidationError', code: string, message: string, issues: Array<{ path: Array<string>, message: string }> }
   };

export type SetScheduleEnabledMutationVariables = Exact<{
  id: string | number;
  enabled: boolean;
}>;


export type SetScheduleEnabledMutation = { setScheduleEnabled:
    | { __typename: 'ConflictError', code: string, message: string }
    | { __typename: 'NotFoundError', code: string, message: string }
    | { __typename: 'Schedule', id: string, enabled: boolean, nextRunAt: string | null }
    | { __typename: 'ValidationError', code: string, message: string, issues: Array<{ path: Array<string>, message: string }> }
   };

export type TriggerScheduleMutationVariables = Exact<{
  id: string | number;
  params?: unknown;
}>;


export type TriggerScheduleMutation = { triggerSchedule:
    | { __typename: 'ConflictError', code: string, message: string }
    | { __typename: 'NotFoundError', code: string, message: string }
    | { __typename: 'ScheduleExecution', id: string, trigger: ExecutionTrigger, runStatus: RunStatus | null, scheduleId: string | null, schedule: { name: string } | null }
    | { __typename: 'ValidationError', code: string, message: string, issues: Array<{ path: Array<string>, message: string }> }
   };

export type TriggerAgentMutationVariables = Exact<{
  agentId: string | number;
  params?: unknown;
}>;


export type TriggerAgentMutation = { triggerAgent:
    | { __typename: 'ConflictError', code: string, message: string }
    | { __typename: 'NotFoundError', code: string, message: string }
    | { __typename: 'ScheduleExecution', id: string, trigger: ExecutionTrigger, runStatus: RunStatus | null, agentId: string | null }
    | { __typename: 'ValidationError', code: string, message: string, issues: Array<{ path: Array<string>, message: string }> }
   };

export type CreatePipelineMutationVariables = Exact<{
  input: CreatePipelineInput;
}>;


export type CreatePipelineMutation = { createPipeline:
    | { __typename: 'ConflictError', code: string, message: string }
    | { __typename: 'NotFoundError', code: string, message: string }
    | { __typename: 'Pipeline', id: string, name: string, enabled: boolean, steps: Array<{ stepId: string }> }
    | { __typename: 'ValidationError', code: string, message: string, issues: Array<{ path: Array<string>, message: string }> }
   };

export type UpdatePipelineMutationVariables = Exact<{
  id: string | number;
  input: UpdatePipelineInput;
}>;


export type UpdatePipelineMutation = { updatePipeline:
    | { __typename: 'ConflictError', code: string, message: string }
    | { __typename: 'NotFoundError', code: string, message: string }
    | { __typename: 'Pipeline', id: string, name: string, enabled: boolean, steps: Array<{ stepId: string }> }
    | { __typename: 'ValidationError', code: string, message: string, issues: Array<{ path: Array<string>, message: string }> }
   };

export type DeletePipelineMutationVariables = Exact<{
  id: string | number;
}>;


export type DeletePipelineMutation = { deletePipeline:
    | { __typename: 'ConflictError', code: string, message: string }
    | { __typename: 'NotFoundError', code: string, message: string }
    | { __typename: 'Pipeline', id: string, name: string, steps: Array<{ stepId: string }> }
    | { __typename: 'ValidationError', code: string, message: string, issues: Array<{ path: Array<string>, message: string }> }
   };

export type TriggerPipelineMutationVariables = Exact<{
  id: string | number;
  params?: unknown;
}>;


export type TriggerPipelineMutation = { triggerPipeline:
    | { __typename: 'ConflictError', code: string, message: string }
    | { __typename: 'NotFoundError', code: string, message: string }
    | { __typename: 'ScheduleExecution', id: string, trigger: ExecutionTrigger, runStatus: RunStatus | null, targetType: TargetType, agentId: string | null, pipelineId: string | null, pipeline: { name: string } | null }
    | { __typename: 'ValidationError', code: string, message: string, issues: Array<{ path: Array<string>, message: string }> }
   };

export type RerunFromMutationVariables = Exact<{
  scheduleExecutionId: string | number;
  contextId: string | number;
  stepId: string | number;
}>;


export type RerunFromMutation = { rerunFrom:
    | { __typename: 'ConflictError', code: string, message: string }
    | { __typename: 'NotFoundError', code: string, message: string }
    | { __typename: 'ScheduleExecution', id: string, runStatus: RunStatus | null }
    | { __typename: 'ValidationError', code: string, message: string, issues: Array<{ path: Array<string>, message: string }> }
   };

export type CancelContextMutationVariables = Exact<{
  scheduleExecutionId: string | number;
  contextId: string | number;
}>;


export type CancelContextMutation = { cancelContext:
    | { __typename: 'ConflictError', code: string, message: string }
    | { __typename: 'NotFoundError', code: string, message: string }
    | { __typename: 'ScheduleExecution', id: string, runStatus: RunStatus | null }
    | { __typename: 'ValidationError', code: string, message: string, issues: Array<{ path: Array<string>, message: string }> }
   };

export type CancelScheduleExecutionMutationVariables = Exact<{
  id: string | number;
}>;


export type CancelScheduleExecutionMutation = { cancelScheduleExecution:
    | { __typename: 'ConflictError', code: string, message: string }
    | { __typename: 'NotFoundError', code: string, message: string }
    | { __typename: 'ScheduleExecution', id: string, cancelRequestedAt: string | null }
    | { __typename: 'ValidationError', code: string, message: string, issues: Array<{ path: Array<string>, message: string }> }
   };

export type CancelJobMutationVariables = Exact<{
  jobId: string | number;
}>;


export type CancelJobMutation = { cancelJob:
    | { __typename: 'ConflictError', code: string, message: string }
    | { __typename: 'JobExecution', id: string, status: JobStatus, reason: string | null }
    | { __typename: 'NotFoundError', code: string, message: string }
    | { __typename: 'ValidationError', code: string, message: string, issues: Array<{ path: Array<string>, message: string }> }
   };

export type RetryJobMutationVariables = Exact<{
  jobId: string | number;
}>;


export type RetryJobMutation = { retryJob:
    | { __typename: 'ConflictError', code: string, message: string }
    | { __typename: 'JobExecution', id: string, retryCount: number, status: JobStatus }
    | { __typename: 'NotFoundError', code: string, message: string }
    | { __typename: 'ValidationError', code: string, message: string, issues: Array<{ path: Array<string>, message: string }> }
   };

export type RetryFailedJobsMutationVariables = Exact<{
  scheduleExecutionId: string | number;
}>;


export type RetryFailedJobsMutation = { retryFailedJobs:
    | { __typename: 'ConflictError', code: string, message: string }
    | { __typename: 'NotFoundError', code: string, message: string }
    | { __typename: 'ScheduleExecution', id: string, runStatus: RunStatus | null }
    | { __typename: 'ValidationError', code: string, message: string, issues: Array<{ path: Array<string>, message: string }> }
   };

export type UpdateSchedulerConfigMutationVariables = Exact<{
  input: UpdateSchedulerConfigInput;
}>;


export type UpdateSchedulerConfigMutation = { updateSchedulerConfig:
    | { __typename: 'ConflictError', code: string, message: string }
    | { __typename: 'NotFoundError', code: string, message: string }
    | { __typename: 'SchedulerConfig', scheduler: { timezone: string, checkInterval: number }, httpClient: { maxConcurrentRequests: number } }
    | { __typename: 'ValidationError', code: string, message: string, issues: Array<{ path: Array<string>, message: string }> }
   };

export type CreateApiTokenMutationVariables = Exact<{
  input: CreateApiTokenInput;
}>;


export type CreateApiTokenMutation = { createApiToken:
    | { __typename: 'ConflictError', code: string, message: string }
    | { __typename: 'CreatedApiToken', token: string, apiToken: { id: string, name: string, role: Role, hint: string } | null }
    | { __typename: 'NotFoundError', code: string, message: string }
    | { __typename: 'ValidationError', code: string, message: string, issues: Array<{ path: Array<string>, message: string }> }
   };

export type RevokeApiTokenMutationVariables = Exact<{
  id: string | number;
}>;


export type RevokeApiTokenMutation = { revokeApiToken:
    | { __typename: 'ApiToken', id: string, revokedAt: string | null }
    | { __typename: 'ConflictError', code: string, message: string }
    | { __typename: 'NotFoundError', code: string, message: string }
    | { __typename: 'ValidationError', code: string, message: string, issues: Array<{ path: Array<string>, message: string }> }
   };

export type JobExecutionChangedSubscriptionVariables = Exact<{
  filter?: JobExecutionFilter | null | undefined;
  after?: string | number | null | undefined;
}>;


export type JobExecutionChangedSubscription = { jobExecutionChanged: { cursor: string, executionId: string, jobId: string, previousStatus: JobStatus | null, status: JobStatus, supersedes: string | null, at: string, jobExecution: { id: string, status: JobStatus, pipelineStepId: string | null, contextId: string | null, agent: { name: string } | null } | null } };

export type ScheduleExecutionChangedSubscriptionVariables = Exact<{
  filter?: ScheduleExecutionFilter | null | undefined;
  after?: string | number | null | undefined;
}>;


export type ScheduleExecutionChangedSubscription = { scheduleExecutionChanged: { cursor: string, executionId: string, scheduleId: string | null, previousStatus: ExecutionStatus | null, status: ExecutionStatus, at: string, scheduleExecution: { id: string, runStatus: RunStatus | null, jobs: { edges: Array<{ node: { id: string } }> } } | null } };

export type ScheduleChangedSubscriptionVariables = Exact<{
  after?: string | number | null | undefined;
}>;


export type ScheduleChangedSubscription = { scheduleChanged: { cursor: string, scheduleId: string, previousStatus: ChangeStatus | null, status: ChangeStatus, schedule: { id: string, name: string } | null } };

export type AgentChangedSubscriptionVariables = Exact<{
  after?: string | number | null | undefined;
}>;


export type AgentChangedSubscription = { agentChanged: { cursor: string, agentId: string, previousStatus: ChangeStatus | null, status: ChangeStatus, agent: { id: string, name: string } | null } };

export class TypedDocumentString<TResult, TVariables>
  extends String
  implements DocumentTypeDecoration<TResult, TVariables>
{
  __apiType?: NonNullable<DocumentTypeDecoration<TResult, TVariables>['__apiType']>;
  private value: string;
  public __meta__?: Record<string, any> | undefined;

  constructor(value: string, __meta__?: Record<string, any> | undefined) {
    super(value);
    this.value = value;
    this.__meta__ = __meta__;
  }

  override toString(): string & DocumentTypeDecoration<TResult, TVariables> {
    return this.value;
  }
}
export const RetryFragmentDoc = new TypedDocumentString(`
    fragment Retry on RetryConfig {
  maxRetries
  backoff
  delay
  maxDelay
  jitter
}
    `, {"fragmentName":"Retry"}) as unknown as TypedDocumentString<RetryFragment, unknown>;
export const GraphFragmentDoc = new TypedDocumentString(`
    fragment Graph on PipelineGraph {
  nodes {
    stepId
    agentId
    agent {
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
    `, {"fragmentName":"Graph"}) as unknown as TypedDocumentString<GraphFragment, unknown>;
export const RefusalFragmentDoc = new TypedDocumentString(`
    fragment Refusal on Error {
  code
  message
  ... on ValidationError {
    issues {
      path
      message
    }
  }
}
    `, {"fragmentName":"Refusal"}) as unknown as TypedDocumentString<RefusalFragment, unknown>;
export const MeDocument = new TypedDocumentString(`
    query Me {
  me {
    id
    name
    role
  }
}
    `) as unknown as TypedDocumentString<MeQuery, MeQueryVariables>;
export const AgentDocument = new TypedDocumentString(`
    query Agent($id: ID!) {
  agent(id: $id) {
    id
    name
    description
    version
    enabled
    completion
    healthStatus
    healthMessage
    metadata
    endpoint {
      type
      url
      method
      timeout
      headers
      authentication {
        type
        header
        username
        credential {
          set
          hint
        }
      }
      retryConfig {
        maxRetries
        backoff
        delay
        maxDelay
        jitter
      }
    }
    healthCheck {
      endpoint
      interval
    }
    signingSecret {
      set
      hint
    }
    deployments {
      environment
      version
      previousVersions
    }
  }
}
    `) as unknown as TypedDocumentString<AgentQuery, AgentQueryVariables>;
export const AgentsDocument = new TypedDocumentString(`
    query Agents($first: Int, $after: String, $last: Int, $before: String, $filter: AgentFilter, $orderBy: AgentOrder) {
  agents(
    first: $first
    after: $after
    last: $last
    before: $before
    filter: $filter
    orderBy: $orderBy
  ) {
    totalCount
    pageInfo {
      hasNextPage
      hasPreviousPage
      startCursor
      endCursor
    }
    edges {
      cursor
      node {
        id
        name
        enabled
      }
    }
  }
}
    `) as unknown as TypedDocumentString<AgentsQuery, AgentsQueryVariables>;
export const ScheduleDocument = new TypedDocumentString(`
    query Schedule($id: ID!) {
  schedule(id: $id) {
    id
    name
    description
    repeat
    cronExpression
    interval
    timezone
    startAt
    endAt
    dstGap
    dstRepeat
    afterOnce
    maxRuns
    template
    targetType
    agentId
    agent {
      id
      name
    }
    pipelineId
    pipeline {
      id
      name
      steps {
        stepId
      }
    }
    params
    retryConfig {
      maxRetries
      backoff
      delay
      maxDelay
      jitter
    }
    timeout
    priority
    enabled
    flag
    nextRunAt
    nextRunSource
    decision
    lastRunAt
    runCount
    failureCount
    createdBy
  }
}
    `) as unknown as TypedDocumentString<ScheduleQuery, ScheduleQueryVariables>;
export const SchedulesDocument = new TypedDocumentString(`
    query Schedules($first: Int, $after: String, $last: Int, $before: String, $filter: ScheduleFilter, $orderBy: ScheduleOrder) {
  schedules(
    first: $first
    after: $after
    last: $last
    before: $before
    filter: $filter
    orderBy: $orderBy
  ) {
    totalCount
    pageInfo {
      hasNextPage
      hasPreviousPage
      startCursor
      endCursor
    }
    edges {
      cursor
      node {
        id
        name
        nextRunAt
      }
    }
  }
}
    `) as unknown as TypedDocumentString<SchedulesQuery, SchedulesQueryVariables>;
export const SchedulesWithHistoryDocument = new TypedDocumentString(`
    query SchedulesWithHistory($schedules: Int!, $executions: Int!, $jobs: Int!, $after: String) {
  schedules(first: $schedules) {
    totalCount
    edges {
      node {
        id
        agent {
          id
          name
        }
        executions(first: $executions, after: $after) {
          totalCount
          pageInfo {
            endCursor
            hasNextPage
          }
          edges {
            node {
              id
              schedule {
                id
                name
                agent {
                  name
                }
              }
              jobs(first: $jobs) {
                totalCount
                edges {
                  node {
                    id
                    jobId
                    status
                    agent {
                      id
                      name
                    }
                    attempts {
                      id
                      retryCount
                      agent {
                        name
                      }
                    }
                  }
                }
              }
            }
          }
        }
      }
    }
  }
}
    `) as unknown as TypedDocumentString<SchedulesWithHistoryQuery, SchedulesWithHistoryQueryVariables>;
export const ScheduleExecutionDocument = new TypedDocumentString(`
    query ScheduleExecution($id: ID!) {
  scheduleExecution(id: $id) {
    id
    scheduleId
    targetType
    agentId
    trigger
    source
    reason
    status
    runStatus
    jobsCreated
    errors {
      message
      timestamp
      count
    }
    metadata
    schedule {
      id
    }
    jobs {
      totalCount
      edges {
        node {
          id
          status
        }
      }
    }
  }
}
    `) as unknown as TypedDocumentString<ScheduleExecutionQuery, ScheduleExecutionQueryVariables>;
export const ScheduleExecutionsDocument = new TypedDocumentString(`
    query ScheduleExecutions($first: Int, $filter: ScheduleExecutionFilter) {
  scheduleExecutions(first: $first, filter: $filter) {
    totalCount
    edges {
      node {
        id
      }
    }
  }
}
    `) as unknown as TypedDocumentString<ScheduleExecutionsQuery, ScheduleExecutionsQueryVariables>;
export const JobExecutionDocument = new TypedDocumentString(`
    query JobExecution($id: ID!) {
  jobExecution(id: $id) {
    id
    jobId
    retryCount
    isLatest
    supersedes
    agentId
    pipelineId
    pipelineStepId
    contextId
    turn
    contextRetry
    dependencyDeadlineAt
    status
    params
    result
    error {
      message
      code
      retryable
      timestamp
    }
    metrics
    dependencies
    statusCode
    durationMs
    responseBody
    traceId
    enqueuedAt
    startedAt
    acceptedAt
    completedAt
    retryAt
    reason
    attempts {
      id
      retryCount
      isLatest
      status
    }
  }
}
    `) as unknown as TypedDocumentString<JobExecutionQuery, JobExecutionQueryVariables>;
export const JobExecutionsDocument = new TypedDocumentString(`
    query JobExecutions($first: Int, $after: String, $last: Int, $before: String, $filter: JobExecutionFilter, $orderBy: JobExecutionOrder) {
  jobExecutions(
    first: $first
    after: $after
    last: $last
    before: $before
    filter: $filter
    orderBy: $orderBy
  ) {
    totalCount
    pageInfo {
      hasNextPage
      hasPreviousPage
      startCursor
      endCursor
    }
    edges {
      cursor
      node {
        id
        jobId
        status
      }
    }
  }
}
    `) as unknown as TypedDocumentString<JobExecutionsQuery, JobExecutionsQueryVariables>;
export const CursorAndJobsDocument = new TypedDocumentString(`
    query CursorAndJobs {
  eventCursor
  jobExecutions {
    edges {
      node {
        id
        status
      }
    }
  }
}
    `) as unknown as TypedDocumentString<CursorAndJobsQuery, CursorAndJobsQueryVariables>;
export const PipelineDocument = new TypedDocumentString(`
    query Pipeline($id: ID!) {
  pipeline(id: $id) {
    id
    name
    description
    enabled
    createdBy
    retryConfig {
      ...Retry
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
        ...Retry
      }
      timeout
      priority
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
}
    fragment Retry on RetryConfig {
  maxRetries
  backoff
  delay
  maxDelay
  jitter
}`) as unknown as TypedDocumentString<PipelineQuery, PipelineQueryVariables>;
export const PipelinesDocument = new TypedDocumentString(`
    query Pipelines($first: Int, $after: String, $filter: PipelineFilter, $orderBy: PipelineOrder) {
  pipelines(first: $first, after: $after, filter: $filter, orderBy: $orderBy) {
    totalCount
    pageInfo {
      hasNextPage
      endCursor
    }
    edges {
      node {
        id
        name
        steps {
          stepId
          agent {
            name
          }
        }
      }
    }
  }
}
    `) as unknown as TypedDocumentString<PipelinesQuery, PipelinesQueryVariables>;
export const PipelineRunDocument = new TypedDocumentString(`
    query PipelineRun($id: ID!, $contextId: ID, $first: Int, $after: String, $last: Int, $before: String) {
  scheduleExecution(id: $id) {
    id
    targetType
    pipelineId
    pipeline {
      name
    }
    status
    runStatus
    jobsCreated
    jobsCompleted
    jobsFailed
    jobsSkipped
    jobsCancelled
    metadata
    pipelineGraph(contextId: $contextId) {
      ...Graph
    }
    contexts(first: $first, after: $after, last: $last, before: $before) {
      totalCount
      pageInfo {
        hasNextPage
        hasPreviousPage
        startCursor
        endCursor
      }
      edges {
        node {
          contextId
          status
          steps {
            id
            jobId
            pipelineStepId
            status
            turn
            retryCount
            reason
            params
            agent {
              name
            }
          }
        }
      }
    }
  }
}
    fragment Graph on PipelineGraph {
  nodes {
    stepId
    agentId
    agent {
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
}`) as unknown as TypedDocumentString<PipelineRunQuery, PipelineRunQueryVariables>;
export const PipelineRunsDocument = new TypedDocumentString(`
    query PipelineRuns($first: Int!, $contexts: Int!) {
  scheduleExecutions(first: $first) {
    edges {
      node {
        id
        pipeline {
          name
        }
        pipelineGraph {
          ...Graph
        }
        contexts(first: $contexts) {
          totalCount
          edges {
            node {
              contextId
              status
              steps {
                id
                pipelineStepId
                agent {
                  name
                }
              }
            }
          }
        }
      }
    }
  }
}
    fragment Graph on PipelineGraph {
  nodes {
    stepId
    agentId
    agent {
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
}`) as unknown as TypedDocumentString<PipelineRunsQuery, PipelineRunsQueryVariables>;
export const SchedulerConfigDocument = new TypedDocumentString(`
    query SchedulerConfig {
  schedulerConfig {
    scheduler {
      enabled
      timezone
      checkInterval
      maxExpansion
    }
    httpClient {
      timeout
      maxConcurrentRequests
      retryConfig {
        maxRetries
        backoff {
          type
          delay
        }
      }
      connectionPool {
        maxSockets
        keepAlive
      }
    }
    defaultBatchProcessing {
      batchSize
      staggerDelay
    }
    monitoring {
      enabled
      notifyOnFailure
      notificationChannels
    }
  }
}
    `) as unknown as TypedDocumentString<SchedulerConfigQuery, SchedulerConfigQueryVariables>;
export const PreviewScheduleDocument = new TypedDocumentString(`
    query PreviewSchedule($input: PreviewScheduleInput!, $count: Int) {
  previewSchedule(input: $input, count: $count) {
    occurrences {
      at
      source
      decision
    }
  }
}
    `) as unknown as TypedDocumentString<PreviewScheduleQuery, PreviewScheduleQueryVariables>;
export const PreviewExpansionDocument = new TypedDocumentString(`
    query PreviewExpansion($params: JSON!) {
  previewExpansion(params: $params) {
    total
    jobs
    batches
    batchSize
    staggerDelay
    durationMs
    dropped {
      nulls
      duplicates
    }
    sample
  }
}
    `) as unknown as TypedDocumentString<PreviewExpansionQuery, PreviewExpansionQueryVariables>;
export const WorkersDocument = new TypedDocumentString(`
    query Workers {
  workers {
    totalCount
    edges {
      node {
        id
        host
        state
        capabilities
      }
    }
  }
}
    `) as unknown as TypedDocumentString<WorkersQuery, WorkersQueryVariables>;
export const ApiTokensDocument = new TypedDocumentString(`
    query ApiTokens {
  apiTokens {
    totalCount
    edges {
      node {
        id
        name
        role
        hint
        revokedAt
      }
    }
  }
}
    `) as unknown as TypedDocumentString<ApiTokensQuery, ApiTokensQueryVariables>;
export const RegisterAgentDocument = new TypedDocumentString(`
    mutation RegisterAgent($input: RegisterAgentInput!) {
  registerAgent(input: $input) {
    __typename
    ... on Agent {
      id
      name
      version
      enabled
    }
    ...Refusal
  }
}
    fragment Refusal on Error {
  code
  message
  ... on ValidationError {
    issues {
      path
      message
    }
  }
}`) as unknown as TypedDocumentString<RegisterAgentMutation, RegisterAgentMutationVariables>;
export const UpdateAgentDocument = new TypedDocumentString(`
    mutation UpdateAgent($id: ID!, $input: UpdateAgentInput!) {
  updateAgent(id: $id, input: $input) {
    __typename
    ... on Agent {
      id
      name
      enabled
    }
    ...Refusal
  }
}
    fragment Refusal on Error {
  code
  message
  ... on ValidationError {
    issues {
      path
      message
    }
  }
}`) as unknown as TypedDocumentString<UpdateAgentMutation, UpdateAgentMutationVariables>;
export const DeleteAgentDocument = new TypedDocumentString(`
    mutation DeleteAgent($id: ID!) {
  deleteAgent(id: $id) {
    __typename
    ... on Agent {
      id
      name
    }
    ...Refusal
  }
}
    fragment Refusal on Error {
  code
  message
  ... on ValidationError {
    issues {
      path
      message
    }
  }
}`) as unknown as TypedDocumentString<DeleteAgentMutation, DeleteAgentMutationVariables>;
export const CheckAgentHealthDocument = new TypedDocumentString(`
    mutation CheckAgentHealth($id: ID!) {
  checkAgentHealth(id: $id) {
    __typename
    ... on Agent {
      id
      healthStatus
      healthMessage
    }
    ...Refusal
  }
}
    fragment Refusal on Error {
  code
  message
  ... on ValidationError {
    issues {
      path
      message
    }
  }
}`) as unknown as TypedDocumentString<CheckAgentHealthMutation, CheckAgentHealthMutationVariables>;
export const DeployAgentVersionDocument = new TypedDocumentString(`
    mutation DeployAgentVersion($agentId: ID!, $version: String!, $environment: AgentEnvironment!) {
  deployAgentVersion(
    agentId: $agentId
    version: $version
    environment: $environment
  ) {
    __typename
    ... on Agent {
      id
      deployments {
        environment
        version
        previousVersions
      }
    }
    ...Refusal
  }
}
    fragment Refusal on Error {
  code
  message
  ... on ValidationError {
    issues {
      path
      message
    }
  }
}`) as unknown as TypedDocumentString<DeployAgentVersionMutation, DeployAgentVersionMutationVariables>;
export const RollbackAgentVersionDocument = new TypedDocumentString(`
    mutation RollbackAgentVersion($agentId: ID!, $environment: AgentEnvironment!) {
  rollbackAgentVersion(agentId: $agentId, environment: $environment) {
    __typename
    ... on Agent {
      id
      deployments {
        environment
        version
      }
    }
    ...Refusal
  }
}
    fragment Refusal on Error {
  code
  message
  ... on ValidationError {
    issues {
      path
      message
    }
  }
}`) as unknown as TypedDocumentString<RollbackAgentVersionMutation, RollbackAgentVersionMutationVariables>;
export const CreateScheduleDocument = new TypedDocumentString(`
    mutation CreateSchedule($input: CreateScheduleInput!) {
  createSchedule(input: $input) {
    __typename
    ... on Schedule {
      id
      name
      interval
      nextRunAt
      priority
      agent {
        name
      }
      pipeline {
        name
      }
    }
    ...Refusal
  }
}
    fragment Refusal on Error {
  code
  message
  ... on ValidationError {
    issues {
      path
      message
    }
  }
}`) as unknown as TypedDocumentString<CreateScheduleMutation, CreateScheduleMutationVariables>;
export const UpdateScheduleDocument = new TypedDocumentString(`
    mutation UpdateSchedule($id: ID!, $input: UpdateScheduleInput!) {
  updateSchedule(id: $id, input: $input) {
    __typename
    ... on Schedule {
      id
      name
      interval
      nextRunAt
    }
    ...Refusal
  }
}
    fragment Refusal on Error {
  code
  message
  ... on ValidationError {
    issues {
      path
      message
    }
  }
}`) as unknown as TypedDocumentString<UpdateScheduleMutation, UpdateScheduleMutationVariables>;
export const DeleteScheduleDocument = new TypedDocumentString(`
    mutation DeleteSchedule($id: ID!) {
  deleteSchedule(id: $id) {
    __typename
    ... on Schedule {
      id
      name
    }
    ...Refusal
  }
}
    fragment Refusal on Error {
  code
  message
  ... on ValidationError {
    issues {
      path
      message
    }
  }
}`) as unknown as TypedDocumentString<DeleteScheduleMutation, DeleteScheduleMutationVariables>;
export const SetScheduleEnabledDocument = new TypedDocumentString(`
    mutation SetScheduleEnabled($id: ID!, $enabled: Boolean!) {
  setScheduleEnabled(id: $id, enabled: $enabled) {
    __typename
    ... on Schedule {
      id
      enabled
      nextRunAt
    }
    ...Refusal
  }
}
    fragment Refusal on Error {
  code
  message
  ... on ValidationError {
    issues {
      path
      message
    }
  }
}`) as unknown as TypedDocumentString<SetScheduleEnabledMutation, SetScheduleEnabledMutationVariables>;
export const TriggerScheduleDocument = new TypedDocumentString(`
    mutation TriggerSchedule($id: ID!, $params: JSON) {
  triggerSchedule(id: $id, params: $params) {
    __typename
    ... on ScheduleExecution {
      id
      trigger
      runStatus
      scheduleId
      schedule {
        name
      }
    }
    ...Refusal
  }
}
    fragment Refusal on Error {
  code
  message
  ... on ValidationError {
    issues {
      path
      message
    }
  }
}`) as unknown as TypedDocumentString<TriggerScheduleMutation, TriggerScheduleMutationVariables>;
export const TriggerAgentDocument = new TypedDocumentString(`
    mutation TriggerAgent($agentId: ID!, $params: JSON) {
  triggerAgent(agentId: $agentId, params: $params) {
    __typename
    ... on ScheduleExecution {
      id
      trigger
      runStatus
      agentId
    }
    ...Refusal
  }
}
    fragment Refusal on Error {
  code
  message
  ... on ValidationError {
    issues {
      path
      message
    }
  }
}`) as unknown as TypedDocumentString<TriggerAgentMutation, TriggerAgentMutationVariables>;
export const CreatePipelineDocument = new TypedDocumentString(`
    mutation CreatePipeline($input: CreatePipelineInput!) {
  createPipeline(input: $input) {
    __typename
    ... on Pipeline {
      id
      name
      enabled
      steps {
        stepId
      }
    }
    ...Refusal
  }
}
    fragment Refusal on Error {
  code
  message
  ... on ValidationError {
    issues {
      path
      message
    }
  }
}`) as unknown as TypedDocumentString<CreatePipelineMutation, CreatePipelineMutationVariables>;
export const UpdatePipelineDocument = new TypedDocumentString(`
    mutation UpdatePipeline($id: ID!, $input: UpdatePipelineInput!) {
  updatePipeline(id: $id, input: $input) {
    __typename
    ... on Pipeline {
      id
      name
      enabled
      steps {
        stepId
      }
    }
    ...Refusal
  }
}
    fragment Refusal on Error {
  code
  message
  ... on ValidationError {
    issues {
      path
      message
    }
  }
}`) as unknown as TypedDocumentString<UpdatePipelineMutation, UpdatePipelineMutationVariables>;
export const DeletePipelineDocument = new TypedDocumentString(`
    mutation DeletePipeline($id: ID!) {
  deletePipeline(id: $id) {
    __typename
    ... on Pipeline {
      id
      name
      steps {
        stepId
      }
    }
    ...Refusal
  }
}
    fragment Refusal on Error {
  code
  message
  ... on ValidationError {
    issues {
      path
      message
    }
  }
}`) as unknown as TypedDocumentString<DeletePipelineMutation, DeletePipelineMutationVariables>;
export const TriggerPipelineDocument = new TypedDocumentString(`
    mutation TriggerPipeline($id: ID!, $params: JSON) {
  triggerPipeline(id: $id, params: $params) {
    __typename
    ... on ScheduleExecution {
      id
      trigger
      runStatus
      targetType
      agentId
      pipelineId
      pipeline {
        name
      }
    }
    ...Refusal
  }
}
    fragment Refusal on Error {
  code
  message
  ... on ValidationError {
    issues {
      path
      message
    }
  }
}`) as unknown as TypedDocumentString<TriggerPipelineMutation, TriggerPipelineMutationVariables>;
export const RerunFromDocument = new TypedDocumentString(`
    mutation RerunFrom($scheduleExecutionId: ID!, $contextId: ID!, $stepId: ID!) {
  rerunFrom(
    scheduleExecutionId: $scheduleExecutionId
    contextId: $contextId
    stepId: $stepId
  ) {
    __typename
    ... on ScheduleExecution {
      id
      runStatus
    }
    ...Refusal
  }
}
    fragment Refusal on Error {
  code
  message
  ... on ValidationError {
    issues {
      path
      message
    }
  }
}`) as unknown as TypedDocumentString<RerunFromMutation, RerunFromMutationVariables>;
export const CancelContextDocument = new TypedDocumentString(`
    mutation CancelContext($scheduleExecutionId: ID!, $contextId: ID!) {
  cancelContext(scheduleExecutionId: $scheduleExecutionId, contextId: $contextId) {
    __typename
    ... on ScheduleExecution {
      id
      runStatus
    }
    ...Refusal
  }
}
    fragment Refusal on Error {
  code
  message
  ... on ValidationError {
    issues {
      path
      message
    }
  }
}`) as unknown as TypedDocumentString<CancelContextMutation, CancelContextMutationVariables>;
export const CancelScheduleExecutionDocument = new TypedDocumentString(`
    mutation CancelScheduleExecution($id: ID!) {
  cancelScheduleExecution(id: $id) {
    __typename
    ... on ScheduleExecution {
      id
      cancelRequestedAt
    }
    ...Refusal
  }
}
    fragment Refusal on Error {
  code
  message
  ... on ValidationError {
    issues {
      path
      message
    }
  }
}`) as unknown as TypedDocumentString<CancelScheduleExecutionMutation, CancelScheduleExecutionMutationVariables>;
export const CancelJobDocument = new TypedDocumentString(`
    mutation CancelJob($jobId: ID!) {
  cancelJob(jobId: $jobId) {
    __typename
    ... on JobExecution {
      id
      status
      reason
    }
    ...Refusal
  }
}
    fragment Refusal on Error {
  code
  message
  ... on ValidationError {
    issues {
      path
      message
    }
  }
}`) as unknown as TypedDocumentString<CancelJobMutation, CancelJobMutationVariables>;
export const RetryJobDocument = new TypedDocumentString(`
    mutation RetryJob($jobId: ID!) {
  retryJob(jobId: $jobId) {
    __typename
    ... on JobExecution {
      id
      retryCount
      status
    }
    ...Refusal
  }
}
    fragment Refusal on Error {
  code
  message
  ... on ValidationError {
    issues {
      path
      message
    }
  }
}`) as unknown as TypedDocumentString<RetryJobMutation, RetryJobMutationVariables>;
export const RetryFailedJobsDocument = new TypedDocumentString(`
    mutation RetryFailedJobs($scheduleExecutionId: ID!) {
  retryFailedJobs(scheduleExecutionId: $scheduleExecutionId) {
    __typename
    ... on ScheduleExecution {
      id
      runStatus
    }
    ...Refusal
  }
}
    fragment Refusal on Error {
  code
  message
  ... on ValidationError {
    issues {
      path
      message
    }
  }
}`) as unknown as TypedDocumentString<RetryFailedJobsMutation, RetryFailedJobsMutationVariables>;
export const UpdateSchedulerConfigDocument = new TypedDocumentString(`
    mutation UpdateSchedulerConfig($input: UpdateSchedulerConfigInput!) {
  updateSchedulerConfig(input: $input) {
    __typename
    ... on SchedulerConfig {
      scheduler {
        timezone
        checkInterval
      }
      httpClient {
        maxConcurrentRequests
      }
    }
    ...Refusal
  }
}
    fragment Refusal on Error {
  code
  message
  ... on ValidationError {
    issues {
      path
      message
    }
  }
}`) as unknown as TypedDocumentString<UpdateSchedulerConfigMutation, UpdateSchedulerConfigMutationVariables>;
export const CreateApiTokenDocument = new TypedDocumentString(`
    mutation CreateApiToken($input: CreateApiTokenInput!) {
  createApiToken(input: $input) {
    __typename
    ... on CreatedApiToken {
      token
      apiToken {
        id
        name
        role
        hint
      }
    }
    ...Refusal
  }
}
    fragment Refusal on Error {
  code
  message
  ... on ValidationError {
    issues {
      path
      message
    }
  }
}`) as unknown as TypedDocumentString<CreateApiTokenMutation, CreateApiTokenMutationVariables>;
export const RevokeApiTokenDocument = new TypedDocumentString(`
    mutation RevokeApiToken($id: ID!) {
  revokeApiToken(id: $id) {
    __typename
    ... on ApiToken {
      id
      revokedAt
    }
    ...Refusal
  }
}
    fragment Refusal on Error {
  code
  message
  ... on ValidationError {
    issues {
      path
      message
    }
  }
}`) as unknown as TypedDocumentString<RevokeApiTokenMutation, RevokeApiTokenMutationVariables>;
export const JobExecutionChangedDocument = new TypedDocumentString(`
    subscription JobExecutionChanged($filter: JobExecutionFilter, $after: ID) {
  jobExecutionChanged(filter: $filter, after: $after) {
    cursor
    executionId
    jobId
    previousStatus
    status
    supersedes
    at
    jobExecution {
      id
      status
      pipelineStepId
      contextId
      agent {
        name
      }
    }
  }
}
    `) as unknown as TypedDocumentString<JobExecutionChangedSubscription, JobExecutionChangedSubscriptionVariables>;
export const ScheduleExecutionChangedDocument = new TypedDocumentString(`
    subscription ScheduleExecutionChanged($filter: ScheduleExecutionFilter, $after: ID) {
  scheduleExecutionChanged(filter: $filter, after: $after) {
    cursor
    executionId
    scheduleId
    previousStatus
    status
    at
    scheduleExecution {
      id
      runStatus
      jobs {
        edges {
          node {
            id
          }
        }
      }
    }
  }
}
    `) as unknown as TypedDocumentString<ScheduleExecutionChangedSubscription, ScheduleExecutionChangedSubscriptionVariables>;
export const ScheduleChangedDocument = new TypedDocumentString(`
    subscription ScheduleChanged($after: ID) {
  scheduleChanged(after: $after) {
    cursor
    scheduleId
    previousStatus
    status
    schedule {
      id
      name
    }
  }
}
    `) as unknown as TypedDocumentString<ScheduleChangedSubscription, ScheduleChangedSubscriptionVariables>;
export const AgentChangedDocument = new TypedDocumentString(`
    subscription AgentChanged($after: ID) {
  agentChanged(after: $after) {
    cursor
    agentId
    previousStatus
    status
    agent {
      id
      name
    }
  }
}
    `) as unknown as TypedDocumentString<AgentChangedSubscription, AgentChangedSubscriptionVariables>;