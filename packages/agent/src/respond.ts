import type { Answer } from './attempts.js';

/** The response to a task whose work has ended. */
export function toResponse(answer: Answer): Response {
  if (answer.status === 'completed') return respond(200, answer);
  const { retryAfterMs, ...body } = answer;
  return respond(200, body, retryAfterMs);
}

export function respond(status: number, body: object, retryAfterMs?: number): Response {
  const headers = new Headers({ 'content-type': 'application/json' });
  if (retryAfterMs !== undefined)
    headers.set('retry-after', String(Math.max(0, Math.ceil(retryAfterMs / 1000))));
  return new Response(JSON.stringify(body), { status, headers });
}
