/** Enums of notifications. The database stores the same values in lower case. */
import { CHANNEL_KINDS } from '../../domain/notification/channel.js';
import type {
  NOTIFICATION_STATUSES,
  NotificationKind as NotificationKindName,
  DeliveryStatus as StoredDeliveryStatus,
  SubjectType,
} from '../../domain/notification/notification.js';
import { enumOf, textsOf } from '../types/enum-of.js';

export const NotificationKind = enumOf<NotificationKindName>(
  'NotificationKind',
  'What a notification reports.',
  {
    dead_letter: 'A job failed and has no retries left.',
    job_failed: 'A job failed in a way that is not worth retrying.',
    execution_failed: 'No job of a run with several jobs completed, or a run could not be expanded.',
    schedule_flagged: 'An enabled schedule is blocked.',
    schedule_stuck: 'An enabled schedule is overdue or has no next run.',
    worker_dead: 'The lease of a worker expired.',
    circuit_open: 'The circuit of an agent opened.',
    no_worker: 'No worker is running, and work is waiting.',
    worker_back: 'A worker is running again.',
    jobs_waiting: 'Jobs have waited longer than `monitoring.jobWaitThreshold`.',
  },
);

export const NotificationSubjectType = enumOf<SubjectType>(
  'NotificationSubjectType',
  'What a notification is about.',
  {
    job: 'An attempt of a job.',
    execution: 'A run.',
    schedule: 'A schedule.',
    worker: 'A worker.',
    agent: 'An agent.',
  },
);

export const NotificationStatus = enumOf<(typeof NOTIFICATION_STATUSES)[number]>(
  'NotificationStatus',
  'State of a notification.',
  {
    open: 'Still collecting signals.',
    sending: 'Being sent.',
    sent: 'Sent through at least one channel.',
    failed: 'Sent through no channel.',
    skipped:
      'Not sent: no channel is configured, or twenty notifications of this kind were already sent within five minutes.',
  },
);

export const NotificationDeliveryStatus = enumOf<StoredDeliveryStatus>(
  'NotificationDeliveryStatus',
  'State of a delivery.',
  {
    pending: 'To be sent, possibly after a failed attempt.',
    sent: 'Sent.',
    failed: 'Could not be sent.',
    skipped:
      'Not sent: the channel is not configured, or the notification was held back. `error` says which.',
  },
);

export const NotificationChannelType = enumOf(
  'NotificationChannelType',
  'Kind of notification channel.',
  textsOf(CHANNEL_KINDS),
);
