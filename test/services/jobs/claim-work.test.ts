import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { ClaimedAttempt, Lease } from '../../../src/db/jobs/claim/claim-attempts.js';
import { freeAttemptsOfDeadWorkers } from '../../../src/db/jobs/end/recover-attempts.js';
import { type AnswerRecord, writeAnswers } from '../../../src/db/jobs/end/write-answers.js';
import { departWorker, registerWorker } from '../../../src/db/workers/worker-lease.js';
import { createSecretBox } from '../../../src/runtime/secrets/secret-box.js';
import { createLogger } from '../../../src/runtime/telemetry/logger.js';
import { createAgentDirectory } from '../../../src/services/agents/agent-directory.js';
import { type ClaimedWork, claimWork } from '../../../src/services/jobs/claim-work.js';
import { recordContacts } from '../../../src/services/jobs/record-contacts.js';
import { createTestDatabase, type TestDatabase } from '../../support/database.js';
import { SECRET_KEY } from '../../support/engine.js';
import { createImpatientPool, holding } from '../../support/lock-waits.js';
import { insertAgent, insertExpanded } from '../../support/rows.js';

let db: TestDatabase;
const logger = createLogger({ level: 'silent', name: 'test' });
beforeAll(async () => {
  db = await createTestDatabase({ writer: 'engine' });
});
afterAll(() => db?.drop());
beforeEach(() =>
  db.pool.query(
    ['ScheduleExecution', 'AgentJobExecution', 'Worker', 'AgentRegistry', 'AgentConfig']
      .map((table) => `DELETE FROM "${table}"`)
      .join(';'),
  ),
);

const agent = (id: string, columns: Record<string, unknown> = {}) =>
  insertAgent(db.pool, id, 'http://127.0.0.1:9/run', columns);
const jobs = (agentId: string, count: number, priority = 0) =>
  insertExpanded(db.pool, { agentId, priority, jobs: Array.from({ length: count }, (_, n) => ({ n })) });

function register(id: string): Promise<Lease> {
  const worker = { id, host: 'test', pid: 1, version: '1', concurrency: 10, capabilities: {} };
  return registerWorker(db.pool, worker, 60_000);
}

/** Claims as a worker that has just started. */
function claim(
  lease: Lease,
  limit = 10,
  atOnce = limit,
  slowAgents: readonly string[] = [],
  pool = db.pool,
): Promise<ClaimedWork> {
  const directory = createAgentDirectory({ pool: db.pool, secretBox: createSecretBox(SECRET_KEY) });
  return claimWork({ pool, directory, logger }, lease, {
    limit,
    atOnce,
    sendWithinMs: 0,
    served: [''],
    slowAgents,
    permitMs: 0,
    continues: false,
  });
}

const idsOf = ({ attempts }: ClaimedWork) => attempts.map(({ id }) => id);

const answerOf = (
  { id, scheduleExecutionId }: ClaimedAttempt,
  change: Partial<AnswerRecord> = {},
): AnswerRecord => ({
  id,
  scheduleExecutionId,
  sentAfterMs: 0,
  status: 'completed',
  accepted: false,
  result: 1,
  error: null,
  metrics: null,
  statusCode: 200,
  durationMs: 5,
  responseBody: null,
  responseTruncated: false,
  resultInvalid: false,
  ...change,
});
const REFUSED = {
  status: 'failed',
  statusCode: null,
  error: { code: 'CONNECTION_REFUSED', message: 'The connection was refused', retryable: true },
} as const;

const circuitOf = async (agentId: string) =>
  (await db.pool.query('SELECT * FROM "AgentCircuit" WHERE "agentId" = $1', [agentId])).rows[0];
const settings = { enabled: true, failureThreshold: 3, coolDown: 60_000, maxCoolDown: 480_000 };

async function open(agentId: string): Promise<void> {
  const failed = { kind: 'failed', reason: 'The connection was refused' } as const;
  const contacts = Array.from({ length: 3 }, (_, n) => ({ agentId, executionId: `x${n}`, contact: failed }));
  await recordContacts(db.pool, contacts, settings);
}
const coolDownIsOver = () =>
  db.pool.query(`UPDATE "AgentCircuit" SET "nextProbeAt" = now() - interval '1 second'`);

describe('agents with a concurrency limit', () => {
  beforeEach(async () => {
    await agent('one');
    await agent('two', { maxConcurrency: 3 });
    await agent('three', { maxConcurrency: 1 });
  });

  test('are called up to it, by priority over all of them', async () => {
    const [free, two, three] = [await jobs('one', 5, 1), await jobs('two', 5, 2), await jobs('three', 5, 0)];
    const lease = await register('w');
    const first = await claim(lease, 6);
    expect(idsOf(first)).toEqual([...two.attemptIds.slice(0, 3), ...free.attemptIds.slice(0, 3)]);
    expect(idsOf(await claim(lease))).toEqual([...free.attemptIds.slice(3), three.attemptIds[0]]);
    expect(await claim(lease)).toMatchObject({ attempts: [], againInMs: null, throttled: false });
    await writeAnswers(db.pool, lease, [answerOf(first.attempts[0] as ClaimedAttempt)]);
    expect(idsOf(await claim(lease))).toEqual([two.attemptIds[3]]);
  });

  test('are never called beyond it by workers that claim at once', async () => {
    await jobs('two', 20);
    const leases = await Promise.all(['a', 'b', 'c'].map(register));
    const rounds = await Promise.all(leases.flatMap((lease) => [claim(lease), claim(lease)]));
    expect(rounds.flatMap(idsOf)).toHaveLength(3);
  });

  test('are sent what another worker left, whether they are full or not', async () => {
    const { attemptIds } = await jobs('three', 3);
    const lease = await register('w');
    await claim(lease);
    await departWorker(db.pool, lease);
    await freeAttemptsOfDeadWorkers(db.pool);
    expect(idsOf(await claim(await register('x')))).toEqual(attemptIds.slice(0, 1));
  });
});

describe('agents with a rate limit', () => {
  beforeEach(() => agent('slow', { rateLimit: { limit: 4, per: 60_000 } }));
  const backdate = (seconds: number) =>
    db.pool.query(
      `UPDATE "AgentPace" SET permits = (SELECT coalesce(jsonb_agg(jsonb_build_array((p ->> 0)::float8 - $1, (p ->> 1)::float8 - $1, p -> 2)), '[]') FROM jsonb_array_elements(permits) p)`,
      [seconds * 1_000],
    );
  const throttledAt = async () =>
    (await db.pool.query('SELECT "throttledAt" FROM "AgentPace"')).rows[0]?.throttledAt as Date | null;

  test('are sent a limited number in any window, over all workers', async () => {
    const { attemptIds } = await jobs('slow', 12);
    const leases = await Promise.all(['a', 'b', 'c'].map(register));
    const rounds = await Promise.all(leases.flatMap((lease) => [claim(lease, 3), claim(lease, 3)]));
    expect(rounds.flatMap(idsOf).sort()).toEqual(attemptIds.slice(0, 4));
    expect(rounds.filter(({ throttled }) => throttled)).toHaveLength(1);
    const [lease] = leases as [Lease];
    const { attempts, againInMs } = await claim(lease);
    expect(attempts).toEqual([]);
    expect(againInMs).toBeGreaterThan(30_000);
    expect(againInMs).toBeLessThanOrEqual(62_000);
    await backdate(62);
    expect(idsOf(await claim(lease))).toEqual(attemptIds.slice(4, 8));
  });

  test('are marked as soon as the last permit is given, and throttled while jobs wait', async () => {
    await jobs('slow', 5);
    const lease = await register('w');
    const first = await claim(lease);
    expect(first.attempts).toHaveLength(4);
    expect(first.throttled).toBe(true);
    expect(first.againInMs).toBeGreaterThan(30_000);
    expect(first.sendBy.get('slow')).toBeLessThanOrEqual(performance.now() + 2_000);
    expect(await throttledAt()).toBeInstanceOf(Date);
    expect((await claim(lease)).throttled).toBe(false); // reported once
    await backdate(70);
    expect((await claim(lease)).attempts).toHaveLength(1);
    expect(await throttledAt()).toBeNull();
  });

  test('count redeliveries', async () => {
    await jobs('slow', 3);
    const lease = await register('w');
    await claim(lease);
    await departWorker(db.pool, lease);
    await freeAttemptsOfDeadWorkers(db.pool);
    const next = await register('x');
    expect((await claim(next)).attempts).toMatchObject([{ redeliveries: 1 }]);
    expect((await claim(next)).attempts).toEqual([]);
    await backdate(70);
    expect((await claim(next)).attempts).toHaveLength(2);
  });

  test('get no permit for what could not leave at once', async () => {
    await jobs('slow', 3);
    const lease = await register('w');
    expect(await claim(lease, 10, 0)).toMatchObject({ attempts: [], awaitsCapacity: true });
    expect(await claim(lease, 10, 2)).toMatchObject({ attempts: [{}, {}], awaitsCapacity: true });
    expect(await claim(lease, 10, 10)).toMatchObject({ attempts: [{}], awaitsCapacity: false });
  });

  test('delay nobody else', async () => {
    await agent('quick');
    await jobs('slow', 9, 5);
    const { attemptIds } = await jobs('quick', 3);
    const lease = await register('w');
    await claim(lease, 4);
    expect(idsOf(await claim(lease))).toEqual(attemptIds);
  });

  test('are looked at again soon if another session holds the lock of their limits', async () => {
    await jobs('slow', 1);
    const lease = await register('w');
    const impatient = createImpatientPool(db.url, 'engine');
    try {
      const lock = `INSERT INTO "Mutex" (name) VALUES ('agent/slow') ON CONFLICT (name) DO UPDATE SET name = EXCLUDED.name`;
      const claimed = await holding(db.url, lock, () => claim(lease, 10, 10, [], impatient));
      expect(claimed).toMatchObject({ attempts: [], againInMs: 1_000 });
      expect((await claim(lease)).attempts).toHaveLength(1);
    } finally {
      await impatient.end();
    }
  });

  test('are free at once when the limit is removed', async () => {
    await jobs('slow', 9);
    const lease = await register('w');
    await claim(lease);
    await db.pool.query(`UPDATE "AgentRegistry" SET "rateLimit" = '{"limit": 6, "per": 60000}'`);
    expect((await claim(lease)).attempts).toHaveLength(2);
    await db.pool.query(`UPDATE "AgentRegistry" SET "rateLimit" = NULL`);
    expect((await claim(lease)).attempts).toHaveLength(3);
    expect((await db.pool.query('SELECT FROM "AgentPace"')).rowCount).toBe(0);
  });
});

describe('agents that do not answer', () => {
  beforeEach(() => agent('gone'));

  test('are sent nothing until the cool-down is over, then one probe in all', async () => {
    const { attemptIds } = await jobs('gone', 9);
    await open('gone');
    const leases = await Promise.all(['a', 'b', 'c'].map(register));
    const [lease] = leases as [Lease];
    const waiting = await claim(lease);
    expect(waiting.attempts).toEqual([]);
    expect(waiting.againInMs).toBeGreaterThan(30_000);
    expect(waiting.againInMs).toBeLessThanOrEqual(60_000);
    await coolDownIsOver();
    const rounds = await Promise.all(leases.flatMap((each) => [claim(each), claim(each)]));
    expect(rounds.flatMap(idsOf)).toEqual(attemptIds.slice(0, 1));
    expect(await circuitOf('gone')).toMatchObject({ state: 'half_open', probeId: attemptIds[0] });
    expect(await claim(lease)).toMatchObject({ attempts: [], againInMs: null });
  });

  const endOf = async (id: string | undefined) =>
    (await db.pool.query(`SELECT status, "retriesLeft" FROM "AgentJobExecution" WHERE id = $1`, [id]))
      .rows[0];

  test.each([
    ['answers with an error', { statusCode: 503 }, 'HTTP_503', 0, 'dead_letter'],
    ['may have received it', {}, 'TIMEOUT', 0, 'dead_letter'],
    ['may have received it, which its retries allow for', {}, 'TIMEOUT', 2, 'failed'],
    ['has not received it', {}, 'CONNECTION_REFUSED', 0, 'failed'],
  ] as const)('a probe counts like any attempt, unless nobody answered: the agent %s', async (...row) => {
    const [, change, code, maxRetries, status] = row;
    const { attemptIds } = await jobs('gone', 1);
    await db.pool.query(
      `UPDATE "AgentJobExecution" SET "retriesLeft" = $1, "retryConfig" = jsonb_set("retryConfig", '{maxRetries}', to_jsonb($1::int))`,
      [maxRetries],
    );
    await open('gone');
    await coolDownIsOver();
    const lease = await register('w');
    const [probe] = (await claim(lease)).attempts as [ClaimedAttempt];
    const error = { code, message: 'x', retryable: true };
    await writeAnswers(db.pool, lease, [answerOf(probe, { ...REFUSED, ...change, error })]);
    const isFree = status === 'failed';
    expect(await endOf(attemptIds[0])).toEqual({ status, retriesLeft: maxRetries + (isFree ? 1 : 0) });
  });

  test('use no retry for a failed probe, and the wait doubles', async () => {
    const { attemptIds } = await jobs('gone', 2);
    await open('gone');
    await coolDownIsOver();
    const lease = await register('w');
    const [probe] = (await claim(lease)).attempts as [ClaimedAttempt];
    await writeAnswers(db.pool, lease, [answerOf(probe, REFUSED)]);
    // It had no retries, so it would be a dead letter.
    expect(await endOf(attemptIds[0])).toEqual({ status: 'failed', retriesLeft: 1 });
    expect((await claim(lease)).attempts).toEqual([]);
    const circuit = await circuitOf('gone');
    expect(circuit).toMatchObject({ state: 'open', failedProbes: 1, probeId: null });
    expect(circuit.nextProbeAt - circuit.updatedAt).toBeGreaterThan(19_000);
  });

  test.each([
    ['is answered', {}],
    [
      'is answered with an error',
      { status: 'failed', statusCode: 500, error: { code: 'HTTP_500', message: 'x', retryable: true } },
    ],
    ['is accepted', { status: 'running', accepted: true, statusCode: 202, result: null }],
  ] as const)('are free after a probe that %s, even if no worker recorded it', async (_, change) => {
    await jobs('gone', 4);
    await open('gone');
    await coolDownIsOver();
    const lease = await register('w');
    const [probe] = (await claim(lease)).attempts as [ClaimedAttempt];
    await writeAnswers(db.pool, lease, [answerOf(probe, change)]);
    expect((await claim(lease)).attempts).toHaveLength(3);
    expect(await circuitOf('gone')).toMatchObject({ state: 'closed', failures: 0, openedAt: null });
  });

  test('get a probe again, as the probe, if its worker dies', async () => {
    const { attemptIds } = await jobs('gone', 4);
    await open('gone');
    await coolDownIsOver();
    const lease = await register('w');
    await claim(lease);
    await departWorker(db.pool, lease);
    await freeAttemptsOfDeadWorkers(db.pool);
    const next = await register('x');
    const { attempts } = await claim(next);
    expect(attempts).toMatchObject([{ id: attemptIds[0], redeliveries: 1 }]);
    expect((await claim(next)).attempts).toEqual([]);
    await writeAnswers(db.pool, next, [answerOf(attempts[0] as ClaimedAttempt, REFUSED)]);
    expect(await endOf(attemptIds[0])).toEqual({ status: 'failed', retriesLeft: 1 });
  });

  test('get the next probe at once if one was never sent', async () => {
    const { attemptIds } = await jobs('gone', 4);
    await open('gone');
    await coolDownIsOver();
    const lease = await register('w');
    const [probe] = (await claim(lease)).attempts as [ClaimedAttempt];
    const error = { code: 'INVALID_PARAMS', message: 'x', retryable: false };
    await writeAnswers(db.pool, lease, [answerOf(probe, { status: 'failed', statusCode: null, error })]);
    expect(idsOf(await claim(lease))).toEqual([attemptIds[1]]);
  });

  test('delay nobody else', async () => {
    await agent('there');
    await jobs('gone', 30, 5);
    const { attemptIds } = await jobs('there', 3);
    await open('gone');
    expect(idsOf(await claim(await register('w')))).toEqual(attemptIds);
  });

  test('are free when the breaker is switched off', async () => {
    await jobs('gone', 4);
    await open('gone');
    const lease = await register('w');
    await db.pool.query(
      `INSERT INTO "AgentConfig" (key, value) VALUES ('scheduler', '{"httpClient": {"circuitBreaker": {"enabled": false}}}')`,
    );
    expect((await claim(lease)).attempts).toHaveLength(4);
    expect(await circuitOf('gone')).toMatchObject({ state: 'closed' });
  });

  test('are called again after they moved', async () => {
    await jobs('gone', 4);
    await open('gone');
    await db.pool.query(
      `UPDATE "AgentRegistry" SET endpoint = '{"type": "http", "url": "http://127.0.0.1:10/run"}'`,
    );
    expect((await claim(await register('w'))).attempts).toHaveLength(4);
  });

  test('delay nobody by a move in a transaction that they leave open', async () => {
    const { attemptIds } = await jobs('gone', 1);
    await agent('there');
    const others = await jobs('there', 1);
    await open('gone');
    await coolDownIsOver();
    const lease = await register('w');
    const mover = await db.pool.connect();
    try {
      await mover.query(
        `BEGIN; UPDATE "AgentRegistry" SET endpoint = jsonb_set(endpoint, '{url}', '"http://127.0.0.1:8/run"') WHERE id = 'gone'`,
      );
      expect(idsOf(await claim(lease))).toEqual(others.attemptIds);
      await open('gone');
      await mover.query('COMMIT');
    } finally {
      mover.release();
    }
    expect(await circuitOf('gone')).toBeUndefined();
    expect(idsOf(await claim(lease))).toEqual(attemptIds);
  });

  test('have their failures counted over all workers, and a success resets the count', async () => {
    const failed = { kind: 'failed', reason: 'x' } as const;
    const record = (...kinds: boolean[]) =>
      recordContacts(
        db.pool,
        kinds.map((ok, n) => ({
          agentId: 'gone',
          executionId: `x${n}`,
          contact: ok ? { kind: 'answered' } : failed,
        })),
        settings,
      );
    await record(false, false, true, false);
    expect(await circuitOf('gone')).toMatchObject({ state: 'closed', failures: 1 });
    await Promise.all([record(false), record(false)]);
    expect(await circuitOf('gone')).toMatchObject({ state: 'open', failures: 3, reason: 'x' });
  });

  test('have no circuit after they were deleted', async () => {
    await open('nobody');
    expect(await circuitOf('nobody')).toBeUndefined();
    await open('gone');
    await db.pool.query(`DELETE FROM "AgentRegistry"`);
    expect(await circuitOf('gone')).toBeUndefined();
  });

  test('emit an event for every change of their circuit', async () => {
    const turns = async () =>
      (await db.pool.query(`SELECT FROM outbox_event WHERE kind = 'agent' AND "entityId" = 'gone'`))
        .rowCount ?? 0;
    const before = await turns();
    await open('gone');
    expect(await turns()).toBe(before + 1);
    await open('gone'); // no change of the circuit
    expect(await turns()).toBe(before + 1);
    await db.pool.query('DELETE FROM "AgentCircuit"');
    expect(await turns()).toBe(before + 2);
  });
});

describe('an agent with very many jobs', () => {
  const agentsOf = ({ attempts }: ClaimedWork) => attempts.map(({ agentId }) => agentId).sort();

  test('gets at most half of each claim while others wait', async () => {
    await agent('slow');
    await agent('other');
    await jobs('slow', 20);
    await jobs('other', 20);
    const lease = await register('w');
    expect(agentsOf(await claim(lease, 4, 4, ['slow']))).toEqual(['other', 'other', 'slow', 'slow']);
    expect(agentsOf(await claim(lease, 1, 1, ['slow']))).toEqual(['other']);
  });

  test('gets whole claims if nobody else waits', async () => {
    await agent('slow');
    await jobs('slow', 20);
    expect((await claim(await register('w'), 4, 4, ['slow'])).attempts).toHaveLength(4);
  });
});
