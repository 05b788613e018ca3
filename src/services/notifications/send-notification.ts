import { messageAsText, type NotificationMessage } from '../../domain/notification/compose.js';
import { slackPayload } from '../../domain/notification/slack-payload.js';
import type { EgressGuard } from '../../http/egress-guard.js';
import type { HttpClient } from '../../http/http-client.js';
import type { SendOutcome } from '../../http/notify/send-outcome.js';
import { sendSlack } from '../../http/notify/slack.js';
import { sendMail } from '../../http/notify/smtp.js';
import { sendWebhook } from '../../http/notify/webhook.js';
import type { OpenChannel } from './notification-channels.js';

/** One message in the forms that channels need. */
export interface Outgoing {
  /** The same for each delivery of the message. */
  id: string;
  message: NotificationMessage;
  /** The message for programs. */
  event: object;
}

/** Sends a message through a channel. Never rejects, and stores nothing. */
export function sendNotification(
  { http, guard }: { http: HttpClient; guard: EgressGuard },
  channel: OpenChannel,
  { id, message, event }: Outgoing,
  options: { now: Date; signal?: AbortSignal | undefined },
): Promise<SendOutcome> {
  switch (channel.type) {
    case 'slack':
      return sendSlack(http, channel.url, slackPayload(message), options);
    case 'webhook':
      return sendWebhook(http, channel, id, event, options);
    case 'email': {
      const { from, to } = channel;
      const mail = { from, to, id, subject: message.subject, text: messageAsText(message) };
      return sendMail(guard, channel, mail, options);
    }
  }
}
