import type { Status } from '../../components/facts/status-badge.js';
import type { LinkTarget } from '../../lib/link-target.js';
import { linkTo } from '../../lib/link-to.js';
import type {
  NotificationDeliveryStatus,
  NotificationKind,
  NotificationRowFragment,
  NotificationStatus,
} from './notifications.generated.js';

export const KINDS: Readonly<Record<NotificationKind, string>> = {
  DEAD_LETTER: 'Dead letter',
  JOB_FAILED: 'Job failed',
  EXECUTION_FAILED: 'Run failed',
  SCHEDULE_FLAGGED: 'Schedule blocked',
  SCHEDULE_STUCK: 'Schedule stuck',
  WORKER_DEAD: 'Worker died',
  CIRCUIT_OPEN: 'Circuit open',
  NO_WORKER: 'No worker running',
  WORKER_BACK: 'Worker running again',
  JOBS_WAITING: 'Jobs waiting',
};

interface Look {
  status: Status;
  word: string;
  /** An explanation of the status. */
  means: string;
}

export const STATUSES: Readonly<Record<NotificationStatus, Look>> = {
  OPEN: {
    status: 'pending',
    word: 'Combining',
    means: 'Further events of this kind are counted and reported at the end of five minutes.',
  },
  SENDING: { status: 'running', word: 'Sending', means: 'The notification is being sent.' },
  SENT: { status: 'completed', word: 'Sent', means: 'At least one channel accepted it.' },
  FAILED: { status: 'failed', word: 'Not sent', means: 'No channel accepted it.' },
  SKIPPED: {
    status: 'skipped',
    word: 'Skipped',
    means: 'No channel was enabled, or a limit prevented it from being sent.',
  },
};

export const SENDING: Readonly<Record<NotificationDeliveryStatus, { status: Status; word: string }>> = {
  PENDING: { status: 'running', word: 'Sending' },
  SENT: { status: 'completed', word: 'Sent' },
  FAILED: { status: 'failed', word: 'Failed' },
  SKIPPED: { status: 'skipped', word: 'Skipped' },
};

/** A link to the subject of a notification. */
export function subjectOf({ kind, subjectType, subjectId }: NotificationRowFragment): {
  label: string;
  link: LinkTarget;
} {
  if (kind === 'NO_WORKER' || kind === 'WORKER_BACK')
    return { label: 'the workers', link: { to: '/workers' } };
  const id = subjectId;
  switch (subjectType) {
    case 'JOB':
      return { label: 'the job', link: linkTo.job(id) };
    case 'EXECUTION':
      return { label: 'the run', link: linkTo.run(id) };
    case 'SCHEDULE':
      return { label: 'the schedule', link: linkTo.schedule(id) };
    case 'WORKER':
      return { label: 'the worker', link: linkTo.worker(id) };
    case 'AGENT':
      return { label: 'the agent', link: linkTo.agent(id) };
  }
}
