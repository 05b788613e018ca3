import type { IncomingMessage, ServerResponse } from 'node:http';
import type { WebhookReceiver } from '../services/receive-webhook.js';
import { readBody } from './read-body.js';
import { remoteAddress } from './remote-address.js';
import { sendJson } from './send-json.js';

/** `POST /hooks/:webhookId`: somebody else's program starts something here. */
export async function handleHook(
  hooks: WebhookReceiver,
  webhookId: string,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  if (request.method !== 'POST') {
    return sendJson(response, 405, { error: 'Webhooks are called by POST.' }, { allow: 'POST' });
  }
  const { status, body } = await hooks.receive({
    webhookId,
    headers: request.headers,
    remoteAddress: remoteAddress(request),
    readBody: (maxBytes) => readBody(request, maxBytes),
  });
  // What is still being sent will not be read.
  sendJson(response, status, body, request.complete ? {} : { connection: 'close' });
}
