import { randomUUID } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { LIMITS } from '../../../src/domain/limits.js';
import { serve } from '../../http/loopback.js';
import type { InvocationBody } from '../../support/agent-server.js';
import { createDeferred } from '../../support/deferred.js';
import { GradeAgentDocument } from '../../support/generated/operations.js';
import { startTestServer, type TestServer } from '../../support/graphql-server.js';
import { insertAgent } from '../../support/rows.js';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server?.close());

const grade = async (agentId: string, params?: object) =>
  (await server.operator.ask(GradeAgentDocument, { agentId, params })).gradeAgent;

function statuses(result: Awaited<ReturnType<typeof grade>>) {
  if (result.__typename !== 'AgentGrade') throw new Error(JSON.stringify(result));
  return Object.fromEntries(result.checks.map(({ name, status }) => [name, status]));
}

const json = (response: ServerResponse, status: number, body: object) => {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
};

/** An agent on loopback, registered. */
async function startAgent(id: string, work: (response: ServerResponse, task: InvocationBody) => void) {
  const { url } = await serve((response, { method, body }) => {
    if (method === 'GET') return json(response, 200, { status: 'healthy' });
    const text = body.toString();
    // One check sends half a body.
    return text.endsWith('}') ? work(response, JSON.parse(text)) : json(response, 400, {});
  });
  await insertAgent(server.pool, id, url);
}

test('an operator grades an agent, and no job is recorded', async () => {
  const seen: unknown[] = [];
  await startAgent('prompt', (response, { params }) => {
    seen.push(params);
    json(response, 200, { status: 'completed', result: params });
  });
  expect(statuses(await grade('prompt', { topic: 'ticks' }))).toMatchObject({
    health: 'PASSED',
    answer: 'PASSED',
    duplicate: 'PASSED',
    signature: 'SKIPPED',
    authentication: 'WARNING',
    malformed: 'PASSED',
    'large-request': 'PASSED',
  });
  expect(seen[0]).toEqual({ topic: 'ticks' });
  expect((await server.pool.query('SELECT FROM "AgentJobExecution"')).rowCount).toBe(0);
});

test('reports reach the grading through the database', async () => {
  const reports: Promise<Response>[] = [];
  await startAgent('reporting', (response, { executionId, callback }) => {
    json(response, 202, { status: 'accepted' });
    // The callback has the public address; this is the server behind it.
    const report = fetch(new URL(new URL(callback.url).pathname, server.url), {
      method: 'POST',
      headers: { authorization: `Bearer ${callback.token}` },
      body: JSON.stringify({ status: 'completed', result: executionId }),
    });
    reports.push(report);
  });
  expect(statuses(await grade('reporting'))).toMatchObject({
    answer: 'PASSED',
    report: 'PASSED',
    duplicate: 'PASSED',
  });
  for (const response of await Promise.all(reports)) expect(response.status).toBe(200);
});

test('invalid input is refused with the reason', async () => {
  await startAgent('unused', (response) => json(response, 500, {}));
  expect(await grade(randomUUID())).toMatchObject({ __typename: 'NotFoundError' });
  expect(await grade('unused', [])).toMatchObject({
    __typename: 'ValidationError',
    issues: [{ path: ['params'] }],
  });
});

test('a limited number of agents is graded at a time', async () => {
  const { gradings } = LIMITS;
  const hold = createDeferred();
  const begun = createDeferred();
  let calls = 0;
  await startAgent('slow', async (response) => {
    calls += 1;
    if (calls === gradings) begun.resolve();
    await hold.promise;
    json(response, 500, {});
  });
  const running = Array.from({ length: gradings }, () => grade('slow'));
  await begun.promise;
  expect(await grade('slow')).toMatchObject({ __typename: 'ConflictError' });
  hold.resolve();
  for (const result of await Promise.all(running))
    expect(statuses(result)).toMatchObject({ answer: 'FAILED' });
});
