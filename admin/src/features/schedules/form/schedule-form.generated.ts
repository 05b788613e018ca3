/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
import type { TypedDocumentNode as DocumentNode } from '@urql/core';
import { gql } from '@urql/core';
/** What happens to a one-time schedule after it has run. */
export type AfterOnce =
  /** It is deleted. Its history is kept. */
  | 'DELETE'
  /** It is disabled. */
  | 'DISABLE';

/** Environment to which agent versions are deployed. */
export type AgentEnvironment =
  /** Development. */
  | 'DEVELOPMENT'
  /** Production, the default. */
  | 'PRODUCTION'
  /** Staging. */
  | 'STAGING';

/** How the delay grows from retry to retry. */
export type Backoff =
  /** Doubles with each retry: 1, 2, 4 … times the delay. */
  | 'EXPONENTIAL'
  /** Stays the same. */
  | 'FIXED'
  /** Grows by the base delay with each retry: 1, 2, 3 … times the delay. */
  | 'LINEAR';

/** Direction of a clock change. */
export type ClockChange =
  /** Clocks go forward. Some local times do not exist. */
  | 'GAP'
  /** Clocks go back. Some local times occur twice. */
  | 'REPEAT';

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

/** What happens to missed slots. */
export type MisfirePolicy =
  /** One run for each slot, oldest first, at most 100. */
  | 'ALL'
  /** One run, for the newest slot. */
  | 'LATEST'
  /** No run. */
  | 'SKIP';

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

/** What a schedule or run calls. */
export type TargetType =
  /** An agent. */
  | 'AGENT'
  /** A pipeline. */
  | 'PIPELINE';

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

export type ScheduleFormFieldsFragment = { id: string, key: string | null, name: string, description: string | null, targetType: TargetType, agentId: string | null, pipelineId: string | null, templateId: string | null, repeat: Repeat, cronExpression: string | null, interval: number | null, timezone: string | null, startAt: string | null, endAt: string | null, maxRuns: number | null, template: boolean, afterOnce: AfterOnce, dstGap: DstGap, dstRepeat: DstRepeat, params: unknown, timeout: number | null, maxQueueTime: number | null, zombieThresholdMs: number | null, priority: number, enabled: boolean, misfirePolicy: MisfirePolicy, concurrencyPolicy: ConcurrencyPolicy, startingDeadline: number | null, jitter: number | null, minInterval: number | null, maxInterval: number | null, failureBackoff: boolean, requirements: unknown, environment: AgentEnvironment, successfulHistoryLimit: number | null, failedHistoryLimit: number | null, retryConfig: { maxRetries: number, backoff: Backoff, delay: number, maxDelay: number | null, jitter: RetryJitter | null } | null };

export type ScheduleFormStartQueryVariables = Exact<{
  id: string | number;
  isGiven: boolean;
}>;


export type ScheduleFormStartQuery = { schedule?: { id: string, key: string | null, name: string, description: string | null, targetType: TargetType, agentId: string | null, pipelineId: string | null, templateId: string | null, repeat: Repeat, cronExpression: string | null, interval: number | null, timezone: string | null, startAt: string | null, endAt: string | null, maxRuns: number | null, template: boolean, afterOnce: AfterOnce, dstGap: DstGap, dstRepeat: DstRepeat, params: unknown, timeout: number | null, maxQueueTime: number | null, zombieThresholdMs: number | null, priority: number, enabled: boolean, misfirePolicy: MisfirePolicy, concurrencyPolicy: ConcurrencyPolicy, startingDeadline: number | null, jitter: number | null, minInterval: number | null, maxInterval: number | null, failureBackoff: boolean, requirements: unknown, environment: AgentEnvironment, successfulHistoryLimit: number | null, failedHistoryLimit: number | null, retryConfig: { maxRetries: number, backoff: Backoff, delay: number, maxDelay: number | null, jitter: RetryJitter | null } | null } | null, schedulerConfig: { scheduler: { timezone: string } } };

export type ScheduleFormAgentsQueryVariables = Exact<{
  search?: string | null | undefined;
}>;


export type ScheduleFormAgentsQuery = { agents: { edges: Array<{ node: { id: string, name: string, enabled: boolean } }> } };

export type ScheduleFormPipelinesQueryVariables = Exact<{
  search?: string | null | undefined;
}>;


export type ScheduleFormPipelinesQuery = { pipelines: { edges: Array<{ node: { id: string, name: string, enabled: boolean } }> } };

export type ScheduleFormAgentQueryVariables = Exact<{
  id: string | number;
}>;


export type ScheduleFormAgentQuery = { agent: { id: string, name: string, enabled: boolean, inputSchema: unknown, attemptTimeout: number | null, endpoint: { retryConfig: { maxRetries: number, backoff: Backoff, delay: number, maxDelay: number | null, jitter: RetryJitter | null } | null } | null } | null };

export type ScheduleFormPipelineQueryVariables = Exact<{
  id: string | number;
}>;


export type ScheduleFormPipelineQuery = { pipeline: { id: string, name: string, enabled: boolean, steps: Array<{ stepId: string, agentId: string }> } | null };

export type ScheduleFormPreviewQueryVariables = Exact<{
  input: PreviewScheduleInput;
}>;


export type ScheduleFormPreviewQuery = { previewSchedule: { timezone: string, occurrences: Array<{ at: string, source: RunSource }>, transitions: Array<{ at: string, kind: ClockChange, from: string, to: string, localFrom: string, localTo: string, effect: string }> } };

export type ScheduleFormExpansionQueryVariables = Exact<{
  params: unknown;
}>;


export type ScheduleFormExpansionQuery = { previewExpansion: { total: number, jobs: number, batches: number, batchSize: number, staggerDelay: number, durationMs: number, sample: Array<unknown>, dropped: { nulls: number, duplicates: number } } };

export type ScheduleFormSourcesQueryVariables = Exact<{ [key: string]: never; }>;


export type ScheduleFormSourcesQuery = { dataSources: Array<{ source: string, tables: Array<{ reference: string, columns: Array<{ name: string, type: string }> }> }> };

export type ScheduleFormCreateMutationVariables = Exact<{
  input: CreateScheduleInput;
}>;


export type ScheduleFormCreateMutation = { createSchedule:
    | { __typename: 'ConflictError', code: string, message: string }
    | { __typename: 'NotFoundError', code: string, message: string }
    | { __typename: 'Schedule', id: string, name: string }
    | { __typename: 'ValidationError', code: string, message: string, issues: Array<{ path: Array<string>, message: string }> }
   };

export type ScheduleFormUpdateMutationVariables = Exact<{
  id: string | number;
  input: UpdateScheduleInput;
}>;


export type ScheduleFormUpdateMutation = { updateSchedule:
    | { __typename: 'ConflictError', code: string, message: string }
    | { __typename: 'NotFoundError', code: string, message: string }
    | { __typename: 'Schedule', id: string, key: string | null, name: string, description: string | null, targetType: TargetType, agentId: string | null, pipelineId: string | null, templateId: string | null, repeat: Repeat, cronExpression: string | null, interval: number | null, timezone: string | null, startAt: string | null, endAt: string | null, maxRuns: number | null, template: boolean, afterOnce: AfterOnce, dstGap: DstGap, dstRepeat: DstRepeat, params: unknown, timeout: number | null, maxQueueTime: number | null, zombieThresholdMs: number | null, priority: number, enabled: boolean, misfirePolicy: MisfirePolicy, concurrencyPolicy: ConcurrencyPolicy, startingDeadline: number | null, jitter: number | null, minInterval: number | null, maxInterval: number | null, failureBackoff: boolean, requirements: unknown, environment: AgentEnvironment, successfulHistoryLimit: number | null, failedHistoryLimit: number | null, retryConfig: { maxRetries: number, backoff: Backoff, delay: number, maxDelay: number | null, jitter: RetryJitter | null } | null }
    | { __typename: 'ValidationError', code: string, message: string, issues: Array<{ path: Array<string>, message: string }> }
   };

export type ScheduleFormTemplateQueryVariables = Exact<{
  id: string | number;
}>;


export type ScheduleFormTemplateQuery = { schedule: { id: string, name: string, enabled: boolean, agent: { name: string } | null, pipeline: { name: string } | null } | null };

export type ScheduleFormTemplatesQueryVariables = Exact<{
  search?: string | null | undefined;
}>;


export type ScheduleFormTemplatesQuery = { schedules: { edges: Array<{ node: { id: string, name: string, enabled: boolean } }> } };

export const ScheduleFormFieldsFragmentDoc = gql`
    fragment ScheduleFormFields on Schedule {
  id
  key
  name
  description
  targetType
  agentId
  pipelineId
  templateId
  repeat
  cronExpression
  interval
  timezone
  startAt
  endAt
  maxRuns
  template
  afterOnce
  dstGap
  dstRepeat
  params
  retryConfig {
    maxRetries
    backoff
    delay
    maxDelay
    jitter
  }
  timeout
  maxQueueTime
  zombieThresholdMs
  priority
  enabled
  misfirePolicy
  concurrencyPolicy
  startingDeadline
  jitter
  minInterval
  maxInterval
  failureBackoff
  requirements
  environment
  successfulHistoryLimit
  failedHistoryLimit
}
    ` as unknown as DocumentNode<ScheduleFormFieldsFragment, unknown>;
export const ScheduleFormStartDocument = gql`
    query ScheduleFormStart($id: ID!, $isGiven: Boolean!) {
  schedule(id: $id) @include(if: $isGiven) {
    ...ScheduleFormFields
  }
  schedulerConfig {
    scheduler {
      timezone
    }
  }
}
    ${ScheduleFormFieldsFragmentDoc}` as unknown as DocumentNode<ScheduleFormStartQuery, ScheduleFormStartQueryVariables>;
export const ScheduleFormAgentsDocument = gql`
    query ScheduleFormAgents($search: String) {
  agents(
    first: 20
    filter: {search: $search}
    orderBy: {field: NAME, direction: ASC}
  ) {
    edges {
      node {
        id
        name
        enabled
      }
    }
  }
}
    ` as unknown as DocumentNode<ScheduleFormAgentsQuery, ScheduleFormAgentsQueryVariables>;
export const ScheduleFormPipelinesDocument = gql`
    query ScheduleFormPipelines($search: String) {
  pipelines(
    first: 20
    filter: {search: $search}
    orderBy: {field: NAME, direction: ASC}
  ) {
    edges {
      node {
        id
        name
        enabled
      }
    }
  }
}
    ` as unknown as DocumentNode<ScheduleFormPipelinesQuery, ScheduleFormPipelinesQueryVariables>;
export const ScheduleFormAgentDocument = gql`
    query ScheduleFormAgent($id: ID!) {
  agent(id: $id) {
    id
    name
    enabled
    inputSchema
    attemptTimeout
    endpoint {
      retryConfig {
        maxRetries
        backoff
        delay
        maxDelay
        jitter
      }
    }
  }
}
    ` as unknown as DocumentNode<ScheduleFormAgentQuery, ScheduleFormAgentQueryVariables>;
export const ScheduleFormPipelineDocument = gql`
    query ScheduleFormPipeline($id: ID!) {
  pipeline(id: $id) {
    id
    name
    enabled
    steps {
      stepId
      agentId
    }
  }
}
    ` as unknown as DocumentNode<ScheduleFormPipelineQuery, ScheduleFormPipelineQueryVariables>;
export const ScheduleFormPreviewDocument = gql`
    query ScheduleFormPreview($input: PreviewScheduleInput!) {
  previewSchedule(input: $input, count: 5) {
    timezone
    occurrences {
      at
      source: slotSource
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
    ` as unknown as DocumentNode<ScheduleFormPreviewQuery, ScheduleFormPreviewQueryVariables>;
export const ScheduleFormExpansionDocument = gql`
    query ScheduleFormExpansion($params: JSON!) {
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
    ` as unknown as DocumentNode<ScheduleFormExpansionQuery, ScheduleFormExpansionQueryVariables>;
export const ScheduleFormSourcesDocument = gql`
    query ScheduleFormSources {
  dataSources {
    source
    tables {
      reference
      columns {
        name
        type
      }
    }
  }
}
    ` as unknown as DocumentNode<ScheduleFormSourcesQuery, ScheduleFormSourcesQueryVariables>;
export const ScheduleFormCreateDocument = gql`
    mutation ScheduleFormCreate($input: CreateScheduleInput!) {
  createSchedule(input: $input) {
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
    ... on Schedule {
      id
      name
    }
  }
}
    ` as unknown as DocumentNode<ScheduleFormCreateMutation, ScheduleFormCreateMutationVariables>;
export const ScheduleFormUpdateDocument = gql`
    mutation ScheduleFormUpdate($id: ID!, $input: UpdateScheduleInput!) {
  updateSchedule(id: $id, input: $input) {
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
    ... on Schedule {
      ...ScheduleFormFields
    }
  }
}
    ${ScheduleFormFieldsFragmentDoc}` as unknown as DocumentNode<ScheduleFormUpdateMutation, ScheduleFormUpdateMutationVariables>;
export const ScheduleFormTemplateDocument = gql`
    query ScheduleFormTemplate($id: ID!) {
  schedule(id: $id) {
    id
    name
    enabled
    agent {
      name
    }
    pipeline {
      name
    }
  }
}
    ` as unknown as DocumentNode<ScheduleFormTemplateQuery, ScheduleFormTemplateQueryVariables>;
export const ScheduleFormTemplatesDocument = gql`
    query ScheduleFormTemplates($search: String) {
  schedules(
    first: 20
    filter: {template: true, search: $search}
    orderBy: {field: NAME, direction: ASC}
  ) {
    edges {
      node {
        id
        name
        enabled
      }
    }
  }
}
    ` as unknown as DocumentNode<ScheduleFormTemplatesQuery, ScheduleFormTemplatesQueryVariables>;