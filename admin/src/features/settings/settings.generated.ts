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

export type BatchSettingsInput = {
  batchSize?: number | null | undefined;
  staggerDelay?: number | string | null | undefined;
};

export type CircuitBreakerSettingsInput = {
  coolDown?: number | string | null | undefined;
  enabled?: boolean | null | undefined;
  failureThreshold?: number | null | undefined;
  maxCoolDown?: number | string | null | undefined;
};

export type ConnectionPoolInput = {
  keepAlive?: boolean | null | undefined;
  maxSockets?: number | null | undefined;
};

export type DefaultBackoffInput = {
  delay?: number | string | null | undefined;
  type?: Backoff | null | undefined;
};

export type DefaultRetryConfigInput = {
  backoff?: DefaultBackoffInput | null | undefined;
  maxRetries?: number | null | undefined;
};

export type HttpClientSettingsInput = {
  circuitBreaker?: CircuitBreakerSettingsInput | null | undefined;
  connectionPool?: ConnectionPoolInput | null | undefined;
  maxConcurrentRequests?: number | null | undefined;
  retryConfig?: DefaultRetryConfigInput | null | undefined;
  timeout?: number | string | null | undefined;
};

export type MonitoringSettingsInput = {
  enabled?: boolean | null | undefined;
  jobWaitThreshold?: number | string | null | undefined;
  notificationChannels?: Array<string> | null | undefined;
  notifyOnFailure?: boolean | null | undefined;
};

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

/** What is left out stays as it is. */
export type UpdateSchedulerConfigInput = {
  defaultBatchProcessing?: BatchSettingsInput | null | undefined;
  httpClient?: HttpClientSettingsInput | null | undefined;
  monitoring?: MonitoringSettingsInput | null | undefined;
  scheduler?: SchedulerSettingsInput | null | undefined;
  webhooks?: WebhookSettingsInput | null | undefined;
};

export type WebhookSettingsInput = {
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
    | { __typename: 'NotFoundError', code: string, message: string }
    | { __typename: 'SchedulerConfig', scheduler: { enabled: boolean, timezone: string, checkInterval: number, misfireThreshold: number, maxExpansion: number, attemptTimeout: number, maxAttemptDuration: number, maxQueueTime: number | null, endJobsOfDeadAgents: boolean, orphanCheckInterval: number, shutdownGrace: number, historyMaxAge: number, auditMaxAge: number }, httpClient: { timeout: number, maxConcurrentRequests: number, retryConfig: { maxRetries: number, backoff: { type: Backoff, delay: number } }, connectionPool: { maxSockets: number, keepAlive: boolean }, circuitBreaker: { enabled: boolean, failureThreshold: number, coolDown: number, maxCoolDown: number } }, defaultBatchProcessing: { batchSize: number, staggerDelay: number }, monitoring: { enabled: boolean, notifyOnFailure: boolean, notificationChannels: Array<string>, jobWaitThreshold: number }, webhooks: { maxBodyBytes: number } }
    | { __typename: 'ValidationError', code: string, message: string, issues: Array<{ path: Array<string>, message: string }> }
   };

export type SettingsUpdateEngineMutationVariables = Exact<{
  input: UpdateEngineConfigInput;
}>;


export type SettingsUpdateEngineMutation = { updateEngineConfig:
    | { __typename: 'ConflictError', code: string, message: string }
    | { __typename: 'EngineConfig', pollIntervalMs: number | null, maxConcurrent: number | null, maxJitterMs: number | null, jitterThreshold: number | null, heartbeatIntervalMs: number | null, orphanCheckIntervalMs: number | null, deadHeartbeatThreshold: number | null, claimBatchSize: number | null, lockTtlMs: number | null, inForce: { pollIntervalMs: number, maxConcurrent: number, maxJitterMs: number, jitterThreshold: number, heartbeatIntervalMs: number, orphanCheckIntervalMs: number, deadHeartbeatThreshold: number, claimBatchSize: number, lockTtlMs: number }, fallback: { pollIntervalMs: number, maxConcurrent: number, maxJitterMs: number, jitterThreshold: number, heartbeatIntervalMs: number, orphanCheckIntervalMs: number, deadHeartbeatThreshold: number, claimBatchSize: number, lockTtlMs: number } }
    | { __typename: 'NotFoundError', code: string, message: string }
    | { __typename: 'ValidationError', code: string, message: string, issues: Array<{ path: Array<string>, message: string }> }
   };

export type SettingsUpdateDataSourcesMutationVariables = Exact<{
  input: UpdateDataSourcePolicyInput;
}>;


export type SettingsUpdateDataSourcesMutation = { updateDataSourcePolicy:
    | { __typename: 'ConflictError', code: string, message: string }
    | { __typename: 'DataSourcePolicy', allow: Array<string>, deny: Array<string>, malformed: boolean }
    | { __typename: 'NotFoundError', code: string, message: string }
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