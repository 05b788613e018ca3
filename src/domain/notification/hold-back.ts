/**
 * Limits a storm: 10,000 schedules whose agent is down must not send 10,000 messages. Within a window, a
 * limited number of each kind is sent individually. The others are kept for reading, and one message says how
 * many there are.
 */
import { TITLES } from './group-signals.js';
import {
  type NewNotification,
  type NotificationContent,
  type NotificationKind,
  WINDOW_MS,
} from './notification.js';

/**
 * Limit of one kind within {@link WINDOW_MS}. Kinds are counted separately, so that a storm of one does not
 * hide another.
 */
export const MOST_SENT = 20;

/** The place of messages that say how many were not sent. */
export const HELD_BACK_KEY = 'held_back';

export const HELD_BACK_REASON = `Not sent: ${MOST_SENT} of this kind were sent within ${WINDOW_MS / 60_000} minutes. A later notification says how many were not sent.`;

/** Notifications of one kind that were not sent, with the first of them. */
export interface HeldBack
  extends Pick<NotificationContent, 'kind' | 'subjectType' | 'subjectId' | 'firstAt' | 'lastAt'> {
  count: number;
}

/** The message about them. */
export function composeHeldBack(heldBack: HeldBack): NewNotification {
  return {
    ...heldBack,
    groupKey: HELD_BACK_KEY,
    scheduleId: null,
    pipelineId: null,
    agentId: null,
    title: `${TITLES[heldBack.kind]}: many at once`,
    message: '',
    data: { heldBack: true },
  };
}

export function summarizeHeldBack(count: number, kind: NotificationKind): string {
  const were = count === 1 ? 'notification was' : 'notifications were';
  return `${count} more ${were} not sent, of the kind "${TITLES[kind]}": ${MOST_SENT} had been sent within ${WINDOW_MS / 60_000} minutes. All are listed in the admin.`;
}
