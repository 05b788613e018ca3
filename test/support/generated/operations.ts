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

/** All that are given must hold. */
export type ApiTokenFilter = {
  /** Neither revoked nor expired; false: one of both. */
  inForce?: boolean | null | undefined;
  /** One of these. */
  role?: Array<Role> | null | undefined;
  /** Part of the name, in any case; or the id. */
  search?: string | null | undefined;
};

export type AuthenticationType =
  | 'API_KEY'
  | 'BASIC'
  | 'BEARER'
  | 'NONE';

export type BackfillFilter = {
  scheduleId?: string | number | null | undefined;
  /** One of these. */
  status?: Array<BackfillStatus> | null | undefined;
};

export type BackfillStatus =
  | 'CANCELLED'
  | 'COMPLETED'
  | 'PENDING'
  | 'RUNNING';

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

export type CheckEndpointInput = {
  url: string;
};

export type CircuitBreakerSettingsInput = {
  coolDown?: number | string | null | undefined;
  enabled?: boolean | null | undefined;
  failureThreshold?: number | null | undefined;
  maxCoolDown?: number | string | null | undefined;
};

/** OPEN: nobody answers, its jobs wait. HALF_OPEN: one of them has been sent to see whether it is back. */
export type CircuitState =
  | 'CLOSED'
  | 'HALF_OPEN'
  | 'OPEN';

/** GAP: local times are left out; REPEAT: they come twice. */
export type ClockChange =
  | 'GAP'
  | 'REPEAT';

/** What an answer that does not say so means: AUTO: the job is done. REPORT: its end will be reported. */
export type Completion =
  | 'AUTO'
  | 'REPORT';

/** What becomes of a slot while an earlier run goes on: ALLOW: both. FORBID: it is skipped. REPLACE: the earlier is cancelled. QUEUE: it waits, and a newer one takes its place. */
export type ConcurrencyPolicy =
  | 'ALLOW'
  | 'FORBID'
  | 'QUEUE'
  | 'REPLACE';

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

export type CreateBackfillInput = {
  /** Inclusive. */
  from: string;
  /** Of several requests with the same key within a day, one counts. */
  idempotencyKey?: string | null | undefined;
  /** Executions under way at once, 1 to 100. */
  maxConcurrency?: number | null | undefined;
  /** Laid over the schedule's, key by key. */
  params?: unknown;
  /** Run slots again that have run. */
  repeatExisting?: boolean | null | undefined;
  scheduleId: string | number;
  /** Exclusive; default now. Not in the future. */
  to?: string | null | undefined;
};

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

export type CreateScheduleInput = {
  /** Of a one-time schedule that has run; default DISABLE. */
  afterOnce?: AfterOnce | null | undefined;
  agentId?: string | number | null | undefined;
  /** Default ALLOW. */
  concurrencyPolicy?: ConcurrencyPolicy | null | undefined;
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
  /** The environment whose agent versions are called: the version deployed there, else the one in production, else the agent’s own. Default PRODUCTION, or that of the schedule. */
  environment?: AgentEnvironment | null | undefined;
  /** Executions kept; default: all. */
  failedHistoryLimit?: number | null | undefined;
  /** Of an interval: each failed execution in a row doubles it, up to ×32. Default false. */
  failureBackoff?: boolean | null | undefined;
  /** At least one second. */
  interval?: number | string | null | undefined;
  /** Slots fire up to this much later. At most one day. */
  jitter?: number | string | null | undefined;
  /** A stable name of your own choice for finding it again, unique among its kind: letters, digits, ".", "_" and "-", at most 128. */
  key?: string | null | undefined;
  /** From the last run, else from creation: the next run is not later, whatever a hint says. */
  maxInterval?: number | string | null | undefined;
  /** How long a job may wait for its turn after its release. One that has not started by then fails with QUEUE_TIMEOUT. Default: the agent's. */
  maxQueueTime?: number | string | null | undefined;
  /** Ends after so many runs. */
  maxRuns?: number | null | undefined;
  /** From each decision: the next run is not sooner, whatever a hint says. */
  minInterval?: number | string | null | undefined;
  /** Default LATEST. */
  misfirePolicy?: MisfirePolicy | null | undefined;
  name: string;
  /** Data source strings in it ("db:…") are expanded to many jobs. */
  params?: unknown;
  pipelineId?: string | number | null | undefined;
  /** Higher first. */
  priority?: number | null | undefined;
  repeat: Repeat;
  /** What a worker must be able to do, such as {"region": "eu"}. */
  requirements?: unknown;
  /** Default: the agent's. */
  retryConfig?: RetryConfigInput | null | undefined;
  /** Inclusive. Of a one-time schedule: when; default at once. */
  startAt?: string | null | undefined;
  /** A slot that is later than this does not run. */
  startingDeadline?: number | string | null | undefined;
  /** Executions kept; default: all. */
  successfulHistoryLimit?: number | null | undefined;
  /** Required unless there is a templateId. */
  targetType?: TargetType | null | undefined;
  /** Never fires by time: waits for triggers. */
  template?: boolean | null | undefined;
  /** A schedule with template: true, to be run by this one’s timing. The target is the template’s; params and requirements are laid over the template’s, and retryConfig, timeout and a priority other than 0 replace them. */
  templateId?: string | number | null | undefined;
  /** For one attempt, from its first send; default: the agent's. */
  timeout?: number | string | null | undefined;
  /** IANA name; default: the zone of the scheduler config. */
  timezone?: string | null | undefined;
  /** How long a whole run may last, with all its jobs and retries. One that goes on for longer is stopped: its open jobs are cancelled, its agents notified, and it fails. Default: no limit. */
  zombieThresholdMs?: number | string | null | undefined;
};

export type CreateWebhookInput = {
  agentId?: string | number | null | undefined;
  /** Default: the profile’s, 1 day, or 3 days for GITHUB. */
  dedupeWindow?: number | string | null | undefined;
  /** Default: the profile’s. */
  eventIdHeader?: string | null | undefined;
  /** A stable name of your own choice for finding it again, unique among its kind: letters, digits, ".", "_" and "-", at most 128. */
  key?: string | null | undefined;
  name: string;
  payload?: WebhookPayloadInput | null | undefined;
  pipelineId?: string | number | null | undefined;
  /** Default GENERIC. */
  profile?: WebhookProfile | null | undefined;
  /** Lends its params and settings; a template, often. */
  scheduleId?: string | number | null | undefined;
  /** At least 16 characters; default: one is made. */
  secret?: string | null | undefined;
  targetType: WebhookTargetType;
};

/** All that are given must hold. */
export type DeadLetterFilter = {
  agentId?: string | number | null | undefined;
  /** As a whole. */
  errorCode?: string | null | undefined;
  /** As a group has it, or a whole one: its first 300 characters count. */
  errorMessage?: string | null | undefined;
  /** Created at this instant or later. */
  from?: string | null | undefined;
  pipelineId?: string | number | null | undefined;
  scheduleId?: string | number | null | undefined;
  /** Part of the error message, agent id or step id, in any case. */
  search?: string | null | undefined;
  /** Created before this instant. */
  to?: string | null | undefined;
};

export type DefaultBackoffInput = {
  delay?: number | string | null | undefined;
  type?: Backoff | null | undefined;
};

export type DefaultRetryConfigInput = {
  backoff?: DefaultBackoffInput | null | undefined;
  maxRetries?: number | null | undefined;
};

/** Whether the agents took the jobs, whatever came of them (see RunStatus). SUCCESS: every first attempt started, that is, its agent answered 2xx or reported. PARTIAL: some started. FAILED: none started (4xx, 5xx or no answer), or the expansion failed. PENDING: first attempts are still to be answered. */
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

export type EmailChannelInput = {
  from: string;
  host: string;
  /** Left out: the stored one stays, for the same host, port and kind of connection; null removes it. */
  password?: string | null | undefined;
  port?: number;
  secure?: boolean;
  to: Array<string>;
  username?: string | null | undefined;
};

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

/** By engineConfig: LATE after heartbeatIntervalMs, DEAD after deadHeartbeatThreshold of them; NEVER: the agent writes none, and need not. */
export type HeartbeatStatus =
  | 'ALIVE'
  | 'DEAD'
  | 'LATE'
  | 'NEVER';

export type HttpClientSettingsInput = {
  circuitBreaker?: CircuitBreakerSettingsInput | null | undefined;
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
  /** An id of attempt, job or execution; else a trace id, or part of the agent id, step id, reason or error message, in any case: see searchedBack. */
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
  | 'CREATED_AT'
  | 'JOB';

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

/** What becomes of slots that are found late: LATEST: one run, for the newest. ALL: each runs, the oldest first, at most 100. SKIP: none. */
export type MisfirePolicy =
  | 'ALL'
  | 'LATEST'
  | 'SKIP';

export type MonitoringSettingsInput = {
  enabled?: boolean | null | undefined;
  jobWaitThreshold?: number | string | null | undefined;
  notificationChannels?: Array<string> | null | undefined;
  notifyOnFailure?: boolean | null | undefined;
};

/** Exactly one of slack, email and webhook. */
export type NotificationChannelInput = {
  email?: EmailChannelInput | null | undefined;
  name: string;
  slack?: SlackChannelInput | null | undefined;
  webhook?: WebhookChannelInput | null | undefined;
};

export type NotificationChannelType =
  | 'EMAIL'
  | 'SLACK'
  | 'WEBHOOK';

/** PENDING: to be tried, perhaps again. SKIPPED: the channel is not configured, or the notification was held back; error says which. */
export type NotificationDeliveryStatus =
  | 'FAILED'
  | 'PENDING'
  | 'SENT'
  | 'SKIPPED';

/** All that are given must hold. */
export type NotificationFilter = {
  agentId?: string | number | null | undefined;
  /** Created at this instant or later. */
  from?: string | null | undefined;
  /** One of these. */
  kind?: Array<NotificationKind> | null | undefined;
  scheduleId?: string | number | null | undefined;
  /** One of these. */
  status?: Array<NotificationStatus> | null | undefined;
  /** Created before this instant. */
  to?: string | null | undefined;
};

/** JOB_FAILED: in a way that is not worth retrying. EXECUTION_FAILED: as a whole, of more than one job. SCHEDULE_STUCK: it should have fired and has not, or has no next run. */
export type NotificationKind =
  | 'CIRCUIT_OPEN'
  | 'DEAD_LETTER'
  | 'EXECUTION_FAILED'
  | 'JOBS_WAITING'
  | 'JOB_FAILED'
  | 'NO_WORKER'
  | 'SCHEDULE_FLAGGED'
  | 'SCHEDULE_STUCK'
  | 'WORKER_BACK'
  | 'WORKER_DEAD';

/** OPEN: still counting. SENT: by one channel at least. FAILED: by none. SKIPPED: there is no channel to send it by, or it was held back: twenty of its kind were told within five minutes. */
export type NotificationStatus =
  | 'FAILED'
  | 'OPEN'
  | 'SENDING'
  | 'SENT'
  | 'SKIPPED';

export type NotificationSubjectType =
  | 'AGENT'
  | 'EXECUTION'
  | 'JOB'
  | 'SCHEDULE'
  | 'WORKER';

export type OrderDirection =
  | 'ASC'
  | 'DESC';

/** Contexts in which a step is in one of these statuses now, as pipelineGraph counts them. */
export type PipelineContextFilter = {
  status: Array<JobStatus>;
  stepId: string | number;
};

/** All that are given must hold. */
export type PipelineFilter = {
  /** One of its steps calls this agent. */
  agentId?: string | number | null | undefined;
  enabled?: boolean | null | undefined;
  key?: string | null | undefined;
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

/** A schedule that exists, or the timing of one that might. */
export type PreviewScheduleInput = {
  concurrencyPolicy?: ConcurrencyPolicy | null | undefined;
  cronExpression?: string | null | undefined;
  dstGap?: DstGap | null | undefined;
  dstRepeat?: DstRepeat | null | undefined;
  endAt?: string | null | undefined;
  failureBackoff?: boolean | null | undefined;
  /** Default: now. */
  from?: string | null | undefined;
  interval?: number | string | null | undefined;
  jitter?: number | string | null | undefined;
  maxInterval?: number | string | null | undefined;
  maxRuns?: number | null | undefined;
  minInterval?: number | string | null | undefined;
  misfirePolicy?: MisfirePolicy | null | undefined;
  repeat?: Repeat | null | undefined;
  scheduleId?: string | number | null | undefined;
  startAt?: string | null | undefined;
  startingDeadline?: number | string | null | undefined;
  timezone?: string | null | undefined;
};

/** An interval, one more run, or both. */
export type ProposeHintInput = {
  /** In the place of the schedule’s own rhythm. */
  interval?: number | string | null | undefined;
  /** The same, by the name that Cronicorn gives it. */
  intervalMs?: number | string | null | undefined;
  /** One more run; a past instant means now. */
  nextRunAt?: string | null | undefined;
  /** Shown wherever the hint decides. */
  reason: string;
  /** How long the hint is in force. */
  ttl: number | string;
};

export type RateLimitInput = {
  /** Requests at most, from 1 to 1000000. */
  limit: number;
  /** In any span of this, from 100 ms to 24 hours. */
  per: number | string;
};

export type RecordChange =
  | 'CHANGED'
  | 'CREATED'
  | 'DELETED';

/** Calls of a webhook are changes of it, and so are deliveries of a notification. */
export type RecordKind =
  | 'AUDIT'
  | 'BACKFILL'
  | 'NOTIFICATION'
  | 'PIPELINE'
  | 'SETTING'
  | 'TOKEN'
  | 'WEBHOOK';

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

/** OVERDUE: a slot is due and no worker claims it; FLAGGED: it cannot run; NO_NEXT_RUN: it is on, and never due; WAITING: a run of it waits and does not start. */
export type ScheduleAlertKind =
  | 'FLAGGED'
  | 'NO_NEXT_RUN'
  | 'OVERDUE'
  | 'WAITING';

/** All that are given must hold. */
export type ScheduleExecutionFilter = {
  agentId?: string | number | null | undefined;
  backfillId?: string | number | null | undefined;
  /** Created at this instant or later. */
  from?: string | null | undefined;
  pipelineId?: string | number | null | undefined;
  /** One of these, e.g. "misfire" or "overlap". */
  reason?: Array<string> | null | undefined;
  /** One of these. */
  runStatus?: Array<RunStatus> | null | undefined;
  scheduleId?: string | number | null | undefined;
  /** An id of execution or schedule; else a trace id, or part of the agent id or reason, in any case: see searchedBack. */
  search?: string | null | undefined;
  /** One of these. */
  status?: Array<DeliveryStatus> | null | undefined;
  targetType?: TargetType | null | undefined;
  /** Created before this instant. */
  to?: string | null | undefined;
  trigger?: Array<ExecutionTrigger> | null | undefined;
};

export type ScheduleFilter = {
  agentId?: string | number | null | undefined;
  enabled?: boolean | null | undefined;
  /** true: only those that cannot run. */
  flagged?: boolean | null | undefined;
  key?: string | null | undefined;
  /** true: only those that are paused now. */
  paused?: boolean | null | undefined;
  pipelineId?: string | number | null | undefined;
  repeat?: Repeat | null | undefined;
  /** Part of the name or description, in any case: see searchedBack. Or the id. */
  search?: string | null | undefined;
  targetType?: TargetType | null | undefined;
  /** true: only templates. */
  template?: boolean | null | undefined;
  /** Those that run this template. */
  templateId?: string | number | null | undefined;
};

export type ScheduleOrder = {
  direction?: OrderDirection;
  field: ScheduleOrderField;
};

export type ScheduleOrderField =
  | 'CREATED_AT'
  | 'LAST_RUN_AT'
  | 'NAME'
  | 'NEXT_RUN_AT';

export type SchedulerSettingsInput = {
  attemptTimeout?: number | string | null | undefined;
  auditMaxAge?: number | string | null | undefined;
  checkInterval?: number | string | null | undefined;
  enabled?: boolean | null | undefined;
  endJobsOfDeadAgents?: boolean | null | undefined;
  historyMaxAge?: number | string | null | undefined;
  maxAttemptDuration?: number | string | null | undefined;
  maxExpansion?: number | null | undefined;
  maxQueueTime?: number | string | null | undefined;
  misfireThreshold?: number | string | null | undefined;
  orphanCheckInterval?: number | string | null | undefined;
  shutdownGrace?: number | string | null | undefined;
  timezone?: string | null | undefined;
};

export type SlackChannelInput = {
  /** Left out: the stored one stays. */
  url?: string | null | undefined;
};

export type StepLoopInput = {
  /** The first one included; at most 1000. */
  maxTurns: number;
  /** Where another turn begins: a step before this one, or this one. */
  to: string | number;
  /** Leave it out to run `maxTurns` turns whatever the result is. */
  while?: LoopConditionInput | null | undefined;
};

/** NO_WORKER: no worker is running; WORKERS_DRAINING: all that run are draining. */
export type SystemAlertKind =
  | 'NO_WORKER'
  | 'WORKERS_DRAINING';

export type TargetType =
  | 'AGENT'
  | 'PIPELINE';

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

/** A list that is left out stays as it is. */
export type UpdateDataSourcePolicyInput = {
  /** Opens what is denied by default: tables of Callboard and of the system, and columns that look like a credential. Closes nothing. */
  allow?: Array<string> | null | undefined;
  /** Closes what it names, and wins over the other lists. "schema.*" closes a whole schema. */
  deny?: Array<string> | null | undefined;
  /** Unless it is empty, only the tables it names may be read. An entry is "table", "schema.table" or "schema.*". Opens nothing that is denied by default. */
  only?: Array<string> | null | undefined;
};

/** What is left out stays as it is; null: not set any more. */
export type UpdateEngineConfigInput = {
  /** Schedules claimed in one transaction. */
  claimBatchSize?: number | null | undefined;
  /** Heartbeats that an agent misses before it counts as dead. */
  deadHeartbeatThreshold?: number | null | undefined;
  /** How often agents are expected to write lastHeartbeat, and how often workers store a snapshot of their machine. */
  heartbeatIntervalMs?: number | null | undefined;
  /** Late schedules claimed together before they are spread. */
  jitterThreshold?: number | null | undefined;
  /** How long a worker that is not heard of keeps what it holds: its lease, renewed every third of this. */
  lockTtlMs?: number | null | undefined;
  /** Requests to agents under way at once, per worker. Wins over httpClient.maxConcurrentRequests; CALLBOARD_MAX_CONCURRENT of a worker wins over both. */
  maxConcurrent?: number | null | undefined;
  /** After downtime, late schedules claimed together are spread over this. */
  maxJitterMs?: number | null | undefined;
  /** How often everything is checked for work that got lost. Wins over scheduler.orphanCheckInterval. */
  orphanCheckIntervalMs?: number | null | undefined;
  /** Due schedules are looked for at least this often, whatever woke the engine or did not. Wins over scheduler.checkInterval. */
  pollIntervalMs?: number | null | undefined;
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

export type UpdateScheduleInput = {
  /** Of a one-time schedule that has run; default DISABLE. */
  afterOnce?: AfterOnce | null | undefined;
  agentId?: string | number | null | undefined;
  /** Default ALLOW. */
  concurrencyPolicy?: ConcurrencyPolicy | null | undefined;
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
  /** The environment whose agent versions are called: the version deployed there, else the one in production, else the agent’s own. Default PRODUCTION, or that of the schedule. */
  environment?: AgentEnvironment | null | undefined;
  /** Executions kept; default: all. */
  failedHistoryLimit?: number | null | undefined;
  /** Of an interval: each failed execution in a row doubles it, up to ×32. Default false. */
  failureBackoff?: boolean | null | undefined;
  /** At least one second. */
  interval?: number | string | null | undefined;
  /** Slots fire up to this much later. At most one day. */
  jitter?: number | string | null | undefined;
  /** A stable name of your own choice for finding it again, unique among its kind: letters, digits, ".", "_" and "-", at most 128. */
  key?: string | null | undefined;
  /** From the last run, else from creation: the next run is not later, whatever a hint says. */
  maxInterval?: number | string | null | undefined;
  /** How long a job may wait for its turn after its release. One that has not started by then fails with QUEUE_TIMEOUT. Default: the agent's. */
  maxQueueTime?: number | string | null | undefined;
  /** Ends after so many runs. */
  maxRuns?: number | null | undefined;
  /** From each decision: the next run is not sooner, whatever a hint says. */
  minInterval?: number | string | null | undefined;
  /** Default LATEST. */
  misfirePolicy?: MisfirePolicy | null | undefined;
  name?: string | null | undefined;
  /** Data source strings in it ("db:…") are expanded to many jobs. */
  params?: unknown;
  pipelineId?: string | number | null | undefined;
  /** Higher first. */
  priority?: number | null | undefined;
  repeat?: Repeat | null | undefined;
  /** What a worker must be able to do, such as {"region": "eu"}. */
  requirements?: unknown;
  /** Default: the agent's. */
  retryConfig?: RetryConfigInput | null | undefined;
  /** Inclusive. Of a one-time schedule: when; default at once. */
  startAt?: string | null | undefined;
  /** A slot that is later than this does not run. */
  startingDeadline?: number | string | null | undefined;
  /** Executions kept; default: all. */
  successfulHistoryLimit?: number | null | undefined;
  /** Required unless there is a templateId. */
  targetType?: TargetType | null | undefined;
  /** Never fires by time: waits for triggers. */
  template?: boolean | null | undefined;
  /** A schedule with template: true, to be run by this one’s timing. The target is the template’s; params and requirements are laid over the template’s, and retryConfig, timeout and a priority other than 0 replace them. */
  templateId?: string | number | null | undefined;
  /** For one attempt, from its first send; default: the agent's. */
  timeout?: number | string | null | undefined;
  /** IANA name; default: the zone of the scheduler config. */
  timezone?: string | null | undefined;
  /** How long a whole run may last, with all its jobs and retries. One that goes on for longer is stopped: its open jobs are cancelled, its agents notified, and it fails. Default: no limit. */
  zombieThresholdMs?: number | string | null | undefined;
};

/** What is left out stays as it is. */
export type UpdateSchedulerConfigInput = {
  defaultBatchProcessing?: BatchSettingsInput | null | undefined;
  httpClient?: HttpClientSettingsInput | null | undefined;
  monitoring?: MonitoringSettingsInput | null | undefined;
  scheduler?: SchedulerSettingsInput | null | undefined;
  webhooks?: WebhookSettingsInput | null | undefined;
};

export type UpdateWebhookInput = {
  agentId?: string | number | null | undefined;
  /** Default: the profile’s, 1 day, or 3 days for GITHUB. */
  dedupeWindow?: number | string | null | undefined;
  /** Default: the profile’s. */
  eventIdHeader?: string | null | undefined;
  /** A stable name of your own choice for finding it again, unique among its kind: letters, digits, ".", "_" and "-", at most 128. */
  key?: string | null | undefined;
  name?: string | null | undefined;
  payload?: WebhookPayloadInput | null | undefined;
  pipelineId?: string | number | null | undefined;
  /** Default GENERIC. */
  profile?: WebhookProfile | null | undefined;
  /** Lends its params and settings; a template, often. */
  scheduleId?: string | number | null | undefined;
  targetType?: WebhookTargetType | null | undefined;
};

export type WebhookChannelInput = {
  /** whsec_… with 24 to 64 bytes in base64. Left out: the stored one stays, for the same origin. */
  secret?: string | null | undefined;
  url: string;
};

export type WebhookDeliveryFilter = {
  eventId?: string | null | undefined;
  /** One of these. */
  outcome?: Array<WebhookOutcome> | null | undefined;
};

export type WebhookFilter = {
  agentId?: string | number | null | undefined;
  key?: string | null | undefined;
  pipelineId?: string | number | null | undefined;
  scheduleId?: string | number | null | undefined;
  /** Part of the name, in any case; or the id. */
  search?: string | null | undefined;
  suspended?: boolean | null | undefined;
  targetType?: WebhookTargetType | null | undefined;
};

export type WebhookOrder = {
  direction?: OrderDirection;
  field: WebhookOrderField;
};

export type WebhookOrderField =
  | 'CREATED_AT'
  | 'NAME';

/** DUPLICATE: the event came before, and what it started then was answered again. */
export type WebhookOutcome =
  | 'ACCEPTED'
  | 'DUPLICATE'
  | 'REJECTED';

export type WebhookPayloadInput = {
  /** The param that gets the body; default "payload". Null or empty, of JSON only: the members of the object become params, laid over those of the target. */
  inputKey?: string | null | undefined;
  /** Default JSON. */
  mode?: WebhookPayloadMode | null | undefined;
};

export type WebhookPayloadMode =
  | 'JSON'
  | 'RAW';

/** What the sender signs, and in which headers it says so. GENERIC: X-Signature, X-Timestamp, X-Event-Id. GITHUB: X-Hub-Signature-256, X-GitHub-Delivery. STANDARD (Standard Webhooks): webhook-signature, webhook-timestamp, webhook-id. */
export type WebhookProfile =
  | 'GENERIC'
  | 'GITHUB'
  | 'STANDARD';

export type WebhookSettingsInput = {
  maxBodyBytes?: number | null | undefined;
};

export type WebhookTargetType =
  | 'AGENT'
  | 'PIPELINE'
  | 'SCHEDULE';

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


export type PipelineQuery = { pipeline: { id: string, name: string, description: string | null, enabled: boolean, createdBy: string, retryConfig: { maxRetries: number, backoff: Backoff, delay: number, maxDelay: number | null, jitter: RetryJitter | null } | null, steps: Array<{ stepId: string, agentId: string, dependsOn: Array<string>, parallel: boolean, runIf: RunIf, dependencyTimeout: number | null, params: unknown, timeout: number | null, priority: number | null, agent: { id: string, name: string } | null, retryConfig: { maxRetries: number, backoff: Backoff, delay: number, maxDelay: number | null, jitter: RetryJitter | null } | null, loop: { to: string, maxTurns: number, while: { path: string, equals: unknown } | null } | null }> } | null };

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

export type WorkerQueryVariables = Exact<{
  id: string | number;
  last?: number | null | undefined;
}>;


export type WorkerQuery = { worker: { capabilities: unknown, epoch: number, leaseExpiresAt: string, heartbeatAt: string, startedAt: string, stoppedAt: string | null, id: string, state: WorkerState, draining: boolean, activeJobs: number, concurrency: number, snapshots: Array<{ at: string, cpuPercent: number, loadAverage: number, memoryMb: number, rssMb: number, eventLoopLagP50Ms: number, eventLoopLagP99Ms: number, activeJobs: number }> } | null };

export type WorkerRowFragment = { id: string, state: WorkerState, draining: boolean, activeJobs: number, concurrency: number };

export type DrainWorkerMutationVariables = Exact<{
  id: string | number;
}>;


export type DrainWorkerMutation = { drainWorker:
    | { code: string, message: string }
    | { code: string, message: string }
    | { code: string, message: string, issues: Array<{ path: Array<string>, message: string }> }
    | { id: string, state: WorkerState, draining: boolean, activeJobs: number, concurrency: number }
   };

export type UndrainWorkerMutationVariables = Exact<{
  id: string | number;
}>;


export type UndrainWorkerMutation = { undrainWorker:
    | { code: string, message: string }
    | { code: string, message: string }
    | { code: string, message: string, issues: Array<{ path: Array<string>, message: string }> }
    | { id: string, state: WorkerState, draining: boolean, activeJobs: number, concurrency: number }
   };

export type WorkerChangedSubscriptionVariables = Exact<{
  after?: string | number | null | undefined;
}>;


export type WorkerChangedSubscription = { workerChanged: { cursor: string, workerId: string, previousStatus: WorkerState | null, status: WorkerState, worker: { id: string, state: WorkerState, draining: boolean, activeJobs: number, concurrency: number } | null } };

export type EngineConfigurationFragment = { maxConcurrent: number | null, pollIntervalMs: number | null, lockTtlMs: number | null, inForce: { pollIntervalMs: number, maxConcurrent: number, maxJitterMs: number, jitterThreshold: number, heartbeatIntervalMs: number, orphanCheckIntervalMs: number, deadHeartbeatThreshold: number, claimBatchSize: number, lockTtlMs: number } };

export type EngineConfigQueryVariables = Exact<{ [key: string]: never; }>;


export type EngineConfigQuery = { engineConfig: { maxConcurrent: number | null, pollIntervalMs: number | null, lockTtlMs: number | null, inForce: { pollIntervalMs: number, maxConcurrent: number, maxJitterMs: number, jitterThreshold: number, heartbeatIntervalMs: number, orphanCheckIntervalMs: number, deadHeartbeatThreshold: number, claimBatchSize: number, lockTtlMs: number } } };

export type UpdateEngineConfigMutationVariables = Exact<{
  input: UpdateEngineConfigInput;
}>;


export type UpdateEngineConfigMutation = { updateEngineConfig:
    | { code: string, message: string }
    | { maxConcurrent: number | null, pollIntervalMs: number | null, lockTtlMs: number | null, inForce: { pollIntervalMs: number, maxConcurrent: number, maxJitterMs: number, jitterThreshold: number, heartbeatIntervalMs: number, orphanCheckIntervalMs: number, deadHeartbeatThreshold: number, claimBatchSize: number, lockTtlMs: number } }
    | { code: string, message: string }
    | { code: string, message: string, issues: Array<{ path: Array<string>, message: string }> }
   };

export type AgentsAliveQueryVariables = Exact<{ [key: string]: never; }>;


export type AgentsAliveQuery = { agents: { edges: Array<{ node: { id: string, requirements: unknown, heartbeat: { lastAt: string | null, status: HeartbeatStatus } } }> } };

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
  idempotencyKey?: string | null | undefined;
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
  idempotencyKey?: string | null | undefined;
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
  idempotencyKey?: string | null | undefined;
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
  errorMessage?: string | null | undefined;
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

export type NotificationChannelFieldsFragment = { name: string, type: NotificationChannelType | null, configured: boolean, inUse: boolean, target: string | null, lastDelivery: { status: NotificationDeliveryStatus, error: string | null } | null };

export type NotificationChannelsQueryVariables = Exact<{ [key: string]: never; }>;


export type NotificationChannelsQuery = { notificationChannels: Array<{ name: string, type: NotificationChannelType | null, configured: boolean, inUse: boolean, target: string | null, lastDelivery: { status: NotificationDeliveryStatus, error: string | null } | null }> };

export type NotificationChannelSettingsQueryVariables = Exact<{ [key: string]: never; }>;


export type NotificationChannelSettingsQuery = { notificationChannels: Array<{ name: string, type: NotificationChannelType | null, configured: boolean, inUse: boolean, target: string | null, slack: { url: { set: boolean, hint: string | null } } | null, email: { host: string, port: number, secure: boolean, username: string | null, from: string, to: Array<string>, password: { set: boolean, hint: string | null } } | null, webhook: { url: string, secret: { set: boolean, hint: string | null } } | null, lastDelivery: { status: NotificationDeliveryStatus, error: string | null } | null }> };

export type NotificationsQueryVariables = Exact<{
  first?: number | null | undefined;
  after?: string | null | undefined;
  filter?: NotificationFilter | null | undefined;
}>;


export type NotificationsQuery = { notifications: { totalCount: number, pageInfo: { hasNextPage: boolean, endCursor: string | null }, edges: Array<{ node: { id: string, kind: NotificationKind, subjectType: NotificationSubjectType, subjectId: string, scheduleId: string | null, agentId: string | null, title: string, message: string, count: number, followsId: string | null, firstAt: string, lastAt: string, windowEndsAt: string, status: NotificationStatus, schedule: { name: string } | null, agent: { name: string } | null, deliveries: Array<{ channel: string, status: NotificationDeliveryStatus, attempts: number, error: string | null }> } }> } };

export type SetNotificationChannelMutationVariables = Exact<{
  input: NotificationChannelInput;
}>;


export type SetNotificationChannelMutation = { setNotificationChannel:
    | { __typename: 'ConflictError', code: string, message: string }
    | { __typename: 'NotFoundError', code: string, message: string }
    | { __typename: 'NotificationChannel', name: string, type: NotificationChannelType | null, configured: boolean, inUse: boolean, target: string | null, lastDelivery: { status: NotificationDeliveryStatus, error: string | null } | null }
    | { __typename: 'ValidationError', code: string, message: string, issues: Array<{ path: Array<string>, message: string }> }
   };

export type DeleteNotificationChannelMutationVariables = Exact<{
  name: string;
}>;


export type DeleteNotificationChannelMutation = { deleteNotificationChannel:
    | { __typename: 'ConflictError', code: string, message: string }
    | { __typename: 'NotFoundError', code: string, message: string }
    | { __typename: 'NotificationChannel', name: string }
    | { __typename: 'ValidationError', code: string, message: string }
   };

export type TestNotificationChannelMutationVariables = Exact<{
  name: string;
}>;


export type TestNotificationChannelMutation = { testNotificationChannel:
    | { __typename: 'ConflictError', code: string, message: string }
    | { __typename: 'NotFoundError', code: string, message: string }
    | { __typename: 'NotificationChannelTest', ok: boolean, message: string }
    | { __typename: 'ValidationError', code: string, message: string }
   };

export type BulkFragment = { matched: number, changed: number, dryRun: boolean, refused: Array<{ id: string, code: string, message: string }> };

export type SetSchedulesEnabledMutationVariables = Exact<{
  filter?: ScheduleFilter | null | undefined;
  ids?: Array<string | number> | string | number | null | undefined;
  all?: boolean | null | undefined;
  enabled: boolean;
  dryRun?: boolean | null | undefined;
  expectedCount?: number | null | undefined;
}>;


export type SetSchedulesEnabledMutation = { setSchedulesEnabled:
    | { __typename: 'BulkResult', matched: number, changed: number, dryRun: boolean, refused: Array<{ id: string, code: string, message: string }> }
    | { __typename: 'ConflictError', code: string, message: string }
    | { __typename: 'NotFoundError', code: string, message: string }
    | { __typename: 'ValidationError', code: string, message: string, issues: Array<{ path: Array<string>, message: string }> }
   };

export type PauseSchedulesMutationVariables = Exact<{
  filter?: ScheduleFilter | null | undefined;
  ids?: Array<string | number> | string | number | null | undefined;
  all?: boolean | null | undefined;
  until: string;
  note?: string | null | undefined;
  dryRun?: boolean | null | undefined;
  expectedCount?: number | null | undefined;
}>;


export type PauseSchedulesMutation = { pauseSchedules:
    | { __typename: 'BulkResult', matched: number, changed: number, dryRun: boolean, refused: Array<{ id: string, code: string, message: string }> }
    | { __typename: 'ConflictError', code: string, message: string }
    | { __typename: 'NotFoundError', code: string, message: string }
    | { __typename: 'ValidationError', code: string, message: string, issues: Array<{ path: Array<string>, message: string }> }
   };

export type ResumeSchedulesMutationVariables = Exact<{
  filter?: ScheduleFilter | null | undefined;
  ids?: Array<string | number> | string | number | null | undefined;
  all?: boolean | null | undefined;
  dryRun?: boolean | null | undefined;
  expectedCount?: number | null | undefined;
}>;


export type ResumeSchedulesMutation = { resumeSchedules:
    | { __typename: 'BulkResult', matched: number, changed: number, dryRun: boolean, refused: Array<{ id: string, code: string, message: string }> }
    | { __typename: 'ConflictError', code: string, message: string }
    | { __typename: 'NotFoundError', code: string, message: string }
    | { __typename: 'ValidationError', code: string, message: string, issues: Array<{ path: Array<string>, message: string }> }
   };

export type TriggerSchedulesMutationVariables = Exact<{
  filter?: ScheduleFilter | null | undefined;
  ids?: Array<string | number> | string | number | null | undefined;
  all?: boolean | null | undefined;
  idempotencyKey?: string | null | undefined;
  dryRun?: boolean | null | undefined;
  expectedCount?: number | null | undefined;
}>;


export type TriggerSchedulesMutation = { triggerSchedules:
    | { __typename: 'BulkResult', matched: number, changed: number, dryRun: boolean, refused: Array<{ id: string, code: string, message: string }> }
    | { __typename: 'ConflictError', code: string, message: string }
    | { __typename: 'NotFoundError', code: string, message: string }
    | { __typename: 'ValidationError', code: string, message: string, issues: Array<{ path: Array<string>, message: string }> }
   };

export type CancelScheduleExecutionsMutationVariables = Exact<{
  filter?: ScheduleExecutionFilter | null | undefined;
  ids?: Array<string | number> | string | number | null | undefined;
  all?: boolean | null | undefined;
  dryRun?: boolean | null | undefined;
  expectedCount?: number | null | undefined;
}>;


export type CancelScheduleExecutionsMutation = { cancelScheduleExecutions:
    | { __typename: 'BulkResult', matched: number, changed: number, dryRun: boolean, refused: Array<{ id: string, code: string, message: string }> }
    | { __typename: 'ConflictError', code: string, message: string }
    | { __typename: 'NotFoundError', code: string, message: string }
    | { __typename: 'ValidationError', code: string, message: string, issues: Array<{ path: Array<string>, message: string }> }
   };

export type DeadLettersQueryVariables = Exact<{
  filter?: DeadLetterFilter | null | undefined;
  first?: number | null | undefined;
  after?: string | null | undefined;
  last?: number | null | undefined;
  before?: string | null | undefined;
}>;


export type DeadLettersQuery = { deadLetters: { totalCount: number, pageInfo: { hasNextPage: boolean, hasPreviousPage: boolean, startCursor: string | null, endCursor: string | null }, edges: Array<{ node: { id: string, jobId: string, status: JobStatus, agent: { name: string } | null, error: { message: string } | null } }> }, deadLetterGroups: { counted: number, complete: boolean, groups: Array<{ agentId: string, message: string, code: string | null, count: number, firstAt: string, lastAt: string, jobId: string, agent: { name: string } | null }> } };

export type ErrorGroupsQueryVariables = Exact<{
  id: string | number;
}>;


export type ErrorGroupsQuery = { scheduleExecution: { errorGroups: Array<{ message: string, code: string | null, count: number, firstAt: string, lastAt: string, jobId: string }> } | null };

export type RetryJobsMutationVariables = Exact<{
  jobIds: Array<string | number> | string | number;
  dryRun?: boolean | null | undefined;
  expectedCount?: number | null | undefined;
}>;


export type RetryJobsMutation = { retryJobs:
    | { __typename: 'BulkResult', matched: number, changed: number, dryRun: boolean, refused: Array<{ id: string, code: string, message: string }> }
    | { __typename: 'ConflictError', code: string, message: string }
    | { __typename: 'NotFoundError', code: string, message: string }
    | { __typename: 'ValidationError', code: string, message: string, issues: Array<{ path: Array<string>, message: string }> }
   };

export type RetryDeadLettersMutationVariables = Exact<{
  filter?: DeadLetterFilter | null | undefined;
  all?: boolean | null | undefined;
  dryRun?: boolean | null | undefined;
  expectedCount?: number | null | undefined;
}>;


export type RetryDeadLettersMutation = { retryDeadLetters:
    | { __typename: 'BulkResult', matched: number, changed: number, dryRun: boolean, refused: Array<{ id: string, code: string, message: string }> }
    | { __typename: 'ConflictError', code: string, message: string }
    | { __typename: 'NotFoundError', code: string, message: string }
    | { __typename: 'ValidationError', code: string, message: string, issues: Array<{ path: Array<string>, message: string }> }
   };

export type PreviewBackfillQueryVariables = Exact<{
  scheduleId: string | number;
  from: string;
  to?: string | null | undefined;
  repeatExisting?: boolean | null | undefined;
}>;


export type PreviewBackfillQuery = { previewBackfill: { from: string, to: string, total: number, existing: number, toCreate: number, first: Array<string>, last: Array<string> } };

export type BackfillStateFragment = { id: string, scheduleId: string, from: string, to: string, maxConcurrency: number, repeatExisting: boolean, params: unknown, total: number, existing: number, toCreate: number, created: number, status: BackfillStatus, createdAt: string, createdBy: string, completedAt: string | null, schedule: { name: string } | null, progress: { pending: number, running: number, succeeded: number, partial: number, failed: number, cancelled: number } };

export type CreateBackfillMutationVariables = Exact<{
  input: CreateBackfillInput;
}>;


export type CreateBackfillMutation = { createBackfill:
    | { __typename: 'Backfill', id: string, scheduleId: string, from: string, to: string, maxConcurrency: number, repeatExisting: boolean, params: unknown, total: number, existing: number, toCreate: number, created: number, status: BackfillStatus, createdAt: string, createdBy: string, completedAt: string | null, schedule: { name: string } | null, progress: { pending: number, running: number, succeeded: number, partial: number, failed: number, cancelled: number } }
    | { __typename: 'ConflictError', code: string, message: string }
    | { __typename: 'NotFoundError', code: string, message: string }
    | { __typename: 'ValidationError', code: string, message: string, issues: Array<{ path: Array<string>, message: string }> }
   };

export type CancelBackfillMutationVariables = Exact<{
  id: string | number;
}>;


export type CancelBackfillMutation = { cancelBackfill:
    | { __typename: 'Backfill', id: string, scheduleId: string, from: string, to: string, maxConcurrency: number, repeatExisting: boolean, params: unknown, total: number, existing: number, toCreate: number, created: number, status: BackfillStatus, createdAt: string, createdBy: string, completedAt: string | null, schedule: { name: string } | null, progress: { pending: number, running: number, succeeded: number, partial: number, failed: number, cancelled: number } }
    | { __typename: 'ConflictError', code: string, message: string }
    | { __typename: 'NotFoundError', code: string, message: string }
    | { __typename: 'ValidationError', code: string, message: string, issues: Array<{ path: Array<string>, message: string }> }
   };

export type BackfillQueryVariables = Exact<{
  id: string | number;
  first?: number | null | undefined;
  after?: string | null | undefined;
  executions?: ScheduleExecutionFilter | null | undefined;
}>;


export type BackfillQuery = { backfill: { id: string, scheduleId: string, from: string, to: string, maxConcurrency: number, repeatExisting: boolean, params: unknown, total: number, existing: number, toCreate: number, created: number, status: BackfillStatus, createdAt: string, createdBy: string, completedAt: string | null, executions: { totalCount: number, pageInfo: { hasNextPage: boolean, endCursor: string | null }, edges: Array<{ node: { slotAt: string | null, trigger: ExecutionTrigger, runStatus: RunStatus | null, backfillId: string | null, backfill: { id: string } | null } }> }, schedule: { name: string } | null, progress: { pending: number, running: number, succeeded: number, partial: number, failed: number, cancelled: number } } | null };

export type BackfillsQueryVariables = Exact<{
  filter?: BackfillFilter | null | undefined;
  first?: number | null | undefined;
}>;


export type BackfillsQuery = { backfills: { totalCount: number, edges: Array<{ node: { id: string, scheduleId: string, from: string, to: string, maxConcurrency: number, repeatExisting: boolean, params: unknown, total: number, existing: number, toCreate: number, created: number, status: BackfillStatus, createdAt: string, createdBy: string, completedAt: string | null, schedule: { name: string } | null, progress: { pending: number, running: number, succeeded: number, partial: number, failed: number, cancelled: number } } }> } };

export type ScheduleAlertsQueryVariables = Exact<{ [key: string]: never; }>;


export type ScheduleAlertsQuery = { scheduleAlerts: Array<{ kind: ScheduleAlertKind, since: string, message: string, scheduleId: string, scheduleName: string, schedule: { name: string, nextRunAt: string | null } | null }> };

export type WebhookPartsFragment = { id: string, name: string, url: string, targetType: WebhookTargetType, agentId: string | null, pipelineId: string | null, scheduleId: string | null, profile: WebhookProfile, eventIdHeader: string | null, dedupeWindow: number | null, suspended: boolean, agent: { name: string } | null, secret: { set: boolean, hint: string | null }, payload: { mode: WebhookPayloadMode, inputKey: string | null } };

export type CreateWebhookMutationVariables = Exact<{
  input: CreateWebhookInput;
}>;


export type CreateWebhookMutation = { createWebhook:
    | { __typename: 'ConflictError', code: string, message: string }
    | { __typename: 'CreatedWebhook', secret: string, webhook: { id: string, name: string, url: string, targetType: WebhookTargetType, agentId: string | null, pipelineId: string | null, scheduleId: string | null, profile: WebhookProfile, eventIdHeader: string | null, dedupeWindow: number | null, suspended: boolean, agent: { name: string } | null, secret: { set: boolean, hint: string | null }, payload: { mode: WebhookPayloadMode, inputKey: string | null } } | null }
    | { __typename: 'NotFoundError', code: string, message: string }
    | { __typename: 'ValidationError', code: string, message: string, issues: Array<{ path: Array<string>, message: string }> }
   };

export type UpdateWebhookMutationVariables = Exact<{
  id: string | number;
  input: UpdateWebhookInput;
}>;


export type UpdateWebhookMutation = { updateWebhook:
    | { __typename: 'ConflictError', code: string, message: string }
    | { __typename: 'NotFoundError', code: string, message: string }
    | { __typename: 'ValidationError', code: string, message: string, issues: Array<{ path: Array<string>, message: string }> }
    | { __typename: 'Webhook', id: string, name: string, url: string, targetType: WebhookTargetType, agentId: string | null, pipelineId: string | null, scheduleId: string | null, profile: WebhookProfile, eventIdHeader: string | null, dedupeWindow: number | null, suspended: boolean, agent: { name: string } | null, secret: { set: boolean, hint: string | null }, payload: { mode: WebhookPayloadMode, inputKey: string | null } }
   };

export type DeleteWebhookMutationVariables = Exact<{
  id: string | number;
}>;


export type DeleteWebhookMutation = { deleteWebhook:
    | { __typename: 'ConflictError', code: string }
    | { __typename: 'NotFoundError', code: string }
    | { __typename: 'ValidationError', code: string }
    | { __typename: 'Webhook', id: string, name: string }
   };

export type SuspendWebhookMutationVariables = Exact<{
  id: string | number;
}>;


export type SuspendWebhookMutation = { suspendWebhook:
    | { __typename: 'ConflictError' }
    | { __typename: 'NotFoundError' }
    | { __typename: 'ValidationError' }
    | { __typename: 'Webhook', suspended: boolean }
   };

export type ResumeWebhookMutationVariables = Exact<{
  id: string | number;
}>;


export type ResumeWebhookMutation = { resumeWebhook:
    | { __typename: 'ConflictError' }
    | { __typename: 'NotFoundError' }
    | { __typename: 'ValidationError' }
    | { __typename: 'Webhook', suspended: boolean }
   };

export type RotateWebhookSecretMutationVariables = Exact<{
  id: string | number;
  secret?: string | null | undefined;
  keepOldFor?: number | string | null | undefined;
}>;


export type RotateWebhookSecretMutation = { rotateWebhookSecret:
    | { __typename: 'ConflictError', code: string, message: string }
    | { __typename: 'NotFoundError', code: string, message: string }
    | { __typename: 'RotatedWebhookSecret', secret: string, webhook: { id: string, previousSecretValidUntil: string | null, secret: { hint: string | null } } | null }
    | { __typename: 'ValidationError', code: string, message: string, issues: Array<{ path: Array<string>, message: string }> }
   };

export type WebhookQueryVariables = Exact<{
  id: string | number;
  first?: number | null | undefined;
  after?: string | null | undefined;
  filter?: WebhookDeliveryFilter | null | undefined;
}>;


export type WebhookQuery = { webhook: { id: string, name: string, url: string, targetType: WebhookTargetType, agentId: string | null, pipelineId: string | null, scheduleId: string | null, profile: WebhookProfile, eventIdHeader: string | null, dedupeWindow: number | null, suspended: boolean, deliveries: { totalCount: number, pageInfo: { hasNextPage: boolean, endCursor: string | null }, edges: Array<{ node: { eventId: string | null, outcome: WebhookOutcome, httpStatus: number, reason: string | null, count: number, scheduleExecutionId: string | null, scheduleExecution: { trigger: ExecutionTrigger, createdBy: string | null } | null } }> }, agent: { name: string } | null, secret: { set: boolean, hint: string | null }, payload: { mode: WebhookPayloadMode, inputKey: string | null } } | null };

export type WebhooksQueryVariables = Exact<{
  filter?: WebhookFilter | null | undefined;
  orderBy?: WebhookOrder | null | undefined;
}>;


export type WebhooksQuery = { webhooks: { totalCount: number, edges: Array<{ node: { name: string } }> } };

export type AgentLimitsQueryVariables = Exact<{
  id: string | number;
  hours?: number | null | undefined;
}>;


export type AgentLimitsQuery = { agent: { id: string, parkedJobs: number, rateLimit: { limit: number, per: number } | null, circuit: { state: CircuitState, failures: number, openedAt: string | null, nextProbeAt: string | null, probeId: string | null, reason: string | null } | null, stats: { total: number, completed: number, failed: number, deadLetters: number, successRate: number | null, p50Ms: number | null, p95Ms: number | null, sampled: boolean, buckets: Array<{ at: string, completed: number, failed: number, p50Ms: number | null, p95Ms: number | null }> } } | null };

export type WaitingJobsQueryVariables = Exact<{
  scheduleExecutionId: string | number;
}>;


export type WaitingJobsQuery = { jobExecutions: { edges: Array<{ node: { id: string, status: JobStatus, reason: string | null, parkedUntil: string | null, waitingFor: string | null } }> } };

export type ResetAgentCircuitMutationVariables = Exact<{
  agentId: string | number;
}>;


export type ResetAgentCircuitMutation = { resetAgentCircuit:
    | { __typename: 'Agent', id: string, parkedJobs: number, circuit: { state: CircuitState, failures: number } | null }
    | { __typename: 'ConflictError', code: string, message: string }
    | { __typename: 'NotFoundError', code: string, message: string }
    | { __typename: 'ValidationError', code: string, message: string, issues: Array<{ path: Array<string>, message: string }> }
   };

export type SendTestCallMutationVariables = Exact<{
  agentId: string | number;
  params?: unknown;
}>;


export type SendTestCallMutation = { sendTestCall:
    | { __typename: 'ConflictError', code: string, message: string }
    | { __typename: 'NotFoundError', code: string, message: string }
    | { __typename: 'TestCall', statusCode: number | null, durationMs: number, outcome: TestCallOutcome, responseBody: string | null, message: string }
    | { __typename: 'ValidationError', code: string, message: string, issues: Array<{ path: Array<string>, message: string }> }
   };

export type CheckEndpointMutationVariables = Exact<{
  input: CheckEndpointInput;
}>;


export type CheckEndpointMutation = { checkEndpoint:
    | { __typename: 'ConflictError', code: string, message: string }
    | { __typename: 'EndpointCheck', reachable: boolean, statusCode: number | null, message: string, durationMs: number }
    | { __typename: 'NotFoundError', code: string, message: string }
    | { __typename: 'ValidationError', code: string, message: string, issues: Array<{ path: Array<string>, message: string }> }
   };

export type GovernedFragment = { id: string, enabled: boolean, nextRunAt: string | null, nextRunSource: string | null, decision: unknown, pausedUntil: string | null, pauseNote: string | null, minInterval: number | null, maxInterval: number | null, failureBackoff: boolean, failureCount: number, jitter: number | null, misfirePolicy: MisfirePolicy, startingDeadline: number | null, concurrencyPolicy: ConcurrencyPolicy, requirements: unknown, successfulHistoryLimit: number | null, failedHistoryLimit: number | null, whyNot: string | null, hint: { intervalMs: number | null, nextRunAt: string | null, expiresAt: string, reason: string, proposedBy: string | null, proposedAt: string | null } | null };

export type GovernedScheduleQueryVariables = Exact<{
  id: string | number;
  history?: ScheduleExecutionFilter | null | undefined;
}>;


export type GovernedScheduleQuery = { schedule: { id: string, enabled: boolean, nextRunAt: string | null, nextRunSource: string | null, decision: unknown, pausedUntil: string | null, pauseNote: string | null, minInterval: number | null, maxInterval: number | null, failureBackoff: boolean, failureCount: number, jitter: number | null, misfirePolicy: MisfirePolicy, startingDeadline: number | null, concurrencyPolicy: ConcurrencyPolicy, requirements: unknown, successfulHistoryLimit: number | null, failedHistoryLimit: number | null, whyNot: string | null, executions: { totalCount: number, edges: Array<{ node: { id: string, status: DeliveryStatus, runStatus: RunStatus | null, reason: string | null, trigger: ExecutionTrigger, slotAt: string | null, lastSlotAt: string | null, missedCount: number, why: string } }> }, hint: { intervalMs: number | null, nextRunAt: string | null, expiresAt: string, reason: string, proposedBy: string | null, proposedAt: string | null } | null } | null };

export type GovernedSchedulesQueryVariables = Exact<{
  filter?: ScheduleFilter | null | undefined;
  orderBy?: ScheduleOrder | null | undefined;
}>;


export type GovernedSchedulesQuery = { schedules: { edges: Array<{ node: { id: string, whyNot: string | null } }> } };

export type PauseScheduleMutationVariables = Exact<{
  id: string | number;
  until: string;
  note?: string | null | undefined;
}>;


export type PauseScheduleMutation = { pauseSchedule:
    | { __typename: 'ConflictError', code: string, message: string }
    | { __typename: 'NotFoundError', code: string, message: string }
    | { __typename: 'Schedule', id: string, enabled: boolean, nextRunAt: string | null, nextRunSource: string | null, decision: unknown, pausedUntil: string | null, pauseNote: string | null, minInterval: number | null, maxInterval: number | null, failureBackoff: boolean, failureCount: number, jitter: number | null, misfirePolicy: MisfirePolicy, startingDeadline: number | null, concurrencyPolicy: ConcurrencyPolicy, requirements: unknown, successfulHistoryLimit: number | null, failedHistoryLimit: number | null, whyNot: string | null, hint: { intervalMs: number | null, nextRunAt: string | null, expiresAt: string, reason: string, proposedBy: string | null, proposedAt: string | null } | null }
    | { __typename: 'ValidationError', code: string, message: string, issues: Array<{ path: Array<string>, message: string }> }
   };

export type ResumeScheduleMutationVariables = Exact<{
  id: string | number;
}>;


export type ResumeScheduleMutation = { resumeSchedule:
    | { __typename: 'ConflictError', code: string, message: string }
    | { __typename: 'NotFoundError', code: string, message: string }
    | { __typename: 'Schedule', id: string, enabled: boolean, nextRunAt: string | null, nextRunSource: string | null, decision: unknown, pausedUntil: string | null, pauseNote: string | null, minInterval: number | null, maxInterval: number | null, failureBackoff: boolean, failureCount: number, jitter: number | null, misfirePolicy: MisfirePolicy, startingDeadline: number | null, concurrencyPolicy: ConcurrencyPolicy, requirements: unknown, successfulHistoryLimit: number | null, failedHistoryLimit: number | null, whyNot: string | null, hint: { intervalMs: number | null, nextRunAt: string | null, expiresAt: string, reason: string, proposedBy: string | null, proposedAt: string | null } | null }
    | { __typename: 'ValidationError', code: string, message: string, issues: Array<{ path: Array<string>, message: string }> }
   };

export type ProposeHintMutationVariables = Exact<{
  scheduleId: string | number;
  input: ProposeHintInput;
}>;


export type ProposeHintMutation = { proposeHint:
    | { __typename: 'ConflictError', code: string, message: string }
    | { __typename: 'NotFoundError', code: string, message: string }
    | { __typename: 'Schedule', id: string, enabled: boolean, nextRunAt: string | null, nextRunSource: string | null, decision: unknown, pausedUntil: string | null, pauseNote: string | null, minInterval: number | null, maxInterval: number | null, failureBackoff: boolean, failureCount: number, jitter: number | null, misfirePolicy: MisfirePolicy, startingDeadline: number | null, concurrencyPolicy: ConcurrencyPolicy, requirements: unknown, successfulHistoryLimit: number | null, failedHistoryLimit: number | null, whyNot: string | null, hint: { intervalMs: number | null, nextRunAt: string | null, expiresAt: string, reason: string, proposedBy: string | null, proposedAt: string | null } | null }
    | { __typename: 'ValidationError', code: string, message: string, issues: Array<{ path: Array<string>, message: string }> }
   };

export type ClearHintsMutationVariables = Exact<{
  scheduleId: string | number;
}>;


export type ClearHintsMutation = { clearHints:
    | { __typename: 'ConflictError', code: string, message: string }
    | { __typename: 'NotFoundError', code: string, message: string }
    | { __typename: 'Schedule', id: string, enabled: boolean, nextRunAt: string | null, nextRunSource: string | null, decision: unknown, pausedUntil: string | null, pauseNote: string | null, minInterval: number | null, maxInterval: number | null, failureBackoff: boolean, failureCount: number, jitter: number | null, misfirePolicy: MisfirePolicy, startingDeadline: number | null, concurrencyPolicy: ConcurrencyPolicy, requirements: unknown, successfulHistoryLimit: number | null, failedHistoryLimit: number | null, whyNot: string | null, hint: { intervalMs: number | null, nextRunAt: string | null, expiresAt: string, reason: string, proposedBy: string | null, proposedAt: string | null } | null }
    | { __typename: 'ValidationError', code: string, message: string, issues: Array<{ path: Array<string>, message: string }> }
   };

export type PreviewGovernedQueryVariables = Exact<{
  input: PreviewScheduleInput;
  count?: number | null | undefined;
}>;


export type PreviewGovernedQuery = { previewSchedule: { timezone: string, occurrences: Array<{ at: string, fireAt: string, source: string, decision: unknown }>, transitions: Array<{ at: string, kind: ClockChange, from: string, to: string, localFrom: string, localTo: string, effect: string }> } };

export type RunsQueryVariables = Exact<{
  since: string;
  limit?: number | null | undefined;
  earlier?: boolean | null | undefined;
}>;


export type RunsQuery = { overview: { runs: Array<{ id: string, scheduleId: string | null, name: string, trigger: ExecutionTrigger, status: DeliveryStatus, runStatus: RunStatus | null, reason: string | null, slotAt: string | null, lastSlotAt: string | null, missedCount: number, jobsCreated: number, completedAt: string | null }> } };

export type OverviewQueryVariables = Exact<{
  hours?: number | null | undefined;
  minutes?: number | null | undefined;
  limit?: number | null | undefined;
  limitEach?: number | null | undefined;
}>;


export type OverviewQuery = { overview: { queueDepth: number, oldestReadyAt: string | null, parked: number, running: number, deadLetters: number, workers: { alive: number, busy: number, draining: number, dead: number }, outcomes: Array<{ at: string, succeeded: number, partial: number, failed: number, cancelled: number, skipped: number, complete: boolean }>, nextFires: Array<{ scheduleId: string, name: string, at: string, fireAt: string, source: string }> } };

export type AgentConfigOfQueryVariables = Exact<{
  agentId: string | number;
}>;


export type AgentConfigOfQuery = { agentConfig: { value: unknown, updatedAt: string | null, updatedBy: string | null } | null };

export type SetAgentConfigMutationVariables = Exact<{
  agentId: string | number;
  value?: unknown;
}>;


export type SetAgentConfigMutation = { setAgentConfig:
    | { __typename: 'AgentConfig', value: unknown, updatedBy: string | null }
    | { __typename: 'ConflictError', code: string, message: string }
    | { __typename: 'NotFoundError', code: string, message: string }
    | { __typename: 'ValidationError', code: string, message: string, issues: Array<{ path: Array<string>, message: string }> }
   };

export type WorkInHandQueryVariables = Exact<{
  agentId: string | number;
  workerId: string | number;
}>;


export type WorkInHandQuery = { agent: { runningJobs: number } | null, worker: { jobs: Array<{ id: string, agent: { id: string } | null }> } | null };

export type ScheduleOutcomesQueryVariables = Exact<{
  first: number;
  last?: number | null | undefined;
  filter?: ScheduleFilter | null | undefined;
}>;


export type ScheduleOutcomesQuery = { schedules: { edges: Array<{ node: { name: string, recentOutcomes: Array<{ executionId: string, at: string, runStatus: RunStatus | null, reason: string | null, missedCount: number, durationMs: number | null }>, activeExecution: { id: string, jobsCreated: number, jobsCompleted: number } | null } }> } };

export type DataSourcesQueryVariables = Exact<{ [key: string]: never; }>;


export type DataSourcesQuery = { dataSources: Array<{ source: string, tables: Array<{ name: string, columns: Array<{ name: string, type: string }> }> }> };

export type ExecutionJobsOfQueryVariables = Exact<{
  id: string | number;
  first?: number | null | undefined;
  after?: string | null | undefined;
  filter?: JobExecutionFilter | null | undefined;
}>;


export type ExecutionJobsOfQuery = { scheduleExecution: { params: unknown, batches: number, batchesBegun: number, nextBatchAt: string | null, expandedAt: string | null, jobCounts: Array<{ status: JobStatus, count: number }>, jobPages: { totalCount: number, ends: Array<string> }, jobs: { totalCount: number, edges: Array<{ cursor: string, node: { id: string, jobId: string, status: JobStatus, batchIndex: number, scheduleExecution: { id: string } | null } }> } } | null };

export type JobUpstreamQueryVariables = Exact<{
  id: string | number;
}>;


export type JobUpstreamQuery = { jobExecution: { upstream: unknown, redeliveries: number, deadlineAt: string | null, progressAt: string | null } | null };

export type CancelJobsMutationVariables = Exact<{
  jobIds: Array<string | number> | string | number;
  dryRun?: boolean | null | undefined;
  expectedCount?: number | null | undefined;
}>;


export type CancelJobsMutation = { cancelJobs:
    | { __typename: 'BulkResult', matched: number, changed: number, dryRun: boolean, refused: Array<{ id: string, code: string, message: string }> }
    | { __typename: 'ConflictError', message: string }
    | { __typename: 'NotFoundError', message: string }
    | { __typename: 'ValidationError', message: string }
   };

export type DataSourcePolicyQueryVariables = Exact<{ [key: string]: never; }>;


export type DataSourcePolicyQuery = { dataSourcePolicy: { allow: Array<string>, only: Array<string>, deny: Array<string>, malformed: boolean } };

export type UpdateDataSourcePolicyMutationVariables = Exact<{
  input: UpdateDataSourcePolicyInput;
}>;


export type UpdateDataSourcePolicyMutation = { updateDataSourcePolicy:
    | { __typename: 'ConflictError', code: string, message: string }
    | { __typename: 'DataSourcePolicy', allow: Array<string>, only: Array<string>, deny: Array<string>, malformed: boolean }
    | { __typename: 'NotFoundError', code: string, message: string }
    | { __typename: 'ValidationError', code: string, message: string, issues: Array<{ path: Array<string>, message: string }> }
   };

export type SettingsWithDefaultsQueryVariables = Exact<{ [key: string]: never; }>;


export type SettingsWithDefaultsQuery = { schedulerConfig: { scheduler: { maxExpansion: number }, defaults: { scheduler: { maxExpansion: number } }, issues: Array<{ path: Array<string> }> }, engineConfig: { claimBatchSize: number | null, inForce: { claimBatchSize: number }, fallback: { claimBatchSize: number } } };

export type FindApiTokensQueryVariables = Exact<{
  filter?: ApiTokenFilter | null | undefined;
}>;


export type FindApiTokensQuery = { apiTokens: { edges: Array<{ node: { name: string } }> } };

export type OneNotificationQueryVariables = Exact<{
  id: string | number;
}>;


export type OneNotificationQuery = { notification: { title: string, deliveries: Array<{ channel: string }> } | null };

export type SystemQueryVariables = Exact<{ [key: string]: never; }>;


export type SystemQuery = { system: { version: string, publicUrl: string, database: { version: string, sizeBytes: number, tables: Array<{ name: string, sizeBytes: number, estimatedRows: number | null }> } } };

export type RecordChangedSubscriptionVariables = Exact<{
  after?: string | number | null | undefined;
}>;


export type RecordChangedSubscription = { recordChanged: { cursor: string, kind: RecordKind, recordId: string, change: RecordChange } };

export type ValidatePipelineQueryVariables = Exact<{
  input: CreatePipelineInput;
}>;


export type ValidatePipelineQuery = { validatePipeline: Array<{ path: Array<string>, message: string }> };

export type PipelineUsesQueryVariables = Exact<{
  first: number;
}>;


export type PipelineUsesQuery = { pipelines: { edges: Array<{ node: { id: string, scheduleCount: number, lastExecution: { id: string, runStatus: RunStatus | null } | null } }> } };

export type ContextsAtQueryVariables = Exact<{
  id: string | number;
  filter?: PipelineContextFilter | null | undefined;
  first?: number | null | undefined;
  after?: string | null | undefined;
}>;


export type ContextsAtQuery = { scheduleExecution: { contexts: { totalCount: number, edges: Array<{ cursor: string, node: { contextId: string, params: unknown } }> } } | null };

export type OneContextQueryVariables = Exact<{
  id: string | number;
  contextId: string | number;
}>;


export type OneContextQuery = { scheduleExecution: { context: { contextId: string, status: RunStatus, params: unknown, steps: Array<{ pipelineStepId: string | null, status: JobStatus }> } | null } | null };

export type StandingQueryVariables = Exact<{ [key: string]: never; }>;


export type StandingQuery = { system: { alerts: Array<{ kind: SystemAlertKind, message: string }> }, scheduleAlerts: Array<{ kind: ScheduleAlertKind, scheduleName: string }>, workers: { edges: Array<{ node: { state: WorkerState } }> } };

export type CreateKeyedMutationVariables = Exact<{
  schedule: CreateScheduleInput;
  pipeline: CreatePipelineInput;
  webhook: CreateWebhookInput;
  idempotencyKey?: string | null | undefined;
}>;


export type CreateKeyedMutation = { createSchedule:
    | { code: string, message: string }
    | { code: string, message: string }
    | { id: string, key: string | null }
    | { code: string, message: string, issues: Array<{ path: Array<string>, message: string }> }
  , createPipeline:
    | { code: string, message: string }
    | { code: string, message: string }
    | { id: string, key: string | null }
    | { code: string, message: string, issues: Array<{ path: Array<string>, message: string }> }
  , createWebhook:
    | { code: string, message: string }
    | { webhook: { id: string, key: string | null } | null }
    | { code: string, message: string }
    | { code: string, message: string, issues: Array<{ path: Array<string>, message: string }> }
   };

export type FindByKeyQueryVariables = Exact<{
  key: string;
}>;


export type FindByKeyQuery = { schedule: { id: string } | null, pipeline: { id: string } | null, webhook: { id: string } | null, schedules: { totalCount: number }, pipelines: { totalCount: number }, webhooks: { totalCount: number } };

export type ScheduleByIdOrKeyQueryVariables = Exact<{
  id?: string | number | null | undefined;
  key?: string | null | undefined;
}>;


export type ScheduleByIdOrKeyQuery = { schedule: { id: string } | null };

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
export const WorkerRowFragmentDoc = new TypedDocumentString(`
    fragment WorkerRow on Worker {
  id
  state
  draining
  activeJobs
  concurrency
}
    `, {"fragmentName":"WorkerRow"}) as unknown as TypedDocumentString<WorkerRowFragment, unknown>;
export const EngineConfigurationFragmentDoc = new TypedDocumentString(`
    fragment EngineConfiguration on EngineConfig {
  maxConcurrent
  pollIntervalMs
  lockTtlMs
  inForce {
    pollIntervalMs
    maxConcurrent
    maxJitterMs
    jitterThreshold
    heartbeatIntervalMs
    orphanCheckIntervalMs
    deadHeartbeatThreshold
    claimBatchSize
    lockTtlMs
  }
}
    `, {"fragmentName":"EngineConfiguration"}) as unknown as TypedDocumentString<EngineConfigurationFragment, unknown>;
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
export const NotificationChannelFieldsFragmentDoc = new TypedDocumentString(`
    fragment NotificationChannelFields on NotificationChannel {
  name
  type
  configured
  inUse
  target
  lastDelivery {
    status
    error
  }
}
    `, {"fragmentName":"NotificationChannelFields"}) as unknown as TypedDocumentString<NotificationChannelFieldsFragment, unknown>;
export const BulkFragmentDoc = new TypedDocumentString(`
    fragment Bulk on BulkResult {
  matched
  changed
  refused {
    id
    code
    message
  }
  dryRun
}
    `, {"fragmentName":"Bulk"}) as unknown as TypedDocumentString<BulkFragment, unknown>;
export const BackfillStateFragmentDoc = new TypedDocumentString(`
    fragment BackfillState on Backfill {
  id
  scheduleId
  schedule {
    name
  }
  from
  to
  maxConcurrency
  repeatExisting
  params
  total
  existing
  toCreate
  created
  status
  createdAt
  createdBy
  completedAt
  progress {
    pending
    running
    succeeded
    partial
    failed
    cancelled
  }
}
    `, {"fragmentName":"BackfillState"}) as unknown as TypedDocumentString<BackfillStateFragment, unknown>;
export const WebhookPartsFragmentDoc = new TypedDocumentString(`
    fragment WebhookParts on Webhook {
  id
  name
  url
  targetType
  agentId
  agent {
    name
  }
  pipelineId
  scheduleId
  profile
  secret {
    set
    hint
  }
  eventIdHeader
  dedupeWindow
  payload {
    mode
    inputKey
  }
  suspended
}
    `, {"fragmentName":"WebhookParts"}) as unknown as TypedDocumentString<WebhookPartsFragment, unknown>;
export const GovernedFragmentDoc = new TypedDocumentString(`
    fragment Governed on Schedule {
  id
  enabled
  nextRunAt
  nextRunSource
  decision
  pausedUntil
  pauseNote
  hint {
    intervalMs
    nextRunAt
    expiresAt
    reason
    proposedBy
    proposedAt
  }
  minInterval
  maxInterval
  failureBackoff
  failureCount
  jitter
  misfirePolicy
  startingDeadline
  concurrencyPolicy
  requirements
  successfulHistoryLimit
  failedHistoryLimit
  whyNot
}
    `, {"fragmentName":"Governed"}) as unknown as TypedDocumentString<GovernedFragment, unknown>;
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
export const WorkerDocument = new TypedDocumentString(`
    query Worker($id: ID!, $last: Int) {
  worker(id: $id) {
    ...WorkerRow
    capabilities
    epoch
    leaseExpiresAt
    heartbeatAt
    startedAt
    stoppedAt
    snapshots(last: $last) {
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
    fragment WorkerRow on Worker {
  id
  state
  draining
  activeJobs
  concurrency
}`) as unknown as TypedDocumentString<WorkerQuery, WorkerQueryVariables>;
export const DrainWorkerDocument = new TypedDocumentString(`
    mutation DrainWorker($id: ID!) {
  drainWorker(id: $id) {
    ...WorkerRow
    ...Refusal
  }
}
    fragment WorkerRow on Worker {
  id
  state
  draining
  activeJobs
  concurrency
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
}`) as unknown as TypedDocumentString<DrainWorkerMutation, DrainWorkerMutationVariables>;
export const UndrainWorkerDocument = new TypedDocumentString(`
    mutation UndrainWorker($id: ID!) {
  undrainWorker(id: $id) {
    ...WorkerRow
    ...Refusal
  }
}
    fragment WorkerRow on Worker {
  id
  state
  draining
  activeJobs
  concurrency
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
}`) as unknown as TypedDocumentString<UndrainWorkerMutation, UndrainWorkerMutationVariables>;
export const WorkerChangedDocument = new TypedDocumentString(`
    subscription WorkerChanged($after: ID) {
  workerChanged(after: $after) {
    cursor
    workerId
    previousStatus
    status
    worker {
      ...WorkerRow
    }
  }
}
    fragment WorkerRow on Worker {
  id
  state
  draining
  activeJobs
  concurrency
}`) as unknown as TypedDocumentString<WorkerChangedSubscription, WorkerChangedSubscriptionVariables>;
export const EngineConfigDocument = new TypedDocumentString(`
    query EngineConfig {
  engineConfig {
    ...EngineConfiguration
  }
}
    fragment EngineConfiguration on EngineConfig {
  maxConcurrent
  pollIntervalMs
  lockTtlMs
  inForce {
    pollIntervalMs
    maxConcurrent
    maxJitterMs
    jitterThreshold
    heartbeatIntervalMs
    orphanCheckIntervalMs
    deadHeartbeatThreshold
    claimBatchSize
    lockTtlMs
  }
}`) as unknown as TypedDocumentString<EngineConfigQuery, EngineConfigQueryVariables>;
export const UpdateEngineConfigDocument = new TypedDocumentString(`
    mutation UpdateEngineConfig($input: UpdateEngineConfigInput!) {
  updateEngineConfig(input: $input) {
    ...EngineConfiguration
    ...Refusal
  }
}
    fragment EngineConfiguration on EngineConfig {
  maxConcurrent
  pollIntervalMs
  lockTtlMs
  inForce {
    pollIntervalMs
    maxConcurrent
    maxJitterMs
    jitterThreshold
    heartbeatIntervalMs
    orphanCheckIntervalMs
    deadHeartbeatThreshold
    claimBatchSize
    lockTtlMs
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
}`) as unknown as TypedDocumentString<UpdateEngineConfigMutation, UpdateEngineConfigMutationVariables>;
export const AgentsAliveDocument = new TypedDocumentString(`
    query AgentsAlive {
  agents {
    edges {
      node {
        id
        requirements
        heartbeat {
          lastAt
          status
        }
      }
    }
  }
}
    `) as unknown as TypedDocumentString<AgentsAliveQuery, AgentsAliveQueryVariables>;
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
    mutation TriggerSchedule($id: ID!, $params: JSON, $idempotencyKey: String) {
  triggerSchedule(id: $id, params: $params, idempotencyKey: $idempotencyKey) {
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
    mutation TriggerAgent($agentId: ID!, $params: JSON, $idempotencyKey: String) {
  triggerAgent(
    agentId: $agentId
    params: $params
    idempotencyKey: $idempotencyKey
  ) {
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
    mutation TriggerPipeline($id: ID!, $params: JSON, $idempotencyKey: String) {
  triggerPipeline(id: $id, params: $params, idempotencyKey: $idempotencyKey) {
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
    mutation RetryFailedJobs($scheduleExecutionId: ID!, $errorMessage: String) {
  retryFailedJobs(
    scheduleExecutionId: $scheduleExecutionId
    errorMessage: $errorMessage
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
export const NotificationChannelsDocument = new TypedDocumentString(`
    query NotificationChannels {
  notificationChannels {
    ...NotificationChannelFields
  }
}
    fragment NotificationChannelFields on NotificationChannel {
  name
  type
  configured
  inUse
  target
  lastDelivery {
    status
    error
  }
}`) as unknown as TypedDocumentString<NotificationChannelsQuery, NotificationChannelsQueryVariables>;
export const NotificationChannelSettingsDocument = new TypedDocumentString(`
    query NotificationChannelSettings {
  notificationChannels {
    ...NotificationChannelFields
    slack {
      url {
        set
        hint
      }
    }
    email {
      host
      port
      secure
      username
      password {
        set
        hint
      }
      from
      to
    }
    webhook {
      url
      secret {
        set
        hint
      }
    }
  }
}
    fragment NotificationChannelFields on NotificationChannel {
  name
  type
  configured
  inUse
  target
  lastDelivery {
    status
    error
  }
}`) as unknown as TypedDocumentString<NotificationChannelSettingsQuery, NotificationChannelSettingsQueryVariables>;
export const NotificationsDocument = new TypedDocumentString(`
    query Notifications($first: Int, $after: String, $filter: NotificationFilter) {
  notifications(first: $first, after: $after, filter: $filter) {
    totalCount
    pageInfo {
      hasNextPage
      endCursor
    }
    edges {
      node {
        id
        kind
        subjectType
        subjectId
        scheduleId
        schedule {
          name
        }
        agentId
        agent {
          name
        }
        title
        message
        count
        followsId
        firstAt
        lastAt
        windowEndsAt
        status
        deliveries {
          channel
          status
          attempts
          error
        }
      }
    }
  }
}
    `) as unknown as TypedDocumentString<NotificationsQuery, NotificationsQueryVariables>;
export const SetNotificationChannelDocument = new TypedDocumentString(`
    mutation SetNotificationChannel($input: NotificationChannelInput!) {
  setNotificationChannel(input: $input) {
    __typename
    ... on NotificationChannel {
      ...NotificationChannelFields
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
    fragment NotificationChannelFields on NotificationChannel {
  name
  type
  configured
  inUse
  target
  lastDelivery {
    status
    error
  }
}`) as unknown as TypedDocumentString<SetNotificationChannelMutation, SetNotificationChannelMutationVariables>;
export const DeleteNotificationChannelDocument = new TypedDocumentString(`
    mutation DeleteNotificationChannel($name: String!) {
  deleteNotificationChannel(name: $name) {
    __typename
    ... on NotificationChannel {
      name
    }
    ... on Error {
      code
      message
    }
  }
}
    `) as unknown as TypedDocumentString<DeleteNotificationChannelMutation, DeleteNotificationChannelMutationVariables>;
export const TestNotificationChannelDocument = new TypedDocumentString(`
    mutation TestNotificationChannel($name: String!) {
  testNotificationChannel(name: $name) {
    __typename
    ... on NotificationChannelTest {
      ok
      message
    }
    ... on Error {
      code
      message
    }
  }
}
    `) as unknown as TypedDocumentString<TestNotificationChannelMutation, TestNotificationChannelMutationVariables>;
export const SetSchedulesEnabledDocument = new TypedDocumentString(`
    mutation SetSchedulesEnabled($filter: ScheduleFilter, $ids: [ID!], $all: Boolean, $enabled: Boolean!, $dryRun: Boolean, $expectedCount: Int) {
  setSchedulesEnabled(
    filter: $filter
    ids: $ids
    all: $all
    enabled: $enabled
    dryRun: $dryRun
    expectedCount: $expectedCount
  ) {
    __typename
    ...Bulk
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
}
fragment Bulk on BulkResult {
  matched
  changed
  refused {
    id
    code
    message
  }
  dryRun
}`) as unknown as TypedDocumentString<SetSchedulesEnabledMutation, SetSchedulesEnabledMutationVariables>;
export const PauseSchedulesDocument = new TypedDocumentString(`
    mutation PauseSchedules($filter: ScheduleFilter, $ids: [ID!], $all: Boolean, $until: DateTime!, $note: String, $dryRun: Boolean, $expectedCount: Int) {
  pauseSchedules(
    filter: $filter
    ids: $ids
    all: $all
    until: $until
    note: $note
    dryRun: $dryRun
    expectedCount: $expectedCount
  ) {
    __typename
    ...Bulk
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
}
fragment Bulk on BulkResult {
  matched
  changed
  refused {
    id
    code
    message
  }
  dryRun
}`) as unknown as TypedDocumentString<PauseSchedulesMutation, PauseSchedulesMutationVariables>;
export const ResumeSchedulesDocument = new TypedDocumentString(`
    mutation ResumeSchedules($filter: ScheduleFilter, $ids: [ID!], $all: Boolean, $dryRun: Boolean, $expectedCount: Int) {
  resumeSchedules(
    filter: $filter
    ids: $ids
    all: $all
    dryRun: $dryRun
    expectedCount: $expectedCount
  ) {
    __typename
    ...Bulk
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
}
fragment Bulk on BulkResult {
  matched
  changed
  refused {
    id
    code
    message
  }
  dryRun
}`) as unknown as TypedDocumentString<ResumeSchedulesMutation, ResumeSchedulesMutationVariables>;
export const TriggerSchedulesDocument = new TypedDocumentString(`
    mutation TriggerSchedules($filter: ScheduleFilter, $ids: [ID!], $all: Boolean, $idempotencyKey: String, $dryRun: Boolean, $expectedCount: Int) {
  triggerSchedules(
    filter: $filter
    ids: $ids
    all: $all
    idempotencyKey: $idempotencyKey
    dryRun: $dryRun
    expectedCount: $expectedCount
  ) {
    __typename
    ...Bulk
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
}
fragment Bulk on BulkResult {
  matched
  changed
  refused {
    id
    code
    message
  }
  dryRun
}`) as unknown as TypedDocumentString<TriggerSchedulesMutation, TriggerSchedulesMutationVariables>;
export const CancelScheduleExecutionsDocument = new TypedDocumentString(`
    mutation CancelScheduleExecutions($filter: ScheduleExecutionFilter, $ids: [ID!], $all: Boolean, $dryRun: Boolean, $expectedCount: Int) {
  cancelScheduleExecutions(
    filter: $filter
    ids: $ids
    all: $all
    dryRun: $dryRun
    expectedCount: $expectedCount
  ) {
    __typename
    ...Bulk
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
}
fragment Bulk on BulkResult {
  matched
  changed
  refused {
    id
    code
    message
  }
  dryRun
}`) as unknown as TypedDocumentString<CancelScheduleExecutionsMutation, CancelScheduleExecutionsMutationVariables>;
export const DeadLettersDocument = new TypedDocumentString(`
    query DeadLetters($filter: DeadLetterFilter, $first: Int, $after: String, $last: Int, $before: String) {
  deadLetters(
    filter: $filter
    first: $first
    after: $after
    last: $last
    before: $before
  ) {
    totalCount
    pageInfo {
      hasNextPage
      hasPreviousPage
      startCursor
      endCursor
    }
    edges {
      node {
        id
        jobId
        status
        agent {
          name
        }
        error {
          message
        }
      }
    }
  }
  deadLetterGroups(filter: $filter) {
    counted
    complete
    groups {
      agentId
      agent {
        name
      }
      message
      code
      count
      firstAt
      lastAt
      jobId
    }
  }
}
    `) as unknown as TypedDocumentString<DeadLettersQuery, DeadLettersQueryVariables>;
export const ErrorGroupsDocument = new TypedDocumentString(`
    query ErrorGroups($id: ID!) {
  scheduleExecution(id: $id) {
    errorGroups {
      message
      code
      count
      firstAt
      lastAt
      jobId
    }
  }
}
    `) as unknown as TypedDocumentString<ErrorGroupsQuery, ErrorGroupsQueryVariables>;
export const RetryJobsDocument = new TypedDocumentString(`
    mutation RetryJobs($jobIds: [ID!]!, $dryRun: Boolean, $expectedCount: Int) {
  retryJobs(jobIds: $jobIds, dryRun: $dryRun, expectedCount: $expectedCount) {
    __typename
    ...Bulk
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
}
fragment Bulk on BulkResult {
  matched
  changed
  refused {
    id
    code
    message
  }
  dryRun
}`) as unknown as TypedDocumentString<RetryJobsMutation, RetryJobsMutationVariables>;
export const RetryDeadLettersDocument = new TypedDocumentString(`
    mutation RetryDeadLetters($filter: DeadLetterFilter, $all: Boolean, $dryRun: Boolean, $expectedCount: Int) {
  retryDeadLetters(
    filter: $filter
    all: $all
    dryRun: $dryRun
    expectedCount: $expectedCount
  ) {
    __typename
    ...Bulk
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
}
fragment Bulk on BulkResult {
  matched
  changed
  refused {
    id
    code
    message
  }
  dryRun
}`) as unknown as TypedDocumentString<RetryDeadLettersMutation, RetryDeadLettersMutationVariables>;
export const PreviewBackfillDocument = new TypedDocumentString(`
    query PreviewBackfill($scheduleId: ID!, $from: DateTime!, $to: DateTime, $repeatExisting: Boolean) {
  previewBackfill(
    scheduleId: $scheduleId
    from: $from
    to: $to
    repeatExisting: $repeatExisting
  ) {
    from
    to
    total
    existing
    toCreate
    first
    last
  }
}
    `) as unknown as TypedDocumentString<PreviewBackfillQuery, PreviewBackfillQueryVariables>;
export const CreateBackfillDocument = new TypedDocumentString(`
    mutation CreateBackfill($input: CreateBackfillInput!) {
  createBackfill(input: $input) {
    __typename
    ...BackfillState
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
}
fragment BackfillState on Backfill {
  id
  scheduleId
  schedule {
    name
  }
  from
  to
  maxConcurrency
  repeatExisting
  params
  total
  existing
  toCreate
  created
  status
  createdAt
  createdBy
  completedAt
  progress {
    pending
    running
    succeeded
    partial
    failed
    cancelled
  }
}`) as unknown as TypedDocumentString<CreateBackfillMutation, CreateBackfillMutationVariables>;
export const CancelBackfillDocument = new TypedDocumentString(`
    mutation CancelBackfill($id: ID!) {
  cancelBackfill(id: $id) {
    __typename
    ...BackfillState
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
}
fragment BackfillState on Backfill {
  id
  scheduleId
  schedule {
    name
  }
  from
  to
  maxConcurrency
  repeatExisting
  params
  total
  existing
  toCreate
  created
  status
  createdAt
  createdBy
  completedAt
  progress {
    pending
    running
    succeeded
    partial
    failed
    cancelled
  }
}`) as unknown as TypedDocumentString<CancelBackfillMutation, CancelBackfillMutationVariables>;
export const BackfillDocument = new TypedDocumentString(`
    query Backfill($id: ID!, $first: Int, $after: String, $executions: ScheduleExecutionFilter) {
  backfill(id: $id) {
    ...BackfillState
    executions(first: $first, after: $after, filter: $executions) {
      totalCount
      pageInfo {
        hasNextPage
        endCursor
      }
      edges {
        node {
          slotAt
          trigger
          runStatus
          backfillId
          backfill {
            id
          }
        }
      }
    }
  }
}
    fragment BackfillState on Backfill {
  id
  scheduleId
  schedule {
    name
  }
  from
  to
  maxConcurrency
  repeatExisting
  params
  total
  existing
  toCreate
  created
  status
  createdAt
  createdBy
  completedAt
  progress {
    pending
    running
    succeeded
    partial
    failed
    cancelled
  }
}`) as unknown as TypedDocumentString<BackfillQuery, BackfillQueryVariables>;
export const BackfillsDocument = new TypedDocumentString(`
    query Backfills($filter: BackfillFilter, $first: Int) {
  backfills(filter: $filter, first: $first) {
    totalCount
    edges {
      node {
        ...BackfillState
      }
    }
  }
}
    fragment BackfillState on Backfill {
  id
  scheduleId
  schedule {
    name
  }
  from
  to
  maxConcurrency
  repeatExisting
  params
  total
  existing
  toCreate
  created
  status
  createdAt
  createdBy
  completedAt
  progress {
    pending
    running
    succeeded
    partial
    failed
    cancelled
  }
}`) as unknown as TypedDocumentString<BackfillsQuery, BackfillsQueryVariables>;
export const ScheduleAlertsDocument = new TypedDocumentString(`
    query ScheduleAlerts {
  scheduleAlerts {
    kind
    since
    message
    scheduleId
    scheduleName
    schedule {
      name
      nextRunAt
    }
  }
}
    `) as unknown as TypedDocumentString<ScheduleAlertsQuery, ScheduleAlertsQueryVariables>;
export const CreateWebhookDocument = new TypedDocumentString(`
    mutation CreateWebhook($input: CreateWebhookInput!) {
  createWebhook(input: $input) {
    __typename
    ... on CreatedWebhook {
      secret
      webhook {
        ...WebhookParts
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
    fragment WebhookParts on Webhook {
  id
  name
  url
  targetType
  agentId
  agent {
    name
  }
  pipelineId
  scheduleId
  profile
  secret {
    set
    hint
  }
  eventIdHeader
  dedupeWindow
  payload {
    mode
    inputKey
  }
  suspended
}`) as unknown as TypedDocumentString<CreateWebhookMutation, CreateWebhookMutationVariables>;
export const UpdateWebhookDocument = new TypedDocumentString(`
    mutation UpdateWebhook($id: ID!, $input: UpdateWebhookInput!) {
  updateWebhook(id: $id, input: $input) {
    __typename
    ...WebhookParts
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
    fragment WebhookParts on Webhook {
  id
  name
  url
  targetType
  agentId
  agent {
    name
  }
  pipelineId
  scheduleId
  profile
  secret {
    set
    hint
  }
  eventIdHeader
  dedupeWindow
  payload {
    mode
    inputKey
  }
  suspended
}`) as unknown as TypedDocumentString<UpdateWebhookMutation, UpdateWebhookMutationVariables>;
export const DeleteWebhookDocument = new TypedDocumentString(`
    mutation DeleteWebhook($id: ID!) {
  deleteWebhook(id: $id) {
    __typename
    ... on Webhook {
      id
      name
    }
    ... on Error {
      code
    }
  }
}
    `) as unknown as TypedDocumentString<DeleteWebhookMutation, DeleteWebhookMutationVariables>;
export const SuspendWebhookDocument = new TypedDocumentString(`
    mutation SuspendWebhook($id: ID!) {
  suspendWebhook(id: $id) {
    __typename
    ... on Webhook {
      suspended
    }
  }
}
    `) as unknown as TypedDocumentString<SuspendWebhookMutation, SuspendWebhookMutationVariables>;
export const ResumeWebhookDocument = new TypedDocumentString(`
    mutation ResumeWebhook($id: ID!) {
  resumeWebhook(id: $id) {
    __typename
    ... on Webhook {
      suspended
    }
  }
}
    `) as unknown as TypedDocumentString<ResumeWebhookMutation, ResumeWebhookMutationVariables>;
export const RotateWebhookSecretDocument = new TypedDocumentString(`
    mutation RotateWebhookSecret($id: ID!, $secret: String, $keepOldFor: Duration) {
  rotateWebhookSecret(id: $id, secret: $secret, keepOldFor: $keepOldFor) {
    __typename
    ... on RotatedWebhookSecret {
      secret
      webhook {
        id
        previousSecretValidUntil
        secret {
          hint
        }
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
    `) as unknown as TypedDocumentString<RotateWebhookSecretMutation, RotateWebhookSecretMutationVariables>;
export const WebhookDocument = new TypedDocumentString(`
    query Webhook($id: ID!, $first: Int, $after: String, $filter: WebhookDeliveryFilter) {
  webhook(id: $id) {
    ...WebhookParts
    deliveries(first: $first, after: $after, filter: $filter) {
      totalCount
      pageInfo {
        hasNextPage
        endCursor
      }
      edges {
        node {
          eventId
          outcome
          httpStatus
          reason
          count
          scheduleExecutionId
          scheduleExecution {
            trigger
            createdBy
          }
        }
      }
    }
  }
}
    fragment WebhookParts on Webhook {
  id
  name
  url
  targetType
  agentId
  agent {
    name
  }
  pipelineId
  scheduleId
  profile
  secret {
    set
    hint
  }
  eventIdHeader
  dedupeWindow
  payload {
    mode
    inputKey
  }
  suspended
}`) as unknown as TypedDocumentString<WebhookQuery, WebhookQueryVariables>;
export const WebhooksDocument = new TypedDocumentString(`
    query Webhooks($filter: WebhookFilter, $orderBy: WebhookOrder) {
  webhooks(filter: $filter, orderBy: $orderBy) {
    totalCount
    edges {
      node {
        name
      }
    }
  }
}
    `) as unknown as TypedDocumentString<WebhooksQuery, WebhooksQueryVariables>;
export const AgentLimitsDocument = new TypedDocumentString(`
    query AgentLimits($id: ID!, $hours: Int = 24) {
  agent(id: $id) {
    id
    rateLimit {
      limit
      per
    }
    circuit {
      state
      failures
      openedAt
      nextProbeAt
      probeId
      reason
    }
    parkedJobs
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
    `) as unknown as TypedDocumentString<AgentLimitsQuery, AgentLimitsQueryVariables>;
export const WaitingJobsDocument = new TypedDocumentString(`
    query WaitingJobs($scheduleExecutionId: ID!) {
  jobExecutions(first: 50, filter: {scheduleExecutionId: $scheduleExecutionId}) {
    edges {
      node {
        id
        status
        reason
        parkedUntil
        waitingFor
      }
    }
  }
}
    `) as unknown as TypedDocumentString<WaitingJobsQuery, WaitingJobsQueryVariables>;
export const ResetAgentCircuitDocument = new TypedDocumentString(`
    mutation ResetAgentCircuit($agentId: ID!) {
  resetAgentCircuit(agentId: $agentId) {
    __typename
    ... on Agent {
      id
      circuit {
        state
        failures
      }
      parkedJobs
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
}`) as unknown as TypedDocumentString<ResetAgentCircuitMutation, ResetAgentCircuitMutationVariables>;
export const SendTestCallDocument = new TypedDocumentString(`
    mutation SendTestCall($agentId: ID!, $params: JSON) {
  sendTestCall(agentId: $agentId, params: $params) {
    __typename
    ... on TestCall {
      statusCode
      durationMs
      outcome
      responseBody
      message
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
}`) as unknown as TypedDocumentString<SendTestCallMutation, SendTestCallMutationVariables>;
export const CheckEndpointDocument = new TypedDocumentString(`
    mutation CheckEndpoint($input: CheckEndpointInput!) {
  checkEndpoint(input: $input) {
    __typename
    ... on EndpointCheck {
      reachable
      statusCode
      message
      durationMs
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
}`) as unknown as TypedDocumentString<CheckEndpointMutation, CheckEndpointMutationVariables>;
export const GovernedScheduleDocument = new TypedDocumentString(`
    query GovernedSchedule($id: ID!, $history: ScheduleExecutionFilter) {
  schedule(id: $id) {
    ...Governed
    executions(first: 10, filter: $history) {
      totalCount
      edges {
        node {
          id
          status
          runStatus
          reason
          trigger
          slotAt
          lastSlotAt
          missedCount
          why
        }
      }
    }
  }
}
    fragment Governed on Schedule {
  id
  enabled
  nextRunAt
  nextRunSource
  decision
  pausedUntil
  pauseNote
  hint {
    intervalMs
    nextRunAt
    expiresAt
    reason
    proposedBy
    proposedAt
  }
  minInterval
  maxInterval
  failureBackoff
  failureCount
  jitter
  misfirePolicy
  startingDeadline
  concurrencyPolicy
  requirements
  successfulHistoryLimit
  failedHistoryLimit
  whyNot
}`) as unknown as TypedDocumentString<GovernedScheduleQuery, GovernedScheduleQueryVariables>;
export const GovernedSchedulesDocument = new TypedDocumentString(`
    query GovernedSchedules($filter: ScheduleFilter, $orderBy: ScheduleOrder) {
  schedules(first: 50, filter: $filter, orderBy: $orderBy) {
    edges {
      node {
        id
        whyNot
      }
    }
  }
}
    `) as unknown as TypedDocumentString<GovernedSchedulesQuery, GovernedSchedulesQueryVariables>;
export const PauseScheduleDocument = new TypedDocumentString(`
    mutation PauseSchedule($id: ID!, $until: DateTime!, $note: String) {
  pauseSchedule(id: $id, until: $until, note: $note) {
    __typename
    ...Governed
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
}
fragment Governed on Schedule {
  id
  enabled
  nextRunAt
  nextRunSource
  decision
  pausedUntil
  pauseNote
  hint {
    intervalMs
    nextRunAt
    expiresAt
    reason
    proposedBy
    proposedAt
  }
  minInterval
  maxInterval
  failureBackoff
  failureCount
  jitter
  misfirePolicy
  startingDeadline
  concurrencyPolicy
  requirements
  successfulHistoryLimit
  failedHistoryLimit
  whyNot
}`) as unknown as TypedDocumentString<PauseScheduleMutation, PauseScheduleMutationVariables>;
export const ResumeScheduleDocument = new TypedDocumentString(`
    mutation ResumeSchedule($id: ID!) {
  resumeSchedule(id: $id) {
    __typename
    ...Governed
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
}
fragment Governed on Schedule {
  id
  enabled
  nextRunAt
  nextRunSource
  decision
  pausedUntil
  pauseNote
  hint {
    intervalMs
    nextRunAt
    expiresAt
    reason
    proposedBy
    proposedAt
  }
  minInterval
  maxInterval
  failureBackoff
  failureCount
  jitter
  misfirePolicy
  startingDeadline
  concurrencyPolicy
  requirements
  successfulHistoryLimit
  failedHistoryLimit
  whyNot
}`) as unknown as TypedDocumentString<ResumeScheduleMutation, ResumeScheduleMutationVariables>;
export const ProposeHintDocument = new TypedDocumentString(`
    mutation ProposeHint($scheduleId: ID!, $input: ProposeHintInput!) {
  proposeHint(scheduleId: $scheduleId, input: $input) {
    __typename
    ...Governed
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
}
fragment Governed on Schedule {
  id
  enabled
  nextRunAt
  nextRunSource
  decision
  pausedUntil
  pauseNote
  hint {
    intervalMs
    nextRunAt
    expiresAt
    reason
    proposedBy
    proposedAt
  }
  minInterval
  maxInterval
  failureBackoff
  failureCount
  jitter
  misfirePolicy
  startingDeadline
  concurrencyPolicy
  requirements
  successfulHistoryLimit
  failedHistoryLimit
  whyNot
}`) as unknown as TypedDocumentString<ProposeHintMutation, ProposeHintMutationVariables>;
export const ClearHintsDocument = new TypedDocumentString(`
    mutation ClearHints($scheduleId: ID!) {
  clearHints(scheduleId: $scheduleId) {
    __typename
    ...Governed
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
}
fragment Governed on Schedule {
  id
  enabled
  nextRunAt
  nextRunSource
  decision
  pausedUntil
  pauseNote
  hint {
    intervalMs
    nextRunAt
    expiresAt
    reason
    proposedBy
    proposedAt
  }
  minInterval
  maxInterval
  failureBackoff
  failureCount
  jitter
  misfirePolicy
  startingDeadline
  concurrencyPolicy
  requirements
  successfulHistoryLimit
  failedHistoryLimit
  whyNot
}`) as unknown as TypedDocumentString<ClearHintsMutation, ClearHintsMutationVariables>;
export const PreviewGovernedDocument = new TypedDocumentString(`
    query PreviewGoverned($input: PreviewScheduleInput!, $count: Int) {
  previewSchedule(input: $input, count: $count) {
    timezone
    occurrences {
      at
      fireAt
      source
      decision
    }
    transitions {
      at
      kind
      from
      to
      localFrom
      localTo
      effect
    }
  }
}
    `) as unknown as TypedDocumentString<PreviewGovernedQuery, PreviewGovernedQueryVariables>;
export const RunsDocument = new TypedDocumentString(`
    query Runs($since: DateTime!, $limit: Int, $earlier: Boolean) {
  overview {
    runs(since: $since, limit: $limit, earlier: $earlier) {
      id
      scheduleId
      name
      trigger
      status
      runStatus
      reason
      slotAt
      lastSlotAt
      missedCount
      jobsCreated
      completedAt
    }
  }
}
    `) as unknown as TypedDocumentString<RunsQuery, RunsQueryVariables>;
export const OverviewDocument = new TypedDocumentString(`
    query Overview($hours: Int, $minutes: Int, $limit: Int, $limitEach: Int) {
  overview {
    workers {
      alive
      busy
      draining
      dead
    }
    queueDepth
    oldestReadyAt
    parked
    running
    deadLetters
    outcomes(hours: $hours) {
      at
      succeeded
      partial
      failed
      cancelled
      skipped
      complete
    }
    nextFires(minutes: $minutes, limit: $limit, limitEach: $limitEach) {
      scheduleId
      name
      at
      fireAt
      source
    }
  }
}
    `) as unknown as TypedDocumentString<OverviewQuery, OverviewQueryVariables>;
export const AgentConfigOfDocument = new TypedDocumentString(`
    query AgentConfigOf($agentId: ID!) {
  agentConfig(agentId: $agentId) {
    value
    updatedAt
    updatedBy
  }
}
    `) as unknown as TypedDocumentString<AgentConfigOfQuery, AgentConfigOfQueryVariables>;
export const SetAgentConfigDocument = new TypedDocumentString(`
    mutation SetAgentConfig($agentId: ID!, $value: JSON) {
  setAgentConfig(agentId: $agentId, value: $value) {
    __typename
    ... on AgentConfig {
      value
      updatedBy
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
    `) as unknown as TypedDocumentString<SetAgentConfigMutation, SetAgentConfigMutationVariables>;
export const WorkInHandDocument = new TypedDocumentString(`
    query WorkInHand($agentId: ID!, $workerId: ID!) {
  agent(id: $agentId) {
    runningJobs
  }
  worker(id: $workerId) {
    jobs {
      id
      agent {
        id
      }
    }
  }
}
    `) as unknown as TypedDocumentString<WorkInHandQuery, WorkInHandQueryVariables>;
export const ScheduleOutcomesDocument = new TypedDocumentString(`
    query ScheduleOutcomes($first: Int!, $last: Int, $filter: ScheduleFilter) {
  schedules(
    first: $first
    filter: $filter
    orderBy: {field: NAME, direction: ASC}
  ) {
    edges {
      node {
        name
        recentOutcomes(last: $last) {
          executionId
          at
          runStatus
          reason
          missedCount
          durationMs
        }
        activeExecution {
          id
          jobsCreated
          jobsCompleted
        }
      }
    }
  }
}
    `) as unknown as TypedDocumentString<ScheduleOutcomesQuery, ScheduleOutcomesQueryVariables>;
export const DataSourcesDocument = new TypedDocumentString(`
    query DataSources {
  dataSources {
    source
    tables {
      name
      columns {
        name
        type
      }
    }
  }
}
    `) as unknown as TypedDocumentString<DataSourcesQuery, DataSourcesQueryVariables>;
export const ExecutionJobsOfDocument = new TypedDocumentString(`
    query ExecutionJobsOf($id: ID!, $first: Int, $after: String, $filter: JobExecutionFilter) {
  scheduleExecution(id: $id) {
    params
    batches
    batchesBegun
    nextBatchAt
    expandedAt
    jobCounts {
      status
      count
    }
    jobPages(size: 10, filter: $filter) {
      totalCount
      ends
    }
    jobs(first: $first, after: $after, filter: $filter, orderBy: {field: JOB}) {
      totalCount
      edges {
        cursor
        node {
          id
          jobId
          status
          batchIndex
          scheduleExecution {
            id
          }
        }
      }
    }
  }
}
    `) as unknown as TypedDocumentString<ExecutionJobsOfQuery, ExecutionJobsOfQueryVariables>;
export const JobUpstreamDocument = new TypedDocumentString(`
    query JobUpstream($id: ID!) {
  jobExecution(id: $id) {
    upstream
    redeliveries
    deadlineAt
    progressAt
  }
}
    `) as unknown as TypedDocumentString<JobUpstreamQuery, JobUpstreamQueryVariables>;
export const CancelJobsDocument = new TypedDocumentString(`
    mutation CancelJobs($jobIds: [ID!]!, $dryRun: Boolean, $expectedCount: Int) {
  cancelJobs(jobIds: $jobIds, dryRun: $dryRun, expectedCount: $expectedCount) {
    __typename
    ... on BulkResult {
      matched
      changed
      dryRun
      refused {
        id
        code
        message
      }
    }
    ... on Error {
      message
    }
  }
}
    `) as unknown as TypedDocumentString<CancelJobsMutation, CancelJobsMutationVariables>;
export const DataSourcePolicyDocument = new TypedDocumentString(`
    query DataSourcePolicy {
  dataSourcePolicy {
    allow
    only
    deny
    malformed
  }
}
    `) as unknown as TypedDocumentString<DataSourcePolicyQuery, DataSourcePolicyQueryVariables>;
export const UpdateDataSourcePolicyDocument = new TypedDocumentString(`
    mutation UpdateDataSourcePolicy($input: UpdateDataSourcePolicyInput!) {
  updateDataSourcePolicy(input: $input) {
    __typename
    ... on DataSourcePolicy {
      allow
      only
      deny
      malformed
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
}`) as unknown as TypedDocumentString<UpdateDataSourcePolicyMutation, UpdateDataSourcePolicyMutationVariables>;
export const SettingsWithDefaultsDocument = new TypedDocumentString(`
    query SettingsWithDefaults {
  schedulerConfig {
    scheduler {
      maxExpansion
    }
    defaults {
      scheduler {
        maxExpansion
      }
    }
    issues {
      path
    }
  }
  engineConfig {
    claimBatchSize
    inForce {
      claimBatchSize
    }
    fallback {
      claimBatchSize
    }
  }
}
    `) as unknown as TypedDocumentString<SettingsWithDefaultsQuery, SettingsWithDefaultsQueryVariables>;
export const FindApiTokensDocument = new TypedDocumentString(`
    query FindApiTokens($filter: ApiTokenFilter) {
  apiTokens(filter: $filter) {
    edges {
      node {
        name
      }
    }
  }
}
    `) as unknown as TypedDocumentString<FindApiTokensQuery, FindApiTokensQueryVariables>;
export const OneNotificationDocument = new TypedDocumentString(`
    query OneNotification($id: ID!) {
  notification(id: $id) {
    title
    deliveries {
      channel
    }
  }
}
    `) as unknown as TypedDocumentString<OneNotificationQuery, OneNotificationQueryVariables>;
export const SystemDocument = new TypedDocumentString(`
    query System {
  system {
    version
    publicUrl
    database {
      version
      sizeBytes
      tables {
        name
        sizeBytes
        estimatedRows
      }
    }
  }
}
    `) as unknown as TypedDocumentString<SystemQuery, SystemQueryVariables>;
export const RecordChangedDocument = new TypedDocumentString(`
    subscription RecordChanged($after: ID) {
  recordChanged(after: $after) {
    cursor
    kind
    recordId
    change
  }
}
    `) as unknown as TypedDocumentString<RecordChangedSubscription, RecordChangedSubscriptionVariables>;
export const ValidatePipelineDocument = new TypedDocumentString(`
    query ValidatePipeline($input: CreatePipelineInput!) {
  validatePipeline(input: $input) {
    path
    message
  }
}
    `) as unknown as TypedDocumentString<ValidatePipelineQuery, ValidatePipelineQueryVariables>;
export const PipelineUsesDocument = new TypedDocumentString(`
    query PipelineUses($first: Int!) {
  pipelines(first: $first) {
    edges {
      node {
        id
        scheduleCount
        lastExecution {
          id
          runStatus
        }
      }
    }
  }
}
    `) as unknown as TypedDocumentString<PipelineUsesQuery, PipelineUsesQueryVariables>;
export const ContextsAtDocument = new TypedDocumentString(`
    query ContextsAt($id: ID!, $filter: PipelineContextFilter, $first: Int, $after: String) {
  scheduleExecution(id: $id) {
    contexts(filter: $filter, first: $first, after: $after) {
      totalCount
      edges {
        cursor
        node {
          contextId
          params
        }
      }
    }
  }
}
    `) as unknown as TypedDocumentString<ContextsAtQuery, ContextsAtQueryVariables>;
export const OneContextDocument = new TypedDocumentString(`
    query OneContext($id: ID!, $contextId: ID!) {
  scheduleExecution(id: $id) {
    context(contextId: $contextId) {
      contextId
      status
      params
      steps {
        pipelineStepId
        status
      }
    }
  }
}
    `) as unknown as TypedDocumentString<OneContextQuery, OneContextQueryVariables>;
export const StandingDocument = new TypedDocumentString(`
    query Standing {
  system {
    alerts {
      kind
      message
    }
  }
  scheduleAlerts {
    kind
    scheduleName
  }
  workers(first: 5) {
    edges {
      node {
        state
      }
    }
  }
}
    `) as unknown as TypedDocumentString<StandingQuery, StandingQueryVariables>;
export const CreateKeyedDocument = new TypedDocumentString(`
    mutation CreateKeyed($schedule: CreateScheduleInput!, $pipeline: CreatePipelineInput!, $webhook: CreateWebhookInput!, $idempotencyKey: String) {
  createSchedule(input: $schedule, idempotencyKey: $idempotencyKey) {
    ... on Schedule {
      id
      key
    }
    ...Refusal
  }
  createPipeline(input: $pipeline, idempotencyKey: $idempotencyKey) {
    ... on Pipeline {
      id
      key
    }
    ...Refusal
  }
  createWebhook(input: $webhook, idempotencyKey: $idempotencyKey) {
    ... on CreatedWebhook {
      webhook {
        id
        key
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
}`) as unknown as TypedDocumentString<CreateKeyedMutation, CreateKeyedMutationVariables>;
export const FindByKeyDocument = new TypedDocumentString(`
    query FindByKey($key: String!) {
  schedule(key: $key) {
    id
  }
  pipeline(key: $key) {
    id
  }
  webhook(key: $key) {
    id
  }
  schedules(filter: {key: $key}) {
    totalCount
  }
  pipelines(filter: {key: $key}) {
    totalCount
  }
  webhooks(filter: {key: $key}) {
    totalCount
  }
}
    `) as unknown as TypedDocumentString<FindByKeyQuery, FindByKeyQueryVariables>;
export const ScheduleByIdOrKeyDocument = new TypedDocumentString(`
    query ScheduleByIdOrKey($id: ID, $key: String) {
  schedule(id: $id, key: $key) {
    id
  }
}
    `) as unknown as TypedDocumentString<ScheduleByIdOrKeyQuery, ScheduleByIdOrKeyQueryVariables>;