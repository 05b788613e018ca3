import { describe, expect, test } from 'vitest';
import { type QuietSchedule, whyNot } from '../../../src/domain/explain/why-not.js';

const now = new Date('2026-03-10T12:00:00Z');
const decision = {
  chosen: '2026-03-10T12:10:00.000Z',
  source: 'baseline-interval',
  candidates: [
    { source: 'baseline-interval', at: '2026-03-10T12:10:00.000Z', reason: 'every 10 minutes', chosen: true },
    { source: 'ai-interval', at: null, reason: 'hint', ignored: 'expired' },
  ],
  clamps: [],
};
const quiet: QuietSchedule = {
  now,
  schedulerEnabled: true,
  enabled: true,
  template: false,
  flag: null,
  agentId: 'analysis',
  pipelineId: null,
  activatedAt: new Date('2026-03-01T00:00:00Z'),
  pausedUntil: null,
  pauseNote: null,
  nextRunAt: new Date('2026-03-10T12:10:00Z'),
  decision,
  waitingFor: null,
  forbiddenBy: null,
  workers: { alive: 2, claiming: 1 },
};
const over = { ...decision, chosen: null, candidates: [{ at: null, reason: 'maxRuns is reached' }] };

describe('why a schedule does not run now', () => {
  test.each<[string, Partial<QuietSchedule>, string]>([
    ['not yet due', {}, 'Next at 2026-03-10T12:10:00.000Z: every 10 minutes.'],
    [
      'disabled by a user',
      { enabled: false, nextRunAt: null, decision: null },
      'Disabled since 2026-03-01T00:00:00.000Z: enable it to run it again.',
    ],
    [
      'forbidden by an open run',
      { forbiddenBy: 'e1' },
      'Next at 2026-03-10T12:10:00.000Z: every 10 minutes. Run e1 is still open: slots that fall due before it ends are skipped (concurrency policy: forbid).',
    ],
    ['over', { enabled: false, nextRunAt: null, decision: over }, 'It has ended: maxRuns is reached.'],
    [
      'a template',
      { template: true, nextRunAt: null, decision: null },
      'This is a template: it is never due. Triggers, webhooks and other schedules run it.',
    ],
    [
      'paused with a note',
      { pausedUntil: new Date('2026-03-11T00:00:00Z'), pauseNote: 'maintenance' },
      'Paused until 2026-03-11T00:00:00.000Z: maintenance',
    ],
    [
      'paused without one',
      { pausedUntil: new Date('2026-03-11T00:00:00Z') },
      'Paused until 2026-03-11T00:00:00.000Z.',
    ],
    ['a pause that is over', { pausedUntil: now }, 'Next at 2026-03-10T12:10:00.000Z: every 10 minutes.'],
    [
      'its agent is gone',
      { flag: 'invalid_target' },
      'Its agent "analysis" is missing or disabled: its slots are recorded but do not run.',
    ],
    [
      'its pipeline is gone',
      { flag: 'invalid_target', agentId: null, pipelineId: 'p1' },
      'Its pipeline "p1" cannot run, because it or one of its agents is missing or disabled: its slots are recorded but do not run.',
    ],
    [
      'its timing is wrong',
      { flag: 'invalid_timing', nextRunAt: null, decision: { problem: 'no such zone' } },
      'Its timing is invalid (no such zone): change it.',
    ],
    [
      'the scheduler is off',
      { schedulerEnabled: false },
      'The scheduler is disabled in the settings: slots are recorded but do not run.',
    ],
    [
      'a run waits',
      { waitingFor: 'e1' },
      'A slot is due and waits until run e1 has ended (concurrency policy: queue).',
    ],
    ['due', { nextRunAt: now }, 'Due since 2026-03-10T12:00:00.000Z: the next worker that checks claims it.'],
    [
      'due without a worker',
      { nextRunAt: now, workers: { alive: 0, claiming: 0 } },
      'Due since 2026-03-10T12:00:00.000Z. No worker is running: due slots are not claimed until one starts.',
    ],
    [
      'not yet due, and all workers are draining',
      { workers: { alive: 1, claiming: 0 } },
      'Next at 2026-03-10T12:10:00.000Z: every 10 minutes. All workers are draining: due slots are not claimed until another starts.',
    ],
    [
      'forbidden by a run that waits for a worker',
      { forbiddenBy: 'e1', standstill: 'No worker is running.', workers: { alive: 0, claiming: 0 } },
      'Next at 2026-03-10T12:10:00.000Z: every 10 minutes. Run e1 is still open: slots that fall due before it ends are skipped (concurrency policy: forbid). That run is itself waiting: No worker is running.',
    ],
    [
      'not planned without a worker',
      { nextRunAt: null, decision: null, workers: { alive: 0, claiming: 0 } },
      'No run is planned yet. No worker is running: due slots are not claimed until one starts.',
    ],
    ['no further slot', { nextRunAt: null, decision: over }, 'No run is planned: maxRuns is reached.'],
    [
      'not planned',
      { nextRunAt: null, decision: null },
      'No run is planned yet. Recovery plans one within minutes.',
    ],
    [
      'moved by a limit',
      {
        decision: {
          ...decision,
          clamps: [
            { limit: 'minInterval 1h', from: '2026-03-10T12:01:00.000Z', to: '2026-03-10T12:10:00.000Z' },
          ],
        },
      },
      'Next at 2026-03-10T12:10:00.000Z: every 10 minutes, moved from 2026-03-10T12:01:00.000Z by minInterval 1h.',
    ],
  ])('%s', (_what, change, sentence) => {
    expect(whyNot({ ...quiet, ...change })).toBe(sentence);
  });

  test.each([null, 7, 'text', [], { candidates: 'none' }, { candidates: [{ reason: 5 }], clamps: {} }])(
    'accepts any stored decision: %j',
    (stored) => {
      expect(whyNot({ ...quiet, decision: stored })).toBe('Next at 2026-03-10T12:10:00.000Z.');
    },
  );
});
