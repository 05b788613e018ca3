import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  ATTEMPT_STATUSES,
  type AttemptStatus,
  isEnded,
  LEGAL_MOVES,
} from '../../../src/domain/job/states.js';
import { isRetryable } from '../../../src/domain/retry/is-retryable.js';
import { createPool, type Pool } from '../../../src/runtime/database/pool.js';
import { createTestDatabase, type TestDatabase } from '../../support/database.js';
import { rollBack } from '../../support/lock-waits.js';

/** Connections of the server, of the engine, and of a person with psql or an agent's driver. */
let database: TestDatabase;
let writers: Record<'engine' | 'server' | 'reporter', Pool>;
beforeAll(async () => {
  database = await createTestDatabase({ writer: 'server' });
  const open = (writer?: string) =>
    createPool({ connectionString: database.url, max: 1, applicationName: 'test', writer });
  writers = { server: database.pool, engine: open('engine'), reporter: open() };
});
afterAll(async () => {
  await writers.engine.end();
  await writers.reporter.end();
  await database.drop();
});

let attempts = 0;
/** Inserts attempts with these columns besides those that are always needed. @returns their ids */
async function insertAttempts(rows: readonly Record<string, unknown>[]): Promise<string[]> {
  const complete = rows.map((columns) => {
    const id = `attempt-${++attempts}`;
    return {
      id,
      jobId: id,
      agentId: 'a',
      scheduleExecutionId: 'e',
      params: {},
      attemptTimeout: 60_000,
      retryConfig: { maxRetries: 0, backoff: 'fixed', delay: 1 },
      retriesLeft: 0,
      traceId: 't',
      sentAt: new Date(),
      ...columns,
    };
  });
  const names = Object.keys(complete[0] ?? {}).map((name) => `"${name}"`);
  await database.pool.query(
    `INSERT INTO "AgentJobExecution" (${names}) SELECT ${names}
     FROM json_populate_recordset(NULL::"AgentJobExecution", $1)`,
    [JSON.stringify(complete)],
  );
  return complete.map(({ id }) => id);
}
const anAttempt = async (status: AttemptStatus, columns: Record<string, unknown> = {}): Promise<string> =>
  (await insertAttempts([{ status, ...columns }]))[0] ?? '';
const stored = async (id: string) =>
  (await database.pool.query('SELECT * FROM "AgentJobExecution" WHERE id = $1', [id])).rows[0];
const move = (pool: Pool, id: string, status: string, more = '') =>
  pool.query(`UPDATE "AgentJobExecution" SET status = $2 ${more} WHERE id = $1`, [id, status]);
const codeOf = async (work: Promise<unknown>): Promise<string> =>
  work.then(() => 'ok').catch((error: { code: string }) => error.code);

/**
 * The columns that the engine's own statements set beside the status: with all of them, they pass without the
 * guard.
 */
const PLAIN = `, "updatedAt" = clock_timestamp() + interval '1 second', "completedAt" = clock_timestamp(), "durationMs" = 1, result = '1'`;

test.each([
  ['engine', 'engine', ''],
  ['engine, plainly', 'engine', PLAIN],
  ['server', 'server', ''],
  ['server, in a plain statement', 'server', PLAIN],
  ['reporter', 'reporter', ''],
  ['reporter, in a plain statement', 'reporter', PLAIN],
] as const)('every move of an attempt is allowed or refused as for the %s', async (_, writer, more) => {
  const moves = ATTEMPT_STATUSES.flatMap((from) => ATTEMPT_STATUSES.map((to) => ({ from, to })));
  const ids = await insertAttempts(moves.map(({ from }) => ({ status: from })));
  const storedById = async () => {
    const { rows } = await database.pool.query('SELECT * FROM "AgentJobExecution" WHERE id = ANY($1)', [ids]);
    return new Map(rows.map((row) => [row.id, row]));
  };
  const before = await storedById();
  const outcomes: string[] = [];
  for (const [index, { to }] of moves.entries())
    outcomes.push(await codeOf(move(writers[writer], ids[index] ?? '', to, more)));
  const after = await storedById();
  for (const [index, { from, to }] of moves.entries()) {
    const id = ids[index] ?? '';
    const isRepeat = from === to || (from === 'dead_letter' && to === 'failed');
    const isReporters = from === 'running' && to !== 'cancelled';
    const allowed = isRepeat
      ? isEnded(from) || writer !== 'reporter' || from === 'running'
      : LEGAL_MOVES[from].includes(to) && (writer !== 'reporter' || isReporters);
    const what = `${from} → ${to}`;
    expect(outcomes[index], what).toBe(allowed ? 'ok' : 'CB001');
    if (!allowed || isEnded(from))
      expect({ ...after.get(id), updatedAt: 0 }, what).toEqual({ ...before.get(id), updatedAt: 0 });
    // A failure without `retryable: true` is not a dead letter, whoever writes it.
    else expect(after.get(id).status, what).toBe(to === 'dead_letter' ? 'failed' : to);
    if (allowed && !isEnded(from) && isEnded(to))
      expect(after.get(id).completedAt, what).toBeInstanceOf(Date);
  }
});

test('a login under row-level security is guarded, whatever it calls itself', async () => {
  const id = await anAttempt('pending', { sentAt: null });
  const client = await database.pool.connect();
  try {
    await client.query('BEGIN');
    await client.query(`CREATE POLICY everything ON "AgentJobExecution" TO callboard_agent USING (true)`);
    await client.query(`GRANT UPDATE ON "AgentJobExecution" TO callboard_agent`);
    await client.query(`SET LOCAL callboard.writer = 'engine'; SET LOCAL ROLE callboard_agent`);
    await expect(
      client.query(
        `UPDATE "AgentJobExecution" SET status = 'running', "updatedAt" = clock_timestamp() + interval '1 second' WHERE id = $1`,
        [id],
      ),
    ).rejects.toMatchObject({ code: 'CB001' });
  } finally {
    await rollBack(client);
  }
});

test('a result that is too large is refused from the engine too, in whichever form it is written', async () => {
  const id = await anAttempt('running');
  const large = `, result = to_jsonb(repeat('x', 400000)), "updatedAt" = clock_timestamp() + interval '1 second', "completedAt" = now(), "durationMs" = 1`;
  expect(await codeOf(move(writers.engine, id, 'completed', large))).toBe('CB002');
});

test('a refusal says what is wrong and what to do', async () => {
  const id = await anAttempt('completed');
  await expect(move(writers.reporter, id, 'failed')).rejects.toMatchObject({
    message: `attempt ${id} has already ended as completed; it cannot become failed`,
    hint: expect.stringContaining('A retry is a new row'),
  });
});

test('an attempt that was claimed and given back unsent accepts no report by SQL; one that was sent does, even if its worker died', async () => {
  for (const status of ['running', 'completed', 'failed']) {
    const id = await anAttempt('running', { sentAt: null });
    const before = await stored(id);
    await expect(move(writers.reporter, id, status)).rejects.toMatchObject({
      code: 'CB001',
      message: `attempt ${id} has not been sent to an agent yet, so no agent can report on it`,
    });
    expect(await stored(id)).toEqual(before);
  }
  const unsent = await anAttempt('running', { sentAt: null });
  await move(writers.engine, unsent, 'running', ', "sentAt" = now()');
  await move(writers.reporter, unsent, 'completed');
  const redelivered = await anAttempt('running', { workerId: null, redeliveries: 1 });
  await move(writers.reporter, redelivered, 'completed');
  expect((await stored(redelivered)).status).toBe('completed');
});

test('an ended attempt keeps its outcome, but the engine may still settle it', async () => {
  const id = await anAttempt('running');
  await move(writers.reporter, id, 'completed', `, result = '{"n": 1}', metrics = '{"m": 1}'`);
  const ended = await stored(id);
  const warnings: unknown[] = [];
  const client = await writers.reporter.connect();
  client.on('notice', ({ message }) => void warnings.push(message));
  const report = (more: string) =>
    client.query(`UPDATE "AgentJobExecution" SET status = 'completed'${more} WHERE id = $1`, [id]);
  try {
    for (const again of ['', ', result = NULL', `, result = '{"n": 1.0}', "completedAt" = now()`])
      await report(again);
    expect(warnings).toEqual([]);
    await report(`, result = '{"n": 2}'`);
    expect(warnings).toEqual([`attempt ${id} has already ended as completed; its result stays as it is`]);
  } finally {
    client.release(true);
  }
  await writers.engine.query(
    `UPDATE "AgentJobExecution" SET "settledAt" = now(), "isLatest" = false, result = '3', error = '{}', metrics = NULL,
       "startedAt" = '2001-01-01', "completedAt" = '2001-01-01', "durationMs" = 2001 WHERE id = $1`,
    [id],
  );
  expect(await stored(id)).toEqual({
    ...ended,
    settledAt: expect.any(Date),
    isLatest: false,
    updatedAt: expect.any(Date),
  });
});

test('a report gets defaults for what it omits, and cannot contain false times', async () => {
  const id = await anAttempt('running');
  await move(writers.reporter, id, 'running', `, "updatedAt" = '1999-01-01', "completedAt" = '1999-01-01'`);
  const running = await stored(id);
  expect(running).toMatchObject({
    status: 'running',
    completedAt: null,
    acceptedAt: expect.any(Date),
    progressAt: expect.any(Date),
  });
  expect(running.updatedAt.getTime()).toBeGreaterThan(Date.now() - 60_000);
  await move(writers.reporter, id, 'failed', `, error = 'null'`);
  expect(await stored(id)).toMatchObject({
    status: 'failed',
    acceptedAt: running.acceptedAt,
    completedAt: expect.any(Date),
    durationMs: expect.any(Number),
    error: {
      message: expect.stringContaining('without an error'),
      code: 'AGENT_FAILED',
      timestamp: expect.any(String),
    },
  });
});

test('a repeated report changes nothing at all', async () => {
  const id = await anAttempt('running', { retriesLeft: 0 });
  await move(writers.reporter, id, 'failed', `, error = '{"message": "m", "retryable": true}'`);
  const ended = await stored(id);
  expect(ended.status).toBe('dead_letter');
  await move(writers.reporter, id, 'failed', ', "updatedAt" = now(), priority = 7');
  await move(writers.reporter, id, 'dead_letter');
  expect(await stored(id)).toEqual(ended);
});

test('later reports keep the first acceptance and start, and never shorten the deadline', async () => {
  const hour = 3_600_000;
  const before = {
    sentAt: new Date(Date.now() - 2 * hour),
    startedAt: new Date(Date.now() - hour),
    acceptedAt: new Date(Date.now() - hour),
    deadlineAt: new Date(Date.now() + hour),
  };
  const id = await anAttempt('running', before);
  await move(writers.reporter, id, 'running', ', "startedAt" = NULL');
  expect(await stored(id)).toMatchObject(before);
});

test('progress moves the deadline by the time limit of the attempt', async () => {
  const id = await anAttempt('running', { deadlineAt: new Date(), attemptTimeout: 60_000 });
  await move(writers.reporter, id, 'running');
  const { progressAt, deadlineAt } = await stored(id);
  expect(Math.abs(deadlineAt - progressAt - 60_000)).toBeLessThan(1_000);
});

test('what a writer says about an end is kept: times, and the timestamp of the error', async () => {
  const timestamp = '2001-01-01T00:00:00.000Z';
  const completedAt = new Date(Date.now() - 1_000);
  const said = `, error = '{"message": "m", "timestamp": "${timestamp}"}', "completedAt" = '${completedAt.toISOString()}', "durationMs" = 7`;
  const id = await anAttempt('running', { sentAt: new Date(Date.now() - 60_000) });
  await move(writers.engine, id, 'failed', said);
  expect(await stored(id)).toMatchObject({ error: { timestamp }, completedAt, durationMs: 7 });
});

test('an end without its times gets them, even in a statement of the engine that needs no guard', async () => {
  for (const [column, value] of [
    ['completedAt', 'now()'],
    ['durationMs', '1'],
  ]) {
    const id = await anAttempt('running');
    await move(
      writers.engine,
      id,
      'completed',
      `, "updatedAt" = clock_timestamp() + interval '1 second', "${column}" = ${value}`,
    );
    expect(await stored(id)).toMatchObject({ completedAt: expect.any(Date), durationMs: expect.any(Number) });
  }
  const id = await anAttempt('running', { updatedAt: '2001-01-01' });
  await move(writers.engine, id, 'completed', ', "completedAt" = now(), "durationMs" = 1');
  expect((await stored(id)).updatedAt.getFullYear()).toBeGreaterThan(2001);
});

test('an attempt that ends before it was sent has no duration', async () => {
  const id = await anAttempt('pending', { sentAt: null });
  await move(writers.engine, id, 'cancelled');
  expect(await stored(id)).toMatchObject({
    status: 'cancelled',
    completedAt: expect.any(Date),
    durationMs: null,
  });
});

test.each([
  ['that is retryable, with no retry left', 0, true],
  ['that is retryable, with one left', 1, true],
  ['that is not retryable', 0, false],
  ['with retryable as text', 0, 'true'],
  ['with retryable as a number', 0, 1],
  ['with a null', 0, null],
  ['unsaid', 0, undefined],
])(
  'a failure %s is a dead letter if the rule would retry it, whoever writes it',
  async (_, retriesLeft, retryable) => {
    const error = JSON.stringify({ message: 'm', retryable });
    const wouldRetry = isRetryable({ kind: 'report', retryable });
    for (const pool of Object.values(writers)) {
      const id = await anAttempt('running', { retriesLeft });
      await move(pool, id, 'failed', `, error = '${error}'`);
      expect((await stored(id)).status).toBe(wouldRetry && retriesLeft === 0 ? 'dead_letter' : 'failed');
    }
  },
);

const DEEP = `(repeat('[', 202) || repeat(']', 202))::jsonb`;
test.each([
  ['an error that is a text', `, error = '"broken"'`, 'failed'],
  ['an error without a message', `, error = '{"code": 1}'`, 'failed'],
  ['a result beyond the limit', `, result = to_jsonb(repeat('x', 400000))`, 'completed'],
  ['an error beyond the limit', `, error = jsonb_build_object('message', repeat('x', 100000))`, 'failed'],
  ['metrics beyond the limit', `, metrics = to_jsonb(repeat('x', 100000))`, 'running'],
  ['a deep result', `, result = ${DEEP}`, 'completed'],
  ['a deep error', `, error = jsonb_build_object('message', 'm', 'cause', ${DEEP})`, 'failed'],
  ['deep metrics', `, metrics = ${DEEP}`, 'running'],
])('malformed: %s', async (_what, assignment, status) => {
  const id = await anAttempt('running');
  expect(await codeOf(move(writers.reporter, id, status, assignment))).toBe('CB002');
  expect((await stored(id)).status).toBe('running');
});

test('values within the limits are accepted, although their text in the database is longer than in a callback', async () => {
  const id = await anAttempt('running');
  const text = (bytes: number) => `repeat('x', ${bytes})`;
  await move(
    writers.reporter,
    id,
    'running',
    `, metrics = to_jsonb(${text(98_300)}), result = to_jsonb(${text(393_210)})`,
  );
  await move(writers.reporter, id, 'failed', `, error = jsonb_build_object('message', ${text(98_280)})`);
  expect((await stored(id)).status).toBe('failed');
});

test('progress extends the deadline, at most to what AgentConfig allows', async () => {
  const hour = 3_600_000;
  const progress = async () => {
    const id = await anAttempt('running', {
      sentAt: new Date(Date.now() - 2 * hour),
      deadlineAt: new Date(),
      attemptTimeout: 48 * hour,
    });
    await move(writers.reporter, id, 'running');
    const { sentAt, deadlineAt } = await stored(id);
    return (deadlineAt - sentAt) / hour;
  };
  const configure = (duration: string) =>
    database.pool.query(
      `INSERT INTO "AgentConfig" (key, value) VALUES ('scheduler', jsonb_build_object('scheduler', jsonb_build_object('maxAttemptDuration', $1::jsonb)))
       ON CONFLICT (key) DO UPDATE SET value = EXCLUDED.value`,
      [duration],
    );
  expect(await progress()).toBe(24);
  await configure(String(3 * hour));
  expect(await progress()).toBe(3);
  await configure('"nonsense"');
  expect(await progress()).toBe(24);
  await configure('1e30');
  expect(await progress()).toBeGreaterThan(24);
});
