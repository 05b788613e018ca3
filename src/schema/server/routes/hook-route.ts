import type { IncomingMessage, ServerResponse } from 'node:http';
import type { WebhookReceiver } from '../../../services/webhooks/receive-webhook.js';
import type { ClientAddress } from '../client-address.js';
import { type BodyReader, TooManyBodiesError } from '../read-body.js';
import { sendJson } from '../send-json.js';

export interface HookRouteOptions {
  hooks: WebhookReceiver;
  readBody: BodyReader;
  clientAddress: ClientAddress;
}

/** `POST /hooks/:webhookId`: a call of a webhook. */
export async function handleHook(
  { hooks, readBody, clientAddress }: HookRouteOptions,
  webhookId: string,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  if (request.method !== 'POST') {
    const headers = { allow: 'POST', connection: 'close' };
    return sendJson(response, 405, { error: 'Use POST to call a webhook.' }, headers);
  }
  try {
    const { status, body } = await hooks.receive({
      webhookId,
      headers: request.headers,
      remoteAddress: clientAddress(request),
      readBody: (maxBytes) => readBody(request, maxBytes),
    });
    // The rest of the request is not read.
    sendJson(response, status, body, request.complete ? {} : { connection: 'close' });
  } catch (error) {
    if (!(error instanceof TooManyBodiesError)) throw error;
    const headers = { 'retry-after': '1', connection: 'close' };
    sendJson(response, 503, { error: 'Too many large calls are arriving at once. Try again.' }, headers);
  }
}
