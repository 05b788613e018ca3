/**
 * What people are notified about. Triggers write a signal when something happens. Signals of one kind and
 * place are grouped into a notification: the first is sent at once; those that follow within the window are
 * counted and sent at its end.
 */

export const NOTIFICATION_KINDS = [
  /** A job whose retries are used up. */
  'dead_letter',
  /** A job that failed permanently. */
  'job_failed',
  /**
   * No job of a run succeeded, or the run could not be expanded. For a run with a single job, the job is
   * reported instead.
   */
  'execution_failed',
  /** An enabled schedule that cannot run: `invalid_target`, `invalid_timing`. */
  'schedule_flagged',
  /** An enabled schedule that is overdue or has no next run. */
  'schedule_stuck',
  /** A worker whose lease expired. */
  'worker_dead',
  /** Calls to an agent are suspended. */
  'circuit_open',
  /** No worker is running, and there is work. */
  'no_worker',
  /** A worker is running again after `no_worker`. */
  'worker_back',
  /** Jobs have waited for longer than `monitoring.jobWaitThreshold`. */
  'jobs_waiting',
] as const;
export type NotificationKind = (typeof NOTIFICATION_KINDS)[number];

export const NOTIFICATION_STATUSES = ['open', 'sending', 'sent', 'failed', 'skipped'] as const;
const DELIVERY_STATUSES = ['pending', 'sent', 'failed', 'skipped'] as const;
export type DeliveryStatus = (typeof DELIVERY_STATUSES)[number];

const SUBJECT_TYPES = ['job', 'execution', 'schedule', 'worker', 'agent'] as const;
export type SubjectType = (typeof SUBJECT_TYPES)[number];

/** Names as they were at the time, and ids for links. */
export interface NotificationData {
  schedule?: string | undefined;
  pipeline?: string | undefined;
  agent?: string | undefined;
  host?: string | undefined;
  /** For `schedule_stuck`: the state that was reported, so that it is not reported twice. */
  episode?: string | undefined;
  jobId?: string | undefined;
  executionId?: string | undefined;
  /** Says how many others were not sent. */
  heldBack?: true | undefined;
}

export interface NotificationContent {
  kind: NotificationKind;
  subjectType: SubjectType;
  /** The first of the grouped signals. */
  subjectId: string;
  scheduleId: string | null;
  pipelineId: string | null;
  agentId: string | null;
  title: string;
  /** The first error, unchanged; one line. */
  message: string;
  count: number;
  firstAt: Date;
  lastAt: Date;
  data: NotificationData;
}

export interface Notification extends NotificationContent {
  id: string;
  /** The notification was not sent, because one of the same kind and place had just been sent. */
  followsId: string | null;
}

/** Signals that are sent together. */
export interface NewNotification extends NotificationContent {
  groupKey: string;
}

/** At most one per kind and place in this many milliseconds. */
export const WINDOW_MS = 5 * 60_000;

const FAILURES: readonly NotificationKind[] = ['dead_letter', 'job_failed', 'execution_failed'];

/**
 * Whether the `monitoring` settings want it: `notifyOnFailure` is about jobs and runs, `enabled` about
 * everything.
 */
export function isWanted(
  kind: NotificationKind,
  { enabled, notifyOnFailure }: { enabled: boolean; notifyOnFailure: boolean },
): boolean {
  return enabled && (notifyOnFailure || !FAILURES.includes(kind));
}
