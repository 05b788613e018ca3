/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
import type { TypedDocumentNode as DocumentNode } from '@urql/core';
import { gql } from '@urql/core';
/** Why an enabled schedule is blocked and cannot run. */
export type BlockReason =
  /** Its agent or pipeline is missing or disabled. */
  | 'INVALID_TARGET'
  /** Its timing is not valid. */
  | 'INVALID_TIMING'
  /** A code that this version of Callboard does not know. */
  | 'OTHER';

/** How precise a count is. */
export type CountPrecision =
  /** A lower bound: counting stopped there. */
  | 'AT_LEAST'
  /** An estimate from database statistics. */
  | 'ESTIMATE'
  /** All items were counted. */
  | 'EXACT';

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

/** Sort direction. */
export type OrderDirection =
  /** Ascending. */
  | 'ASC'
  /** Descending. */
  | 'DESC';

/** How often a schedule runs. */
export type Repeat =
  /** Once. */
  | 'ONCE'
  /** Repeatedly, by cron expression or interval. */
  | 'REPEATING';

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

/** What a schedule or run calls. */
export type TargetType =
  /** An agent. */
  | 'AGENT'
  /** A pipeline. */
  | 'PIPELINE';

export type ScheduleRowFragment = { id: string, name: string, description: string | null, enabled: boolean, pausedUntil: string | null, pauseNote: string | null, template: boolean, repeat: Repeat, cronExpression: string | null, interval: number | null, timezone: string | null, startAt: string | null, endAt: string | null, maxRuns: number | null, runCount: number, nextRunAt: string | null, lastRunAt: string | null, createdAt: string, targetType: TargetType, agentId: string | null, pipelineId: string | null, flag: BlockReason | null, nextRunSource: RunSource | null, agent: { id: string, name: string } | null, pipeline: { id: string, name: string } | null, hint: { reason: string, expiresAt: string } | null, recentOutcomes: Array<{ executionId: string, at: string, runStatus: RunStatus | null, missedCount: number, durationMs: number | null, reason: RunReason | null }>, activeExecution: { id: string, runStatus: RunStatus | null, jobsCreated: number, jobsEnqueued: number, jobsCompleted: number, jobsFailed: number, jobsSkipped: number, jobsCancelled: number, completedAt: string | null, status: DeliveryStatus, reason: RunReason | null } | null };

export type ScheduleListQueryVariables = Exact<{
  first?: number | null | undefined;
  after?: string | null | undefined;
  filter?: ScheduleFilter | null | undefined;
  orderBy?: ScheduleOrder | null | undefined;
}>;


export type ScheduleListQuery = { schedules: { totalCount: number, totalCountPrecision: CountPrecision, searchedBack: string | null, edges: Array<{ node: { id: string, name: string, description: string | null, enabled: boolean, pausedUntil: string | null, pauseNote: string | null, template: boolean, repeat: Repeat, cronExpression: string | null, interval: number | null, timezone: string | null, startAt: string | null, endAt: string | null, maxRuns: number | null, runCount: number, nextRunAt: string | null, lastRunAt: string | null, createdAt: string, targetType: TargetType, agentId: string | null, pipelineId: string | null, flag: BlockReason | null, nextRunSource: RunSource | null, agent: { id: string, name: string } | null, pipeline: { id: string, name: string } | null, hint: { reason: string, expiresAt: string } | null, recentOutcomes: Array<{ executionId: string, at: string, runStatus: RunStatus | null, missedCount: number, durationMs: number | null, reason: RunReason | null }>, activeExecution: { id: string, runStatus: RunStatus | null, jobsCreated: number, jobsEnqueued: number, jobsCompleted: number, jobsFailed: number, jobsSkipped: number, jobsCancelled: number, completedAt: string | null, status: DeliveryStatus, reason: RunReason | null } | null } }>, pageInfo: { endCursor: string | null, hasNextPage: boolean } } };

export type ScheduleListContextQueryVariables = Exact<{ [key: string]: never; }>;


export type ScheduleListContextQuery = { schedulerConfig: { scheduler: { enabled: boolean, timezone: string } }, agents: { edges: Array<{ node: { id: string, name: string } }> }, pipelines: { edges: Array<{ node: { id: string, name: string } }> } };

export type ScheduleSearchQueryVariables = Exact<{
  search: string;
}>;


export type ScheduleSearchQuery = { schedules: { edges: Array<{ node: { id: string, name: string } }> } };

export type ScheduleBulkOutcomeFragment = { matched: number, changed: number, dryRun: boolean, refused: Array<{ id: string, code: string, message: string }> };

export type ScheduleBulkEnableMutationVariables = Exact<{
  ids?: Array<string | number> | string | number | null | undefined;
  filter?: ScheduleFilter | null | undefined;
  all?: boolean | null | undefined;
  enabled: boolean;
  dryRun?: boolean | null | undefined;
  expectedCount?: number | null | undefined;
}>;


export type ScheduleBulkEnableMutation = { setSchedulesEnabled:
    | { __typename: 'BulkResult', matched: number, changed: number, dryRun: boolean, refused: Array<{ id: string, code: string, message: string }> }
    | { __typename: 'ConflictError', code: string, message: string }
    | { __typename: 'ValidationError', code: string, message: string, issues: Array<{ path: Array<string>, message: string }> }
   };

export type ScheduleBulkPauseMutationVariables = Exact<{
  ids?: Array<string | number> | string | number | null | undefined;
  filter?: ScheduleFilter | null | undefined;
  all?: boolean | null | undefined;
  until: string;
  note?: string | null | undefined;
  dryRun?: boolean | null | undefined;
  expectedCount?: number | null | undefined;
}>;


export type ScheduleBulkPauseMutation = { pauseSchedules:
    | { __typename: 'BulkResult', matched: number, changed: number, dryRun: boolean, refused: Array<{ id: string, code: string, message: string }> }
    | { __typename: 'ConflictError', code: string, message: string }
    | { __typename: 'ValidationError', code: string, message: string, issues: Array<{ path: Array<string>, message: string }> }
   };

export type ScheduleBulkResumeMutationVariables = Exact<{
  ids?: Array<string | number> | string | number | null | undefined;
  filter?: ScheduleFilter | null | undefined;
  all?: boolean | null | undefined;
  dryRun?: boolean | null | undefined;
  expectedCount?: number | null | undefined;
}>;


export type ScheduleBulkResumeMutation = { resumeSchedules:
    | { __typename: 'BulkResult', matched: number, changed: number, dryRun: boolean, refused: Array<{ id: string, code: string, message: string }> }
    | { __typename: 'ConflictError', code: string, message: string }
    | { __typename: 'ValidationError', code: string, message: string, issues: Array<{ path: Array<string>, message: string }> }
   };

export type ScheduleBulkTriggerMutationVariables = Exact<{
  ids?: Array<string | number> | string | number | null | undefined;
  filter?: ScheduleFilter | null | undefined;
  all?: boolean | null | undefined;
  idempotencyKey?: string | null | undefined;
  dryRun?: boolean | null | undefined;
  expectedCount?: number | null | undefined;
}>;


export type ScheduleBulkTriggerMutation = { triggerSchedules:
    | { __typename: 'BulkResult', matched: number, changed: number, dryRun: boolean, refused: Array<{ id: string, code: string, message: string }> }
    | { __typename: 'ConflictError', code: string, message: string }
    | { __typename: 'ValidationError', code: string, message: string, issues: Array<{ path: Array<string>, message: string }> }
   };

export const ScheduleRowFragmentDoc = gql`
    fragment ScheduleRow on Schedule {
  id
  name
  description
  enabled
  flag: blockedReason
  pausedUntil
  pauseNote
  template
  repeat
  cronExpression
  interval
  timezone
  startAt
  endAt
  maxRuns
  runCount
  nextRunAt
  nextRunSource: nextSlotSource
  lastRunAt
  createdAt
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
  }
  hint {
    reason
    expiresAt
  }
  recentOutcomes(last: 20) {
    executionId
    at
    runStatus
    reason: reasonCode
    missedCount
    durationMs
  }
  activeExecution {
    id
    status: deliveryStatus
    runStatus
    reason: reasonCode
    jobsCreated
    jobsEnqueued
    jobsCompleted
    jobsFailed
    jobsSkipped
    jobsCancelled
    completedAt
  }
}
    ` as unknown as DocumentNode<ScheduleRowFragment, unknown>;
export const ScheduleBulkOutcomeFragmentDoc = gql`
    fragment ScheduleBulkOutcome on BulkResult {
  matched
  changed
  dryRun
  refused {
    id
    code
    message
  }
}
    ` as unknown as DocumentNode<ScheduleBulkOutcomeFragment, unknown>;
export const ScheduleListDocument = gql`
    query ScheduleList($first: Int, $after: String, $filter: ScheduleFilter, $orderBy: ScheduleOrder) {
  schedules(first: $first, after: $after, filter: $filter, orderBy: $orderBy) {
    totalCount
    totalCountPrecision
    searchedBack
    edges {
      node {
        ...ScheduleRow
      }
    }
    pageInfo {
      endCursor
      hasNextPage
    }
  }
}
    ${ScheduleRowFragmentDoc}` as unknown as DocumentNode<ScheduleListQuery, ScheduleListQueryVariables>;
export const ScheduleListContextDocument = gql`
    query ScheduleListContext {
  schedulerConfig {
    scheduler {
      enabled
      timezone
    }
  }
  agents(first: 100, orderBy: {field: NAME, direction: ASC}) {
    edges {
      node {
        id
        name
      }
    }
  }
  pipelines(first: 100, orderBy: {field: NAME, direction: ASC}) {
    edges {
      node {
        id
        name
      }
    }
  }
}
    ` as unknown as DocumentNode<ScheduleListContextQuery, ScheduleListContextQueryVariables>;
export const ScheduleSearchDocument = gql`
    query ScheduleSearch($search: String!) {
  schedules(first: 5, filter: {search: $search}) {
    edges {
      node {
        id
        name
      }
    }
  }
}
    ` as unknown as DocumentNode<ScheduleSearchQuery, ScheduleSearchQueryVariables>;
export const ScheduleBulkEnableDocument = gql`
    mutation ScheduleBulkEnable($ids: [ID!], $filter: ScheduleFilter, $all: Boolean, $enabled: Boolean!, $dryRun: Boolean, $expectedCount: Int) {
  setSchedulesEnabled(
    ids: $ids
    filter: $filter
    all: $all
    enabled: $enabled
    dryRun: $dryRun
    expectedCount: $expectedCount
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
    ...ScheduleBulkOutcome
  }
}
    ${ScheduleBulkOutcomeFragmentDoc}` as unknown as DocumentNode<ScheduleBulkEnableMutation, ScheduleBulkEnableMutationVariables>;
export const ScheduleBulkPauseDocument = gql`
    mutation ScheduleBulkPause($ids: [ID!], $filter: ScheduleFilter, $all: Boolean, $until: DateTime!, $note: String, $dryRun: Boolean, $expectedCount: Int) {
  pauseSchedules(
    ids: $ids
    filter: $filter
    all: $all
    until: $until
    note: $note
    dryRun: $dryRun
    expectedCount: $expectedCount
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
    ...ScheduleBulkOutcome
  }
}
    ${ScheduleBulkOutcomeFragmentDoc}` as unknown as DocumentNode<ScheduleBulkPauseMutation, ScheduleBulkPauseMutationVariables>;
export const ScheduleBulkResumeDocument = gql`
    mutation ScheduleBulkResume($ids: [ID!], $filter: ScheduleFilter, $all: Boolean, $dryRun: Boolean, $expectedCount: Int) {
  resumeSchedules(
    ids: $ids
    filter: $filter
    all: $all
    dryRun: $dryRun
    expectedCount: $expectedCount
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
    ...ScheduleBulkOutcome
  }
}
    ${ScheduleBulkOutcomeFragmentDoc}` as unknown as DocumentNode<ScheduleBulkResumeMutation, ScheduleBulkResumeMutationVariables>;
export const ScheduleBulkTriggerDocument = gql`
    mutation ScheduleBulkTrigger($ids: [ID!], $filter: ScheduleFilter, $all: Boolean, $idempotencyKey: String, $dryRun: Boolean, $expectedCount: Int) {
  triggerSchedules(
    ids: $ids
    filter: $filter
    all: $all
    idempotencyKey: $idempotencyKey
    dryRun: $dryRun
    expectedCount: $expectedCount
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
    ...ScheduleBulkOutcome
  }
}
    ${ScheduleBulkOutcomeFragmentDoc}` as unknown as DocumentNode<ScheduleBulkTriggerMutation, ScheduleBulkTriggerMutationVariables>;