import type { HttpClient } from '../http-client.js';
import { USER_AGENT } from '../merge-headers.js';
import {
  interpretResult,
  MAX_ANSWER_BYTES,
  SEND_TIMEOUT_MS,
  type SendOptions,
  type SendOutcome,
} from './send-outcome.js';

/** Posts to an incoming webhook of Slack or a compatible service. The URL is the secret. Never rejects. */
export async function sendSlack(
  client: HttpClient,
  url: string,
  payload: object,
  { now, signal }: SendOptions,
): Promise<SendOutcome> {
  const result = await client.send({
    url,
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'User-Agent': USER_AGENT },
    body: JSON.stringify(payload),
    timeoutMs: SEND_TIMEOUT_MS,
    maxBodyBytes: MAX_ANSWER_BYTES,
    signal,
  });
  const { pathname } = new URL(url);
  return interpretResult(result, [url, pathname], now);
}
