import { CHANNEL_KINDS, type StoredChannel } from '../../domain/notification/channel.js';
import type { Outgoing } from '../../domain/notification/channels/channel-kind.js';
import type { EgressGuard } from '../../http/egress-guard.js';
import type { HttpClient } from '../../http/http-client.js';
import { postMessage } from '../../http/notify/post.js';
import type { SendOptions, SendOutcome } from '../../http/notify/send-outcome.js';
import { sendMail } from '../../http/notify/smtp.js';

/**
 * Sends a message through a channel. Never rejects, and stores nothing.
 * @param channel with its secret decrypted
 */
export function sendNotification(
  { http, guard }: { http: HttpClient; guard: EgressGuard },
  channel: StoredChannel,
  outgoing: Outgoing,
  options: SendOptions,
): Promise<SendOutcome> {
  const sent = CHANNEL_KINDS[channel.type].transmit(channel, outgoing);
  return sent.protocol === 'http'
    ? postMessage(http, sent, outgoing.id, options)
    : sendMail(guard, sent.server, sent.mail, options);
}
