import { describe, expect, it } from 'vitest';
import { decide, NINE } from '../governor/decide.js';
import { at, EVERY_10_S, HOURLY, timing } from '../timings.js';

/** Six slots from 09:00:00 to 09:00:50, the oldest late or not. */
const SIX = { timing: EVERY_10_S, now: at('2026-01-05T09:00:50Z') };
const ON_TIME = { ...SIX, misfireThresholdMs: 60_000 };

describe('pause', () => {
  const paused = { source: 'paused' as const, lastSlotAt: at('2026-01-05T08:00Z') };

  it('covers a slot at the instant of the activation', () => {
    const pausedUntil = at('2026-01-05T10:30Z');
    const since = { source: 'paused' as const, activatedAt: at('2026-01-05T09:00Z'), pausedUntil };
    const { ran, rows } = decide({ ...since, dueFrom: pausedUntil, now: pausedUntil });
    expect([ran, rows]).toEqual([[], ['paused 09:00:00-10:00:00 ×2']]);
    const later = decide({
      ...since,
      activatedAt: at('2026-01-05T09:00:00.001Z'),
      dueFrom: pausedUntil,
      now: pausedUntil,
    });
    expect(later.rows).toEqual(['paused 10:00:00-10:00:00 ×1']);
    // Unless that slot has run.
    const handled = decide({ ...since, lastSlotAt: NINE, dueFrom: pausedUntil, now: pausedUntil });
    expect(handled.rows).toEqual(['paused 10:00:00-10:00:00 ×1']);
  });

  it('wakes the schedule at its end, records the slots it covered in one row, and continues along the grid', () => {
    const pausedUntil = at('2026-01-05T11:30Z');
    const { ran, rows, next } = decide({ ...paused, pausedUntil, dueFrom: pausedUntil, now: pausedUntil });
    expect({ ran, rows, next }).toEqual({
      ran: [],
      rows: ['paused 09:00:00-11:00:00 ×3'],
      next: 'baseline-cron 12:00:00',
    });
  });

  it('runs the slot exactly at its end', () => {
    const pausedUntil = at('2026-01-05T11:00Z');
    const { ran, rows } = decide({ ...paused, pausedUntil, dueFrom: pausedUntil, now: pausedUntil });
    expect({ ran, rows }).toEqual({ ran: ['start 11:00:00'], rows: ['paused 09:00:00-10:00:00 ×2'] });
  });

  it('covers a slot one millisecond before its end', () => {
    const pausedUntil = at('2026-01-05T11:00:00.001Z');
    const { ran, rows } = decide({ ...paused, pausedUntil, dueFrom: pausedUntil, now: pausedUntil });
    expect([ran, rows]).toEqual([[], ['paused 09:00:00-11:00:00 ×3']]);
  });

  it('treats slots after its end separately', () => {
    const pausedUntil = at('2026-01-05T10:30Z');
    const { ran, rows } = decide({
      ...paused,
      pausedUntil,
      dueFrom: pausedUntil,
      now: at('2026-01-05T13:10Z'),
    });
    expect(rows).toEqual(['paused 09:00:00-10:00:00 ×2', 'misfire 11:00:00-12:00:00 ×2']);
    expect(ran).toEqual(['start 13:00:00']);
  });

  it('wakes the schedule without a row if nothing was due, and never looks back before the activation', () => {
    const pausedUntil = at('2026-01-05T08:30Z');
    const quiet = decide({ ...paused, pausedUntil, dueFrom: pausedUntil, now: pausedUntil });
    expect([quiet.ran, quiet.rows, quiet.next]).toEqual([[], [], 'baseline-cron 09:00:00']);
    const until = at('2026-01-05T11:30Z');
    const fresh = { activatedAt: at('2026-01-05T10:30Z'), pausedUntil: until, dueFrom: until, now: until };
    expect(decide({ ...paused, ...fresh }).rows).toEqual(['paused 11:00:00-11:00:00 ×1']);
  });

  it('covers slots that were due before it and not claimed, and those during it', () => {
    const { ran, rows, next } = decide({
      pausedUntil: at('2026-01-05T12:00Z'),
      now: at('2026-01-05T10:10Z'),
    });
    expect([ran, rows, next]).toEqual([[], ['paused 09:00:00-10:00:00 ×2'], 'paused 12:00:00']);
  });

  it('over the only time of a one-time schedule ends the schedule, recorded', () => {
    const pausedUntil = at('2026-01-05T10:00Z');
    for (const startAt of [NINE, null]) {
      const once = timing({ repeat: 'once', startAt });
      const woken = { source: 'paused' as const, pausedUntil, dueFrom: pausedUntil, now: pausedUntil };
      const { ran, rows, exhausted } = decide({ ...woken, timing: once, activatedAt: NINE });
      expect([ran, rows, exhausted]).toEqual([[], ['paused 09:00:00-09:00:00 ×1'], true]);
    }
  });
});

describe('a pause of a schedule with no slot left', () => {
  const pausedUntil = at('2026-01-05T10:00Z');
  const woken = { source: 'paused' as const, pausedUntil, dueFrom: pausedUntil, now: pausedUntil };

  it('does not run a one-time schedule again', () => {
    const once = timing({ repeat: 'once', startAt: NINE });
    const activatedAt = at('2026-01-05T08:00Z');
    const { ran, rows, exhausted } = decide({ ...woken, timing: once, activatedAt, lastSlotAt: NINE });
    expect([ran, rows, exhausted]).toEqual([[], [], true]);
  });

  it('leaves nothing to record for the checks after it', () => {
    const ending = { ...HOURLY, endAt: at('2026-01-05T09:30Z') };
    const { rows } = decide({ ...woken, timing: ending, activatedAt: NINE, enabledGlobally: false });
    expect(rows).toEqual(['paused 09:00:00-09:00:00 ×1']);
  });
});

describe('a disabled scheduler', () => {
  it('records a slot at its instant, and runs nothing later either', () => {
    const { ran, rows, next } = decide({ now: NINE, enabledGlobally: false });
    expect([ran, rows, next]).toEqual([
      [],
      ['scheduler_disabled 09:00:00-09:00:00 ×1'],
      'baseline-cron 10:00:00',
    ]);
  });
});

describe('lateness', () => {
  it('ends when slots are claimed without a break: those due since then only waited for their turn', () => {
    const { ran } = decide({ ...SIX, watchedSince: at('2026-01-05T08:59:00Z') });
    expect(ran).toHaveLength(6);
    const late = decide({ ...SIX, watchedSince: at('2026-01-05T09:00:40Z') });
    expect([late.ran, late.rows]).toEqual([['start 09:00:50'], ['misfire 09:00:00-09:00:40 ×5']]);
  });

  it('does not come from a clock that was set back since', () => {
    const { ran } = decide({ ...ON_TIME, watchedSince: at('2026-01-05T10:00Z') });
    expect(ran).toHaveLength(6);
  });
});

describe('startingDeadline', () => {
  it('skips slots that are later, before the misfire policy sees the rest', () => {
    const { ran, rows } = decide({ ...SIX, startingDeadline: 30_000 });
    expect(rows).toEqual(['deadline 09:00:00-09:00:10 ×2', 'misfire 09:00:20-09:00:40 ×3']);
    expect(ran).toEqual(['start 09:00:50']);
  });

  it('still runs a slot exactly at the deadline; what is left may be on time', () => {
    expect(decide({ now: at('2026-01-05T09:05Z'), startingDeadline: 300_000 }).ran).toEqual([
      'start 09:00:00',
    ]);
    const { ran, rows } = decide({ ...SIX, startingDeadline: 15_000, misfireThresholdMs: 20_000 });
    expect([ran, rows]).toEqual([['start 09:00:40', 'start 09:00:50'], ['deadline 09:00:00-09:00:30 ×4']]);
  });

  it('comes after a pause and a disabled scheduler', () => {
    const { rows } = decide({
      ...SIX,
      pausedUntil: at('2026-01-05T09:00:10Z'),
      startingDeadline: 15_000,
      enabledGlobally: false,
    });
    expect(rows).toEqual(['paused 09:00:00-09:00:00 ×1', 'scheduler_disabled 09:00:10-09:00:50 ×5']);
  });
});

describe('overlap', () => {
  it.each([
    ['allow', 2, ['start 09:00:00'], []],
    ['forbid', 0, ['start 09:00:00'], []],
    ['forbid', 1, [], ['overlap 09:00:00-09:00:00 ×1']],
    ['replace', 1, ['start 09:00:00'], []],
    ['queue', 0, ['start 09:00:00'], []],
    ['queue', 1, ['wait 09:00:00'], []],
  ] as const)('%s with %i active', (concurrencyPolicy, active, ran, rows) => {
    const decision = decide({ concurrencyPolicy, active });
    expect([decision.ran, decision.rows]).toEqual([ran, rows]);
    expect(decision.cancelActive).toBe(concurrencyPolicy === 'replace');
    expect(decision.replaceWaiter).toBe(false);
    expect(decision.next).toBe('baseline-cron 10:00:00');
  });

  it('counts a queued run as active', () => {
    expect(decide({ concurrencyPolicy: 'forbid', waiting: 1 }).ran).toEqual([]);
    expect(decide({ concurrencyPolicy: 'replace', waiting: 1 }).cancelActive).toBe(true);
    const queued = decide({ concurrencyPolicy: 'queue', active: 1, waiting: 1 });
    expect([queued.ran, queued.replaceWaiter, queued.runsCounted]).toEqual([['wait 09:00:00'], true, 0]);
  });

  it.each([
    ['allow', 6, []],
    ['forbid', ['start 09:00:00'], ['overlap 09:00:10-09:00:50 ×5']],
    ['replace', ['start 09:00:50'], ['overlap 09:00:00-09:00:40 ×5']],
    ['queue', ['start 09:00:00', 'wait 09:00:50'], ['overlap 09:00:10-09:00:40 ×4']],
  ] as const)('%s among six slots of one claim', (concurrencyPolicy, ran, rows) => {
    const decision = decide({ ...ON_TIME, concurrencyPolicy });
    if (typeof ran === 'number') expect(decision.ran).toHaveLength(ran);
    else expect(decision.ran).toEqual(ran);
    expect(decision.rows).toEqual(rows);
    expect(decision.cancelActive).toBe(false);
  });

  it('comes after misfire: only the newest late slot counts', () => {
    const { ran, rows } = decide({ ...SIX, concurrencyPolicy: 'forbid', active: 1 });
    expect([ran, rows]).toEqual([[], ['misfire 09:00:00-09:00:40 ×5', 'overlap 09:00:50-09:00:50 ×1']]);
  });

  it('REPLACE cancels nothing if no slot runs in its place', () => {
    const decision = decide({ ...SIX, misfirePolicy: 'skip', concurrencyPolicy: 'replace', active: 1 });
    expect([decision.ran, decision.rows]).toEqual([[], ['misfire 09:00:00-09:00:50 ×6']]);
    expect(decision.cancelActive).toBe(false);
  });

  it('ALL with QUEUE runs them one after another, at most a hundred', () => {
    const line = decide({ ...SIX, misfirePolicy: 'all', concurrencyPolicy: 'queue' });
    expect(line.ran).toEqual(['start 09:00:00', ...[1, 2, 3, 4, 5].map((s) => `wait 09:00:${s}0`)]);
    const full = decide({ ...SIX, misfirePolicy: 'all', concurrencyPolicy: 'queue', active: 1, waiting: 98 });
    expect([full.ran, full.rows, full.replaceWaiter]).toEqual([
      ['wait 09:00:00', 'wait 09:00:10'],
      ['misfire 09:00:20-09:00:50 ×4'],
      false,
    ]);
    const over = decide({
      ...SIX,
      misfirePolicy: 'all',
      concurrencyPolicy: 'queue',
      active: 1,
      waiting: 100,
    });
    expect([over.ran, over.rows]).toEqual([[], ['misfire 09:00:00-09:00:50 ×6']]);
  });

  it('ALL with QUEUE runs no more than are left of maxRuns', () => {
    const { ran, rows, exhausted } = decide({
      ...SIX,
      misfirePolicy: 'all',
      concurrencyPolicy: 'queue',
      maxRuns: 2,
    });
    expect([ran, rows, exhausted]).toEqual([
      ['start 09:00:00', 'wait 09:00:10'],
      ['misfire 09:00:20-09:00:50 ×4'],
      true,
    ]);
  });

  it('LATEST with QUEUE lets the newest late slot replace the one that waits', () => {
    const { ran, replaceWaiter } = decide({ ...SIX, concurrencyPolicy: 'queue', active: 1, waiting: 1 });
    expect([ran, replaceWaiter]).toEqual([['wait 09:00:50'], true]);
  });

  it('ALL with QUEUE applies only when late: of slots on time, one waits', () => {
    const { ran, rows } = decide({ ...ON_TIME, misfirePolicy: 'all', concurrencyPolicy: 'queue' });
    expect([ran, rows]).toEqual([['start 09:00:00', 'wait 09:00:50'], ['overlap 09:00:10-09:00:40 ×4']]);
  });

  it('ALL with FORBID, which SQL can store, records overlaps and what is beyond a hundred, oldest first', () => {
    const { ran, rows } = decide({
      timing: EVERY_10_S,
      now: at('2026-01-05T09:20Z'),
      misfirePolicy: 'all',
      concurrencyPolicy: 'forbid',
      active: 1,
    });
    expect([ran, rows]).toEqual([[], ['overlap 09:00:00-09:16:30 ×100', 'misfire 09:16:40-09:20:00 ×21']]);
    const last = decide({ ...SIX, misfirePolicy: 'all', concurrencyPolicy: 'forbid', maxRuns: 1 });
    expect([last.ran, last.rows]).toEqual([['start 09:00:00'], ['overlap 09:00:10-09:00:50 ×5']]);
  });

  it('ALL with ALLOW starts at most a hundred, however many runs are left', () => {
    const { ran } = decide({
      timing: EVERY_10_S,
      now: at('2026-01-05T10:00Z'),
      misfirePolicy: 'all',
      maxRuns: 1_000,
    });
    expect([ran.length, ran.at(-1)]).toEqual([100, 'start 09:16:30']);
  });

  it('QUEUE behind an active run lets the newest slot wait, even if it is the last run', () => {
    const { ran, rows } = decide({ ...ON_TIME, concurrencyPolicy: 'queue', active: 1, maxRuns: 1 });
    expect([ran, rows]).toEqual([['wait 09:00:50'], ['overlap 09:00:00-09:00:40 ×5']]);
    const replacing = decide({ ...ON_TIME, concurrencyPolicy: 'queue', active: 1, waiting: 1, maxRuns: 1 });
    expect([replacing.ran, replacing.rows]).toEqual([ran, rows]);
  });

  it('the last run of REPLACE is that of the newest slot, and FORBID records the others', () => {
    const last = (concurrencyPolicy: 'replace' | 'forbid') => {
      const { ran, rows } = decide({ ...ON_TIME, concurrencyPolicy, maxRuns: 1 });
      return [...ran, ...rows];
    };
    expect(last('replace')).toEqual(['start 09:00:50', 'overlap 09:00:00-09:00:40 ×5']);
    expect(last('forbid')).toEqual(['start 09:00:00', 'overlap 09:00:10-09:00:50 ×5']);
  });

  it.each(['forbid', 'replace', 'queue'] as const)(
    '%s counts only what runs against maxRuns',
    (concurrencyPolicy) => {
      const { ran, runsCounted, exhausted } = decide({ ...ON_TIME, concurrencyPolicy, maxRuns: 1 });
      expect(ran).toHaveLength(1);
      expect([runsCounted, exhausted]).toEqual([1, true]);
    },
  );
});

describe('other rules', () => {
  it('jitter moves when a slot runs, not the slot', () => {
    const { run } = decide({ jitter: 60_000, scheduleId: 's-1' });
    expect(run[0]?.slotAt).toEqual(NINE);
    const shift = (run[0]?.fireAt.getTime() ?? 0) - NINE.getTime();
    expect(shift).toBeGreaterThan(0);
    expect(shift).toBeLessThan(60_000);
    expect(
      decide({ jitter: 60_000, scheduleId: 's-1', now: at('2026-01-05T09:30Z') }).run[0]?.fireAt,
    ).toEqual(run[0]?.fireAt);
    expect(decide({ jitter: null, scheduleId: 's-1' }).run[0]?.fireAt).toEqual(NINE);
  });

  it('a template does nothing and is not over', () => {
    const { ran, rows, next, exhausted } = decide({ template: true });
    expect([ran, rows, next, exhausted]).toEqual([[], [], 'baseline-cron never', false]);
  });

  it('each misfire policy applies after 150 missed slots', () => {
    const down = { dueFrom: at('2026-01-05T09:00Z'), now: at('2026-01-11T14:30Z') };
    const counts = (['latest', 'all', 'skip'] as const).map((misfirePolicy) => {
      const { run, skipped } = decide({ ...down, misfirePolicy });
      return [run.length, ...skipped.map(({ missedCount }) => missedCount)];
    });
    expect(counts).toEqual([
      [1, 149],
      [100, 50],
      [0, 150],
    ]);
  });
});
