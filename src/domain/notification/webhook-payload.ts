import type { NotificationMessage } from './compose.js';
import type { Notification } from './notification.js';

/** The message for a webhook: for programs, with the text beside the facts. */
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
