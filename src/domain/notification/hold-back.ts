/**
 * A storm is told as one: 10 000 schedules whose agent is gone are not 10 000 messages. So many of a kind go out within a window
 * one by one; what is more is kept to be read, and told by its number.
 */
import { TITLES } from './group-signals.js';
import {
  type NewNotification,
  type NotificationContent,
  type NotificationKind,
  WINDOW_MS,
} from './notification.js';

/** Of one kind, within {@link WINDOW_MS}. Kinds do not count for each other: a storm of one drowns no other. */
export const MOST_TOLD = 20;

/** The place of those that tell how many were held back. */
export const HELD_BACK_KEY = 'held_back';

export const HELD_BACK_REASON = `Held back: ${MOST_TOLD} of this kind were told within ${WINDOW_MS / 60_000} minutes. Another one tells how many were.`;

/** Notifications of one kind that were held back together, with the first of them. */
export interface HeldBack
  extends Pick<NotificationContent, 'kind' | 'subjectType' | 'subjectId' | 'firstAt' | 'lastAt'> {
  count: number;
}

/** What is told of them. */
export function tellHeldBack(held: HeldBack): NewNotification {
  return {
    ...held,
    groupKey: HELD_BACK_KEY,
    scheduleId: null,
    pipelineId: null,
    agentId: null,
    title: `${TITLES[held.kind]}: many at once`,
    message: '',
    data: { heldBack: true },
  };
}

export function summariseHeldBack(count: number, kind: NotificationKind): string {
  const were = count === 1 ? 'notification was' : 'notifications were';
  return `${count} more ${were} held back, of the kind "${TITLES[kind]}": ${MOST_TOLD} had been sent within ${WINDOW_MS / 60_000} minutes. All are listed in the admin.`;
}
