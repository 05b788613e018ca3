import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { claimDueSchedules } from '../../../src/services/schedules/claim/claim-due-schedules.js';
import {
  ClearHintsDocument,
  CreateScheduleDocument,
  type CreateScheduleInput,
  GovernedScheduleDocument,
  GovernedSchedulesDocument,
  PauseScheduleDocument,
  PreviewGovernedDocument,
  ProposeHintDocument,
  ResumeScheduleDocument,
  TriggerScheduleDocument,
} from '../../support/generated/operations.js';
import { startTestServer, type TestServer } from '../../support/graphql-server.js';
import { insertAgent, insertExecution } from '../../support/rows.js';

const HOUR = 3_600_000;

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
  await insertAgent(server.pool, 'analysis', 'http://127.0.0.1:9/run');
});
afterAll(() => server?.close());

async function aSchedule(input: Partial<CreateScheduleInput> = {}): Promise<string> {
  const { createSchedule } = await server.admin.ask(CreateScheduleDocument, {
    input: {
      name: 'Hourly',
      repeat: 'REPEATING',
      interval: '1h',
      targetType: 'AGENT',
      agentId: 'analysis',
      ...input,
    },
  });
  if (createSchedule.__typename !== 'Schedule') throw new Error(JSON.stringify(createSchedule));
  return createSchedule.id;
}

const read = async (id: string, history = {}) => {
  const { schedule } = await server.viewer.ask(GovernedScheduleDocument, { id, history });
  if (!schedule) throw new Error('no such schedule');
  return schedule;
};
const makeDue = (id: string, msAgo: number) =>
  server.pool.query(
    `UPDATE "Schedule" SET "nextRunAt" = clock_timestamp() - $2 * interval '1 millisecond', "nextRunSource" = 'baseline-interval', "activatedAt" = "activatedAt" - interval '1 day',
       "originAt" = clock_timestamp() - $2 * interval '1 millisecond' - interval '1 day' WHERE id = $1`,
    [id, msAgo],
  );
const claim = () =>
  claimDueSchedules(server.pool, {
    timezone: 'UTC',
    enabled: true,
    batchSize: 50,
    misfireThresholdMs: 5_000,
  });

test('policies are stored and returned, with durations in any form', async () => {
  const id = await aSchedule({
    minInterval: '10m',
    maxInterval: 7_200_000,
    failureBackoff: true,
    jitter: '30s',
    misfirePolicy: 'ALL',
    startingDeadline: '1d',
    concurrencyPolicy: 'QUEUE',
    requirements: { region: 'eu' },
    successfulHistoryLimit: 10,
    failedHistoryLimit: 100,
  });
  expect(await read(id)).toMatchObject({
    minInterval: 600_000,
    maxInterval: 7_200_000,
    failureBackoff: true,
    failureCount: 0,
    jitter: 30_000,
    misfirePolicy: 'ALL',
    startingDeadline: 86_400_000,
    concurrencyPolicy: 'QUEUE',
    requirements: { region: 'eu' },
    successfulHistoryLimit: 10,
    failedHistoryLimit: 100,
    pausedUntil: null,
    hint: null,
    whyNot: expect.stringMatching(/^Next at .*: every hour from /),
  });
});

test('invalid values are refused with their path', async () => {
  const { createSchedule } = await server.admin.ask(CreateScheduleDocument, {
    input: {
      name: 'Torn',
      repeat: 'REPEATING',
      interval: '1h',
      targetType: 'AGENT',
      agentId: 'analysis',
      minInterval: '2h',
      maxInterval: '1h',
      misfirePolicy: 'ALL',
      concurrencyPolicy: 'REPLACE',
    },
  });
  expect(createSchedule).toMatchObject({
    __typename: 'ValidationError',
    issues: [{ path: ['minInterval'] }, { path: ['misfirePolicy'] }],
  });
});

/** The clock of the server's host is two hours ahead of that of the database. */
async function whileTheServerIsAhead(work: () => Promise<void>): Promise<void> {
  vi.setSystemTime(Date.now() + 2 * HOUR);
  try {
    await work();
  } finally {
    vi.useRealTimers();
  }
}

describe('a pause', () => {
  test('is set and ended by an operator, and described in words', async () => {
    const id = await aSchedule();
    const until = new Date(Date.now() + 3 * HOUR).toISOString();
    const { pauseSchedule } = await server.operator.ask(PauseScheduleDocument, {
      id,
      until,
      note: 'release',
    });
    expect(pauseSchedule).toMatchObject({
      __typename: 'Schedule',
      pausedUntil: until,
      pauseNote: 'release',
      nextRunAt: until,
      nextRunSource: 'paused',
      whyNot: `Paused until ${until}: release`,
    });
    const paused = await server.viewer.ask(GovernedSchedulesDocument, { filter: { paused: true } });
    expect(paused.schedules.edges.map(({ node }) => node.id)).toEqual([id]);
    const { resumeSchedule } = await server.operator.ask(ResumeScheduleDocument, { id });
    expect(resumeSchedule).toMatchObject({
      pausedUntil: null,
      pauseNote: null,
      nextRunSource: 'baseline-interval',
    });
    const others = await server.viewer.ask(GovernedSchedulesDocument, { filter: { paused: false } });
    expect(others.schedules.edges.map(({ node }) => node.id)).toContain(id);
  });

  test('has not ended before it ends by the clock of the database', async () => {
    const id = await aSchedule();
    const until = new Date(Date.now() + HOUR).toISOString();
    await server.operator.ask(PauseScheduleDocument, { id, until });
    await whileTheServerIsAhead(async () => {
      const paused = await server.viewer.ask(GovernedSchedulesDocument, { filter: { paused: true } });
      const others = await server.viewer.ask(GovernedSchedulesDocument, { filter: { paused: false } });
      expect(paused.schedules.edges.map(({ node }) => node.id)).toContain(id);
      expect(others.schedules.edges.map(({ node }) => node.id)).not.toContain(id);
    });
    await server.operator.ask(ResumeScheduleDocument, { id });
  });

  test('is refused in the past', async () => {
    const { pauseSchedule } = await server.operator.ask(PauseScheduleDocument, {
      id: await aSchedule(),
      until: '2020-01-01T00:00:00Z',
    });
    expect(pauseSchedule).toMatchObject({ __typename: 'ValidationError', issues: [{ path: ['until'] }] });
  });
});

describe('a hint', () => {
  test('is proposed by an operator, shown while it is in force, and cleared', async () => {
    const id = await aSchedule();
    const { proposeHint } = await server.operator.ask(ProposeHintDocument, {
      scheduleId: id,
      input: { interval: '5m', ttl: '30m', reason: 'queue is long' },
    });
    expect(proposeHint).toMatchObject({
      nextRunSource: 'ai-interval',
      hint: { intervalMs: 300_000, nextRunAt: null, reason: 'queue is long', proposedBy: expect.any(String) },
      whyNot: expect.stringMatching(
        /^Next at .*: hint, 5m from .*Z: queue is long\. No worker is running: due slots are not claimed until one starts\.$/,
      ),
    });
    await whileTheServerIsAhead(async () => {
      expect((await read(id)).hint).toMatchObject({ reason: 'queue is long' });
    });
    await server.pool.query(
      `UPDATE "Schedule" SET "hintExpiresAt" = now() - interval '1 minute' WHERE id = $1`,
      [id],
    );
    expect((await read(id)).hint).toBeNull();
    const { clearHints } = await server.operator.ask(ClearHintsDocument, { scheduleId: id });
    expect(clearHints).toMatchObject({ hint: null, nextRunSource: 'baseline-interval' });
  });

  test('accepts intervalMs as well, and reports errors in it', async () => {
    const scheduleId = await aSchedule();
    const propose = async (input: { intervalMs?: number; ttl: string; reason: string }) =>
      (await server.operator.ask(ProposeHintDocument, { scheduleId, input })).proposeHint;
    expect(await propose({ intervalMs: 60_000, ttl: '1h', reason: 'x' })).toMatchObject({
      hint: { intervalMs: 60_000 },
    });
    expect(await propose({ ttl: '1h', reason: 'x' })).toMatchObject({
      __typename: 'ValidationError',
      issues: [{ path: ['interval'] }],
    });
    const template = await aSchedule({ template: true });
    const { proposeHint } = await server.operator.ask(ProposeHintDocument, {
      scheduleId: template,
      input: { interval: '1m', ttl: '1h', reason: 'x' },
    });
    expect(proposeHint).toMatchObject({ __typename: 'ConflictError' });
  });
});

test('one query answers why something ran or did not: slots by status, reason, trigger and target', async () => {
  const id = await aSchedule({ interval: '10m', misfirePolicy: 'LATEST' });
  await makeDue(id, 3 * HOUR + 60_000);
  await claim();
  await server.operator.ask(TriggerScheduleDocument, { id });
  const history = async (filter: object) =>
    (await read(id, filter)).executions.edges.map(({ node: { trigger, reason, missedCount } }) => [
      trigger,
      reason,
      missedCount,
    ]);
  expect(await history({ status: ['SKIPPED'] })).toEqual([['SCHEDULE', 'misfire', 18]]);
  expect(await history({ reason: ['overlap', 'misfire'] })).toEqual([['SCHEDULE', 'misfire', 18]]);
  expect(await history({ reason: ['overlap'] })).toEqual([]);
  expect(await history({ trigger: ['MANUAL'] })).toEqual([['MANUAL', null, 0]]);
  expect(await history({ targetType: 'AGENT' })).toHaveLength(3);
  expect(await history({ targetType: 'PIPELINE' })).toEqual([]);
  const whys = (await read(id)).executions.edges.map(({ node: { why } }) => why);
  expect(whys).toEqual([
    'Started manually.',
    expect.stringMatching(/^Due at .*: every 10 minutes from .*; claimed .* late\.$/),
    expect.stringMatching(/^18 slots from .* did not run: no worker claimed the slot in time/),
  ]);
});

test('a manual run of a schedule that forbids overlaps names the active run', async () => {
  const id = await aSchedule({ concurrencyPolicy: 'FORBID' });
  const first = (await server.operator.ask(TriggerScheduleDocument, { id })).triggerSchedule;
  const second = (await server.operator.ask(TriggerScheduleDocument, { id })).triggerSchedule;
  if (first.__typename !== 'ScheduleExecution') throw new Error(JSON.stringify(first));
  expect(second).toMatchObject({ __typename: 'ConflictError', message: expect.stringContaining(first.id) });
});

/** A run of a backfill is active, which blocks nothing. */
async function runBackfill(scheduleId: string): Promise<void> {
  const id = await insertExecution(server.pool, { agentId: 'analysis' });
  await server.pool.query(
    `UPDATE "ScheduleExecution" SET "scheduleId" = $2, trigger = 'backfill', "backfillId" = 'past', "slotAt" = now() - interval '1 day' WHERE id = $1`,
    [id, scheduleId],
  );
}

test('whyNot for all schedules of a page takes a fixed number of statements', async () => {
  const waiting = await aSchedule({ concurrencyPolicy: 'QUEUE' });
  const forbidding = await aSchedule({ concurrencyPolicy: 'FORBID' });
  for (const id of [waiting, forbidding]) await runBackfill(id);
  const sentenceOf = async (id: string) => (await read(id)).whyNot;
  expect(await sentenceOf(forbidding)).not.toContain('FORBID');
  const forbids = (await server.operator.ask(TriggerScheduleDocument, { id: forbidding })).triggerSchedule;
  if (forbids.__typename !== 'ScheduleExecution') throw new Error(JSON.stringify(forbids));
  expect(await sentenceOf(forbidding)).toMatch(
    new RegExp(`^Next at .* Run ${forbids.id} is still open: slots .* are skipped`),
  );
  const active = (await server.operator.ask(TriggerScheduleDocument, { id: waiting })).triggerSchedule;
  await makeDue(waiting, 1_000);
  await claim();
  const { schedules } = await server.viewer.ask(GovernedSchedulesDocument, {
    orderBy: { field: 'LAST_RUN_AT', direction: 'DESC' },
  });
  const sentences = new Map(schedules.edges.map(({ node }) => [node.id, node.whyNot]));
  expect([...sentences.values()].every((sentence) => sentence)).toBe(true);
  if (active.__typename !== 'ScheduleExecution') throw new Error(JSON.stringify(active));
  expect(sentences.get(waiting)).toContain(`waits until run ${active.id} has ended`);
});

test('the preview lists each run with its source, and the clock changes', async () => {
  const { previewSchedule } = await server.viewer.ask(PreviewGovernedDocument, {
    input: {
      repeat: 'REPEATING',
      cronExpression: '30 2 * * *',
      timezone: 'Europe/Berlin',
      from: '2027-03-27T00:00:00Z',
      maxInterval: '12h',
    },
    count: 3,
  });
  expect(previewSchedule.timezone).toBe('Europe/Berlin');
  expect(previewSchedule.occurrences.map(({ at, source }) => [at, source])).toEqual([
    ['2027-03-27T01:30:00.000Z', 'baseline-cron'],
    ['2027-03-27T13:30:00.000Z', 'clamped-max'],
    ['2027-03-28T01:00:00.000Z', 'baseline-cron'],
  ]);
  expect(previewSchedule.transitions).toEqual([
    {
      at: '2027-03-28T01:00:00.000Z',
      kind: 'GAP',
      from: '+01:00',
      to: '+02:00',
      localFrom: '2027-03-28T02:00',
      localTo: '2027-03-28T03:00',
      effect: expect.stringContaining('02:30 does not exist that day'),
    },
    expect.objectContaining({ kind: 'REPEAT' }),
  ]);
});
