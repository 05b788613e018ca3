import type { IncomingMessage, ServerResponse } from 'node:http';
import { parseJsonText, roundsNumbers } from '../../../domain/json.js';
import { LIMITS } from '../../../domain/limits.js';
import { NOT_UTF8, utf8Text } from '../../../http/incoming/utf8-text.js';
import type { ServiceDeps } from '../../../services/access/context.js';
import { mayReport, reportExecution, WRONG_TOKEN } from '../../../services/runs/report-execution.js';
import { type BodyReader, TooManyBodiesError } from '../read-body.js';
import { sendJson } from '../send-json.js';

/** `POST /agent/v1/executions/:executionId`: an agent reports progress or the end of an attempt. */
export async function handleReport(
  services: ServiceDeps,
  readBody: BodyReader,
  executionId: string,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  // The rest of the request is not read.
  const refuse = (status: number, error: string, headers = {}) =>
    sendJson(response, status, { error }, { ...headers, connection: 'close' });
  if (request.method !== 'POST') return refuse(405, 'Use POST to send a report.', { allow: 'POST' });
  const token = /^Bearer +(\S+)$/i.exec(request.headers.authorization ?? '')?.[1];
  if (!mayReport(services, { executionId, token })) {
    return refuse(401, WRONG_TOKEN);
  }
  let body: Buffer | undefined;
  try {
    body = await readBody(request, LIMITS.reportBodyBytes);
  } catch (error) {
    if (!(error instanceof TooManyBodiesError)) throw error;
    return refuse(503, 'Too many large reports are arriving at once. Try again.', { 'retry-after': '1' });
  }
  if (body === undefined) {
    return refuse(413, `The report is larger than ${LIMITS.reportBodyBytes / 1_048_576} MiB.`);
  }
  const text = utf8Text(body);
  if (text === undefined) return sendJson(response, 400, { error: NOT_UTF8 });
  const report = parseJsonText(text);
  if (report === undefined) return sendJson(response, 400, { error: 'The report is not JSON.' });
  const answer = await reportExecution(services, {
    executionId,
    token,
    body: report,
    isRounded: roundsNumbers(text),
  });
  sendJson(response, answer.status, answer.body);
}
