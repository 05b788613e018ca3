/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
import type { TypedDocumentNode as DocumentNode } from '@urql/core';
import { gql } from '@urql/core';
export type AfterOnce =
  | 'DELETE'
  | 'DISABLE';

export type AgentEnvironment =
  | 'DEVELOPMENT'
  | 'PRODUCTION'
  | 'STAGING';

/** The wait before retry n: delay·2ⁿ⁻¹, delay·n, or delay. */
export type Backoff =
  | 'EXPONENTIAL'
  | 'FIXED'
  | 'LINEAR';

/** GAP: local times are left out; REPEAT: they come twice. */
export type ClockChange =
  | 'GAP'
  | 'REPEAT';

/** What becomes of a slot while an earlier run goes on: ALLOW: both. FORBID: it is skipped. REPLACE: the earlier is cancelled. QUEUE: it waits, and a newer one takes its place. */
export type ConcurrencyPolicy =
  | 'ALLOW'
  | 'FORBID'
  | 'QUEUE'
  | 'REPLACE';

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

/** A fixed local time that does not exist when clocks go forward: the first instant after the gap, or not at all. */
export type DstGap =
  | 'NEXT_VALID'
  | 'SKIP';

/** A fixed local time that comes twice when clocks go back. */
export type DstRepeat =
  | 'BOTH'
  | 'FIRST'
  | 'LAST';

/** What becomes of slots that are found late: LATEST: one run, for the newest. ALL: each runs, the oldest first, at most 100. SKIP: none. */
export type MisfirePolicy =
  | 'ALL'
  | 'LATEST'
  | 'SKIP';

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

export type TargetType =
  | 'AGENT'
  | 'PIPELINE';

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


export type ScheduleFormPreviewQuery = { previewSchedule: { timezone: string, occurrences: Array<{ at: string, source: string, decision: unknown }>, transitions: Array<{ at: string, kind: ClockChange, from: string, to: string, localFrom: string, localTo: string, effect: string }> } };

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