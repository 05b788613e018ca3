import { afterAll, beforeAll, expect, test } from 'vitest';
import { completes } from '../../support/agent-server.js';
import { eventually } from '../../support/engine.js';
import { createEngineFixture, type EngineFixture } from '../engine-fixture.js';

const SCHEDULES = 3_000;
/** A slow machine takes a while for so many runs. */
const ENDS_WITHIN_MS = 200_000;

let fixture: EngineFixture;
beforeAll(async () => {
  fixture = await createEngineFixture();
  fixture.agent.behave(completes);
});
afterAll(() => fixture?.stop());

test('3 000 schedules due at once all run at their slot, however long the claims take: none is late', {
  timeout: ENDS_WITHIN_MS + 40_000,
}, async () => {
  const { pool } = fixture.db;
  // Any time between two claims is longer than that.
  await pool.query(
    `INSERT INTO "AgentConfig" (key, value) VALUES ('scheduler', '{"scheduler": {"misfireThreshold": 0}}'), ('engine', '{"claimBatchSize": 100}')`,
  );
  await fixture.start({ maxConcurrent: 100 });
  // By then all of them are stored, also on a slow machine.
  const { rows: now } = await pool.query<{ at: Date }>(
    `SELECT date_trunc('second', clock_timestamp()) + interval '10 seconds' AS at`,
  );
  const slotAt = now[0]?.at;
  await pool.query(
    `INSERT INTO "Schedule" (id, name, "repeat", "interval", timezone, "targetType", "agentId", "nextRunAt", "activatedAt", "originAt", "createdBy")
     SELECT 's' || n, 'many', 'repeating', 3600000, 'UTC', 'agent', 'agent', $1, now(), $1, 'test' FROM generate_series(1, $2::int) n`,
    [slotAt, SCHEDULES],
  );
  await eventually<{ ended: number }>(
    pool,
    `SELECT count(*)::int AS ended FROM "ScheduleExecution" WHERE "completedAt" IS NOT NULL`,
    [],
    ([row]) => row?.ended === SCHEDULES,
    ENDS_WITHIN_MS,
  );
  const { rows } = await pool.query(
    `SELECT status, "runStatus", reason, "slotAt", "fireAt" - "slotAt" = interval '0' AS punctual, count(*)::int AS runs, count(DISTINCT "scheduleId")::int AS schedules
     FROM "ScheduleExecution" GROUP BY 1, 2, 3, 4, 5`,
  );
  expect(rows).toEqual([
    {
      status: 'success',
      runStatus: 'succeeded',
      reason: null,
      slotAt,
      punctual: true,
      runs: SCHEDULES,
      schedules: SCHEDULES,
    },
  ]);
  expect(new Set(fixture.agent.ledger.map(({ jobId }) => jobId)).size).toBe(SCHEDULES);
});
