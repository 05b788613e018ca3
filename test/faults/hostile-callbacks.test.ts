/** What agents may send to the callback of their attempts, against the server as it is built. */
import { once } from 'node:events';
import { Agent, type IncomingMessage, request } from 'node:http';
import { connect } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { LIMITS } from '../../src/domain/limits.js';
import { type AgentServer, accepts } from '../support/agent-server.js';
import { CancelScheduleExecutionDocument } from '../support/generated/operations.js';
import { createGraphqlClient, type GraphqlClient } from '../support/graphql-client.js';
import { type Program, startProgram, startWorker } from '../support/programs/processes.js';
import { insertAgent, insertExecution } from '../support/rows.js';
import { AGENT, type FaultFixture, openFaultFixture } from './fault-fixture.js';

const ADMIN_TOKEN = 'a-token-for-the-first-admin';

let fixture: FaultFixture;
let server: Program;
let port: number;
let admin: GraphqlClient;
beforeAll(async () => {
  fixture = await openFaultFixture();
  fixture.agent.behave(accepts);
  await insertAgent(fixture.db.pool, 'other', fixture.agent.url);
  server = await startProgram('server', {
    DATABASE_URL: fixture.db.url,
    CALLBOARD_ADMIN_TOKEN: ADMIN_TOKEN,
  });
  port = Number((await server.logged('server.ready')).port);
  admin = createGraphqlClient(`http://127.0.0.1:${port}`, ADMIN_TOKEN);
  await startWorker({ DATABASE_URL: fixture.db.url });
});
afterAll(async () => {
  connections.destroy();
  await fixture?.close();
});
beforeEach(() => fixture.agent.reset());

interface Attempt {
  id: string;
  runId: string;
  token: string;
}

/** An attempt that an agent has accepted. */
async function accepted(agentId = AGENT, agent: AgentServer = fixture.agent): Promise<Attempt> {
  const runId = await insertExecution(fixture.db.pool, { agentId });
  await fixture.db.pool.query('NOTIFY callboard_engine');
  const isOurs = () => agent.ledger.find(({ body }) => body.metadata.scheduleExecutionId === runId);
  for (let calls = agent.ledger.length + 1; !isOurs(); calls += 1) await agent.calls(calls);
  const call = isOurs();
  const id = call?.executionId ?? '';
  const running = `SELECT FROM "AgentJobExecution" WHERE id = $1 AND "acceptedAt" IS NOT NULL`;
  while ((await fixture.db.pool.query(running, [id])).rowCount === 0);
  return { id, runId, token: call?.body.callback.token ?? '' };
}

/** More connections at once would test how the kernel accepts them. */
const connections = new Agent({ keepAlive: true, maxSockets: 400 });

async function report({ id, token }: Pick<Attempt, 'id' | 'token'>, body: string | Buffer, headers = {}) {
  const sent = request({
    agent: connections,
    port,
    path: `/agent/v1/executions/${id}`,
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, ...headers },
  });
  sent.end(body);
  const [response] = (await once(sent, 'response')) as [IncomingMessage];
  response.resume();
  return response.statusCode ?? 0;
}

const stateOf = async ({ id }: Attempt) =>
  (await fixture.db.pool.query('SELECT status, result FROM "AgentJobExecution" WHERE id = $1', [id])).rows[0];

const completed = (result: unknown) => JSON.stringify({ status: 'completed', result });
const RUNNING = { status: 'running', result: null };

describe('bodies', () => {
  const deep = (levels: number) => '['.repeat(levels) + ']'.repeat(levels);
  test.each<[string, number, string | Buffer, object?]>([
    ['nothing', 400, ''],
    ['not JSON', 400, '{"status": "completed"'],
    ['not UTF-8', 400, Buffer.from('{"status": "completed", "result": "\xe9"}', 'latin1')],
    ['a form', 400, 'status=completed', { 'content-type': 'application/x-www-form-urlencoded' }],
    ['compressed', 400, gzipSync(completed(1)), { 'content-encoding': 'gzip' }],
    ['a list', 422, '[{"status": "completed"}]'],
    ['null', 422, 'null'],
    ['a number', 422, '1e999'],
    ['an unknown status', 422, '{"status": "cancelled"}'],
    ['the last of two equal keys counts', 422, '{"status": "completed", "status": "pending"}'],
    ['keys of the prototype', 422, '{"__proto__": {"status": "completed"}}'],
    ['nested deeply', 422, `{"status": "completed", "result": ${deep(5_000)}}`],
    ['nested very deeply', 422, `{"status": "completed", "result": ${deep(400_000)}}`],
    ['too large a result', 413, completed('x'.repeat(262_144))],
    ['too large a body', 413, completed('x'.repeat(LIMITS.reportBodyBytes))],
  ])('%s: %i, and the attempt goes on', async (_what, status, body, headers = {}) => {
    const attempt = await accepted();
    expect(await report(attempt, body, headers)).toBe(status);
    expect(await stateOf(attempt)).toEqual(RUNNING);
    expect(await report(attempt, completed('good'), { 'content-type': 'text/plain' })).toBe(200);
    expect(await stateOf(attempt)).toEqual({ status: 'completed', result: 'good' });
  });

  test('what PostgreSQL cannot store is replaced or refused, and never an error of the server', async () => {
    const attempt = await accepted();
    const odd = '{"status": "completed", "result": {"a\\u0000": "\\ud800", "n": 1e400, "m": -0}}';
    expect(await report(attempt, odd)).toBe(200);
    expect((await stateOf(attempt)).status).toBe('completed');
  });

  const raw = async ({ id, token }: Attempt, head: string, body: string) => {
    const socket = connect(port, '127.0.0.1');
    socket.write(
      `POST /agent/v1/executions/${id} HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${token}\r\n${head}\r\n\r\n${body}`,
    );
    const [chunk] = await once(socket, 'data');
    socket.destroy();
    return Number(/^HTTP\/1\.1 (\d+)/.exec(String(chunk))?.[1]);
  };
  const chunked = 'transfer-encoding: chunked';
  test.each([
    ['a chunk without a size', chunked, 'zz\r\n{}\r\n0\r\n\r\n'],
    ['a chunk longer than it says', chunked, '2\r\n{"status": "completed"}\r\n0\r\n\r\n'],
    ['a chunk of 2⁶⁴ bytes', chunked, 'ffffffffffffffffff\r\n{}'],
    ['two lengths', 'content-length: 2\r\ncontent-length: 3', '{}'],
    ['a length and chunks', `content-length: 2\r\n${chunked}`, '{}'],
    ['a negative length', 'content-length: -1', '{}'],
  ])('%s: 400, and the attempt goes on', async (_what, head, body) => {
    const attempt = await accepted();
    expect(await raw(attempt, head, body)).toBe(400);
    expect(await stateOf(attempt)).toEqual(RUNNING);
  });
});

describe('tokens', () => {
  test('are of one attempt only: another of the same agent, and of another agent, is refused', async () => {
    const [mine, sibling, foreign] = [await accepted(), await accepted(), await accepted('other')];
    for (const { id } of [sibling, foreign])
      expect(await report({ id, token: mine.token }, completed(1))).toBe(401);
    expect(await report({ id: `${mine.id}/`, token: mine.token }, completed(1))).toBe(404);
    expect(await report({ id: mine.id.toUpperCase(), token: mine.token }, completed(1))).toBe(401);
    expect(await stateOf(sibling)).toEqual(RUNNING);
    expect(await stateOf(foreign)).toEqual(RUNNING);
  });

  test('that are used again after the end change nothing', async () => {
    const attempt = await accepted();
    expect(await report(attempt, completed('first'))).toBe(200);
    expect(await report(attempt, completed('second'))).toBe(200); // the same end, reported again
    expect(await report(attempt, '{"status": "failed", "error": "no"}')).toBe(409);
    expect(await report(attempt, '{"status": "running"}')).toBe(409);
    expect(await stateOf(attempt)).toEqual({ status: 'completed', result: 'first' });
  });
});

test('of thousands of reports of one attempt at once, one ends it, and the server answers others meanwhile', async () => {
  const attempt = await accepted();
  const other = await accepted();
  const reports = Array.from({ length: 3_000 }, (_, index) =>
    report(
      attempt,
      index % 3 === 0
        ? completed(index)
        : index % 3 === 1
          ? '{"status": "failed", "error": "no"}'
          : '{"status": "running"}',
    ),
  );
  expect(await report(other, completed('other'))).toBe(200);
  const statuses = await Promise.all(reports);
  expect(statuses.filter((status) => ![200, 409, 503].includes(status))).toEqual([]);
  const { status, result } = await stateOf(attempt);
  expect(['completed', 'failed']).toContain(status);
  const ended = statuses.flatMap((answer, index) => (answer === 200 && index % 3 === 0 ? [index] : []));
  if (status === 'completed') expect(ended).toContain(result);
  else expect(ended).toEqual([]);
  const { rows } = await fixture.db.pool.query(
    `SELECT count(*)::int AS count FROM "AgentJobExecution" WHERE "scheduleExecutionId" = $1`,
    [attempt.runId],
  );
  expect(rows).toEqual([{ count: 1 }]);
});

test('a report during a cancellation ends the attempt one way, and both answers say which', async () => {
  for (let round = 0; round < 20; round += 1) {
    const attempt = await accepted();
    const [answer, { cancelScheduleExecution }] = await Promise.all([
      report(attempt, completed('in time')),
      admin.ask(CancelScheduleExecutionDocument, { id: attempt.runId }),
    ]);
    const state = await stateOf(attempt);
    if (answer === 200) expect(state).toEqual({ status: 'completed', result: 'in time' });
    else expect([answer, state]).toEqual([409, { status: 'cancelled', result: null }]);
    const runOf = `SELECT "runStatus" FROM "ScheduleExecution" WHERE id = $1 AND "completedAt" IS NOT NULL`;
    let run: { runStatus: string } | undefined;
    while (!run) [run] = (await fixture.db.pool.query(runOf, [attempt.runId])).rows;
    // A run that is cancelled before it has ended counts as cancelled, also if its job was completed.
    const isCancelled = cancelScheduleExecution.__typename === 'ScheduleExecution';
    expect(run.runStatus).toBe(isCancelled ? 'cancelled' : 'succeeded');
    if (!isCancelled) expect(answer).toBe(200);
  }
});

test('the server has logged no error', () => {
  expect(server.lines.filter(({ level }) => level === 'error')).toEqual([]);
});
