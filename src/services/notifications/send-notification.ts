import { CHANNEL_KINDS, type OpenChannel } from '../../domain/notification/channel.js';
import type { Outgoing } from '../../domain/notification/channels/channel-kind.js';
import type { EgressGuard } from '../../http/client/egress-guard.js';
import type { HttpClient } from '../../http/client/http-client.js';
import { postMessage } from '../../http/notify/post.js';
import type { SendOptions, SendOutcome } from '../../http/notify/send-outcome.js';
import { sendMail } from '../../http/notify/smtp.js';

/**
 * Sends a message through a channel. Stores nothing. A failure of the other side is an outcome, not a
 * rejection.
 */
export async function sendNotification(
  { http, guard }: { http: HttpClient; guard: EgressGuard },
  channel: OpenChannel,
  outgoing: Outgoing,
  options: SendOptions,
): Promise<SendOutcome> {
  const sent = CHANNEL_KINDS[channel.type].transmit(channel, outgoing);
  return sent.protocol === 'http'
    ? postMessage(http, sent, outgoing.id, options)
    : sendMail(guard, sent.server, sent.mail, options);
}
