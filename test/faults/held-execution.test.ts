/** An open transaction holds the row of one run. Only that run waits for it. */
import pg from 'pg';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { eventually } from '../support/engine.js';
import { insertSchedule } from '../support/rows.js';
import { AGENT, ALL_FAULTS, type FaultFixture, openFaultFixture } from './fault-fixture.js';

/** Longer than the engine waits for any lock. */
const HELD_MS = ALL_FAULTS ? 30_000 : 7_000;
const SECOND = 1_000;

let fixture: FaultFixture;
let holder: pg.Client;
beforeEach(async () => {
  fixture = await openFaultFixture();
  holder = new pg.Client({ connectionString: fixture.db.url, options: '-c search_path=callboard' });
  await holder.connect();
});
afterEach(async () => {
  await holder.end();
  await fixture.close();
});

/** A schedule that is due now and every second from now on. */
const everySecond = (columns: Record<string, unknown> = {}) =>
  insertSchedule(
    fixture.db.pool,
    { agentId: AGENT, interval: SECOND, nextRunAt: new Date(Date.now() - 100) },
    columns,
  );
const slots = (id: string, done: (rows: { id: string; late: number }[]) => boolean) =>
  eventually<{ id: string; late: number }>(
    fixture.db.pool,
    `SELECT id, extract(epoch FROM "createdAt" - "slotAt")::float8 AS late FROM "ScheduleExecution"
     WHERE "scheduleId" = $1 AND trigger = 'schedule' AND status <> 'skipped' ORDER BY "slotAt"`,
    [id],
    done,
  );

test('a held run of a REPLACE schedule delays neither other schedules nor the next run of its own', async () => {
  // The agent never answers, so that each run is still active when the next one is due.
  fixture.agent.behave(() => {});
  await fixture.startWorker();
  const replaced = await everySecond({ concurrencyPolicy: 'replace' });
  const [first] = await slots(replaced, (rows) => rows.length > 0);
  await holder.query(`BEGIN; SELECT FROM "ScheduleExecution" WHERE id = '${first?.id}' FOR UPDATE`);
  const others = [await everySecond(), await everySecond(), await everySecond()];
  const wanted = HELD_MS / SECOND;
  for (const id of [replaced, ...others]) {
    const rows = await slots(id, ({ length }) => length >= wanted);
    // The first slot of each schedule was due before it was inserted.
    for (const { late } of rows.slice(1)) expect(late).toBeLessThan(4);
  }
  await holder.query('ROLLBACK');
  await eventually(
    fixture.db.pool,
    `SELECT FROM "ScheduleExecution" WHERE id = $1 AND reason = 'replaced' AND "completedAt" IS NOT NULL`,
    [first?.id],
    ({ length }) => length === 1,
  );
});
