import type { Transmission } from '../../domain/notification/channels/channel-kind.js';
import { USER_AGENT } from '../agents/merge-headers.js';
import { signatureHeaders } from '../agents/signature.js';
import type { HttpClient } from '../client/http-client.js';
import {
  interpretResult,
  MAX_ANSWER_BYTES,
  SEND_TIMEOUT_MS,
  type SendOptions,
  type SendOutcome,
} from './send-outcome.js';

export type Post = Extract<Transmission, { protocol: 'http' }>;

/**
 * Posts JSON, signed according to Standard Webhooks if there is a signing secret. Never rejects.
 *
 * @param id of the message: the same each time it is sent, so that a receiver can detect repetitions. Slack
 * cannot: it ignores the header, and its incoming webhooks accept no such id.
 */
export async function postMessage(
  client: HttpClient,
  { url, payload, signingSecret, secrets }: Post,
  id: string,
  { now, signal }: SendOptions,
): Promise<SendOutcome> {
  const body = JSON.stringify(payload);
  const result = await client.send({
    url,
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      'User-Agent': USER_AGENT,
      'webhook-id': id,
      ...(signingSecret !== undefined && signatureHeaders(signingSecret, id, now, body)),
    },
    body,
    timeoutMs: SEND_TIMEOUT_MS,
    maxBodyBytes: MAX_ANSWER_BYTES,
    signal,
  });
  return interpretResult(result, secrets, now);
}
