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

/** Default division of expanded jobs into batches. */
export type BatchSettingsInput = {
  /** Number of jobs in a batch, from 1 to 10,000. Defaults to 10. */
  batchSize?: number | null | undefined;
  /** Pause between batches, up to 1 day. Defaults to 1 second. */
  staggerDelay?: number | string | null | undefined;
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

/** Connections of a worker to agents. */
export type ConnectionPoolInput = {
  /** Whether connections are reused. Defaults to true. */
  keepAlive?: boolean | null | undefined;
  /** Maximum number of connections of a worker to one origin, from 1 to 10,000. A value below `maxConcurrentRequests` also limits the calls a worker makes at once. The default, 100, sets no limit. */
  maxSockets?: number | null | undefined;
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

/** Limits of webhooks. */
export type WebhookSettingsInput = {
  /** Maximum size of the body of a webhook call, in bytes, up to 26,214,400 (25 MiB). Defaults to 1,048,576 (1 MiB). */
  maxBodyBytes?: number | null | undefined;
};

export type SettingsValuesFragment = { scheduler: { enabled: boolean, timezone: string, checkInterval: number, misfireThreshold: number, maxExpansion: number, attemptTimeout: number, maxAttemptDuration: number, maxQueueTime: number | null, endJobsOfDeadAgents: boolean, orphanCheckInterval: number, shutdownGrace: number, historyMaxAge: number, auditMaxAge: number }, httpClient: { timeout: number, maxConcurrentRequests: number, retryConfig: { maxRetries: number, backoff: { type: Backoff, delay: number } }, connectionPool: { maxSockets: number, keepAlive: boolean }, circuitBreaker: { enabled: boolean, failureThreshold: number, coolDown: number, maxCoolDown: number } }, defaultBatchProcessing: { batchSize: number, staggerDelay: number }, monitoring: { enabled: boolean, notifyOnFailure: boolean, notificationChannels: Array<string>, jobWaitThreshold: number }, webhooks: { maxBodyBytes: number } };

export type SettingsEngineValuesFragment = { pollIntervalMs: number, maxConcurrent: number, maxJitterMs: number, jitterThreshold: number, heartbeatIntervalMs: number, orphanCheckIntervalMs: number, deadHeartbeatThreshold: number, claimBatchSize: number, lockTtlMs: number };

export type SettingsEngineFragment = { pollIntervalMs: number | null, maxConcurrent: number | null, maxJitterMs: number | null, jitterThreshold: number | null, heartbeatIntervalMs: number | null, orphanCheckIntervalMs: number | null, deadHeartbeatThreshold: number | null, claimBatchSize: number | null, lockTtlMs: number | null, inForce: { pollIntervalMs: number, maxConcurrent: number, maxJitterMs: number, jitterThreshold: number, heartbeatIntervalMs: number, orphanCheckIntervalMs: number, deadHeartbeatThreshold: number, claimBatchSize: number, lockTtlMs: number }, fallback: { pollIntervalMs: number, maxConcurrent: number, maxJitterMs: number, jitterThreshold: number, heartbeatIntervalMs: number, orphanCheckIntervalMs: number, deadHeartbeatThreshold: number, claimBatchSize: number, lockTtlMs: number } };

export type SettingsAllQueryVariables = Exact<{ [key: string]: never; }>;


export type SettingsAllQuery = { schedulerConfig: { defaults: { scheduler: { enabled: boolean, timezone: string, checkInterval: number, misfireThreshold: number, maxExpansion: number, attemptTimeout: number, maxAttemptDuration: number, maxQueueTime: number | null, endJobsOfDeadAgents: boolean, orphanCheckInterval: number, shutdownGrace: number, historyMaxAge: number, auditMaxAge: number }, httpClient: { timeout: number, maxConcurrentRequests: number, retryConfig: { maxRetries: number, backoff: { type: Backoff, delay: number } }, connectionPool: { maxSockets: number, keepAlive: boolean }, circuitBreaker: { enabled: boolean, failureThreshold: number, coolDown: number, maxCoolDown: number } }, defaultBatchProcessing: { batchSize: number, staggerDelay: number }, monitoring: { enabled: boolean, notifyOnFailure: boolean, notificationChannels: Array<string>, jobWaitThreshold: number }, webhooks: { maxBodyBytes: number } }, issues: Array<{ path: Array<string>, message: string }>, scheduler: { enabled: boolean, timezone: string, checkInterval: number, misfireThreshold: number, maxExpansion: number, attemptTimeout: number, maxAttemptDuration: number, maxQueueTime: number | null, endJobsOfDeadAgents: boolean, orphanCheckInterval: number, shutdownGrace: number, historyMaxAge: number, auditMaxAge: number }, httpClient: { timeout: number, maxConcurrentRequests: number, retryConfig: { maxRetries: number, backoff: { type: Backoff, delay: number } }, connectionPool: { maxSockets: number, keepAlive: boolean }, circuitBreaker: { enabled: boolean, failureThreshold: number, coolDown: number, maxCoolDown: number } }, defaultBatchProcessing: { batchSize: number, staggerDelay: number }, monitoring: { enabled: boolean, notifyOnFailure: boolean, notificationChannels: Array<string>, jobWaitThreshold: number }, webhooks: { maxBodyBytes: number } }, engineConfig: { pollIntervalMs: number | null, maxConcurrent: number | null, maxJitterMs: number | null, jitterThreshold: number | null, heartbeatIntervalMs: number | null, orphanCheckIntervalMs: number | null, deadHeartbeatThreshold: number | null, claimBatchSize: number | null, lockTtlMs: number | null, inForce: { pollIntervalMs: number, maxConcurrent: number, maxJitterMs: number, jitterThreshold: number, heartbeatIntervalMs: number, orphanCheckIntervalMs: number, deadHeartbeatThreshold: number, claimBatchSize: number, lockTtlMs: number }, fallback: { pollIntervalMs: number, maxConcurrent: number, maxJitterMs: number, jitterThreshold: number, heartbeatIntervalMs: number, orphanCheckIntervalMs: number, deadHeartbeatThreshold: number, claimBatchSize: number, lockTtlMs: number } } };

export type SettingsDataSourcesQueryVariables = Exact<{ [key: string]: never; }>;


export type SettingsDataSourcesQuery = { dataSourcePolicy: { allow: Array<string>, only: Array<string>, deny: Array<string>, malformed: boolean } };

export type SettingsReadableTablesQueryVariables = Exact<{ [key: string]: never; }>;


export type SettingsReadableTablesQuery = { dataSources: Array<{ source: string, tables: Array<{ reference: string, columns: Array<{ name: string }> }> }> };

export type SettingsSystemQueryVariables = Exact<{ [key: string]: never; }>;


export type SettingsSystemQuery = { system: { version: string, publicUrl: string, database: { version: string, sizeBytes: number, tables: Array<{ name: string, sizeBytes: number, estimatedRows: number | null }> } } };

export type SettingsUpdateMutationVariables = Exact<{
  input: UpdateSchedulerConfigInput;
}>;


export type SettingsUpdateMutation = { updateSchedulerConfig:
    | { __typename: 'ConflictError', code: string, message: string }
    | { __typename: 'SchedulerConfig', scheduler: { enabled: boolean, timezone: string, checkInterval: number, misfireThreshold: number, maxExpansion: number, attemptTimeout: number, maxAttemptDuration: number, maxQueueTime: number | null, endJobsOfDeadAgents: boolean, orphanCheckInterval: number, shutdownGrace: number, historyMaxAge: number, auditMaxAge: number }, httpClient: { timeout: number, maxConcurrentRequests: number, retryConfig: { maxRetries: number, backoff: { type: Backoff, delay: number } }, connectionPool: { maxSockets: number, keepAlive: boolean }, circuitBreaker: { enabled: boolean, failureThreshold: number, coolDown: number, maxCoolDown: number } }, defaultBatchProcessing: { batchSize: number, staggerDelay: number }, monitoring: { enabled: boolean, notifyOnFailure: boolean, notificationChannels: Array<string>, jobWaitThreshold: number }, webhooks: { maxBodyBytes: number } }
    | { __typename: 'ValidationError', code: string, message: string, issues: Array<{ path: Array<string>, message: string }> }
   };

export type SettingsUpdateEngineMutationVariables = Exact<{
  input: UpdateEngineConfigInput;
}>;


export type SettingsUpdateEngineMutation = { updateEngineConfig:
    | { __typename: 'ConflictError', code: string, message: string }
    | { __typename: 'EngineConfig', pollIntervalMs: number | null, maxConcurrent: number | null, maxJitterMs: number | null, jitterThreshold: number | null, heartbeatIntervalMs: number | null, orphanCheckIntervalMs: number | null, deadHeartbeatThreshold: number | null, claimBatchSize: number | null, lockTtlMs: number | null, inForce: { pollIntervalMs: number, maxConcurrent: number, maxJitterMs: number, jitterThreshold: number, heartbeatIntervalMs: number, orphanCheckIntervalMs: number, deadHeartbeatThreshold: number, claimBatchSize: number, lockTtlMs: number }, fallback: { pollIntervalMs: number, maxConcurrent: number, maxJitterMs: number, jitterThreshold: number, heartbeatIntervalMs: number, orphanCheckIntervalMs: number, deadHeartbeatThreshold: number, claimBatchSize: number, lockTtlMs: number } }
    | { __typename: 'ValidationError', code: string, message: string, issues: Array<{ path: Array<string>, message: string }> }
   };

export type SettingsUpdateDataSourcesMutationVariables = Exact<{
  input: UpdateDataSourcePolicyInput;
}>;


export type SettingsUpdateDataSourcesMutation = { updateDataSourcePolicy:
    | { __typename: 'ConflictError', code: string, message: string }
    | { __typename: 'DataSourcePolicy', allow: Array<string>, deny: Array<string>, malformed: boolean }
    | { __typename: 'ValidationError', code: string, message: string, issues: Array<{ path: Array<string>, message: string }> }
   };

export const SettingsValuesFragmentDoc = gql`
    fragment SettingsValues on SchedulerConfig {
  scheduler {
    enabled
    timezone
    checkInterval
    misfireThreshold
    maxExpansion
    attemptTimeout
    maxAttemptDuration
    maxQueueTime
    endJobsOfDeadAgents
    orphanCheckInterval
    shutdownGrace
    historyMaxAge
    auditMaxAge
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
    circuitBreaker {
      enabled
      failureThreshold
      coolDown
      maxCoolDown
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
    jobWaitThreshold
  }
  webhooks {
    maxBodyBytes
  }
}
    ` as unknown as DocumentNode<SettingsValuesFragment, unknown>;
export const SettingsEngineValuesFragmentDoc = gql`
    fragment SettingsEngineValues on EngineSettings {
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
    ` as unknown as DocumentNode<SettingsEngineValuesFragment, unknown>;
export const SettingsEngineFragmentDoc = gql`
    fragment SettingsEngine on EngineConfig {
  pollIntervalMs
  maxConcurrent
  maxJitterMs
  jitterThreshold
  heartbeatIntervalMs
  orphanCheckIntervalMs
  deadHeartbeatThreshold
  claimBatchSize
  lockTtlMs
  inForce {
    ...SettingsEngineValues
  }
  fallback {
    ...SettingsEngineValues
  }
}
    ` as unknown as DocumentNode<SettingsEngineFragment, unknown>;
export const SettingsAllDocument = gql`
    query SettingsAll {
  schedulerConfig {
    ...SettingsValues
    defaults {
      ...SettingsValues
    }
    issues {
      path
      message
    }
  }
  engineConfig {
    ...SettingsEngine
  }
}
    ${SettingsValuesFragmentDoc}
${SettingsEngineFragmentDoc}
${SettingsEngineValuesFragmentDoc}` as unknown as DocumentNode<SettingsAllQuery, SettingsAllQueryVariables>;
export const SettingsDataSourcesDocument = gql`
    query SettingsDataSources {
  dataSourcePolicy {
    allow
    only
    deny
    malformed
  }
}
    ` as unknown as DocumentNode<SettingsDataSourcesQuery, SettingsDataSourcesQueryVariables>;
export const SettingsReadableTablesDocument = gql`
    query SettingsReadableTables {
  dataSources {
    source
    tables {
      reference
      columns {
        name
      }
    }
  }
}
    ` as unknown as DocumentNode<SettingsReadableTablesQuery, SettingsReadableTablesQueryVariables>;
export const SettingsSystemDocument = gql`
    query SettingsSystem {
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
    ` as unknown as DocumentNode<SettingsSystemQuery, SettingsSystemQueryVariables>;
export const SettingsUpdateDocument = gql`
    mutation SettingsUpdate($input: UpdateSchedulerConfigInput!) {
  updateSchedulerConfig(input: $input) {
    __typename
    ... on SchedulerConfig {
      ...SettingsValues
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
    ${SettingsValuesFragmentDoc}` as unknown as DocumentNode<SettingsUpdateMutation, SettingsUpdateMutationVariables>;
export const SettingsUpdateEngineDocument = gql`
    mutation SettingsUpdateEngine($input: UpdateEngineConfigInput!) {
  updateEngineConfig(input: $input) {
    __typename
    ... on EngineConfig {
      ...SettingsEngine
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
    ${SettingsEngineFragmentDoc}
${SettingsEngineValuesFragmentDoc}` as unknown as DocumentNode<SettingsUpdateEngineMutation, SettingsUpdateEngineMutationVariables>;
export const SettingsUpdateDataSourcesDocument = gql`
    mutation SettingsUpdateDataSources($input: UpdateDataSourcePolicyInput!) {
  updateDataSourcePolicy(input: $input) {
    __typename
    ... on DataSourcePolicy {
      allow
      deny
      malformed
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
    ` as unknown as DocumentNode<SettingsUpdateDataSourcesMutation, SettingsUpdateDataSourcesMutationVariables>;