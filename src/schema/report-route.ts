import type { IncomingMessage, ServerResponse } from 'node:http';
import type { ServiceDeps } from '../services/context.js';
import { reportExecution } from '../services/report-execution.js';
import { MAX_BODY_BYTES } from './app.js';
import { readBody } from './read-body.js';
import { sendJson } from './send-json.js';

/** `POST /agent/v1/executions/:executionId`: an agent tells how its attempt goes on, or how it ended. */
export async function handleReport(
  services: ServiceDeps,
  executionId: string,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  if (request.method !== 'POST') {
    return sendJson(response, 405, { error: 'Reports are sent by POST.' }, { allow: 'POST' });
  }
  const body = await readBody(request, MAX_BODY_BYTES);
  if (body === undefined) {
    // What is still being sent will not be read.
    const error = `The report is larger than ${MAX_BODY_BYTES / 1_048_576} MiB.`;
    return sendJson(response, 413, { error }, { connection: 'close' });
  }
  const report = parseJson(body.toString());
  if (report === undefined) return sendJson(response, 400, { error: 'The report is not JSON.' });
  const token = /^Bearer +(\S+)$/i.exec(request.headers.authorization ?? '')?.[1];
  const answer = await reportExecution(services, { executionId, token, body: report });
  sendJson(response, answer.status, answer.body);
}

/** Undefined: it is not JSON. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
