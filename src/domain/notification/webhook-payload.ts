import type { NotificationMessage } from './compose.js';
import type { Notification } from './notification.js';

/** What a webhook is sent: for programs, with the same words beside the facts. */
export function webhookPayload(notification: Notification, { summary, link }: NotificationMessage): object {
  const { id, kind, title, message, count, firstAt, lastAt, subjectType, subjectId } = notification;
  const { scheduleId, pipelineId, agentId, followsId } = notification;
  return {
    type: `notification.${kind}`,
    timestamp: lastAt,
    data: {
      id,
      title,
      summary,
      message,
      count,
      firstAt,
      lastAt,
      subjectType,
      subjectId,
      scheduleId,
      pipelineId,
      agentId,
      followsId,
      link,
    },
  };
}
