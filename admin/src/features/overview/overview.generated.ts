/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
import type { TypedDocumentNode as DocumentNode } from '@urql/core';
import { gql } from '@urql/core';
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

/** What keeps everything from running. */
export type SystemAlertKind =
  /** No worker is running. */
  | 'NO_WORKER'
  /** All running workers are draining. */
  | 'WORKERS_DRAINING';

export type OverviewHealthQueryVariables = Exact<{ [key: string]: never; }>;


export type OverviewHealthQuery = { overview: { queueDepth: number, oldestReadyAt: string | null, parked: number, running: number, deadLetters: number, workers: { alive: number, busy: number, draining: number, dead: number } }, system: { alerts: Array<{ kind: SystemAlertKind, message: string }> } };

export type OverviewAlertsQueryVariables = Exact<{ [key: string]: never; }>;


export type OverviewAlertsQuery = { schedulerConfig: { scheduler: { enabled: boolean, checkInterval: number } }, scheduleAlerts: Array<{ kind: ScheduleAlertKind, message: string, scheduleId: string, scheduleName: string, since: string }>, schedules: { edges: Array<{ node: { id: string } }> }, soonest: { edges: Array<{ node: { id: string, nextRunAt: string | null } }> } };

export type OverviewOutcomesQueryVariables = Exact<{ [key: string]: never; }>;


export type OverviewOutcomesQuery = { overview: { outcomes: Array<{ at: string, succeeded: number, partial: number, failed: number, cancelled: number, skipped: number }> } };

export type OverviewFailuresQueryVariables = Exact<{
  from?: string | null | undefined;
}>;


export type OverviewFailuresQuery = { jobExecutions: { edges: Array<{ node: { id: string, jobId: string, agentId: string, status: JobStatus, completedAt: string | null, createdAt: string, agent: { id: string, name: string } | null, error: { code: string | null, message: string } | null } }> } };

export type OverviewDeadLettersQueryVariables = Exact<{ [key: string]: never; }>;


export type OverviewDeadLettersQuery = { overview: { deadLetters: number }, deadLetterGroups: { groups: Array<{ agentId: string, message: string, code: string | null, count: number, lastAt: string, agent: { id: string, name: string } | null }> } };

export type OverviewRunFragment = { id: string, scheduleId: string | null, name: string, trigger: ExecutionTrigger, runStatus: RunStatus | null, slotAt: string | null, lastSlotAt: string | null, missedCount: number, fireAt: string, executionTime: string, completedAt: string | null, cancelRequestedAt: string | null, jobsCreated: number, jobsCompleted: number, jobsFailed: number, jobsSkipped: number, jobsCancelled: number, status: DeliveryStatus, reason: RunReason | null };

export type OverviewRunsQueryVariables = Exact<{
  since: string;
  limit: number;
  earlier: boolean;
}>;


export type OverviewRunsQuery = { overview: { runs: Array<{ id: string, scheduleId: string | null, name: string, trigger: ExecutionTrigger, runStatus: RunStatus | null, slotAt: string | null, lastSlotAt: string | null, missedCount: number, fireAt: string, executionTime: string, completedAt: string | null, cancelRequestedAt: string | null, jobsCreated: number, jobsCompleted: number, jobsFailed: number, jobsSkipped: number, jobsCancelled: number, status: DeliveryStatus, reason: RunReason | null }> } };

export type OverviewFiresQueryVariables = Exact<{
  minutes: number;
  limit: number;
  limitEach: number;
}>;


export type OverviewFiresQuery = { overview: { nextFires: Array<{ scheduleId: string, name: string, at: string, fireAt: string, source: RunSource }> } };

export const OverviewRunFragmentDoc = gql`
    fragment OverviewRun on Run {
  id
  scheduleId
  name
  trigger
  status: deliveryStatus
  runStatus
  reason: reasonCode
  slotAt
  lastSlotAt
  missedCount
  fireAt
  executionTime
  completedAt
  cancelRequestedAt
  jobsCreated
  jobsCompleted
  jobsFailed
  jobsSkipped
  jobsCancelled
}
    ` as unknown as DocumentNode<OverviewRunFragment, unknown>;
export const OverviewHealthDocument = gql`
    query OverviewHealth {
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
  }
  system {
    alerts {
      kind
      message
    }
  }
}
    ` as unknown as DocumentNode<OverviewHealthQuery, OverviewHealthQueryVariables>;
export const OverviewAlertsDocument = gql`
    query OverviewAlerts {
  schedulerConfig {
    scheduler {
      enabled
      checkInterval
    }
  }
  scheduleAlerts {
    kind
    message
    scheduleId
    scheduleName
    since
  }
  schedules(first: 1) {
    edges {
      node {
        id
      }
    }
  }
  soonest: schedules(
    first: 1
    filter: {enabled: true}
    orderBy: {field: NEXT_RUN_AT}
  ) {
    edges {
      node {
        id
        nextRunAt
      }
    }
  }
}
    ` as unknown as DocumentNode<OverviewAlertsQuery, OverviewAlertsQueryVariables>;
export const OverviewOutcomesDocument = gql`
    query OverviewOutcomes {
  overview {
    outcomes(hours: 24) {
      at
      succeeded
      partial
      failed
      cancelled
      skipped
    }
  }
}
    ` as unknown as DocumentNode<OverviewOutcomesQuery, OverviewOutcomesQueryVariables>;
export const OverviewFailuresDocument = gql`
    query OverviewFailures($from: DateTime) {
  jobExecutions(first: 50, filter: {status: [FAILED, DEAD_LETTER], from: $from}) {
    edges {
      node {
        id
        jobId
        agentId
        agent {
          id
          name
        }
        status
        completedAt
        createdAt
        error {
          code
          message
        }
      }
    }
  }
}
    ` as unknown as DocumentNode<OverviewFailuresQuery, OverviewFailuresQueryVariables>;
export const OverviewDeadLettersDocument = gql`
    query OverviewDeadLetters {
  overview {
    deadLetters
  }
  deadLetterGroups {
    groups {
      agentId
      agent {
        id
        name
      }
      message
      code
      count
      lastAt
    }
  }
}
    ` as unknown as DocumentNode<OverviewDeadLettersQuery, OverviewDeadLettersQueryVariables>;
export const OverviewRunsDocument = gql`
    query OverviewRuns($since: DateTime!, $limit: Int!, $earlier: Boolean!) {
  overview {
    runs(since: $since, limit: $limit, earlier: $earlier) {
      ...OverviewRun
    }
  }
}
    ${OverviewRunFragmentDoc}` as unknown as DocumentNode<OverviewRunsQuery, OverviewRunsQueryVariables>;
export const OverviewFiresDocument = gql`
    query OverviewFires($minutes: Int!, $limit: Int!, $limitEach: Int!) {
  overview {
    nextFires(minutes: $minutes, limit: $limit, limitEach: $limitEach) {
      scheduleId
      name
      at
      fireAt
      source: slotSource
    }
  }
}
    ` as unknown as DocumentNode<OverviewFiresQuery, OverviewFiresQueryVariables>;