import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decideSlots, type SlotsInput } from '../../../../src/domain/schedule/slots/slots.js';
import { countSlots } from '../../../../src/domain/schedule/timing.js';
import { at, EVERY_10_S, HOURLY, timing } from '../timings.js';

function decide(about: Partial<SlotsInput> & Pick<SlotsInput, 'timing' | 'dueFrom' | 'now'>) {
  const decision = decideSlots({
    activatedAt: about.timing.origin,
    maxRuns: null,
    runCount: 0,
    enabledGlobally: true,
    ...about,
  });
  return { ...decision, runAt: decision.run.map(({ slotAt }) => slotAt), nextRunAt: decision.next.nextRunAt };
}

const EVERY_SECOND = timing({ interval: 1_000, startAt: at('2026-01-01T00:00Z') });
const NINE = at('2026-01-05T09:00Z');

describe('decideSlots', () => {
  it('runs a slot that is due, with its source and decision, and plans the next', () => {
    const now = at('2026-01-05T09:00:00.004Z');
    const { run, skipped, nextRunAt, exhausted } = decide({ timing: HOURLY, dueFrom: NINE, now });
    expect(run).toEqual([
      {
        slotAt: NINE,
        fireAt: NINE,
        source: 'baseline-cron',
        disposition: 'start',
        decision: expect.objectContaining({ chosen: NINE.toISOString(), now: now.toISOString() }),
      },
    ]);
    expect({ skipped, nextRunAt, exhausted }).toEqual({
      skipped: [],
      nextRunAt: at('2026-01-05T10:00Z'),
      exhausted: false,
    });
  });

  it('runs every due slot while the oldest is not late: exactly 5 s is not', () => {
    const decision = decide({ timing: EVERY_SECOND, dueFrom: NINE, now: at('2026-01-05T09:00:05Z') });
    expect(decision.runAt).toEqual([0, 1, 2, 3, 4, 5].map((s) => at(`2026-01-05T09:00:0${s}Z`)));
    expect(decision.skipped).toEqual([]);
    expect(decision.nextRunAt).toEqual(at('2026-01-05T09:00:06Z'));
  });

  it('once the oldest is late, runs the newest and records the others in one row', () => {
    const decision = decide({ timing: EVERY_SECOND, dueFrom: NINE, now: at('2026-01-05T09:00:05.001Z') });
    expect(decision.runAt).toEqual([at('2026-01-05T09:00:05Z')]);
    expect(decision.skipped).toEqual([
      { reason: 'misfire', slotAt: NINE, lastSlotAt: at('2026-01-05T09:00:04Z'), missedCount: 5 },
    ]);
    expect(decision.nextRunAt).toEqual(at('2026-01-05T09:00:06Z'));
  });

  it('runs a single late slot', () => {
    const decision = decide({ timing: HOURLY, dueFrom: NINE, now: at('2026-01-05T09:59:59Z') });
    expect(decision.runAt).toEqual([NINE]);
    expect(decision.skipped).toEqual([]);
  });

  it('runs at most a hundred in one claim and leaves the rest due', () => {
    const decision = decide({
      timing: EVERY_SECOND,
      dueFrom: NINE,
      now: at('2026-01-05T09:05Z'),
      misfireThresholdMs: 600_000,
    });
    expect(decision.runAt).toHaveLength(100);
    expect(decision.nextRunAt).toEqual(at('2026-01-05T09:01:40Z'));
    expect(decision.exhausted).toBe(false);
  });

  it.each([
    ['all', 31, 0],
    ['skip', 0, 31],
    ['latest', 1, 30],
  ] as const)('policy %s runs %i and records %i of 31 late slots', (misfirePolicy, runs, missed) => {
    const now = at('2026-01-05T09:00:30Z');
    const decision = decide({ timing: EVERY_SECOND, dueFrom: NINE, now, misfirePolicy });
    expect(decision.runAt).toHaveLength(runs);
    expect(decision.skipped.map(({ missedCount }) => missedCount)).toEqual(missed === 0 ? [] : [missed]);
    expect(decision.nextRunAt).toEqual(at('2026-01-05T09:00:31Z'));
  });

  it('records due slots while the scheduler is disabled', () => {
    const decision = decide({
      timing: HOURLY,
      dueFrom: NINE,
      now: at('2026-01-05T11:30Z'),
      enabledGlobally: false,
    });
    expect(decision.runAt).toEqual([]);
    expect(decision.skipped).toEqual([
      { reason: 'scheduler_disabled', slotAt: NINE, lastSlotAt: at('2026-01-05T11:00Z'), missedCount: 3 },
    ]);
    expect(decision.nextRunAt).toEqual(at('2026-01-05T12:00Z'));
  });

  it('records a planned slot from before the activation and never runs it', () => {
    const input = { timing: HOURLY, dueFrom: NINE, activatedAt: at('2026-01-05T10:00:00.001Z') };
    const early = decide({ ...input, now: at('2026-01-05T10:30Z') });
    const slots = { slotAt: NINE, lastSlotAt: at('2026-01-05T10:00Z'), missedCount: 2 };
    const skipped = [{ reason: 'disabled', ...slots }];
    expect([early.runAt, early.skipped, early.nextRunAt]).toEqual([[], skipped, at('2026-01-05T11:00Z')]);
    const due = decide({ ...input, now: at('2026-01-05T11:00:01Z') });
    expect([due.runAt, due.skipped]).toEqual([[at('2026-01-05T11:00Z')], skipped]);
  });

  it('leaves a schedule that is not due unchanged, even if the clock went back', () => {
    const decision = decide({ timing: HOURLY, dueFrom: NINE, now: at('2026-01-05T07:30Z') });
    expect([decision.runAt, decision.skipped, decision.nextRunAt]).toEqual([[], [], NINE]);
    expect(decision.runsCounted).toBe(0);
    const atOnce = decide({
      timing: timing({ repeat: 'once' }),
      dueFrom: NINE,
      now: at('2026-01-05T07:30Z'),
    });
    expect(atOnce.nextRunAt).toEqual(NINE);
  });

  it('runs a one-time schedule, however late, and then ends it', () => {
    const once = timing({ repeat: 'once', startAt: NINE });
    const decision = decide({ timing: once, dueFrom: NINE, now: at('2026-01-08T00:00Z') });
    expect([decision.runAt, decision.nextRunAt, decision.exhausted]).toEqual([[NINE], null, true]);
  });

  it('runs a one-time schedule without startAt at its activation', () => {
    const atOnce = timing({ repeat: 'once' });
    const decision = decide({ timing: atOnce, activatedAt: NINE, dueFrom: NINE, now: NINE });
    expect([decision.runAt, decision.exhausted]).toEqual([[NINE], true]);
    expect(decision.run[0]?.decision.candidates[0]?.reason).toBe('once, immediately');
  });

  it('ends after the last slot before endAt', () => {
    const ending = { ...HOURLY, endAt: at('2026-01-05T10:00Z') };
    const decision = decide({ timing: ending, dueFrom: NINE, now: at('2026-01-05T12:00Z') });
    expect([decision.runAt, decision.nextRunAt, decision.exhausted]).toEqual([[NINE], null, true]);
  });

  it('stops at maxRuns', () => {
    const input = { timing: EVERY_SECOND, dueFrom: NINE, now: at('2026-01-05T09:00:04Z'), maxRuns: 10 };
    const last = decide({ ...input, runCount: 8 });
    expect(last.runAt).toEqual([NINE, at('2026-01-05T09:00:01Z')]);
    expect([last.nextRunAt, last.exhausted]).toEqual([null, true]);
    const over = decide({ ...input, runCount: 10 });
    expect([over.runAt, over.skipped, over.exhausted]).toEqual([[], [], true]);
    // Not even for a late slot, or if `maxRuns` was lowered.
    for (const runCount of [10, 12]) {
      const late = decide({ ...input, runCount, now: at('2026-01-05T10:00Z') });
      expect([late.runAt, late.skipped, late.exhausted]).toEqual([[], [], true]);
    }
    const early = decide({ ...input, runCount: 10, now: at('2026-01-05T08:00Z') });
    expect([early.nextRunAt, early.exhausted]).toEqual([null, true]);
    expect(decide({ ...input, runCount: 0 }).exhausted).toBe(false);
  });

  it('runs or records every due slot exactly once, in any sequence of downtimes', () => {
    const property = fc.property(
      fc.constantFrom(
        EVERY_10_S,
        HOURLY,
        timing({ cronExpression: '*/7 9-17 * * 1-5', timezone: 'Europe/Berlin' }),
      ),
      fc.constantFrom('latest', 'all', 'skip'),
      fc.array(fc.tuple(fc.integer({ min: 1, max: 30_000_000 }), fc.boolean()), {
        minLength: 1,
        maxLength: 20,
      }),
      (schedule, misfirePolicy, naps) => {
        let [now, dueFrom, handled] = [NINE.getTime(), NINE, 0];
        const handledAt: number[] = [];
        for (const [nap, enabledGlobally] of naps) {
          now += nap;
          const decision = decide({
            timing: schedule,
            dueFrom,
            now: new Date(now),
            misfirePolicy,
            enabledGlobally,
          });
          handled +=
            decision.runAt.length + decision.skipped.reduce((sum, { missedCount }) => sum + missedCount, 0);
          const spans = decision.skipped.flatMap(({ slotAt, lastSlotAt }) => [slotAt, lastSlotAt]);
          const times = [...new Set([...decision.runAt, ...spans].map(Number))].sort((a, b) => a - b);
          handledAt.push(...times);
          expect(decision.nextRunAt?.getTime()).toBeGreaterThan(now);
          dueFrom = decision.nextRunAt ?? dueFrom;
        }
        // NINE itself is a slot of each schedule except the last, but it is the due time of that one, too.
        expect(handled).toBe(1 + countSlots(schedule, NINE, new Date(now)));
        expect(handledAt).toEqual([...new Set(handledAt)].sort((a, b) => a - b));
      },
    );
    fc.assert(property, { numRuns: 200 });
  });
});
