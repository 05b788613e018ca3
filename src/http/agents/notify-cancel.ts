/** Notifies an agent that an attempt it is working on was cancelled. */

import { validateSigningSecret } from '../../domain/stored-secret.js';
import type { HttpClient } from '../client/http-client.js';
import { controlHeaders, type ReachableAgent } from './control-headers.js';
import { mergeHeaders } from './merge-headers.js';
import { signatureHeaders } from './signature.js';

const TIMEOUT_MS = 5_000;
const MAX_BODY_BYTES = 4 * 1024;

export interface Cancellation {
  jobId: string;
  executionId: string;
  /** The reason as a code: `cancelled`, `timeout`, … */
  reason: string;
}

/** Best effort: the attempt has ended for us, whatever the agent answers. */
export type CancelNotice = { kind: 'delivered'; statusCode: number } | { kind: 'failed'; message: string };

/** `POST cancelUrl {jobId, executionId, reason}`, signed if the agent has a signing secret. Never rejects. */
export async function notifyCancel(
  client: HttpClient,
  agent: ReachableAgent & { cancelUrl: string },
  cancellation: Cancellation,
  { now, timeoutMs = TIMEOUT_MS }: { now: Date; timeoutMs?: number },
): Promise<CancelNotice> {
  const { jobId, executionId, reason } = cancellation;
  const body = JSON.stringify({ jobId, executionId, reason });
  const result = await client.send({
    url: agent.cancelUrl,
    method: 'POST',
    headers: mergeHeaders(
      controlHeaders(agent, agent.cancelUrl),
      { 'Content-Type': 'application/json', 'X-Job-Id': jobId, 'X-Execution-Id': executionId },
      signature(agent.signingSecret, `cancel_${executionId}`, now, body),
    ),
    body,
    timeoutMs,
    maxBodyBytes: MAX_BODY_BYTES,
  });
  if (result.kind === 'failed') return { kind: 'failed', message: result.failure.message };
  if (result.status >= 200 && result.status < 300) return { kind: 'delivered', statusCode: result.status };
  return { kind: 'failed', message: `The agent answered ${result.status} to the cancellation` };
}

/** It needs its own message id, because the receiver has already seen the one of the invocation. */
function signature(secret: string | undefined, id: string, now: Date, body: string): Record<string, string> {
  return secret && validateSigningSecret(secret).length === 0 ? signatureHeaders(secret, id, now, body) : {};
}
