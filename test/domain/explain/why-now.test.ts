import { describe, expect, test } from 'vitest';
import { type ExplainedExecution, whyNow } from '../../../src/domain/explain/why-now.js';

const slotAt = new Date('2026-03-10T03:47:00Z');
const due: ExplainedExecution = {
  trigger: 'schedule',
  status: 'pending',
  runStatus: 'running',
  reason: null,
  slotAt,
  lastSlotAt: null,
  missedCount: 0,
  fireAt: slotAt,
  executionTime: new Date('2026-03-10T03:47:00.004Z'),
  decision: {
    chosen: slotAt.toISOString(),
    source: 'ai-interval',
    candidates: [
      { source: 'baseline-cron', reason: 'cron 0 * * * * in UTC', ignored: 'a hint takes its place' },
      { source: 'ai-interval', reason: 'hint, 5m from 2026-03-10T03:42:00.000Z: load is high', chosen: true },
    ],
    clamps: [],
  },
};
const skipped = { status: 'skipped', runStatus: null, missedCount: 1, lastSlotAt: slotAt, decision: null };

describe('why a run happened, or did not', () => {
  test.each<[string, Partial<ExplainedExecution>, string]>([
    ['a slot', {}, 'Due at 2026-03-10T03:47:00.000Z: hint, 5m from 2026-03-10T03:42:00.000Z: load is high.'],
    ['a slot without a decision', { decision: null }, 'Due at 2026-03-10T03:47:00.000Z.'],
    [
      'a late slot',
      { executionTime: new Date('2026-03-10T03:49:00.400Z'), decision: null },
      'Due at 2026-03-10T03:47:00.000Z; claimed 2m late.',
    ],
    [
      'a slot with jitter',
      { fireAt: new Date('2026-03-10T03:47:12.345Z'), decision: null },
      'Due at 2026-03-10T03:47:00.000Z; starts 12s later because of jitter.',
    ],
    [
      'a late slot that starts later still, as after downtime',
      {
        executionTime: new Date('2026-03-10T03:49:00.400Z'),
        fireAt: new Date('2026-03-10T03:50:00.000Z'),
        decision: null,
      },
      'Due at 2026-03-10T03:47:00.000Z; starts 3m later because of jitter, or because many schedules were late; claimed 2m late.',
    ],
    ['a manual run', { trigger: 'manual', slotAt: null }, 'Started manually.'],
    ['a webhook', { trigger: 'webhook', slotAt: null }, 'Started by a webhook.'],
    ['a backfill', { trigger: 'backfill' }, 'Backfill of the slot at 2026-03-10T03:47:00.000Z.'],
    [
      'waiting',
      { runStatus: 'pending', reason: 'waiting', decision: null },
      'Due at 2026-03-10T03:47:00.000Z. Waits until the previous run has ended.',
    ],
    [
      'postponed',
      { trigger: 'manual', runStatus: 'pending', reason: 'data_source_unavailable' },
      'Started manually. A data source is unavailable: the run is retried.',
    ],
    [
      'held',
      { trigger: 'manual', runStatus: 'pending', reason: 'slow_expansions' },
      'Started manually. Expansions of its target have been slow: it waits until other slow expansions have ended.',
    ],
    [
      'replaced',
      { runStatus: 'cancelled', reason: 'replaced', decision: null },
      'Due at 2026-03-10T03:47:00.000Z. Stopped: a newer run replaced it.',
    ],
    [
      'one slot skipped',
      { ...skipped, reason: 'overlap' },
      'The slot at 2026-03-10T03:47:00.000Z did not run: an earlier run was still active.',
    ],
    [
      'many slots skipped',
      { ...skipped, reason: 'paused', missedCount: 5, lastSlotAt: new Date('2026-03-10T03:51:00Z') },
      '5 slots from 2026-03-10T03:47:00.000Z to 2026-03-10T03:51:00.000Z did not run: the schedule was paused.',
    ],
    [
      'skipped for an unknown reason',
      { ...skipped, reason: 'moon' },
      'The slot at 2026-03-10T03:47:00.000Z did not run: moon.',
    ],
  ])('%s', (_what, change, sentence) => {
    expect(whyNow({ ...due, ...change })).toBe(sentence);
  });

  test.each([
    'overlap',
    'misfire',
    'deadline',
    'paused',
    'edited',
    'disabled',
    'invalid_target',
    'scheduler_disabled',
    'invalid_timing',
  ])('%s is explained in words', (reason) => {
    expect(whyNow({ ...due, ...skipped, reason })).not.toContain(`: ${reason}.`);
  });
});
