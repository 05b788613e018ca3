import type { NotificationMessage } from './compose.js';
import type { Notification } from './notification.js';

/** The message for a webhook: for programs, with the data in addition to the text. */
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
