/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
import type { DocumentTypeDecoration } from '@graphql-typed-document-node/core';
/** What happens to a one-time schedule after it has run. */
export type AfterOnce =
  /** It is deleted. Its history is kept. */
  | 'DELETE'
  /** It is disabled. */
  | 'DISABLE';

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

/** Environment to which agent versions are deployed. */
export type AgentEnvironment =
  /** Development. */
  | 'DEVELOPMENT'
  /** Production, the default. */
  | 'PRODUCTION'
  /** Staging. */
  | 'STAGING';

/** Selects agents. All given conditions must match. */
export type AgentFilter = {
  /** Only agents that are enabled (true) or disabled (false). */
  enabled?: boolean | null | undefined;
  /** Only agents whose last health check had one of these results. */
  healthStatus?: Array<HealthStatus> | null | undefined;
  /** Text contained in the ID, name or description. Ignores case. */
  search?: string | null | undefined;
};

/** The worst result of the checks of an agent. */
export type AgentGradeStatus =
  /** At least one check failed. */
  | 'FAILED'
  /** No check found anything to improve. */
  | 'PASSED'
  /** At least one check found something to improve. */
  | 'WARNING';

/** Where and how often the agent’s health is checked. */
export type AgentHealthCheckInput = {
  /** URL of the health check, or a path relative to the endpoint. Defaults to `/health`. */
  endpoint?: string | null | undefined;
  /** Seconds between checks, from 1 to 86,400. */
  interval?: number | null | undefined;
};

/** A sort order. */
export type AgentOrder = {
  /** Ascending or descending. */
  direction?: OrderDirection;
  /** What to sort by. */
  field: AgentOrderField;
};

/** What to sort by. */
export type AgentOrderField =
  /** By time of registration. */
  | 'CREATED_AT'
  /** By ID. */
  | 'ID'
  /** By name. */
  | 'NAME';

/** Selects API tokens. All given conditions must match. */
export type ApiTokenFilter = {
  /** True for tokens that are neither revoked nor expired; false for the others. */
  inForce?: boolean | null | undefined;
  /** Only tokens with one of these roles. */
  role?: Array<Role> | null | undefined;
  /** Text contained in the name, ignoring case; or a full ID. */
  search?: string | null | undefined;
};

/** Selects audit entries. All given conditions must match. */
export type AuditFilter = {
  /** Name of the action, exactly as in `AuditEntry.action`. */
  action?: string | null | undefined;
  /** ID of the actor. */
  actorId?: string | number | null | undefined;
  /** ID of the changed resource. */
  entityId?: string | number | null | undefined;
  /**
   * Type of the changed resource, exactly as in `AuditEntry.entityType`.
   * @deprecated Use `resourceType`, which is an enum.
   */
  entityType?: string | null | undefined;
  /** Only entries at or after this time. */
  from?: string | null | undefined;
  /** How the action reached Callboard. */
  origin?: AuditOrigin | null | undefined;
  /** Type of the changed resource. */
  resourceType?: AuditResource | null | undefined;
  /** Only entries before this time. */
  to?: string | null | undefined;
};

/** How an action reached Callboard. */
export type AuditOrigin =
  /** Signing in to or out of the admin UI. */
  | 'ADMIN'
  /** A GraphQL mutation. */
  | 'GRAPHQL'
  /** Callboard itself, for example at its first start. */
  | 'SERVER'
  /** A statement executed directly in the database. */
  | 'SQL'
  /** A call of a webhook. */
  | 'WEBHOOK';

/** Type of a changed resource. */
export type AuditResource =
  /** An agent. */
  | 'AGENT'
  /** A setting. The ID is its key. */
  | 'AGENT_CONFIG'
  /** A database login of agents. The ID is its name. */
  | 'AGENT_LOGIN'
  /** The version deployed of an agent. The ID is that of the agent. */
  | 'AGENT_VERSION_DEPLOYMENT'
  /** An API token. */
  | 'API_TOKEN'
  /** A backfill. */
  | 'BACKFILL'
  /** An endpoint that was checked. The ID is its URL. */
  | 'ENDPOINT'
  /** A job. The ID is its `jobId`. */
  | 'JOB_EXECUTION'
  /** A notification channel. The ID is its name. */
  | 'NOTIFICATION_CHANNEL'
  /** A code that this version of Callboard does not know. */
  | 'OTHER'
  /** Somebody who signs in with the identity provider. */
  | 'PERSON'
  /** A pipeline. */
  | 'PIPELINE'
  /** A schedule. */
  | 'SCHEDULE'
  /** A run. */
  | 'SCHEDULE_EXECUTION'
  /** A webhook. */
  | 'WEBHOOK'
  /** A worker. */
  | 'WORKER';

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

/** Selects backfills. All given conditions must match. */
export type BackfillFilter = {
  /** Only backfills of this schedule. */
  scheduleId?: string | number | null | undefined;
  /** Only backfills in one of these states. */
  status?: Array<BackfillStatus> | null | undefined;
};

/** State of a backfill. */
export type BackfillStatus =
  /** The backfill was cancelled. */
  | 'CANCELLED'
  /** All runs ended. */
  | 'COMPLETED'
  /** Not started. */
  | 'PENDING'
  /** Runs are being created or are in progress. */
  | 'RUNNING';

/** How the delay grows from retry to retry. */
export type Backoff =
  /** Doubles with each retry: 1, 2, 4 … times the delay. */
  | 'EXPONENTIAL'
  /** Stays the same. */
  | 'FIXED'
  /** Grows by the base delay with each retry: 1, 2, 3 … times the delay. */
  | 'LINEAR';

/** Default division of expanded jobs into batches. */
export type BatchSettingsInput = {
  /** Number of jobs in a batch, from 1 to 10,000. Defaults to 10. */
  batchSize?: number | null | undefined;
  /** Pause between batches, up to 1 day. Defaults to 1 second. */
  staggerDelay?: number | string | null | undefined;
};

/** Why an enabled schedule is blocked and cannot run. */
export type BlockReason =
  /** Its agent or pipeline is missing or disabled. */
  | 'INVALID_TARGET'
  /** Its timing is not valid. */
  | 'INVALID_TIMING'
  /** A code that this version of Callboard does not know. */
  | 'OTHER';

/** State of a schedule or agent as reported by events. */
export type ChangeStatus =
  /** Was deleted. */
  | 'DELETED'
  /** Exists and is disabled. */
  | 'DISABLED'
  /** Exists and is enabled. */
  | 'ENABLED';

/** A URL to check. */
export type CheckEndpointInput = {
  /** The URL. It must be allowed by the egress policy. */
  url: string;
};

/** Circuit breakers. When an agent’s address does not answer, its jobs wait, and one at a time is sent as a probe. */
export type CircuitBreakerSettingsInput = {
  /** Time from opening a circuit to the first probe, from 100 ms to 1 hour. Each failed probe doubles it. Defaults to 10 seconds. */
  coolDown?: number | string | null | undefined;
  /** Whether circuit breakers are used. Defaults to true. */
  enabled?: boolean | null | undefined;
  /** Number of consecutive failures that opens a circuit, from 1 to 1,000. Defaults to 5. */
  failureThreshold?: number | null | undefined;
  /** Longest time between probes, from 100 ms to 1 day. Defaults to 5 minutes. */
  maxCoolDown?: number | string | null | undefined;
};

/** State of a circuit breaker. */
export type CircuitState =
  /** Calls are made. */
  | 'CLOSED'
  /** One job has been sent as a probe. Others wait. */
  | 'HALF_OPEN'
  /** The address does not answer. Jobs wait. */
  | 'OPEN';

/** Direction of a clock change. */
export type ClockChange =
  /** Clocks go forward. Some local times do not exist. */
  | 'GAP'
  /** Clocks go back. Some local times occur twice. */
  | 'REPEAT';

/** What a 2xx answer without a status means. */
export type Completion =
  /** The job is completed, and the body is its result. */
  | 'AUTO'
  /** The job is accepted, and the agent reports its end later. */
  | 'REPORT';

/** What happens when a slot is due while an earlier run is active. */
export type ConcurrencyPolicy =
  /** Both run. */
  | 'ALLOW'
  /** The slot is skipped. */
  | 'FORBID'
  /** The slot waits for the earlier run. A newer slot replaces a waiting one. */
  | 'QUEUE'
  /** The earlier run is cancelled. */
  | 'REPLACE';

/** Connections of a worker to agents. */
export type ConnectionPoolInput = {
  /** Whether connections are reused. Defaults to true. */
  keepAlive?: boolean | null | undefined;
  /** Maximum number of connections of a worker to one origin, from 1 to 10,000. A value below `maxConcurrentRequests` also limits the calls a worker makes at once. The default, 100, sets no limit. */
  maxSockets?: number | null | undefined;
};

/** A new API token. */
export type CreateApiTokenInput = {
  /** Time the token expires. Defaults to never. */
  expiresAt?: string | null | undefined;
  /** Display name, 1 to 100 characters. */
  name: string;
  /** Role that requests with this token have. */
  role: Role;
};

/** A new backfill. */
export type CreateBackfillInput = {
  /** Start of the range, inclusive. */
  from: string;
  /** For 24 hours, requests with the same key create one backfill. */
  idempotencyKey?: string | null | undefined;
  /** Maximum number of runs in progress at once, from 1 to 100. */
  maxConcurrency?: number | null | undefined;
  /** Params merged over the schedule’s, key by key. Defaults to none. */
  params?: unknown;
  /** Whether to run slots again that already ran. */
  repeatExisting?: boolean | null | undefined;
  /** ID of the schedule. */
  scheduleId: string | number;
  /** End of the range, exclusive. It must not be in the future. Defaults to now. */
  to?: string | null | undefined;
};

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

/** A new schedule. */
export type CreateScheduleInput = {
  /** What happens to a one-time schedule after it has run. Defaults to `DISABLE`. */
  afterOnce?: AfterOnce | null | undefined;
  /** ID of the agent to run. Required for the target type `AGENT`. */
  agentId?: string | number | null | undefined;
  /** What happens when a slot is due while an earlier run is active. Defaults to `ALLOW`. */
  concurrencyPolicy?: ConcurrencyPolicy | null | undefined;
  /** Cron expression with five fields. A repeating schedule needs either this or `interval`. */
  cronExpression?: string | null | undefined;
  /** What the schedule is for. At most 10,000 characters. */
  description?: string | null | undefined;
  /** What happens to a local time that does not exist because clocks go forward. Defaults to `NEXT_VALID`. */
  dstGap?: DstGap | null | undefined;
  /** What happens to a local time that occurs twice because clocks go back. Defaults to `FIRST`. */
  dstRepeat?: DstRepeat | null | undefined;
  /** Whether the schedule runs when it is due. */
  enabled?: boolean | null | undefined;
  /** Instant from which the schedule is no longer due. Defaults to no end. */
  endAt?: string | null | undefined;
  /** Environment whose deployed agent versions are called. If none is deployed there, the production version is called, otherwise the agent’s own version. Defaults to `PRODUCTION`, or for a trigger to that of the schedule. */
  environment?: AgentEnvironment | null | undefined;
  /** Number of failed runs to keep. Defaults to all until they expire. */
  failedHistoryLimit?: number | null | undefined;
  /** Whether each consecutive failed run doubles the interval, up to 32 times. Applies to intervals only. Defaults to false. */
  failureBackoff?: boolean | null | undefined;
  /** Time between runs, at least one second. A repeating schedule needs either this or `cronExpression`. */
  interval?: number | string | null | undefined;
  /** Upper bound of the random delay added to each slot, at most one day. Defaults to no delay. */
  jitter?: number | string | null | undefined;
  /** Stable name chosen by the client, unique among resources of this type. Letters, digits, ".", "_" and "-"; at most 128 characters. Null if not set. */
  key?: string | null | undefined;
  /** Longest time from the last run, or from creation, to the next run, whatever a hint proposes. Defaults to no limit. */
  maxInterval?: number | string | null | undefined;
  /** How long a released job may wait to start before it fails with `QUEUE_TIMEOUT`. Defaults to the agent’s. */
  maxQueueTime?: number | string | null | undefined;
  /** Number of runs after which the schedule ends. At least 1; defaults to no limit. */
  maxRuns?: number | null | undefined;
  /** Shortest time between deciding a run and the run itself, whatever a hint proposes. Defaults to no limit. */
  minInterval?: number | string | null | undefined;
  /** What happens to slots that were missed. Defaults to `LATEST`. */
  misfirePolicy?: MisfirePolicy | null | undefined;
  /** Display name, 1 to 200 characters. */
  name: string;
  /** Parameters of the runs, a JSON object. Each data source string (`db:…`) expands into many jobs. Defaults to an empty object. */
  params?: unknown;
  /** ID of the pipeline to run. Required for the target type `PIPELINE`. */
  pipelineId?: string | number | null | undefined;
  /** Priority of the jobs. Jobs with a higher number start first. */
  priority?: number | null | undefined;
  /** Whether the schedule runs once or repeatedly. */
  repeat: Repeat;
  /** Capabilities a worker needs to run the jobs, such as `{"region": "eu"}`. At most 20 names. Merged over the agent’s by name. */
  requirements?: unknown;
  /** Retry policy of the jobs. Defaults to the agent’s. */
  retryConfig?: RetryConfigInput | null | undefined;
  /** First instant at which the schedule can be due. For a one-time schedule, when it runs; defaults to now. */
  startAt?: string | null | undefined;
  /** How late a slot can start. Later slots are skipped. Defaults to no limit. */
  startingDeadline?: number | string | null | undefined;
  /** Number of successful runs to keep. Defaults to all until they expire. */
  successfulHistoryLimit?: number | null | undefined;
  /** Whether the schedule runs an agent or a pipeline. Required unless `templateId` is given. */
  targetType?: TargetType | null | undefined;
  /** Makes the schedule a template: it is never due, and runs only when triggered. Defaults to false. */
  template?: boolean | null | undefined;
  /** ID of a template to run with this schedule’s timing. It uses the template’s target, merges `params` and `requirements` over the template’s, and overrides `retryConfig`, `timeout` and a `priority` other than 0. */
  templateId?: string | number | null | undefined;
  /** Time limit for one attempt, counted from its first send. Defaults to the agent’s. */
  timeout?: number | string | null | undefined;
  /** IANA time zone, such as "Europe/Berlin". Defaults to the time zone in the settings. */
  timezone?: string | null | undefined;
  /** How long a whole run may last, including all jobs and retries. A longer run is stopped: its open jobs are cancelled, its agents are notified, and it fails. Defaults to no limit. */
  zombieThresholdMs?: number | string | null | undefined;
};

/** A new webhook. */
export type CreateWebhookInput = {
  /** ID of the agent to run. Required for the target type `AGENT`. */
  agentId?: string | number | null | undefined;
  /** How long a repeated event ID counts as a duplicate. Defaults to 1 day, or 3 days for the profile `GITHUB`. */
  dedupeWindow?: number | string | null | undefined;
  /** Header that carries the event ID. Defaults to the one of the profile. */
  eventIdHeader?: string | null | undefined;
  /** Stable name chosen by the client, unique among resources of this type. Letters, digits, ".", "_" and "-"; at most 128 characters. Null if not set. */
  key?: string | null | undefined;
  /** Display name, 1 to 200 characters. */
  name: string;
  /** How the body of a call becomes params. */
  payload?: WebhookPayloadInput | null | undefined;
  /** ID of the pipeline to run. Required for the target type `PIPELINE`. */
  pipelineId?: string | number | null | undefined;
  /** How calls are signed. Defaults to `GENERIC`. */
  profile?: WebhookProfile | null | undefined;
  /** ID of the schedule to run, often a template. Required for the target type `SCHEDULE`. */
  scheduleId?: string | number | null | undefined;
  /** Secret that signs calls, at least 16 characters. Defaults to a generated one. */
  secret?: string | null | undefined;
  /** What a call starts. */
  targetType: WebhookTargetType;
};

/** Selects dead letters. All given conditions must match. */
export type DeadLetterFilter = {
  /** Only dead letters of this agent. */
  agentId?: string | number | null | undefined;
  /** Only dead letters with exactly this error code. */
  errorCode?: string | null | undefined;
  /** Only dead letters with this error message. The first 300 characters are compared, so the message of a group matches. */
  errorMessage?: string | null | undefined;
  /** Only attempts created at or after this time. */
  from?: string | null | undefined;
  /** Only dead letters of this pipeline. */
  pipelineId?: string | number | null | undefined;
  /** Only dead letters of this schedule. */
  scheduleId?: string | number | null | undefined;
  /** Text contained in the error message, agent ID or step ID. Ignores case. */
  search?: string | null | undefined;
  /** Only attempts created before this time. */
  to?: string | null | undefined;
};

/** How the delay between retries grows by default. */
export type DefaultBackoffInput = {
  /** Base delay, up to 1 day. Defaults to 5 seconds. */
  delay?: number | string | null | undefined;
  /** How the delay grows from retry to retry. Defaults to `EXPONENTIAL`. */
  type?: Backoff | null | undefined;
};

/** Default retry policy. */
export type DefaultRetryConfigInput = {
  /** How the delay between retries grows. */
  backoff?: DefaultBackoffInput | null | undefined;
  /** Maximum number of retries, from 0 to 100. Defaults to 3. */
  maxRetries?: number | null | undefined;
};

/** Whether agents accepted the jobs of a run, however they ended (see `RunStatus`). */
export type DeliveryStatus =
  /** No first attempt started (4xx, 5xx or no answer), or the expansion failed. */
  | 'FAILED'
  /** Some first attempts started. */
  | 'PARTIAL'
  /** Some first attempts are still unanswered. */
  | 'PENDING'
  /** The slot was skipped. */
  | 'SKIPPED'
  /** All first attempts started: the agents answered with 2xx or reported. */
  | 'SUCCESS';

/** What happens to a slot at a local time that does not exist because clocks go forward. */
export type DstGap =
  /** It is due at the first instant after the gap. */
  | 'NEXT_VALID'
  /** It is left out. */
  | 'SKIP';

/** Which occurrence of a slot runs when its local time occurs twice because clocks go back. */
export type DstRepeat =
  /** Both. */
  | 'BOTH'
  /** The first. */
  | 'FIRST'
  /** The last. */
  | 'LAST';

/** An SMTP server and its recipients. */
export type EmailChannelInput = {
  /** Sender address. */
  from: string;
  /** Host name of the SMTP server. */
  host: string;
  /** Password. Omit it to keep the stored one, as long as host, port and `secure` stay the same. Null removes it. */
  password?: string | null | undefined;
  /** Port of the SMTP server. */
  port?: number;
  /** Whether the connection uses TLS from the start. If false, STARTTLS is used where the server offers it, and is required before a password is sent. */
  secure?: boolean;
  /** Recipient addresses. */
  to: Array<string>;
  /** User name. Omit it if the server needs no sign-in. */
  username?: string | null | undefined;
};

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

/** State of a run as reported by events: its run state, or that the slot was skipped. */
export type ExecutionStatus =
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
  /** The slot was skipped. */
  | 'SKIPPED'
  /** All jobs completed. */
  | 'SUCCEEDED';

/** What started a run. */
export type ExecutionTrigger =
  /** A backfill. */
  | 'BACKFILL'
  /** A trigger through the API or admin UI. */
  | 'MANUAL'
  /** The timing of a schedule. */
  | 'SCHEDULE'
  /** A call of a webhook. */
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

/** How agents are called. */
export type HttpClientSettingsInput = {
  /** Circuit breakers of agents’ addresses. */
  circuitBreaker?: CircuitBreakerSettingsInput | null | undefined;
  /** Connections of a worker to agents. */
  connectionPool?: ConnectionPoolInput | null | undefined;
  /** Maximum number of requests to agents at once, per worker, from 1 to 10,000. Defaults to 50. */
  maxConcurrentRequests?: number | null | undefined;
  /** Retry policy if neither schedule nor agent sets one. */
  retryConfig?: DefaultRetryConfigInput | null | undefined;
  /** Time limit for one HTTP request if the agent sets none, up to 1 day. Defaults to 5 minutes. */
  timeout?: number | string | null | undefined;
};

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

/** A sort order. */
export type JobExecutionOrder = {
  /** Ascending or descending. */
  direction?: OrderDirection;
  /** What to sort by. */
  field: JobExecutionOrderField;
};

/** What to sort by. */
export type JobExecutionOrderField =
  /** By time of creation of the attempt. */
  | 'CREATED_AT'
  /** By time of creation of the job, which retries do not change. In a pipeline run, the steps of a context stay together. */
  | 'JOB';

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

/** Condition on the result of a loop’s step. */
export type LoopConditionInput = {
  /** Value that the result must have at that path. Required; null is a value. */
  equals?: unknown;
  /** Path into the result, such as "review.approved" or "items[0].ok". */
  path: string;
};

/** What happens to missed slots. */
export type MisfirePolicy =
  /** One run for each slot, oldest first, at most 100. */
  | 'ALL'
  /** One run, for the newest slot. */
  | 'LATEST'
  /** No run. */
  | 'SKIP';

/** What is reported, and through which channels. */
export type MonitoringSettingsInput = {
  /** Whether notifications are sent. Defaults to true. */
  enabled?: boolean | null | undefined;
  /** Jobs that wait longer than this are reported, from 1 minute to 24 days. Defaults to 10 minutes. */
  jobWaitThreshold?: number | string | null | undefined;
  /** Names of the channels that notifications use, at most 20. Defaults to "email" and "slack". */
  notificationChannels?: Array<string> | null | undefined;
  /** Whether failed jobs and runs are reported. Defaults to true. */
  notifyOnFailure?: boolean | null | undefined;
};

/** Types of objects that `node` finds. */
export type NodeType =
  /** An agent. */
  | 'AGENT'
  /** A backfill. */
  | 'BACKFILL'
  /** An attempt of a job. */
  | 'JOB_EXECUTION'
  /** A notification. */
  | 'NOTIFICATION'
  /** A pipeline. */
  | 'PIPELINE'
  /** A schedule. */
  | 'SCHEDULE'
  /** A run. */
  | 'SCHEDULE_EXECUTION'
  /** A webhook. */
  | 'WEBHOOK'
  /** A worker. */
  | 'WORKER';

/** A notification channel. Give exactly one of `slack`, `email` and `webhook`. */
export type NotificationChannelInput = {
  /** Settings of an email channel. */
  email?: EmailChannelInput | null | undefined;
  /** Name of the channel: starts with a letter or digit; letters, digits, "_" and "-"; at most 50 characters. */
  name: string;
  /** Settings of a Slack channel. */
  slack?: SlackChannelInput | null | undefined;
  /** Settings of a webhook channel. */
  webhook?: WebhookChannelInput | null | undefined;
};

/** Kind of notification channel. */
export type NotificationChannelType =
  /** Email. */
  | 'EMAIL'
  /** Slack. */
  | 'SLACK'
  /** A webhook. */
  | 'WEBHOOK';

/** State of a delivery. */
export type NotificationDeliveryStatus =
  /** Could not be sent. */
  | 'FAILED'
  /** To be sent, possibly after a failed attempt. */
  | 'PENDING'
  /** Sent. */
  | 'SENT'
  /** Not sent: the channel is not configured, or the notification was held back. `error` says which. */
  | 'SKIPPED';

/** Selects notifications. All given conditions must match. */
export type NotificationFilter = {
  /** Only notifications about this agent. */
  agentId?: string | number | null | undefined;
  /** Only notifications created at or after this time. */
  from?: string | null | undefined;
  /** Only notifications of one of these kinds. */
  kind?: Array<NotificationKind> | null | undefined;
  /** Only notifications about this schedule. */
  scheduleId?: string | number | null | undefined;
  /** Only notifications in one of these states. */
  status?: Array<NotificationStatus> | null | undefined;
  /** Only notifications created before this time. */
  to?: string | null | undefined;
};

/** What a notification reports. */
export type NotificationKind =
  /** The circuit of an agent opened. */
  | 'CIRCUIT_OPEN'
  /** A job failed and has no retries left. */
  | 'DEAD_LETTER'
  /** No job of a run with several jobs completed, or a run could not be expanded. */
  | 'EXECUTION_FAILED'
  /** Jobs have waited longer than `monitoring.jobWaitThreshold`. */
  | 'JOBS_WAITING'
  /** A job failed in a way that is not worth retrying. */
  | 'JOB_FAILED'
  /** No worker is running, and work is waiting. */
  | 'NO_WORKER'
  /** An enabled schedule is blocked. */
  | 'SCHEDULE_FLAGGED'
  /** An enabled schedule is overdue or has no next run. */
  | 'SCHEDULE_STUCK'
  /** A worker is running again. */
  | 'WORKER_BACK'
  /** The lease of a worker expired. */
  | 'WORKER_DEAD';

/** State of a notification. */
export type NotificationStatus =
  /** Sent through no channel. */
  | 'FAILED'
  /** Still collecting signals. */
  | 'OPEN'
  /** Being sent. */
  | 'SENDING'
  /** Sent through at least one channel. */
  | 'SENT'
  /** Not sent: no channel is configured, or twenty notifications of this kind were already sent within five minutes. */
  | 'SKIPPED';

/** What a notification is about. */
export type NotificationSubjectType =
  /** An agent. */
  | 'AGENT'
  /** A run. */
  | 'EXECUTION'
  /** An attempt of a job. */
  | 'JOB'
  /** A schedule. */
  | 'SCHEDULE'
  /** A worker. */
  | 'WORKER';

/** Sort direction. */
export type OrderDirection =
  /** Ascending. */
  | 'ASC'
  /** Descending. */
  | 'DESC';

/** Selects contexts by the current state of a step, as counted in `pipelineGraph`. */
export type PipelineContextFilter = {
  /** States of the step. */
  status: Array<JobStatus>;
  /** ID of the step. */
  stepId: string | number;
};

/** Selects pipelines. All given conditions must match. */
export type PipelineFilter = {
  /** Only pipelines with a step that calls this agent. */
  agentId?: string | number | null | undefined;
  /** Only pipelines that are enabled (true) or disabled (false). */
  enabled?: boolean | null | undefined;
  /** Only the pipeline with this key. */
  key?: string | null | undefined;
  /** Text contained in the name or description, ignoring case; or a full ID. */
  search?: string | null | undefined;
};

/** A sort order. */
export type PipelineOrder = {
  /** Ascending or descending. */
  direction?: OrderDirection;
  /** What to sort by. */
  field: PipelineOrderField;
};

/** What to sort by. */
export type PipelineOrderField =
  /** By time of creation. */
  | 'CREATED_AT'
  /** By name. */
  | 'NAME';

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

/** An existing schedule, or the timing of a schedule that is not stored. */
export type PreviewScheduleInput = {
  /** What happens when a slot is due while an earlier run is active. */
  concurrencyPolicy?: ConcurrencyPolicy | null | undefined;
  /** Cron expression with five fields. */
  cronExpression?: string | null | undefined;
  /** What happens to a local time that does not exist because clocks go forward. Defaults to `NEXT_VALID`. */
  dstGap?: DstGap | null | undefined;
  /** What happens to a local time that occurs twice because clocks go back. Defaults to `FIRST`. */
  dstRepeat?: DstRepeat | null | undefined;
  /** Instant from which the schedule is no longer due. */
  endAt?: string | null | undefined;
  /** Whether each consecutive failed run doubles the interval. */
  failureBackoff?: boolean | null | undefined;
  /** Start of the preview. Defaults to now. */
  from?: string | null | undefined;
  /** Time between runs. */
  interval?: number | string | null | undefined;
  /** Upper bound of the random delay added to each slot. */
  jitter?: number | string | null | undefined;
  /** Longest time from the last run to the next. */
  maxInterval?: number | string | null | undefined;
  /** Number of runs after which the schedule ends. */
  maxRuns?: number | null | undefined;
  /** Shortest time between deciding a run and the run itself. */
  minInterval?: number | string | null | undefined;
  /** What happens to slots that were missed. */
  misfirePolicy?: MisfirePolicy | null | undefined;
  /** Whether the schedule runs once or repeatedly. */
  repeat?: Repeat | null | undefined;
  /** ID of an existing schedule. Other fields given replace its values for this preview. */
  scheduleId?: string | number | null | undefined;
  /** First instant at which the schedule can be due; for a one-time schedule, when it runs. */
  startAt?: string | null | undefined;
  /** How late a slot can start. */
  startingDeadline?: number | string | null | undefined;
  /** IANA time zone. Defaults to the time zone in the settings. */
  timezone?: string | null | undefined;
};

/** A hint. Give an interval, one additional run, or both. */
export type ProposeHintInput = {
  /** Interval that replaces the schedule’s own while the hint is in effect. */
  interval?: number | string | null | undefined;
  /** Alias of `interval`. Give only one of them. */
  intervalMs?: number | string | null | undefined;
  /** Time of one additional run. A time in the past means now. */
  nextRunAt?: string | null | undefined;
  /** Reason for the hint. It is shown wherever the hint decides the next run. */
  reason: string;
  /** How long the hint is in effect. */
  ttl: number | string;
};

/** Limits requests to an agent in a sliding span of time. */
export type RateLimitInput = {
  /** Maximum number of requests in the span, from 1 to 1,000,000. */
  limit: number;
  /** Length of the span, from 100 ms to 24 hours. */
  per: number | string;
};

/** What happened to a record. */
export type RecordChange =
  /** It was changed. */
  | 'CHANGED'
  /** It was created. */
  | 'CREATED'
  /** It was deleted. */
  | 'DELETED';

/** Kind of record. */
export type RecordKind =
  /** An audit entry. */
  | 'AUDIT'
  /** A backfill. */
  | 'BACKFILL'
  /** A notification, or one of its deliveries. */
  | 'NOTIFICATION'
  /** A pipeline. */
  | 'PIPELINE'
  /** A setting. */
  | 'SETTING'
  /** An API token. */
  | 'TOKEN'
  /** A webhook, or one of its calls. */
  | 'WEBHOOK';

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

/** How often a schedule runs. */
export type Repeat =
  /** Once. */
  | 'ONCE'
  /** Repeatedly, by cron expression or interval. */
  | 'REPEATING';

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

/** Role of an API token. Each role includes the ones before it. */
export type Role =
  /** Can also edit resources and manage API tokens. */
  | 'ADMIN'
  /** Can also trigger, pause, hint, retry and cancel. */
  | 'OPERATOR'
  /** Can read. */
  | 'VIEWER';

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

/** Why a slot was skipped, why a run waits, or why it was stopped. */
export type RunReason =
  /** Waits: the database interrupted the expansion, which is retried. */
  | 'DATABASE_UNAVAILABLE'
  /** Waits: a data source is unavailable. The expansion is retried. */
  | 'DATA_SOURCE_UNAVAILABLE'
  /** Skipped: later than `startingDeadline` allows. */
  | 'DEADLINE'
  /** Skipped: the schedule was disabled or deleted before the slot was claimed. */
  | 'DISABLED'
  /** Skipped: the timing was changed before the slot was claimed. */
  | 'EDITED'
  /** Waits: the expansion failed unexpectedly and is retried. */
  | 'EXPANSION_ERROR'
  /** Skipped: the agent or pipeline was missing or disabled. */
  | 'INVALID_TARGET'
  /** Skipped: the timing of the schedule was not valid. */
  | 'INVALID_TIMING'
  /** Skipped: no worker claimed the slot in time, and `misfirePolicy` does not make up for it. */
  | 'MISFIRE'
  /** Stopped: somebody cancelled it. */
  | 'OPERATOR'
  /** A code that this version of Callboard does not know. */
  | 'OTHER'
  /** Skipped: an earlier run was still active. */
  | 'OVERLAP'
  /** Skipped: the schedule was paused. */
  | 'PAUSED'
  /** Stopped: a newer run took its place. */
  | 'REPLACED'
  /** Stopped: it exceeded `zombieThresholdMs` of its schedule. */
  | 'RUN_TIMEOUT'
  /** Skipped: the scheduler was disabled in the settings. */
  | 'SCHEDULER_DISABLED'
  /** Waits until the previous run has ended. */
  | 'WAITING';

/** What determined the time of a slot. */
export type RunSource =
  /** The interval of a hint. */
  | 'AI_INTERVAL'
  /** The additional run of a hint. */
  | 'AI_ONESHOT'
  /** The cron expression. */
  | 'BASELINE_CRON'
  /** The interval. */
  | 'BASELINE_INTERVAL'
  /** The time of a one-time schedule. */
  | 'BASELINE_ONCE'
  /** The limit `maxInterval`. */
  | 'CLAMPED_MAX'
  /** The limit `minInterval`. */
  | 'CLAMPED_MIN'
  /** A code that this version of Callboard does not know. */
  | 'OTHER'
  /** The end of the pause. */
  | 'PAUSED';

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

/** What keeps a schedule from running. */
export type ScheduleAlertKind =
  /** The schedule is blocked. */
  | 'FLAGGED'
  /** The schedule is enabled but has no next run. */
  | 'NO_NEXT_RUN'
  /** A slot is due and no worker has claimed it. */
  | 'OVERDUE'
  /** A run is waiting and does not start. */
  | 'WAITING';

/** Selects runs. All given conditions must match. */
export type ScheduleExecutionFilter = {
  /** Only runs that call this agent directly. */
  agentId?: string | number | null | undefined;
  /** Only runs of this backfill. */
  backfillId?: string | number | null | undefined;
  /** Only runs with one of these delivery states. */
  deliveryStatus?: Array<DeliveryStatus> | null | undefined;
  /** Only runs created at or after this time. */
  from?: string | null | undefined;
  /** Only runs of this pipeline. */
  pipelineId?: string | number | null | undefined;
  /**
   * Only runs with one of these reasons.
   * @deprecated Use `reasonCode`, which is an enum.
   */
  reason?: Array<string> | null | undefined;
  /** Only runs with one of these reasons. */
  reasonCode?: Array<RunReason> | null | undefined;
  /** Only runs in one of these states. */
  runStatus?: Array<RunStatus> | null | undefined;
  /** Only runs of this schedule. */
  scheduleId?: string | number | null | undefined;
  /** ID of a run or schedule, a full trace ID, or text contained in the agent ID or reason, ignoring case. See `searchedBack`. */
  search?: string | null | undefined;
  /**
   * Only runs with one of these delivery states.
   * @deprecated Use `deliveryStatus`: the state of a run is `runStatus`.
   */
  status?: Array<DeliveryStatus> | null | undefined;
  /** Only runs with this type of target. */
  targetType?: TargetType | null | undefined;
  /** Only runs created before this time. */
  to?: string | null | undefined;
  /** Only runs started in one of these ways. */
  trigger?: Array<ExecutionTrigger> | null | undefined;
};

/** Selects schedules. All given conditions must match. */
export type ScheduleFilter = {
  /** Only schedules that run this agent. */
  agentId?: string | number | null | undefined;
  /** Only schedules that are enabled (true) or disabled (false). */
  enabled?: boolean | null | undefined;
  /** Only schedules that are blocked (true) or not blocked (false). */
  flagged?: boolean | null | undefined;
  /** Only the schedule with this key. */
  key?: string | null | undefined;
  /** Only schedules that are paused now (true) or not paused (false). */
  paused?: boolean | null | undefined;
  /** Only schedules that run this pipeline. */
  pipelineId?: string | number | null | undefined;
  /** Only schedules that repeat in this way. */
  repeat?: Repeat | null | undefined;
  /** Text contained in the name or description, ignoring case (see `searchedBack`); or a full ID. */
  search?: string | null | undefined;
  /** Only schedules with this type of target. */
  targetType?: TargetType | null | undefined;
  /** Only templates (true), or only schedules that are not templates (false). */
  template?: boolean | null | undefined;
  /** Only schedules that use this template. */
  templateId?: string | number | null | undefined;
};

/** A sort order. */
export type ScheduleOrder = {
  /** Ascending or descending. */
  direction?: OrderDirection;
  /** What to sort by. */
  field: ScheduleOrderField;
};

/** What to sort by. */
export type ScheduleOrderField =
  /** By time of creation. */
  | 'CREATED_AT'
  /** By time of the last run. Schedules without one come last when ascending. */
  | 'LAST_RUN_AT'
  /** By name. */
  | 'NAME'
  /** By time of the next run. Schedules without one come last when ascending. */
  | 'NEXT_RUN_AT';

/** Changes to how schedules and jobs run. */
export type SchedulerSettingsInput = {
  /** Time limit for one attempt if neither schedule nor agent sets one, from 1 second to 1 day. Defaults to 1 hour. */
  attemptTimeout?: number | string | null | undefined;
  /** How long audit entries are kept, from 1 day to 3,650 days. Defaults to 365 days. */
  auditMaxAge?: number | string | null | undefined;
  /** Longest time between two checks for due schedules, from 1 second to 1 day. Defaults to 60 seconds. */
  checkInterval?: number | string | null | undefined;
  /** Whether schedules run. If false, due slots are recorded as skipped and active runs continue. */
  enabled?: boolean | null | undefined;
  /** Whether accepted attempts fail with `AGENT_LOST` when the heartbeats of their agent stop. Agents that never sent a heartbeat are not affected. Defaults to true. */
  endJobsOfDeadAgents?: boolean | null | undefined;
  /** How long ended runs and their jobs are kept, from 1 hour to 3,650 days. The newest run of a schedule is kept longer. Defaults to 30 days. */
  historyMaxAge?: number | string | null | undefined;
  /** Time after which an attempt fails even if it keeps reporting progress, from 1 second to 24 days. Defaults to 1 day. */
  maxAttemptDuration?: number | string | null | undefined;
  /** Maximum number of jobs of one run, from 1 to 10,000,000. Defaults to 100,000. */
  maxExpansion?: number | null | undefined;
  /** How long a released job may wait to start if neither step, schedule nor agent sets a limit, from 1 second to 24 days. Null, the default, sets no limit. */
  maxQueueTime?: number | string | null | undefined;
  /** How late a slot can be claimed before it counts as missed and the misfire policy applies, up to 1 day. Defaults to 5 seconds. */
  misfireThreshold?: number | string | null | undefined;
  /** How often recovery looks for interrupted work, from 1 second to 1 day. Defaults to 5 minutes. */
  orphanCheckInterval?: number | string | null | undefined;
  /** How long a stopping worker waits for calls in progress, up to 1 hour. Defaults to 30 seconds. */
  shutdownGrace?: number | string | null | undefined;
  /** Default IANA time zone for schedules without one. Defaults to America/New_York. */
  timezone?: string | null | undefined;
};

/** A Slack incoming webhook. */
export type SlackChannelInput = {
  /** URL of the incoming webhook. Omit it to keep the stored one. */
  url?: string | null | undefined;
};

/** Repeats steps. When the step completes, the steps from `to` up to it run another turn while the condition holds, at most `maxTurns` turns in all. */
export type StepLoopInput = {
  /** Maximum number of turns, including the first. From 1 to 1,000. */
  maxTurns: number;
  /** ID of the step at which each further turn starts: this step or one before it. */
  to: string | number;
  /** Condition for another turn. Omit it to always run `maxTurns` turns. */
  while?: LoopConditionInput | null | undefined;
};

/** What keeps everything from running. */
export type SystemAlertKind =
  /** No worker is running. */
  | 'NO_WORKER'
  /** All running workers are draining. */
  | 'WORKERS_DRAINING';

/** What a schedule or run calls. */
export type TargetType =
  /** An agent. */
  | 'AGENT'
  /** A pipeline. */
  | 'PIPELINE';

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

/** Changes to the data source policy. Omitted lists keep their value. */
export type UpdateDataSourcePolicyInput = {
  /** Allows entries that are denied by default: tables of Callboard and the system, and columns that look like credentials. Restricts nothing. */
  allow?: Array<string> | null | undefined;
  /** Denies entries and takes precedence over the other lists. "schema.*" denies a whole schema. */
  deny?: Array<string> | null | undefined;
  /** If not empty, only these tables can be read. An entry is "table", "schema.table" or "schema.*". Does not allow what is denied by default. */
  only?: Array<string> | null | undefined;
};

/** Changes to the settings of the workers. Omitted settings keep their value; null clears a setting. */
export type UpdateEngineConfigInput = {
  /** Number of schedules claimed in one transaction, from 1 to 10,000. Defaults to 500. */
  claimBatchSize?: number | null | undefined;
  /** Number of missed heartbeats after which an agent counts as dead, from 1 to 1,000. Defaults to 2. */
  deadHeartbeatThreshold?: number | null | undefined;
  /** How often agents are expected to write `lastHeartbeat`, and workers store a snapshot of their machine, in milliseconds, from 1,000 to 86,400,000. Defaults to 60,000. */
  heartbeatIntervalMs?: number | null | undefined;
  /** Number of overdue schedules claimed together from which they are spread, up to 100,000. Defaults to 3. */
  jitterThreshold?: number | null | undefined;
  /** How long a worker keeps its lease without renewing it, in milliseconds, from 3,000 to 3,600,000. It is renewed every third of this time. Defaults to 30,000. */
  lockTtlMs?: number | null | undefined;
  /** Maximum number of requests to agents at once, per worker, from 1 to 10,000. Overrides `httpClient.maxConcurrentRequests`; the environment variable `CALLBOARD_MAX_CONCURRENT` of a worker overrides both. */
  maxConcurrent?: number | null | undefined;
  /** After downtime, overdue schedules that are claimed together are spread over this time, in milliseconds, up to 3,600,000. Defaults to 30,000. */
  maxJitterMs?: number | null | undefined;
  /** How often recovery looks for interrupted work, in milliseconds, from 1,000 to 86,400,000. Overrides `scheduler.orphanCheckInterval`. */
  orphanCheckIntervalMs?: number | null | undefined;
  /** Longest time between two checks for due schedules, in milliseconds, from 1,000 to 86,400,000. Overrides `scheduler.checkInterval`. */
  pollIntervalMs?: number | null | undefined;
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

/** Changes to a schedule. Omitted fields keep their value; null resets a field to its default or clears it. */
export type UpdateScheduleInput = {
  /** What happens to a one-time schedule after it has run. Defaults to `DISABLE`. */
  afterOnce?: AfterOnce | null | undefined;
  /** ID of the agent to run. Required for the target type `AGENT`. */
  agentId?: string | number | null | undefined;
  /** What happens when a slot is due while an earlier run is active. Defaults to `ALLOW`. */
  concurrencyPolicy?: ConcurrencyPolicy | null | undefined;
  /** Cron expression with five fields. A repeating schedule needs either this or `interval`. */
  cronExpression?: string | null | undefined;
  /** What the schedule is for. At most 10,000 characters. */
  description?: string | null | undefined;
  /** What happens to a local time that does not exist because clocks go forward. Defaults to `NEXT_VALID`. */
  dstGap?: DstGap | null | undefined;
  /** What happens to a local time that occurs twice because clocks go back. Defaults to `FIRST`. */
  dstRepeat?: DstRepeat | null | undefined;
  /** Whether the schedule runs when it is due. */
  enabled?: boolean | null | undefined;
  /** Instant from which the schedule is no longer due. Defaults to no end. */
  endAt?: string | null | undefined;
  /** Environment whose deployed agent versions are called. If none is deployed there, the production version is called, otherwise the agent’s own version. Defaults to `PRODUCTION`, or for a trigger to that of the schedule. */
  environment?: AgentEnvironment | null | undefined;
  /** Number of failed runs to keep. Defaults to all until they expire. */
  failedHistoryLimit?: number | null | undefined;
  /** Whether each consecutive failed run doubles the interval, up to 32 times. Applies to intervals only. Defaults to false. */
  failureBackoff?: boolean | null | undefined;
  /** Time between runs, at least one second. A repeating schedule needs either this or `cronExpression`. */
  interval?: number | string | null | undefined;
  /** Upper bound of the random delay added to each slot, at most one day. Defaults to no delay. */
  jitter?: number | string | null | undefined;
  /** Stable name chosen by the client, unique among resources of this type. Letters, digits, ".", "_" and "-"; at most 128 characters. Null if not set. */
  key?: string | null | undefined;
  /** Longest time from the last run, or from creation, to the next run, whatever a hint proposes. Defaults to no limit. */
  maxInterval?: number | string | null | undefined;
  /** How long a released job may wait to start before it fails with `QUEUE_TIMEOUT`. Defaults to the agent’s. */
  maxQueueTime?: number | string | null | undefined;
  /** Number of runs after which the schedule ends. At least 1; defaults to no limit. */
  maxRuns?: number | null | undefined;
  /** Shortest time between deciding a run and the run itself, whatever a hint proposes. Defaults to no limit. */
  minInterval?: number | string | null | undefined;
  /** What happens to slots that were missed. Defaults to `LATEST`. */
  misfirePolicy?: MisfirePolicy | null | undefined;
  /** Display name, 1 to 200 characters. */
  name?: string | null | undefined;
  /** Parameters of the runs, a JSON object. Each data source string (`db:…`) expands into many jobs. Defaults to an empty object. */
  params?: unknown;
  /** ID of the pipeline to run. Required for the target type `PIPELINE`. */
  pipelineId?: string | number | null | undefined;
  /** Priority of the jobs. Jobs with a higher number start first. */
  priority?: number | null | undefined;
  /** Whether the schedule runs once or repeatedly. */
  repeat?: Repeat | null | undefined;
  /** Capabilities a worker needs to run the jobs, such as `{"region": "eu"}`. At most 20 names. Merged over the agent’s by name. */
  requirements?: unknown;
  /** Retry policy of the jobs. Defaults to the agent’s. */
  retryConfig?: RetryConfigInput | null | undefined;
  /** First instant at which the schedule can be due. For a one-time schedule, when it runs; defaults to now. */
  startAt?: string | null | undefined;
  /** How late a slot can start. Later slots are skipped. Defaults to no limit. */
  startingDeadline?: number | string | null | undefined;
  /** Number of successful runs to keep. Defaults to all until they expire. */
  successfulHistoryLimit?: number | null | undefined;
  /** Whether the schedule runs an agent or a pipeline. Required unless `templateId` is given. */
  targetType?: TargetType | null | undefined;
  /** Makes the schedule a template: it is never due, and runs only when triggered. Defaults to false. */
  template?: boolean | null | undefined;
  /** ID of a template to run with this schedule’s timing. It uses the template’s target, merges `params` and `requirements` over the template’s, and overrides `retryConfig`, `timeout` and a `priority` other than 0. */
  templateId?: string | number | null | undefined;
  /** Time limit for one attempt, counted from its first send. Defaults to the agent’s. */
  timeout?: number | string | null | undefined;
  /** IANA time zone, such as "Europe/Berlin". Defaults to the time zone in the settings. */
  timezone?: string | null | undefined;
  /** How long a whole run may last, including all jobs and retries. A longer run is stopped: its open jobs are cancelled, its agents are notified, and it fails. Defaults to no limit. */
  zombieThresholdMs?: number | string | null | undefined;
};

/** Changes to the settings. Omitted settings keep their value; null returns a setting to its default. */
export type UpdateSchedulerConfigInput = {
  /** Default division of expanded jobs into batches. */
  defaultBatchProcessing?: BatchSettingsInput | null | undefined;
  /** How agents are called. */
  httpClient?: HttpClientSettingsInput | null | undefined;
  /** What is reported, and through which channels. */
  monitoring?: MonitoringSettingsInput | null | undefined;
  /** How schedules and jobs run. */
  scheduler?: SchedulerSettingsInput | null | undefined;
  /** Limits of webhooks. */
  webhooks?: WebhookSettingsInput | null | undefined;
};

/** Changes to a webhook. Omitted fields keep their value; null resets a field to its default. `payload` is replaced as a whole. */
export type UpdateWebhookInput = {
  /** ID of the agent to run. Required for the target type `AGENT`. */
  agentId?: string | number | null | undefined;
  /** How long a repeated event ID counts as a duplicate. Defaults to 1 day, or 3 days for the profile `GITHUB`. */
  dedupeWindow?: number | string | null | undefined;
  /** Header that carries the event ID. Defaults to the one of the profile. */
  eventIdHeader?: string | null | undefined;
  /** Stable name chosen by the client, unique among resources of this type. Letters, digits, ".", "_" and "-"; at most 128 characters. Null if not set. */
  key?: string | null | undefined;
  /** Display name, 1 to 200 characters. */
  name?: string | null | undefined;
  /** How the body of a call becomes params. */
  payload?: WebhookPayloadInput | null | undefined;
  /** ID of the pipeline to run. Required for the target type `PIPELINE`. */
  pipelineId?: string | number | null | undefined;
  /** How calls are signed. Defaults to `GENERIC`. */
  profile?: WebhookProfile | null | undefined;
  /** ID of the schedule to run, often a template. Required for the target type `SCHEDULE`. */
  scheduleId?: string | number | null | undefined;
  /** What a call starts. */
  targetType?: WebhookTargetType | null | undefined;
};

/** A URL that receives notifications as JSON. */
export type WebhookChannelInput = {
  /** Secret that signs each message: `whsec_` and 24 to 64 bytes in base64. Omit it to keep the stored one, as long as the origin of the URL stays the same. */
  secret?: string | null | undefined;
  /** URL that receives the messages. */
  url: string;
};

/** Selects calls of a webhook. All given conditions must match. */
export type WebhookDeliveryFilter = {
  /** Only calls with this event ID. */
  eventId?: string | null | undefined;
  /** Only calls with one of these outcomes. */
  outcome?: Array<WebhookOutcome> | null | undefined;
};

/** Selects webhooks. All given conditions must match. */
export type WebhookFilter = {
  /** Only webhooks that run this agent. */
  agentId?: string | number | null | undefined;
  /** Only the webhook with this key. */
  key?: string | null | undefined;
  /** Only webhooks that run this pipeline. */
  pipelineId?: string | number | null | undefined;
  /** Only webhooks that run this schedule. */
  scheduleId?: string | number | null | undefined;
  /** Text contained in the name, ignoring case; or a full ID. */
  search?: string | null | undefined;
  /** Only webhooks that are suspended (true) or active (false). */
  suspended?: boolean | null | undefined;
  /** Only webhooks with this type of target. */
  targetType?: WebhookTargetType | null | undefined;
};

/** A sort order. */
export type WebhookOrder = {
  /** Ascending or descending. */
  direction?: OrderDirection;
  /** What to sort by. */
  field: WebhookOrderField;
};

/** What to sort by. */
export type WebhookOrderField =
  /** By time of creation. */
  | 'CREATED_AT'
  /** By name. */
  | 'NAME';

/** What a webhook call led to. */
export type WebhookOutcome =
  /** It started a run. */
  | 'ACCEPTED'
  /** The event had been received before. The response repeats the earlier run. */
  | 'DUPLICATE'
  /** It was refused. */
  | 'REJECTED';

/** How the body of a call becomes params. */
export type WebhookPayloadInput = {
  /** Name of the param that receives the body. Defaults to "payload". In `JSON` mode, null or an empty text merges the members of the body over the target’s params instead. */
  inputKey?: string | null | undefined;
  /** How the body is read. Defaults to `JSON`. */
  mode?: WebhookPayloadMode | null | undefined;
};

/** How the body of a webhook call is read. */
export type WebhookPayloadMode =
  /** As JSON. */
  | 'JSON'
  /** As text. */
  | 'RAW';

/** How calls of a webhook are signed. */
export type WebhookProfile =
  /** Headers `X-Signature`, `X-Timestamp` and `X-Event-Id`. */
  | 'GENERIC'
  /** GitHub: headers `X-Hub-Signature-256` and `X-GitHub-Delivery`. */
  | 'GITHUB'
  /** Standard Webhooks: headers `webhook-signature`, `webhook-timestamp` and `webhook-id`. */
  | 'STANDARD';

/** Limits of webhooks. */
export type WebhookSettingsInput = {
  /** Maximum size of the body of a webhook call, in bytes, up to 26,214,400 (25 MiB). Defaults to 1,048,576 (1 MiB). */
  maxBodyBytes?: number | null | undefined;
};

/** What a call of a webhook starts. */
export type WebhookTargetType =
  /** An agent. */
  | 'AGENT'
  /** A pipeline. */
  | 'PIPELINE'
  /** A schedule. */
  | 'SCHEDULE';

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


export type PipelineRunQuery = { scheduleExecution: { id: string, targetType: TargetType, pipelineId: string | null, status: DeliveryStatus, deliveryStatus: DeliveryStatus, runStatus: RunStatus | null, jobsCreated: number, jobsCompleted: number, jobsFailed: number, jobsSkipped: number, jobsCancelled: number, metadata: unknown, pipeline: { name: string } | null, pipelineGraph: { nodes: Array<{ stepId: string, agentId: string, exclusive: boolean, agent: { name: string } | null, loop: { to: string, maxTurns: number } | null, counts: { pending: number, running: number, completed: number, failed: number, deadLetter: number, cancelled: number, skipped: number } }>, edges: Array<{ from: string, to: string }> } | null, contexts: { totalCount: number, pageInfo: { hasNextPage: boolean, hasPreviousPage: boolean, startCursor: string | null, endCursor: string | null }, edges: Array<{ node: { contextId: string, status: RunStatus, steps: Array<{ id: string, jobId: string, pipelineStepId: string | null, status: JobStatus, turn: number, retryCount: number, reason: string | null, params: unknown, agent: { name: string } | null }> } }> } } | null };

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
    | { __typename: 'SchedulerConfig', scheduler: { timezone: string, checkInterval: number }, httpClient: { maxConcurrentRequests: number } }
    | { __typename: 'ValidationError', code: string, message: string, issues: Array<{ path: Array<string>, message: string }> }
   };

export type CreateApiTokenMutationVariables = Exact<{
  input: CreateApiTokenInput;
}>;


export type CreateApiTokenMutation = { createApiToken:
    | { __typename: 'ConflictError', code: string, message: string }
    | { __typename: 'CreatedApiToken', token: string, apiToken: { id: string, name: string, role: Role, hint: string } | null }
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


export type ScheduleExecutionChangedSubscription = { scheduleExecutionChanged: { cursor: string, scheduleExecutionId: string, executionId: string, scheduleId: string | null, previousStatus: ExecutionStatus | null, status: ExecutionStatus, at: string, scheduleExecution: { id: string, runStatus: RunStatus | null, jobs: { edges: Array<{ node: { id: string } }> } } | null } };

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

export type GradeAgentMutationVariables = Exact<{
  agentId: string | number;
  params?: unknown;
}>;


export type GradeAgentMutation = { gradeAgent:
    | { __typename: 'AgentGrade', status: AgentGradeStatus, checks: Array<{ name: string, status: AgentCheckStatus, message: string, fix: string | null, durationMs: number }> }
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

export type DecisionPartsFragment = { decidedAt: string | null, chosenAt: string | null, source: RunSource | null, problem: string | null, candidates: Array<{ source: RunSource | null, at: string | null, reason: string, chosen: boolean, ignored: string | null }>, clamps: Array<{ limit: string, from: string, to: string }>, backoff: { failures: number, factor: number, notBefore: string } | null, hint: { intervalMs: number | null, nextRunAt: string | null, expiresAt: string, fresh: boolean, reason: string, proposedBy: string | null } | null, pause: { until: string, note: string | null, instead: string | null } | null };

export type ScheduleCodesQueryVariables = Exact<{
  id: string | number;
}>;


export type ScheduleCodesQuery = { schedule: { blockedReason: BlockReason | null, flag: string | null, nextSlotSource: RunSource | null, nextRunSource: string | null, nextSlotDecision: { decidedAt: string | null, chosenAt: string | null, source: RunSource | null, problem: string | null, candidates: Array<{ source: RunSource | null, at: string | null, reason: string, chosen: boolean, ignored: string | null }>, clamps: Array<{ limit: string, from: string, to: string }>, backoff: { failures: number, factor: number, notBefore: string } | null, hint: { intervalMs: number | null, nextRunAt: string | null, expiresAt: string, fresh: boolean, reason: string, proposedBy: string | null } | null, pause: { until: string, note: string | null, instead: string | null } | null } | null, recentOutcomes: Array<{ reasonCode: RunReason | null }> } | null, previewSchedule: { occurrences: Array<{ slotSource: RunSource, source: string, slotDecision: { decidedAt: string | null, chosenAt: string | null, source: RunSource | null, problem: string | null, candidates: Array<{ source: RunSource | null, at: string | null, reason: string, chosen: boolean, ignored: string | null }>, clamps: Array<{ limit: string, from: string, to: string }>, backoff: { failures: number, factor: number, notBefore: string } | null, hint: { intervalMs: number | null, nextRunAt: string | null, expiresAt: string, fresh: boolean, reason: string, proposedBy: string | null } | null, pause: { until: string, note: string | null, instead: string | null } | null } | null }> } };

export type RunCodesQueryVariables = Exact<{
  filter: ScheduleExecutionFilter;
}>;


export type RunCodesQuery = { scheduleExecutions: { edges: Array<{ node: { reasonCode: RunReason | null, reason: string | null, slotSource: RunSource | null, source: string | null, slotDecision: { decidedAt: string | null, chosenAt: string | null, source: RunSource | null, problem: string | null, candidates: Array<{ source: RunSource | null, at: string | null, reason: string, chosen: boolean, ignored: string | null }>, clamps: Array<{ limit: string, from: string, to: string }>, backoff: { failures: number, factor: number, notBefore: string } | null, hint: { intervalMs: number | null, nextRunAt: string | null, expiresAt: string, fresh: boolean, reason: string, proposedBy: string | null } | null, pause: { until: string, note: string | null, instead: string | null } | null } | null, jobs: { edges: Array<{ node: { reasonCode: JobReason | null, reason: string | null } }> } } }> } };

export type AuditCodesQueryVariables = Exact<{
  filter: AuditFilter;
}>;


export type AuditCodesQuery = { auditEntries: { edges: Array<{ node: { resourceType: AuditResource, entityType: string, entityId: string } }> } };

export type FindNodeQueryVariables = Exact<{
  type: NodeType;
  id: string | number;
}>;


export type FindNodeQuery = { node:
    | { __typename: 'Agent', name: string, id: string, endpoint: { url: string } | null }
    | { __typename: 'Backfill', id: string }
    | { __typename: 'JobExecution', status: JobStatus, id: string }
    | { __typename: 'Notification', id: string }
    | { __typename: 'Pipeline', id: string }
    | { __typename: 'Schedule', name: string, id: string, nextSlotDecision: { source: RunSource | null } | null }
    | { __typename: 'ScheduleExecution', trigger: ExecutionTrigger, id: string, jobs: { totalCount: number } }
    | { __typename: 'Webhook', id: string }
    | { __typename: 'Worker', id: string }
   | null };

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
export const DecisionPartsFragmentDoc = new TypedDocumentString(`
    fragment DecisionParts on Decision {
  decidedAt
  chosenAt
  source
  candidates {
    source
    at
    reason
    chosen
    ignored
  }
  clamps {
    limit
    from
    to
  }
  backoff {
    failures
    factor
    notBefore
  }
  hint {
    intervalMs
    nextRunAt
    expiresAt
    fresh
    reason
    proposedBy
  }
  pause {
    until
    note
    instead
  }
  problem
}
    `, {"fragmentName":"DecisionParts"}) as unknown as TypedDocumentString<DecisionPartsFragment, unknown>;
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
    deliveryStatus
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
    scheduleExecutionId
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
export const GradeAgentDocument = new TypedDocumentString(`
    mutation GradeAgent($agentId: ID!, $params: JSON) {
  gradeAgent(agentId: $agentId, params: $params) {
    __typename
    ... on AgentGrade {
      status
      checks {
        name
        status
        message
        fix
        durationMs
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
}`) as unknown as TypedDocumentString<GradeAgentMutation, GradeAgentMutationVariables>;
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
export const ScheduleCodesDocument = new TypedDocumentString(`
    query ScheduleCodes($id: ID!) {
  schedule(id: $id) {
    blockedReason
    flag
    nextSlotSource
    nextRunSource
    nextSlotDecision {
      ...DecisionParts
    }
    recentOutcomes {
      reasonCode
    }
  }
  previewSchedule(input: {scheduleId: $id}, count: 1) {
    occurrences {
      slotSource
      source
      slotDecision {
        ...DecisionParts
      }
    }
  }
}
    fragment DecisionParts on Decision {
  decidedAt
  chosenAt
  source
  candidates {
    source
    at
    reason
    chosen
    ignored
  }
  clamps {
    limit
    from
    to
  }
  backoff {
    failures
    factor
    notBefore
  }
  hint {
    intervalMs
    nextRunAt
    expiresAt
    fresh
    reason
    proposedBy
  }
  pause {
    until
    note
    instead
  }
  problem
}`) as unknown as TypedDocumentString<ScheduleCodesQuery, ScheduleCodesQueryVariables>;
export const RunCodesDocument = new TypedDocumentString(`
    query RunCodes($filter: ScheduleExecutionFilter!) {
  scheduleExecutions(
    first: 100
    filter: $filter
    orderBy: {field: CREATED_AT, direction: ASC}
  ) {
    edges {
      node {
        reasonCode
        reason
        slotSource
        source
        slotDecision {
          ...DecisionParts
        }
        jobs {
          edges {
            node {
              reasonCode
              reason
            }
          }
        }
      }
    }
  }
}
    fragment DecisionParts on Decision {
  decidedAt
  chosenAt
  source
  candidates {
    source
    at
    reason
    chosen
    ignored
  }
  clamps {
    limit
    from
    to
  }
  backoff {
    failures
    factor
    notBefore
  }
  hint {
    intervalMs
    nextRunAt
    expiresAt
    fresh
    reason
    proposedBy
  }
  pause {
    until
    note
    instead
  }
  problem
}`) as unknown as TypedDocumentString<RunCodesQuery, RunCodesQueryVariables>;
export const AuditCodesDocument = new TypedDocumentString(`
    query AuditCodes($filter: AuditFilter!) {
  auditEntries(first: 100, filter: $filter) {
    edges {
      node {
        resourceType
        entityType
        entityId
      }
    }
  }
}
    `) as unknown as TypedDocumentString<AuditCodesQuery, AuditCodesQueryVariables>;
export const FindNodeDocument = new TypedDocumentString(`
    query FindNode($type: NodeType!, $id: ID!) {
  node(type: $type, id: $id) {
    __typename
    id
    ... on Schedule {
      name
      nextSlotDecision {
        source
      }
    }
    ... on ScheduleExecution {
      trigger
      jobs(first: 1) {
        totalCount
      }
    }
    ... on JobExecution {
      status
    }
    ... on Agent {
      name
      endpoint {
        url
      }
    }
  }
}
    `) as unknown as TypedDocumentString<FindNodeQuery, FindNodeQueryVariables>;