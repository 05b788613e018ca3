import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { eventually } from '../../support/engine.js';
import {
  CancelScheduleExecutionsDocument,
  DeadLettersDocument,
  ErrorGroupsDocument,
  PauseSchedulesDocument,
  ResumeSchedulesDocument,
  RetryDeadLettersDocument,
  RetryFailedJobsDocument,
  RetryJobsDocument,
  ScheduleAlertsDocument,
  SetSchedulesEnabledDocument,
  TriggerSchedulesDocument,
} from '../../support/generated/operations.js';
import { startTestServer, type TestServer } from '../../support/graphql-server.js';
import { rollBack } from '../../support/lock-waits.js';
import { insertAgent, insertExecution, insertExpanded, insertSchedule } from '../../support/rows.js';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
  await insertAgent(server.pool, 'analysis', 'http://127.0.0.1:9/run');
});
afterAll(() => server?.close());
beforeEach(() => server.pool.query('TRUNCATE "Schedule", "ScheduleExecution", "AgentJobExecution"'));

const soon = () => new Date(Date.now() + 3_600_000);
const aSchedule = (name: string, columns: Record<string, unknown> = {}) =>
  insertSchedule(
    server.pool,
    { agentId: 'analysis', interval: 3_600_000, nextRunAt: soon() },
    { name, ...columns },
  );
const names = async (where: string) =>
  (
    await server.pool.query<{ name: string }>(`SELECT name FROM "Schedule" WHERE ${where} ORDER BY name`)
  ).rows.map(({ name }) => name);
const changed = (matched: number, more: object = {}) => ({
  __typename: 'BulkResult',
  matched,
  changed: matched,
  refused: [],
  dryRun: false,
  ...more,
});

describe('schedules', () => {
  const ids: Record<string, string> = {};
  beforeEach(async () => {
    for (const name of ['red one', 'red two', 'blue']) ids[name] = await aSchedule(name);
  });

  test('are disabled by filter, after a dry run showed the count', async () => {
    const filter = { search: 'red' };
    const ask = async (more: object) =>
      (await server.admin.ask(SetSchedulesEnabledDocument, { filter, enabled: false, ...more }))
        .setSchedulesEnabled;
    expect(await ask({ dryRun: true })).toEqual(changed(2, { changed: 0, dryRun: true }));
    await aSchedule('red three');
    expect(await ask({ expectedCount: 2 })).toMatchObject({
      __typename: 'ConflictError',
      message: 'This now matches 3, not 2. Review and retry.',
    });
    expect(await names('NOT enabled')).toEqual([]);
    expect(await ask({ expectedCount: 3 })).toEqual(changed(3));
    expect(await names('NOT enabled')).toEqual(['red one', 'red three', 'red two']);
  });

  test('are paused and resumed by id; an unknown id is not counted', async () => {
    const chosen = [ids['red one'] ?? '', ids.blue ?? '', 'none'];
    const paused = await server.operator.ask(PauseSchedulesDocument, {
      ids: chosen,
      until: soon().toISOString(),
      note: 'Moving house',
    });
    expect(paused.pauseSchedules).toEqual(changed(2));
    expect(await names(`"pauseNote" = 'Moving house'`)).toEqual(['blue', 'red one']);
    const resumed = await server.operator.ask(ResumeSchedulesDocument, {
      ids: chosen,
      filter: { search: 'red' },
    });
    expect(resumed.resumeSchedules).toEqual(changed(1));
    expect(await names('"pausedUntil" IS NOT NULL')).toEqual(['blue']);
  });

  test('refuse a pause that is over before it begins, each', async () => {
    const { pauseSchedules } = await server.operator.ask(PauseSchedulesDocument, {
      filter: { search: 'red' },
      until: '2020-01-01T00:00:00Z',
    });
    expect(pauseSchedules).toMatchObject({ matched: 2, changed: 0 });
    const { refused } = pauseSchedules as { refused: unknown[] };
    expect(refused).toHaveLength(2);
    expect(refused[0]).toMatchObject({ code: 'VALIDATION', message: expect.stringContaining('until: ') });
  });

  test('are triggered now, once under one key; a schedule that cannot run affects no other', async () => {
    await aSchedule('red gone', { agentId: 'gone' });
    const ask = async () =>
      (
        await server.operator.ask(TriggerSchedulesDocument, {
          filter: { search: 'red' },
          idempotencyKey: 'now',
        })
      ).triggerSchedules;
    for (const result of [await ask(), await ask()])
      expect(result).toEqual(
        changed(3, {
          changed: 2,
          refused: [{ id: expect.any(String), code: 'CONFLICT', message: expect.stringContaining('"gone"') }],
        }),
      );
    const { rows } = await server.pool.query('SELECT trigger FROM "ScheduleExecution"');
    expect(rows).toEqual([{ trigger: 'manual' }, { trigger: 'manual' }]);
  });

  test('are not changed without a selection; "all" changes everything', async () => {
    for (const choice of [{}, { filter: {} }, { filter: { search: null } }, { all: false }])
      expect(
        (await server.admin.ask(SetSchedulesEnabledDocument, { ...choice, enabled: false }))
          .setSchedulesEnabled,
      ).toMatchObject({ __typename: 'ValidationError', issues: [{ path: ['filter'] }] });
    expect(await names('NOT enabled')).toEqual([]);
    const none = await server.admin.ask(SetSchedulesEnabledDocument, { ids: [], enabled: false });
    expect(none.setSchedulesEnabled).toEqual(changed(0));
    const all = await server.admin.ask(SetSchedulesEnabledDocument, { all: true, enabled: false });
    expect(all.setSchedulesEnabled).toEqual(changed(3));
  });

  test('are counted and left alone if there are more than may be changed at once', async () => {
    await server.pool.query(
      `INSERT INTO "Schedule" (id, name, "repeat", "interval", "targetType", "agentId", "createdBy")
       SELECT 's' || n, 'many', 'repeating', 1000, 'agent', 'analysis', 'x' FROM generate_series(1, 10001) n`,
    );
    const ask = async (dryRun: boolean) =>
      (await server.operator.ask(ResumeSchedulesDocument, { filter: { search: 'many' }, dryRun }))
        .resumeSchedules;
    expect(await ask(true)).toMatchObject({ matched: 10_001, changed: 0 });
    expect(await ask(false)).toMatchObject({
      __typename: 'ValidationError',
      message: expect.stringContaining('matches 10,001'),
    });
  });

  test('are listed if they are overdue', async () => {
    const due = new Date(Date.now() - 600_000);
    await aSchedule('late', { nextRunAt: due });
    const { scheduleAlerts } = await server.viewer.ask(ScheduleAlertsDocument, {});
    expect(scheduleAlerts).toEqual([
      {
        kind: 'OVERDUE',
        since: due.toISOString(),
        message: expect.stringContaining('no worker is running'),
        scheduleId: expect.any(String),
        scheduleName: 'late',
        schedule: { name: 'late', nextRunAt: due.toISOString() },
      },
    ]);
  });
});

test('active runs are cancelled by filter; ended runs are not counted', async () => {
  const running = await insertExpanded(server.pool, { agentId: 'analysis', jobs: [{}, {}] });
  const waiting = await insertExecution(server.pool, { agentId: 'analysis' });
  const over = await insertExecution(server.pool, { agentId: 'analysis' });
  const foreign = await insertExecution(server.pool, { agentId: 'other' });
  await server.pool.query(
    `UPDATE "ScheduleExecution" SET "runStatus" = 'succeeded', status = 'success' WHERE id = $1`,
    [over],
  );
  const filter = { agentId: 'analysis' };
  const ask = async (more: object) =>
    (await server.operator.ask(CancelScheduleExecutionsDocument, { filter, ...more }))
      .cancelScheduleExecutions;
  expect(await ask({ dryRun: true })).toEqual(changed(2, { changed: 0, dryRun: true }));
  expect(await ask({ expectedCount: 2 })).toEqual(changed(2));
  const { rows } = await server.pool.query(
    'SELECT id FROM "ScheduleExecution" WHERE "cancelRequestedAt" IS NOT NULL ORDER BY id',
  );
  expect(rows).toEqual([{ id: running.id }, { id: waiting }].sort((a, b) => (a.id < b.id ? -1 : 1)));
  expect(rows).not.toContainEqual({ id: foreign });
});

describe('dead letters', () => {
  let execution: { id: string; attemptIds: string[] };
  beforeEach(async () => {
    execution = await insertExpanded(
      server.pool,
      { agentId: 'analysis', jobs: [{}, {}, {}] },
      (client, attemptIds) => die(client, attemptIds),
    );
  });

  /** The last one fails for another reason. */
  async function die(client: { query(sql: string, values: unknown[]): Promise<unknown> }, ids: string[]) {
    await client.query(`UPDATE "AgentJobExecution" SET status = 'running' WHERE id = ANY ($1)`, [ids]);
    await client.query(
      `UPDATE "AgentJobExecution" SET status = 'failed', "settledAt" = now(),
         error = jsonb_build_object('message', CASE WHEN id = $2 THEN 'odd' ELSE 'no luck' END, 'code', 'BUSY', 'retryable', true) WHERE id = ANY ($1)`,
      [ids, ids.at(-1)],
    );
  }

  test('are listed in pages, newest first, and in groups', async () => {
    const [oldest, , newest] = execution.attemptIds;
    const first = await server.viewer.ask(DeadLettersDocument, { first: 2 });
    expect(first.deadLetters).toMatchObject({
      totalCount: 3,
      pageInfo: { hasNextPage: true, hasPreviousPage: false },
    });
    expect(first.deadLetters.edges[0]?.node).toEqual({
      id: newest,
      jobId: expect.any(String),
      status: 'DEAD_LETTER',
      agent: { name: 'analysis' },
      error: { message: 'odd' },
    });
    const second = await server.viewer.ask(DeadLettersDocument, {
      first: 2,
      after: first.deadLetters.pageInfo.endCursor,
    });
    expect(second.deadLetters.edges.map(({ node }) => node.id)).toEqual([oldest]);
    expect(second.deadLetters.pageInfo).toMatchObject({ hasNextPage: false, hasPreviousPage: true });
    const back = await server.viewer.ask(DeadLettersDocument, {
      last: 1,
      before: second.deadLetters.pageInfo.startCursor,
    });
    expect(back.deadLetters.edges.map(({ node }) => node.id)).toEqual([execution.attemptIds[1]]);

    expect(first.deadLetterGroups).toMatchObject({
      counted: 3,
      complete: true,
      groups: [
        { agentId: 'analysis', agent: { name: 'analysis' }, message: 'odd', code: 'BUSY', count: 1 },
        { agentId: 'analysis', message: 'no luck', count: 2 },
      ],
    });
    const filtered = await server.viewer.ask(DeadLettersDocument, {
      filter: { agentId: 'analysis', errorMessage: 'no luck', from: '2020-01-01T00:00:00Z' },
    });
    expect(filtered.deadLetters.totalCount).toBe(2);
    const none = await server.viewer.ask(DeadLettersDocument, { filter: { to: '2020-01-01T00:00:00Z' } });
    expect(none.deadLetters).toMatchObject({ totalCount: 0, edges: [] });
  });

  test('that are deleted while a page is read do not end the list', async () => {
    const [, middle, newest] = execution.attemptIds;
    const [first, second] = [await server.pool.connect(), await server.pool.connect()];
    const LOCK = 'BEGIN; LOCK TABLE "AgentJobExecution" IN ACCESS EXCLUSIVE MODE';
    const untilWaiting = (statement: string) =>
      eventually(
        server.pool,
        `SELECT FROM pg_stat_activity
         WHERE wait_event_type = 'Lock' AND datname = current_database() AND starts_with(query, $1)`,
        [statement],
        ({ length }) => length > 0,
      );
    try {
      // The second lock is granted after the IDs of the page are read, and before their rows are.
      await first.query(LOCK);
      const page = server.viewer.ask(DeadLettersDocument, { first: 1 });
      await untilWaiting('SELECT id FROM "AgentJobExecution"');
      const locked = second.query(LOCK);
      await untilWaiting(LOCK);
      await first.query('COMMIT');
      await locked;
      await second.query('DELETE FROM "AgentJobExecution" WHERE id = $1', [newest]);
      await second.query('COMMIT');
      const { deadLetters } = await page;
      expect(deadLetters.edges.map(({ node }) => node.id)).toEqual([middle]);
      expect(deadLetters.pageInfo.hasNextPage).toBe(true);
    } finally {
      await rollBack(first);
      await rollBack(second);
    }
  });

  test('are replayed by filter or by id; without a selection only with "all"', async () => {
    const ask = async (variables: object) =>
      (await server.operator.ask(RetryDeadLettersDocument, variables)).retryDeadLetters;
    expect(await ask({})).toMatchObject({ __typename: 'ValidationError' });
    expect(await ask({ filter: { errorMessage: 'odd' }, expectedCount: 1 })).toEqual(changed(1));
    expect(await ask({ all: true, dryRun: true })).toEqual(changed(2, { changed: 0, dryRun: true }));
    const { deadLetters } = await server.viewer.ask(DeadLettersDocument, {});
    const [job] = deadLetters.edges.map(({ node }) => node.jobId);
    const chosen = await server.operator.ask(RetryJobsDocument, { jobIds: [job ?? '', 'none'] });
    expect(chosen.retryJobs).toEqual(
      changed(2, { changed: 1, refused: [{ id: 'none', code: 'NOT_FOUND', message: expect.any(String) }] }),
    );
    expect(await ask({ all: true })).toEqual(changed(1));
    const { rows } = await server.pool.query(
      `SELECT count(*)::int AS open FROM "AgentJobExecution" WHERE status = 'pending' AND "retryCount" = 1`,
    );
    expect(rows).toEqual([{ open: 3 }]);
  });

  test('of a run are grouped by message, and one group is retried', async () => {
    const { scheduleExecution } = await server.viewer.ask(ErrorGroupsDocument, { id: execution.id });
    expect(scheduleExecution?.errorGroups).toMatchObject([
      { message: 'no luck', code: 'BUSY', count: 2 },
      { message: 'odd', count: 1 },
    ]);
    const retried = await server.operator.ask(RetryFailedJobsDocument, {
      scheduleExecutionId: execution.id,
      errorMessage: 'odd',
    });
    expect(retried.retryFailedJobs).toMatchObject({ __typename: 'ScheduleExecution', runStatus: 'RUNNING' });
    const after = await server.viewer.ask(ErrorGroupsDocument, { id: execution.id });
    expect(after.scheduleExecution?.errorGroups).toMatchObject([{ message: 'no luck', count: 2 }]);
  });
});
