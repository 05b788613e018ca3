import type { Status } from '../../components/facts/status-badge.js';
import type { LinkTarget } from '../../lib/link-target.js';
import { linkTo } from '../../lib/link-to.js';
import type {
  NotificationDeliveryStatus,
  NotificationRowFragment,
  NotificationStatus,
} from './notifications.generated.js';
import { texts } from './texts.js';

const t = texts.subjects;

interface Look {
  status: Status;
  word: string;
}

/** How each status looks, what it is called and what it means. */
export const STATUSES: Readonly<Record<NotificationStatus, Look & { means: string }>> = {
  OPEN: { status: 'pending', ...texts.statuses.OPEN },
  SENDING: { status: 'running', ...texts.statuses.SENDING },
  SENT: { status: 'completed', ...texts.statuses.SENT },
  FAILED: { status: 'failed', ...texts.statuses.FAILED },
  SKIPPED: { status: 'skipped', ...texts.statuses.SKIPPED },
};

export const SENDING: Readonly<Record<NotificationDeliveryStatus, Look>> = {
  PENDING: { status: 'running', word: texts.deliveries.PENDING },
  SENT: { status: 'completed', word: texts.deliveries.SENT },
  FAILED: { status: 'failed', word: texts.deliveries.FAILED },
  SKIPPED: { status: 'skipped', word: texts.deliveries.SKIPPED },
};

export function subjectOf({ kind, subjectType, subjectId }: NotificationRowFragment): {
  label: string;
  link: LinkTarget;
} {
  if (kind === 'NO_WORKER' || kind === 'WORKER_BACK') return { label: t.WORKERS, link: { to: '/workers' } };
  const id = subjectId;
  switch (subjectType) {
    case 'JOB':
      return { label: t.JOB, link: linkTo.job(id) };
    case 'EXECUTION':
      return { label: t.EXECUTION, link: linkTo.run(id) };
    case 'SCHEDULE':
      return { label: t.SCHEDULE, link: linkTo.schedule(id) };
    case 'WORKER':
      return { label: t.WORKER, link: linkTo.worker(id) };
    case 'AGENT':
      return { label: t.AGENT, link: linkTo.agent(id) };
  }
}
