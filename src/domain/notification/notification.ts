/**
 * What people are told. Rows tell by themselves that something happened (a signal, written by triggers); signals of one kind and
 * place are grouped into a notification. The first is told at once; what follows within the window is counted, and told at its end.
 */

export const NOTIFICATION_KINDS = [
  /** A job whose retries are used up. */
  'dead_letter',
  /** A job that failed in a way that is not worth retrying. */
  'job_failed',
  /** No job of an execution succeeded, or it could not be expanded. Of an execution with a single job, the job tells. */
  'execution_failed',
  /** An enabled schedule that cannot run: `invalid_target`, `invalid_timing`. */
  'schedule_flagged',
  /** An enabled schedule that should have fired and has not, or has no next run. */
  'schedule_stuck',
  /** A worker whose lease ran out. */
  'worker_dead',
  /** Calls to an agent are held back. */
  'circuit_open',
  /** No worker is running, and there is something to do. */
  'no_worker',
  /** A worker is running again after `no_worker`. */
  'worker_back',
  /** Jobs have waited for longer than `monitoring.jobWaitThreshold`. */
  'jobs_waiting',
] as const;
export type NotificationKind = (typeof NOTIFICATION_KINDS)[number];

export const NOTIFICATION_STATUSES = ['open', 'sending', 'sent', 'failed', 'skipped'] as const;
export const DELIVERY_STATUSES = ['pending', 'sent', 'failed', 'skipped'] as const;
export type DeliveryStatus = (typeof DELIVERY_STATUSES)[number];

export const SUBJECT_TYPES = ['job', 'execution', 'schedule', 'worker', 'agent'] as const;
export type SubjectType = (typeof SUBJECT_TYPES)[number];

/** Names as they were, and ids that links need. */
export interface NotificationData {
  schedule?: string | undefined;
  pipeline?: string | undefined;
  agent?: string | undefined;
  host?: string | undefined;
  /** Of a `schedule_stuck`: the state that was told; the same is not told twice. */
  episode?: string | undefined;
  jobId?: string | undefined;
  executionId?: string | undefined;
  /** It tells how many others were held back. */
  heldBack?: true | undefined;
}

/** What a notification says, wherever it is kept. */
export interface NotificationContent {
  kind: NotificationKind;
  subjectType: SubjectType;
  /** The first of what is told together. */
  subjectId: string;
  scheduleId: string | null;
  pipelineId: string | null;
  agentId: string | null;
  title: string;
  /** The first error, in its own words; one line. */
  message: string;
  count: number;
  firstAt: Date;
  lastAt: Date;
  data: NotificationData;
}

export interface Notification extends NotificationContent {
  id: string;
  /** It was held back, because this one had just been told. */
  followsId: string | null;
}

/** What is told together. */
export interface NewNotification extends NotificationContent {
  groupKey: string;
}

/** One per kind and place in so many milliseconds. */
export const WINDOW_MS = 5 * 60_000;

const FAILURES: readonly NotificationKind[] = ['dead_letter', 'job_failed', 'execution_failed'];

/** Whether the settings `monitoring` want to hear of it: `notifyOnFailure` is about jobs and executions, `enabled` about everything. */
export function isWanted(
  kind: NotificationKind,
  { enabled, notifyOnFailure }: { enabled: boolean; notifyOnFailure: boolean },
): boolean {
  return enabled && (notifyOnFailure || !FAILURES.includes(kind));
}
