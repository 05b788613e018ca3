import { expect, test } from 'vitest';
import {
  type AlertCandidate,
  alertGraceMs,
  alertOf,
  waitingAlert,
} from '../../../src/domain/schedule/alert.js';

const now = new Date('2026-11-20T12:00:00Z');
const ago = (ms: number) => new Date(now.getTime() - ms);
const well: AlertCandidate = {
  nextRunAt: new Date('2026-11-20T13:00:00Z'),
  flag: null,
  flaggedSince: ago(600_000),
  updatedAt: ago(3_600_000),
};
const judge = (schedule: Partial<AlertCandidate>) =>
  alertOf({ ...well, ...schedule }, now, { graceMs: 60_000 });

test('a schedule that is planned, or overdue for less than two rounds of the engine, is fine', () => {
  expect(judge({})).toBeNull();
  expect(judge({ nextRunAt: ago(60_000) })).toBeNull();
});

test('an unclaimed slot is reported with the slot', () => {
  expect(judge({ nextRunAt: ago(60_001) })).toEqual({
    kind: 'overdue',
    since: ago(60_001),
    message: expect.stringContaining(ago(60_001).toISOString()),
  });
});

test('an unclaimed slot is reported with whether a worker is running', () => {
  const message = (hasWorkers?: boolean) =>
    alertOf({ ...well, nextRunAt: ago(90_000) }, now, {
      graceMs: 60_000,
      ...(hasWorkers !== undefined && { hasWorkers }),
    })?.message;
  expect(message()).toMatch(/no worker has claimed it, although one is running\.$/);
  expect(message(true)).toBe(message());
  expect(message(false)).toMatch(/no worker is running\.$/);
});

test.each([
  [0, ''],
  [1, ' 1 slot has been skipped since, because the run has not ended.'],
  [2, ' 2 slots have been skipped since, because the run has not ended.'],
])('a run that waits is reported with the %i slots that it cost', (overlaps, cost) => {
  const since = ago(90_000);
  expect(waitingAlert(since, 'No worker can run it.', overlaps)).toEqual({
    kind: 'waiting',
    since,
    message: `A job of its run has been waiting since ${since.toISOString()}. No worker can run it.${cost}`,
  });
});

test('a blocked schedule is reported with the reason in words, and since when', () => {
  expect(judge({ flag: 'invalid_target' })).toEqual({
    kind: 'flagged',
    since: well.flaggedSince,
    message: expect.stringMatching(/missing or disabled/),
  });
  expect(judge({ flag: 'invalid_timing', nextRunAt: null })).toMatchObject({ kind: 'flagged' });
  expect(judge({ flag: 'something_new' })?.message).toContain('something_new');
});

test('a schedule without a next run gets the time that recovery needs to plan it', () => {
  expect(judge({ nextRunAt: null, updatedAt: ago(60_000) })).toBeNull();
  expect(judge({ nextRunAt: null, updatedAt: ago(60_001) })).toMatchObject({
    kind: 'no_next_run',
    since: ago(60_001),
  });
});

test('a missing worker is reported before a blocked schedule', () => {
  expect(judge({ nextRunAt: ago(90_000), flag: 'invalid_target' })).toMatchObject({ kind: 'overdue' });
});

test('the grace period is two rounds of the engine, at least a minute', () => {
  expect([1_000, 30_000, 60_000].map(alertGraceMs)).toEqual([60_000, 60_000, 120_000]);
});
