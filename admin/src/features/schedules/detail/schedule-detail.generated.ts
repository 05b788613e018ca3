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

export type ExecutionTrigger =
  | 'BACKFILL'
  | 'MANUAL'
  | 'SCHEDULE'
  | 'WEBHOOK';

/** What becomes of slots that are found late: LATEST: one run, for the newest. ALL: each runs, the oldest first, at most 100. SKIP: none. */
export type MisfirePolicy =
  | 'ALL'
  | 'LATEST'
  | 'SKIP';

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

export type TargetType =
  | 'AGENT'
  | 'PIPELINE';

export type ScheduleDetailFactsFragment = { id: string, key: string | null, name: string, description: string | null, repeat: Repeat, cronExpression: string | null, interval: number | null, timezone: string | null, startAt: string | null, endAt: string | null, template: boolean, maxRuns: number | null, runCount: number, afterOnce: AfterOnce, dstGap: DstGap, dstRepeat: DstRepeat, targetType: TargetType, templateId: string | null, agentId: string | null, pipelineId: string | null, params: unknown, timeout: number | null, maxQueueTime: number | null, zombieThresholdMs: number | null, priority: number, enabled: boolean, flag: string | null, pausedUntil: string | null, pauseNote: string | null, nextRunAt: string | null, nextRunSource: string | null, decision: unknown, whyNot: string | null, lastRunAt: string | null, failureCount: number, failureBackoff: boolean, minInterval: number | null, maxInterval: number | null, jitter: number | null, misfirePolicy: MisfirePolicy, startingDeadline: number | null, concurrencyPolicy: ConcurrencyPolicy, requirements: unknown, environment: AgentEnvironment, successfulHistoryLimit: number | null, failedHistoryLimit: number | null, createdAt: string, createdBy: string, createdByName: string | null, updatedAt: string, templateSchedule: { id: string, name: string } | null, agent: { id: string, name: string, enabled: boolean } | null, pipeline: { id: string, name: string, enabled: boolean } | null, retryConfig: { maxRetries: number, backoff: Backoff, delay: number, maxDelay: number | null, jitter: RetryJitter | null } | null, hint: { intervalMs: number | null, nextRunAt: string | null, expiresAt: string, reason: string, proposedBy: string | null, proposedByName: string | null, proposedAt: string | null } | null, activeExecution: { id: string, status: DeliveryStatus, runStatus: RunStatus | null, reason: string | null, jobsCreated: number, jobsCompleted: number, jobsFailed: number, jobsSkipped: number, jobsCancelled: number } | null };

export type ScheduleDetailQueryVariables = Exact<{
  id: string | number;
}>;


export type ScheduleDetailQuery = { schedule: { id: string, key: string | null, name: string, description: string | null, repeat: Repeat, cronExpression: string | null, interval: number | null, timezone: string | null, startAt: string | null, endAt: string | null, template: boolean, maxRuns: number | null, runCount: number, afterOnce: AfterOnce, dstGap: DstGap, dstRepeat: DstRepeat, targetType: TargetType, templateId: string | null, agentId: string | null, pipelineId: string | null, params: unknown, timeout: number | null, maxQueueTime: number | null, zombieThresholdMs: number | null, priority: number, enabled: boolean, flag: string | null, pausedUntil: string | null, pauseNote: string | null, nextRunAt: string | null, nextRunSource: string | null, decision: unknown, whyNot: string | null, lastRunAt: string | null, failureCount: number, failureBackoff: boolean, minInterval: number | null, maxInterval: number | null, jitter: number | null, misfirePolicy: MisfirePolicy, startingDeadline: number | null, concurrencyPolicy: ConcurrencyPolicy, requirements: unknown, environment: AgentEnvironment, successfulHistoryLimit: number | null, failedHistoryLimit: number | null, createdAt: string, createdBy: string, createdByName: string | null, updatedAt: string, templateSchedule: { id: string, name: string } | null, agent: { id: string, name: string, enabled: boolean } | null, pipeline: { id: string, name: string, enabled: boolean } | null, retryConfig: { maxRetries: number, backoff: Backoff, delay: number, maxDelay: number | null, jitter: RetryJitter | null } | null, hint: { intervalMs: number | null, nextRunAt: string | null, expiresAt: string, reason: string, proposedBy: string | null, proposedByName: string | null, proposedAt: string | null } | null, activeExecution: { id: string, status: DeliveryStatus, runStatus: RunStatus | null, reason: string | null, jobsCreated: number, jobsCompleted: number, jobsFailed: number, jobsSkipped: number, jobsCancelled: number } | null } | null, schedulerConfig: { scheduler: { enabled: boolean, timezone: string } } };

export type ScheduleDetailUpcomingQueryVariables = Exact<{
  id: string | number;
}>;


export type ScheduleDetailUpcomingQuery = { previewSchedule: { timezone: string, occurrences: Array<{ at: string, fireAt: string, source: string, decision: unknown }>, transitions: Array<{ at: string, kind: ClockChange, from: string, to: string, localFrom: string, localTo: string, effect: string }> } };

export type ScheduleDetailExecutionFragment = { id: string, trigger: ExecutionTrigger, source: string | null, why: string, reason: string | null, slotAt: string | null, lastSlotAt: string | null, missedCount: number, fireAt: string, executionTime: string, createdAt: string, status: DeliveryStatus, runStatus: RunStatus | null, jobsCreated: number, jobsCompleted: number, jobsFailed: number, jobsSkipped: number, jobsCancelled: number, completedAt: string | null };

export type ScheduleDetailHistoryQueryVariables = Exact<{
  first?: number | null | undefined;
  after?: string | null | undefined;
  filter?: ScheduleExecutionFilter | null | undefined;
}>;


export type ScheduleDetailHistoryQuery = { scheduleExecutions: { edges: Array<{ node: { id: string, trigger: ExecutionTrigger, source: string | null, why: string, reason: string | null, slotAt: string | null, lastSlotAt: string | null, missedCount: number, fireAt: string, executionTime: string, createdAt: string, status: DeliveryStatus, runStatus: RunStatus | null, jobsCreated: number, jobsCompleted: number, jobsFailed: number, jobsSkipped: number, jobsCancelled: number, completedAt: string | null } }>, pageInfo: { endCursor: string | null, hasNextPage: boolean } } };

export type ScheduleDetailBackfillFragment = { id: string, from: string, to: string, maxConcurrency: number, repeatExisting: boolean, params: unknown, total: number, existing: number, toCreate: number, created: number, status: BackfillStatus, createdAt: string, createdBy: string, createdByName: string | null, completedAt: string | null, progress: { pending: number, running: number, succeeded: number, partial: number, failed: number, cancelled: number } };

export type ScheduleDetailBackfillsQueryVariables = Exact<{
  first?: number | null | undefined;
  after?: string | null | undefined;
  filter?: BackfillFilter | null | undefined;
}>;


export type ScheduleDetailBackfillsQuery = { backfills: { edges: Array<{ node: { id: string, from: string, to: string, maxConcurrency: number, repeatExisting: boolean, params: unknown, total: number, existing: number, toCreate: number, created: number, status: BackfillStatus, createdAt: string, createdBy: string, createdByName: string | null, completedAt: string | null, progress: { pending: number, running: number, succeeded: number, partial: number, failed: number, cancelled: number } } }>, pageInfo: { endCursor: string | null, hasNextPage: boolean } } };

export type ScheduleDetailBackfillPreviewQueryVariables = Exact<{
  id: string | number;
  from: string;
  to?: string | null | undefined;
  repeatExisting?: boolean | null | undefined;
}>;


export type ScheduleDetailBackfillPreviewQuery = { previewBackfill: { from: string, to: string, total: number, existing: number, toCreate: number, first: Array<string>, last: Array<string> } };

export type ScheduleDetailTriggerMutationVariables = Exact<{
  id: string | number;
  params?: unknown;
  idempotencyKey?: string | null | undefined;
  priority?: number | null | undefined;
  retryConfig?: RetryConfigInput | null | undefined;
  timeout?: number | string | null | undefined;
  requirements?: unknown;
  delay?: number | string | null | undefined;
  runAt?: string | null | undefined;
}>;


export type ScheduleDetailTriggerMutation = { triggerSchedule:
    | { __typename: 'ConflictError', code: string, message: string }
    | { __typename: 'NotFoundError', code: string, message: string }
    | { __typename: 'ScheduleExecution', id: string }
    | { __typename: 'ValidationError', code: string, message: string, issues: Array<{ path: Array<string>, message: string }> }
   };

export type ScheduleDetailPauseMutationVariables = Exact<{
  id: string | number;
  until: string;
  note?: string | null | undefined;
}>;


export type ScheduleDetailPauseMutation = { pauseSchedule:
    | { __typename: 'ConflictError', code: string, message: string }
    | { __typename: 'NotFoundError', code: string, message: string }
    | { __typename: 'Schedule', id: string, pausedUntil: string | null, pauseNote: string | null }
    | { __typename: 'ValidationError', code: string, message: string, issues: Array<{ path: Array<string>, message: string }> }
   };

export type ScheduleDetailResumeMutationVariables = Exact<{
  id: string | number;
}>;


export type ScheduleDetailResumeMutation = { resumeSchedule:
    | { __typename: 'ConflictError', code: string, message: string }
    | { __typename: 'NotFoundError', code: string, message: string }
    | { __typename: 'Schedule', id: string, pausedUntil: string | null, pauseNote: string | null }
    | { __typename: 'ValidationError', code: string, message: string }
   };

export type ScheduleDetailEnableMutationVariables = Exact<{
  id: string | number;
  enabled: boolean;
}>;


export type ScheduleDetailEnableMutation = { setScheduleEnabled:
    | { __typename: 'ConflictError', code: string, message: string }
    | { __typename: 'NotFoundError', code: string, message: string }
    | { __typename: 'Schedule', id: string, enabled: boolean }
    | { __typename: 'ValidationError', code: string, message: string, issues: Array<{ path: Array<string>, message: string }> }
   };

export type ScheduleDetailDeleteMutationVariables = Exact<{
  id: string | number;
}>;


export type ScheduleDetailDeleteMutation = { deleteSchedule:
    | { __typename: 'ConflictError', code: string, message: string }
    | { __typename: 'NotFoundError', code: string, message: string }
    | { __typename: 'Schedule', id: string }
    | { __typename: 'ValidationError', code: string, message: string }
   };

export type ScheduleDetailHintMutationVariables = Exact<{
  id: string | number;
  input: ProposeHintInput;
}>;


export type ScheduleDetailHintMutation = { proposeHint:
    | { __typename: 'ConflictError', code: string, message: string }
    | { __typename: 'NotFoundError', code: string, message: string }
    | { __typename: 'Schedule', id: string }
    | { __typename: 'ValidationError', code: string, message: string, issues: Array<{ path: Array<string>, message: string }> }
   };

export type ScheduleDetailClearHintsMutationVariables = Exact<{
  id: string | number;
}>;


export type ScheduleDetailClearHintsMutation = { clearHints:
    | { __typename: 'ConflictError', code: string, message: string }
    | { __typename: 'NotFoundError', code: string, message: string }
    | { __typename: 'Schedule', id: string }
    | { __typename: 'ValidationError', code: string, message: string }
   };

export type ScheduleDetailBackfillCreateMutationVariables = Exact<{
  input: CreateBackfillInput;
}>;


export type ScheduleDetailBackfillCreateMutation = { createBackfill:
    | { __typename: 'Backfill', id: string }
    | { __typename: 'ConflictError', code: string, message: string }
    | { __typename: 'NotFoundError', code: string, message: string }
    | { __typename: 'ValidationError', code: string, message: string, issues: Array<{ path: Array<string>, message: string }> }
   };

export type ScheduleDetailBackfillCancelMutationVariables = Exact<{
  id: string | number;
}>;


export type ScheduleDetailBackfillCancelMutation = { cancelBackfill:
    | { __typename: 'Backfill', id: string, status: BackfillStatus }
    | { __typename: 'ConflictError', code: string, message: string }
    | { __typename: 'NotFoundError', code: string, message: string }
    | { __typename: 'ValidationError', code: string, message: string }
   };

export const ScheduleDetailFactsFragmentDoc = gql`
    fragment ScheduleDetailFacts on Schedule {
  id
  key
  name
  description
  repeat
  cronExpression
  interval
  timezone
  startAt
  endAt
  template
  maxRuns
  runCount
  afterOnce
  dstGap
  dstRepeat
  targetType
  templateSchedule {
    id
    name
  }
  templateId
  agentId
  agent {
    id
    name
    enabled
  }
  pipelineId
  pipeline {
    id
    name
    enabled
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
  maxQueueTime
  zombieThresholdMs
  priority
  enabled
  flag
  pausedUntil
  pauseNote
  nextRunAt
  nextRunSource
  decision
  whyNot
  lastRunAt
  failureCount
  failureBackoff
  minInterval
  maxInterval
  jitter
  misfirePolicy
  startingDeadline
  concurrencyPolicy
  requirements
  environment
  successfulHistoryLimit
  failedHistoryLimit
  createdAt
  createdBy
  createdByName
  updatedAt
  hint {
    intervalMs
    nextRunAt
    expiresAt
    reason
    proposedBy
    proposedByName
    proposedAt
  }
  activeExecution {
    id
    status
    runStatus
    reason
    jobsCreated
    jobsCompleted
    jobsFailed
    jobsSkipped
    jobsCancelled
  }
}
    ` as unknown as DocumentNode<ScheduleDetailFactsFragment, unknown>;
export const ScheduleDetailExecutionFragmentDoc = gql`
    fragment ScheduleDetailExecution on ScheduleExecution {
  id
  trigger
  source
  why
  reason
  slotAt
  lastSlotAt
  missedCount
  fireAt
  executionTime
  createdAt
  status
  runStatus
  jobsCreated
  jobsCompleted
  jobsFailed
  jobsSkipped
  jobsCancelled
  completedAt
}
    ` as unknown as DocumentNode<ScheduleDetailExecutionFragment, unknown>;
export const ScheduleDetailBackfillFragmentDoc = gql`
    fragment ScheduleDetailBackfill on Backfill {
  id
  from
  to
  maxConcurrency
  repeatExisting
  params
  total
  existing
  toCreate
  created
  progress {
    pending
    running
    succeeded
    partial
    failed
    cancelled
  }
  status
  createdAt
  createdBy
  createdByName
  completedAt
}
    ` as unknown as DocumentNode<ScheduleDetailBackfillFragment, unknown>;
export const ScheduleDetailDocument = gql`
    query ScheduleDetail($id: ID!) {
  schedule(id: $id) {
    ...ScheduleDetailFacts
  }
  schedulerConfig {
    scheduler {
      enabled
      timezone
    }
  }
}
    ${ScheduleDetailFactsFragmentDoc}` as unknown as DocumentNode<ScheduleDetailQuery, ScheduleDetailQueryVariables>;
export const ScheduleDetailUpcomingDocument = gql`
    query ScheduleDetailUpcoming($id: ID!) {
  previewSchedule(input: {scheduleId: $id}, count: 10) {
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
    ` as unknown as DocumentNode<ScheduleDetailUpcomingQuery, ScheduleDetailUpcomingQueryVariables>;
export const ScheduleDetailHistoryDocument = gql`
    query ScheduleDetailHistory($first: Int, $after: String, $filter: ScheduleExecutionFilter) {
  scheduleExecutions(first: $first, after: $after, filter: $filter) {
    edges {
      node {
        ...ScheduleDetailExecution
      }
    }
    pageInfo {
      endCursor
      hasNextPage
    }
  }
}
    ${ScheduleDetailExecutionFragmentDoc}` as unknown as DocumentNode<ScheduleDetailHistoryQuery, ScheduleDetailHistoryQueryVariables>;
export const ScheduleDetailBackfillsDocument = gql`
    query ScheduleDetailBackfills($first: Int, $after: String, $filter: BackfillFilter) {
  backfills(first: $first, after: $after, filter: $filter) {
    edges {
      node {
        ...ScheduleDetailBackfill
      }
    }
    pageInfo {
      endCursor
      hasNextPage
    }
  }
}
    ${ScheduleDetailBackfillFragmentDoc}` as unknown as DocumentNode<ScheduleDetailBackfillsQuery, ScheduleDetailBackfillsQueryVariables>;
export const ScheduleDetailBackfillPreviewDocument = gql`
    query ScheduleDetailBackfillPreview($id: ID!, $from: DateTime!, $to: DateTime, $repeatExisting: Boolean) {
  previewBackfill(
    scheduleId: $id
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
    ` as unknown as DocumentNode<ScheduleDetailBackfillPreviewQuery, ScheduleDetailBackfillPreviewQueryVariables>;
export const ScheduleDetailTriggerDocument = gql`
    mutation ScheduleDetailTrigger($id: ID!, $params: JSON, $idempotencyKey: String, $priority: Int, $retryConfig: RetryConfigInput, $timeout: Duration, $requirements: JSON, $delay: Duration, $runAt: DateTime) {
  triggerSchedule(
    id: $id
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
    ... on ScheduleExecution {
      id
    }
  }
}
    ` as unknown as DocumentNode<ScheduleDetailTriggerMutation, ScheduleDetailTriggerMutationVariables>;
export const ScheduleDetailPauseDocument = gql`
    mutation ScheduleDetailPause($id: ID!, $until: DateTime!, $note: String) {
  pauseSchedule(id: $id, until: $until, note: $note) {
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
      pausedUntil
      pauseNote
    }
  }
}
    ` as unknown as DocumentNode<ScheduleDetailPauseMutation, ScheduleDetailPauseMutationVariables>;
export const ScheduleDetailResumeDocument = gql`
    mutation ScheduleDetailResume($id: ID!) {
  resumeSchedule(id: $id) {
    __typename
    ... on Error {
      code
      message
    }
    ... on Schedule {
      id
      pausedUntil
      pauseNote
    }
  }
}
    ` as unknown as DocumentNode<ScheduleDetailResumeMutation, ScheduleDetailResumeMutationVariables>;
export const ScheduleDetailEnableDocument = gql`
    mutation ScheduleDetailEnable($id: ID!, $enabled: Boolean!) {
  setScheduleEnabled(id: $id, enabled: $enabled) {
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
      enabled
    }
  }
}
    ` as unknown as DocumentNode<ScheduleDetailEnableMutation, ScheduleDetailEnableMutationVariables>;
export const ScheduleDetailDeleteDocument = gql`
    mutation ScheduleDetailDelete($id: ID!) {
  deleteSchedule(id: $id) {
    __typename
    ... on Error {
      code
      message
    }
    ... on Schedule {
      id
    }
  }
}
    ` as unknown as DocumentNode<ScheduleDetailDeleteMutation, ScheduleDetailDeleteMutationVariables>;
export const ScheduleDetailHintDocument = gql`
    mutation ScheduleDetailHint($id: ID!, $input: ProposeHintInput!) {
  proposeHint(scheduleId: $id, input: $input) {
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
    }
  }
}
    ` as unknown as DocumentNode<ScheduleDetailHintMutation, ScheduleDetailHintMutationVariables>;
export const ScheduleDetailClearHintsDocument = gql`
    mutation ScheduleDetailClearHints($id: ID!) {
  clearHints(scheduleId: $id) {
    __typename
    ... on Error {
      code
      message
    }
    ... on Schedule {
      id
    }
  }
}
    ` as unknown as DocumentNode<ScheduleDetailClearHintsMutation, ScheduleDetailClearHintsMutationVariables>;
export const ScheduleDetailBackfillCreateDocument = gql`
    mutation ScheduleDetailBackfillCreate($input: CreateBackfillInput!) {
  createBackfill(input: $input) {
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
    ... on Backfill {
      id
    }
  }
}
    ` as unknown as DocumentNode<ScheduleDetailBackfillCreateMutation, ScheduleDetailBackfillCreateMutationVariables>;
export const ScheduleDetailBackfillCancelDocument = gql`
    mutation ScheduleDetailBackfillCancel($id: ID!) {
  cancelBackfill(id: $id) {
    __typename
    ... on Error {
      code
      message
    }
    ... on Backfill {
      id
      status
    }
  }
}
    ` as unknown as DocumentNode<ScheduleDetailBackfillCancelMutation, ScheduleDetailBackfillCancelMutationVariables>;