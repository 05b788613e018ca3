/** Each change of a configured record is emitted once, whoever makes it. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { recordDelivery } from '../../../src/db/webhooks/record-delivery.js';
import { createTestDatabase, type TestDatabase } from '../../support/database.js';

let db: TestDatabase;
beforeAll(async () => {
  db = await createTestDatabase();
});
afterAll(() => db?.drop());
beforeEach(() => db.pool.query('TRUNCATE outbox'));

/** Without the events of audit entries, which every change has. */
async function eventsOf(change: () => Promise<unknown>): Promise<string[]> {
  await db.pool.query('TRUNCATE outbox');
  await change();
  const { rows } = await db.pool.query<{ line: string }>(
    `SELECT kind || ' ' || "entityId" || ' ' || coalesce("previousStatus" || '→', '') || status AS line FROM outbox_event WHERE status <> 'audit' ORDER BY pos`,
  );
  return rows.map(({ line }) => line);
}
const sql =
  (text: string, values: unknown[] = []) =>
  () =>
    db.pool.query(text, values);

test('events are recorded for webhooks, and for their calls as changes of them', async () => {
  expect(
    await eventsOf(
      sql(`INSERT INTO "Webhook" (id, name, "targetType", "agentId", secret, "secretHint", "createdBy")
           VALUES ('w', 'orders', 'agent', 'a', 'v1.x', '…', 'test')`),
    ),
  ).toEqual(['record w webhook']);
  expect(await eventsOf(sql(`UPDATE "Webhook" SET suspended = true`))).toEqual(['record w webhook→webhook']);
  expect(await eventsOf(sql(`UPDATE "Webhook" SET suspended = true`))).toEqual([]);
  const call = () =>
    recordDelivery(db.pool, {
      webhookId: 'w',
      eventId: null,
      outcome: 'rejected',
      httpStatus: 401,
      reason: 'no',
      scheduleExecutionId: null,
      bytes: 1,
      remoteAddress: null,
    });
  expect(await eventsOf(call)).toEqual(['record w webhook→webhook']);
  expect(await eventsOf(call)).toEqual(['record w webhook→webhook']);
  expect(await eventsOf(sql(`DELETE FROM "WebhookDelivery"`))).toEqual([]);
  expect(await eventsOf(sql(`DELETE FROM "Webhook"`))).toEqual(['record w webhook→deleted']);
});

test('events are recorded for backfills, but not for their progress', async () => {
  expect(
    await eventsOf(
      sql(`INSERT INTO "Backfill" (id, "scheduleId", "from", "to", "targetType", timing, snapshot, total, existing, "createdBy")
           VALUES ('b', 's', now() - interval '1 day', now(), 'agent', '{}', '{}', 2, 0, 'test')`),
    ),
  ).toEqual(['record b backfill']);
  expect(await eventsOf(sql(`UPDATE "Backfill" SET "cursorSlotAt" = now()`))).toEqual([]);
  expect(await eventsOf(sql(`UPDATE "Backfill" SET created = 1, status = 'running'`))).toEqual([
    'record b backfill→backfill',
  ]);
});

test('events are recorded for tokens, but not for their use', async () => {
  expect(
    await eventsOf(
      sql(
        `INSERT INTO "ApiToken" (id, name, role, "tokenHash", hint) VALUES ('t', 'ci', 'viewer', 'h', '…')`,
      ),
    ),
  ).toEqual(['record t token']);
  expect(await eventsOf(sql(`UPDATE "ApiToken" SET "lastUsedAt" = now()`))).toEqual([]);
  expect(await eventsOf(sql(`UPDATE "ApiToken" SET "revokedAt" = now()`))).toEqual(['record t token→token']);
});

test('events are recorded for settings, also for several at once', async () => {
  expect(
    await eventsOf(
      sql(`INSERT INTO "AgentConfig" (key, value) VALUES ('scheduler', '{}'), ('engine', '{}')`),
    ),
  ).toHaveLength(2);
  expect(await eventsOf(sql(`UPDATE "AgentConfig" SET value = '{"a": 1}' WHERE key = 'engine'`))).toEqual([
    'record engine setting→setting',
  ]);
  expect(await eventsOf(sql(`UPDATE "AgentConfig" SET value = value`))).toEqual([]);
});

test('events are recorded for notifications and their deliveries', async () => {
  const insert = (id: string) =>
    sql(
      `INSERT INTO "Notification" (id, kind, "groupKey", "subjectType", "subjectId", title, message, "firstAt", "lastAt", "dueAt", "windowEndsAt")
       VALUES ($1, 'worker_dead', $1, 'worker', 'w', 'A worker is dead', '', now(), now(), now(), now())`,
      [id],
    );
  expect(await eventsOf(insert('n'))).toEqual(['record n notification']);
  expect(await eventsOf(sql(`UPDATE "Notification" SET count = count + 1`))).toEqual([
    'record n notification→notification',
  ]);
  expect(
    await eventsOf(
      sql(
        `INSERT INTO "NotificationDelivery" (id, "notificationId", channel, status) VALUES ('1', 'n', 'email', 'sent'), ('2', 'n', 'slack', 'skipped')`,
      ),
    ),
  ).toEqual(['record n notification→notification']);
});

test('events are recorded for audit entries, which come with every change', async () => {
  await db.pool.query(
    `INSERT INTO "ApiToken" (id, name, role, "tokenHash", hint) VALUES ('u', 'ci', 'viewer', 'i', '…')`,
  );
  const { rows } = await db.pool.query(
    `SELECT "previousStatus", "entityId" = (SELECT max(id) FROM "AuditEntry") AS "isLatest" FROM outbox_event WHERE status = 'audit'`,
  );
  expect(rows).toEqual([{ previousStatus: null, isLatest: true }]);
});

test('events are recorded for pipelines', async () => {
  expect(
    await eventsOf(
      sql(`INSERT INTO "Pipeline" (id, name, steps, "createdBy") VALUES ('p', 'Newsletter', '[]', 'test')`),
    ),
  ).toEqual(['record p pipeline']);
  expect(await eventsOf(sql(`UPDATE "Pipeline" SET enabled = false`))).toEqual([
    'record p pipeline→pipeline',
  ]);
  expect(await eventsOf(sql(`DELETE FROM "Pipeline"`))).toEqual(['record p pipeline→deleted']);
});

test('each audit entry has an event, and those of one statement share a row of the outbox', async () => {
  await db.pool.query('TRUNCATE outbox');
  await db.pool.query(`INSERT INTO "Schedule" (id, name, repeat, "interval", "targetType", "agentId", "createdBy")
    SELECT 'many ' || n, 'many', 'repeating', 3600000, 'agent', 'a', 'test' FROM generate_series(1, 1002) n`);
  const { rows: entries } = await db.pool.query(
    `SELECT id FROM "AuditEntry" WHERE "entityId" LIKE 'many %' ORDER BY id`,
  );
  const { rows: events } = await db.pool.query(
    `SELECT "entityId" AS id FROM outbox_event WHERE status = 'audit' ORDER BY "entityId"`,
  );
  expect(entries).toHaveLength(1_002);
  expect(events).toEqual(entries);
  const { rows } = await db.pool.query(
    `SELECT cardinality("entityIds") AS events FROM outbox WHERE status = 'audit' ORDER BY pos`,
  );
  expect(rows).toEqual([{ events: 1_000 }, { events: 2 }]);
});

/** As servers read them, page by page. */
async function readEvents() {
  const events: (Record<'entityId' | 'change' | 'scheduleId', string> & { pos: number })[] = [];
  for (const read of ['seek_outbox', 'walk_outbox', 'walk_outbox']) {
    const { rows } = await db.pool.query(
      `SELECT pos, "entityId", coalesce("previousStatus" || '→', '') || status AS change, "scheduleId", "scheduleExecutionId" AS "runId"
       FROM ${read}('3:3:', pg_current_snapshot(), $1, NULL, 600) WHERE status <> 'audit'`,
      [events.at(-1)?.pos ?? 0],
    );
    events.push(...rows);
  }
  return events.map(({ pos, ...event }) => event);
}

test('runs and schedules that a statement changes alike share rows of the outbox, and each has its own event', async () => {
  const numbers = Array.from({ length: 1_002 }, (_, n) => n);
  await db.pool.query(`INSERT INTO "Schedule" (id, name, repeat, "interval", "targetType", "agentId", "createdBy")
    SELECT 'several ' || n, 'several', 'repeating', 3600000, 'agent', 'a', 'test' FROM generate_series(0, 1001) n`);
  const schedules = `"Schedule" WHERE id LIKE 'several %'`;
  const insertRuns = `INSERT INTO "ScheduleExecution" (id, "scheduleId", "targetType", "agentId", trigger, "fireAt", "executionTime", status, "runStatus", snapshot, "traceId")
    SELECT 'run of ' || id, id, 'agent', 'a', 'manual', now(), now(), 'pending', 'pending', '{}', 'trace' FROM ${schedules} ORDER BY length(id), id`;
  const changes = [
    [insertRuns, 'pending'],
    [
      `UPDATE "ScheduleExecution" SET "runStatus" = 'running' WHERE id LIKE 'run of several %'`,
      'pending→running',
    ],
    [`UPDATE ${schedules.replace('WHERE', 'SET "runCount" = 1 WHERE')}`, 'enabled→enabled'],
  ] as const;
  for (const [text, change] of changes) {
    await db.pool.query('TRUNCATE outbox');
    await db.pool.query(text);
    const { rows } = await db.pool.query(
      `SELECT cardinality("entityIds") AS events FROM outbox WHERE status <> 'audit' ORDER BY pos`,
    );
    expect(rows).toEqual([{ events: 1_000 }, { events: 2 }]);
    const isOfRun = change !== 'enabled→enabled';
    const expected = numbers.map((n) => ({
      entityId: isOfRun ? `run of several ${n}` : `several ${n}`,
      change,
      scheduleId: `several ${n}`,
      runId: isOfRun ? `run of several ${n}` : null,
    }));
    const byId = (a: { entityId: string }, b: { entityId: string }) => (a.entityId < b.entityId ? -1 : 1);
    expect((await readEvents()).sort(byId)).toEqual(expected.sort(byId));
  }
});

test('runs without a schedule share no row with those of schedules', async () => {
  await db.pool.query(`INSERT INTO "Schedule" (id, name, repeat, "interval", "targetType", "agentId", "createdBy")
    VALUES ('one', 'one', 'repeating', 3600000, 'agent', 'a', 'test')`);
  await db.pool.query('TRUNCATE outbox');
  await db.pool.query(`INSERT INTO "ScheduleExecution" (id, "scheduleId", "targetType", "agentId", trigger, "fireAt", "executionTime", status, "runStatus", snapshot, "traceId")
    SELECT 'mixed ' || n, CASE WHEN n % 2 = 0 THEN 'one' END, 'agent', 'a', 'manual', now(), now(), 'pending', 'pending', '{}', 'trace' FROM generate_series(0, 3) n`);
  await db.pool.query(`UPDATE "ScheduleExecution" SET "runStatus" = 'running' WHERE id LIKE 'mixed %'`);
  const events = await readEvents();
  expect(events.filter(({ change }) => change === 'pending')).toHaveLength(4);
  expect(events.filter(({ change }) => change === 'pending→running')).toHaveLength(4);
  for (const { entityId, scheduleId } of events)
    expect([entityId, scheduleId]).toEqual([entityId, /[02]$/.test(entityId) ? 'one' : null]);
});
