import { afterAll, beforeAll, expect, test } from 'vitest';
import { callbackToken } from '../../../src/http/incoming/callback-token.js';
import { reportExecution } from '../../../src/services/runs/report-execution.js';
import { cancelScheduleExecution } from '../../../src/services/runs/stop/cancel-schedule-execution.js';
import { admin, anAgent, openServices, type TestServices, value } from '../support.js';
import { type AttemptRow, aRun, send } from './run-fixture.js';

let deps: TestServices;
let agentId: string;
beforeAll(async () => {
  deps = await openServices();
  agentId = await anAgent(deps, {
    outputSchema: { type: 'object', required: ['title'], properties: { title: { type: 'string' } } },
  });
});
afterAll(() => deps.close());

const result = { title: 'News' };
const stored = (id: string) =>
  deps.row<AttemptRow & { acceptedAt: Date; progressAt: Date; deadlineAt: Date }>(
    `SELECT * FROM "AgentJobExecution" WHERE id = $1`,
    [id],
  );
const report = (executionId: string, body: unknown, token = callbackToken(deps.secretKey, executionId)) =>
  reportExecution(deps, { executionId, token, body });

async function running(options: { agentId?: string; maxRetries?: number } = {}): Promise<string> {
  const { attempts } = await aRun(deps, { agentId, ...options });
  const id = attempts[0]?.id ?? '';
  await send(deps, [id]);
  return id;
}

test('a report can be completed, with result and metrics', async () => {
  const id = await running();
  expect(
    await report(id, {
      status: 'completed',
      result,
      metrics: { tokens: 12 },
      note: 'unknown keys are not minded',
    }),
  ).toEqual({ status: 200, body: { status: 'completed' } });
  expect(await stored(id)).toMatchObject({
    status: 'completed',
    result,
    metrics: { tokens: 12 },
    acceptedAt: expect.any(Date),
    completedAt: expect.any(Date),
  });
});

test('a result whose numbers were rounded is stored and marked, and the agent is told', async () => {
  const id = await running();
  const body = { status: 'completed', result: { ...result, id: 9007199254740992 } };
  const token = callbackToken(deps.secretKey, id);
  expect(await reportExecution(deps, { executionId: id, token, body, isRounded: true })).toEqual({
    status: 200,
    body: { status: 'completed', message: expect.stringContaining('send such numbers as text') },
  });
  expect(await stored(id)).toMatchObject({ status: 'completed', resultInvalid: true });
});

test('the same end again is accepted, another is refused and changes nothing', async () => {
  const id = await running();
  await report(id, { status: 'completed', result });
  for (const body of [{ status: 'completed', result }, { status: 'completed' }])
    expect(await report(id, body)).toEqual({ status: 200, body: { status: 'completed' } });
  expect(await report(id, { status: 'completed', result: { title: 'Other' } })).toEqual({
    status: 200,
    body: { status: 'completed', message: expect.stringContaining('the first result stays') },
  });
  expect(await report(id, { status: 'failed', error: { message: 'no' } })).toMatchObject({
    status: 409,
    body: { error: expect.stringContaining('completed') },
  });
  expect(await report(id, { status: 'running' })).toMatchObject({ status: 409 });
  expect(await stored(id)).toMatchObject({ status: 'completed', result, error: null });
});

test('of two ends at once one wins, and the other is told', async () => {
  const id = await running();
  const answers = await Promise.all([
    report(id, { status: 'completed', result }),
    report(id, { status: 'failed', error: 'no' }),
  ]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
});

test('a failure is not retryable unless it says so; without retries left it is a dead letter', async () => {
  const once = await running();
  expect(
    await report(once, { status: 'failed', error: { message: 'bad input', code: 'E1', detail: 7 } }),
  ).toMatchObject({ body: { status: 'failed' } });
  expect(await stored(once)).toMatchObject({
    error: { message: 'bad input', code: 'E1', detail: 7, retryable: false, timestamp: expect.any(String) },
  });

  const spent = await running();
  expect(
    await report(spent, { status: 'failed', error: { message: 'busy', retryable: true } }),
  ).toMatchObject({ body: { status: 'dead_letter' } });
  expect(await report(spent, { status: 'failed' })).toMatchObject({ status: 200 });

  const left = await running({ maxRetries: 1 });
  expect(await report(left, { status: 'failed', error: { message: 'busy', retryable: true } })).toMatchObject(
    { body: { status: 'failed' } },
  );

  const mute = await running();
  await report(mute, { status: 'failed' });
  expect(await stored(mute)).toMatchObject({
    status: 'failed',
    error: { message: expect.stringContaining('without an error') },
  });

  const text = await running();
  await report(text, { status: 'failed', error: 'plain words' });
  expect(await stored(text)).toMatchObject({
    error: { message: 'plain words', code: 'AGENT_FAILED', retryable: false },
  });

  for (const code of [null, '']) {
    const uncoded = await running();
    await report(uncoded, { status: 'failed', error: { message: 'busy', code } });
    expect(await stored(uncoded)).toMatchObject({ error: { code: 'AGENT_FAILED' } });
  }

  const coded = await running();
  await report(coded, { status: 'failed', error: { message: 'busy', code: 'QUOTA' } });
  expect(await stored(coded)).toMatchObject({ error: { code: 'QUOTA' } });
});

test('progress keeps what the agent has written by SQL', async () => {
  const id = await running();
  await deps.pool.query(
    `UPDATE "AgentJobExecution" SET result = '{"title": "Draft"}', error = '{"message": "one source is missing"}' WHERE id = $1`,
    [id],
  );
  await report(id, { status: 'running', metrics: { done: 0.5 } });
  expect(await stored(id)).toMatchObject({
    result: { title: 'Draft' },
    error: { message: 'one source is missing' },
    metrics: { done: 0.5 },
  });
  await report(id, { status: 'completed', result });
  expect(await stored(id)).toMatchObject({ status: 'completed', result, error: null });
});

test('progress extends the deadline, at most to the longest duration of an attempt', async () => {
  const id = await running();
  await deps.pool.query(
    `UPDATE "AgentJobExecution" SET "deadlineAt" = clock_timestamp() + interval '1 minute' WHERE id = $1`,
    [id],
  );
  expect(await report(id, { status: 'running', metrics: { done: 0.5 } })).toEqual({
    status: 200,
    body: { status: 'running' },
  });
  const progressed = await stored(id);
  expect(progressed).toMatchObject({
    status: 'running',
    metrics: { done: 0.5 },
    acceptedAt: expect.any(Date),
    progressAt: expect.any(Date),
  });
  expect(progressed.deadlineAt.getTime() - progressed.progressAt.getTime()).toBeGreaterThan(3_500_000);

  await deps.pool.query(
    `UPDATE "AgentJobExecution" SET "sentAt" = clock_timestamp() - interval '23.5 hours' WHERE id = $1`,
    [id],
  );
  await deps.pool.query(`UPDATE "AgentJobExecution" SET "deadlineAt" = "sentAt" WHERE id = $1`, [id]);
  await report(id, { status: 'running' });
  const late = await stored(id);
  expect(late.deadlineAt.getTime() - (late.sentAt as Date).getTime()).toBe(24 * 3_600_000);
  expect(late.metrics).toEqual({ done: 0.5 });
});

test('a result that does not match the outputSchema is refused, and the attempt continues', async () => {
  const id = await running();
  expect(await report(id, { status: 'completed', result: { title: 7 } })).toEqual({
    status: 422,
    body: { error: expect.any(String), issues: [{ path: ['result', 'title'], message: 'must be string' }] },
  });
  expect(await report(id, { status: 'completed' })).toMatchObject({ status: 422 });
  expect(await stored(id)).toMatchObject({ status: 'running', result: null });
  expect(await report(id, { status: 'completed', result })).toMatchObject({ status: 200 });
});

test.each<[string, unknown, string]>([
  ['no status', { result }, 'status'],
  ['an unknown status', { status: 'cancelled' }, 'status'],
  ['not an object', 'done', ''],
  ['an error without a message', { status: 'failed', error: { code: 1 } }, 'error'],
  ['metrics that are not an object', { status: 'running', metrics: [1] }, 'metrics'],
])('a malformed report is refused: %s', async (_what, body, path) => {
  const id = await running();
  const answer = await report(id, body);
  expect(answer).toMatchObject({ status: 422 });
  expect('issues' in answer.body && answer.body.issues?.[0]?.path.join('.')).toContain(path);
  expect(await stored(id)).toMatchObject({ status: 'running' });
});

test('a report that is too large is refused', async () => {
  const free = await anAgent(deps);
  const id = await running({ agentId: free });
  expect(await report(id, { status: 'completed', result: 'x'.repeat(262_143) })).toMatchObject({
    status: 413,
    body: { error: expect.stringContaining('256 KiB') },
  });
  expect(await report(id, { status: 'running', metrics: { x: 'x'.repeat(70_000) } })).toMatchObject({
    status: 413,
  });
  // Small as JSON, large as jsonb, which writes such numbers in full.
  expect(await report(id, { status: 'completed', result: Array(2_000).fill(1e300) })).toMatchObject({
    status: 413,
  });
  expect(await report(id, { status: 'completed', result: 'x'.repeat(262_142) })).toMatchObject({
    status: 200,
  });
});

test('what PostgreSQL cannot store is replaced without an error', async () => {
  const free = await anAgent(deps);
  const id = await running({ agentId: free });
  expect(await report(id, { status: 'completed', result: { 'a\0': 'b\0\ud800 \\u0000 😀' } })).toMatchObject({
    status: 200,
  });
  expect(await stored(id)).toMatchObject({ result: { 'a\ufffd': 'b\ufffd\ufffd \\u0000 😀' } });
});

test('the token is valid for this attempt only', async () => {
  const id = await running();
  const other = await running();
  const body = { status: 'completed', result };
  expect(await report(id, body, callbackToken(deps.secretKey, other))).toMatchObject({ status: 401 });
  expect(await report(id, body, callbackToken(new Uint8Array(32), id))).toMatchObject({ status: 401 });
  expect(await reportExecution(deps, { executionId: id, token: undefined, body })).toMatchObject({
    status: 401,
  });
  expect(await report('none', body, 'guess')).toMatchObject({ status: 401 });
  expect(await report('none', body)).toMatchObject({ status: 404 });
  expect(await stored(id)).toMatchObject({ status: 'running' });
});

test('nothing can be reported before the attempt was sent, or after it was cancelled', async () => {
  const run = await aRun(deps, { agentId });
  const id = run.attempts[0]?.id ?? '';
  expect(await report(id, { status: 'completed', result })).toMatchObject({
    status: 409,
    body: { error: expect.stringContaining('not been sent') },
  });
  await value(cancelScheduleExecution(deps, admin, { id: run.executionId }));
  expect(await report(id, { status: 'completed', result })).toMatchObject({
    status: 409,
    body: { error: expect.stringContaining('cancelled') },
  });
});

test('a report that is nested too deeply is refused', async () => {
  const id = await running();
  const deep: unknown = JSON.parse('['.repeat(20_000) + ']'.repeat(20_000));
  expect(await report(id, { status: 'completed', result: deep })).toMatchObject({
    status: 422,
    body: { error: expect.stringContaining('200 levels') },
  });
  expect(await stored(id)).toMatchObject({ status: 'running' });
});

test.each([[null], [[]], ['completed']])(
  'a report that is not an object is told its form: %j',
  async (body) => {
    expect(await report(await running(), body)).toMatchObject({
      status: 422,
      body: { issues: [{ path: [], message: 'must be an object {status, result?, error?, metrics?}' }] },
    });
  },
);
