/** Which attempts end because something did not happen in time, and which just continue. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import {
  attemptMsLeft,
  failAttemptsOfDeadAgents,
  failOverdueAttempts,
  failSilentAttempts,
} from '../../../src/db/jobs/end/fail-late-attempts.js';
import { createTestDatabase, type TestDatabase } from '../../support/database.js';
import { insertAgent, insertExpanded } from '../../support/rows.js';

const MINUTE = 60_000;
const ago = (minutes: number) => new Date(Date.now() - minutes * MINUTE);

let db: TestDatabase;
beforeAll(async () => {
  db = await createTestDatabase({ writer: 'engine' });
  await insertAgent(db.pool, 'agent', 'https://agent.example.com/run');
});
afterAll(() => db?.drop());
beforeEach(() => db.pool.query('TRUNCATE "AgentJobExecution", "ScheduleExecution", "AgentHeartbeat"'));

/** An attempt that was sent an hour ago and is accepted, with the changes of the test. */
async function running(columns: Record<string, Date | number | string | null> = {}): Promise<string> {
  const row = { sentAt: ago(60), acceptedAt: ago(60), deadlineAt: ago(-60), ...columns };
  const { attemptIds } = await insertExpanded(db.pool, { agentId: 'agent', jobs: [{}] });
  const [id = ''] = attemptIds;
  await db.pool.query(`UPDATE "AgentJobExecution" SET status = 'running' WHERE id = $1`, [id]);
  const set = Object.keys(row).map((name, place) => `"${name}" = $${place + 2}`);
  await db.pool.query(`UPDATE "AgentJobExecution" SET ${set} WHERE id = $1`, [id, ...Object.values(row)]);
  return id;
}
const outcome = async (id: string) => {
  const { rows } = await db.pool.query('SELECT status, error FROM "AgentJobExecution" WHERE id = $1', [id]);
  return rows[0];
};
const idsOf = (attempts: { executionId: string }[]) => attempts.map(({ executionId }) => executionId).sort();

test('past their deadline, attempts end, accepted or not', async () => {
  const accepted = await running({ deadlineAt: ago(1) });
  const sent = await running({ deadlineAt: ago(1), acceptedAt: null });
  for (const acceptedAt of [ago(60), null]) await running({ deadlineAt: ago(-1), acceptedAt });
  expect(idsOf(await failOverdueAttempts(db.pool))).toEqual([accepted, sent].sort());
  // Without retries left, what could be retried is a dead letter.
  expect(await outcome(accepted)).toMatchObject({
    status: 'dead_letter',
    error: { code: 'TIMEOUT', retryable: true },
  });
  expect(await failOverdueAttempts(db.pool)).toEqual([]);
});

test('attempts with a heartbeat timeout end if neither acceptance nor progress is newer', async () => {
  const heartbeatTimeout = 10 * MINUTE;
  const silent = await running({ heartbeatTimeout });
  const stopped = await running({ heartbeatTimeout, progressAt: ago(11) });
  await running({ heartbeatTimeout, progressAt: ago(9) });
  await running({ heartbeatTimeout, acceptedAt: ago(9) });
  await running({ heartbeatTimeout, acceptedAt: null });
  await running();
  expect(idsOf(await failSilentAttempts(db.pool))).toEqual([silent, stopped].sort());
  expect((await outcome(silent)).error).toMatchObject({ code: 'AGENT_LOST', retryable: true });
});

test('attempts of an agent that sent heartbeats and stopped end, with a last heartbeat', async () => {
  const fail = () => failAttemptsOfDeadAgents(db.pool, 10 * MINUTE, 'The agent is gone.');
  const heartbeat = (at: Date | null) =>
    db.pool.query('UPDATE "AgentRegistry" SET "lastHeartbeat" = $1', [at]);
  const silent = await running();
  const unaccepted = await running({ acceptedAt: null });
  const fresh = await running({ acceptedAt: ago(9) });

  await heartbeat(null);
  expect(await fail()).toEqual([]);
  await heartbeat(ago(9));
  expect(await fail()).toEqual([]);
  await heartbeat(ago(11));
  const reporting = await running({ progressAt: ago(9) });
  expect(await fail()).toEqual([]);
  await db.pool.query('UPDATE "AgentJobExecution" SET "progressAt" = $2 WHERE id = $1', [reporting, ago(11)]);
  await db.pool.query('TRUNCATE "AgentHeartbeat"');
  expect(idsOf(await fail())).toEqual([silent, reporting].sort());
  expect((await outcome(silent)).error).toMatchObject({
    message: 'The agent is gone.',
    code: 'AGENT_LOST',
    retryable: true,
  });
  for (const id of [unaccepted, fresh]) expect((await outcome(id)).status).toBe('running');
  const { rows } = await db.pool.query(
    'SELECT "attemptId", status FROM "AgentHeartbeat" ORDER BY "attemptId"',
  );
  expect(rows).toEqual([silent, reporting].sort().map((attemptId) => ({ attemptId, status: 'dead' })));
});

test('only a running attempt has time left until its deadline', async () => {
  const id = await running({ deadlineAt: ago(-10) });
  expect(Math.abs(((await attemptMsLeft(db.pool, id)) ?? 0) - 10 * MINUTE)).toBeLessThan(MINUTE);
  await db.pool.query(`UPDATE "AgentJobExecution" SET status = 'cancelled' WHERE id = $1`, [id]);
  expect(await attemptMsLeft(db.pool, id)).toBeNull();
});
