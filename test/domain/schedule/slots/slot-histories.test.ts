import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { planNextRun } from '../../../../src/domain/schedule/governor/governor.js';
import { consumeHints, type Hints } from '../../../../src/domain/schedule/governor/hints.js';
import type { Governing } from '../../../../src/domain/schedule/governor/plan-input.js';
import {
  decideSlots,
  type SlotsDecision,
  type SlotsInput,
} from '../../../../src/domain/schedule/slots/slots.js';
import { slotsBetween, type Timing } from '../../../../src/domain/schedule/timing.js';
import { at, EVERY_10_S, HOURLY, timing } from '../timings.js';

/*
 * Histories of schedules: a claim now and then, also after long downtimes, while runs end, schedules are
 * paused and hints arrive. Each records what happened to every slot.
 */

const START = at('2026-03-28T09:00Z');
const BERLIN = timing({
  cronExpression: '*/20 1-3,9-17 * * *',
  timezone: 'Europe/Berlin',
  dstRepeat: 'both',
});
const ENDING = { ...HOURLY, endAt: at('2026-03-30T10:00Z') };

const policies = fc.record({
  misfirePolicy: fc.constantFrom('latest' as const, 'all' as const, 'skip' as const),
  concurrencyPolicy: fc.constantFrom(
    'allow' as const,
    'forbid' as const,
    'replace' as const,
    'queue' as const,
  ),
  startingDeadline: fc.constantFrom(null, 1_000, 600_000, 7_200_000),
  misfireThresholdMs: fc.constantFrom(5_000, 45_000),
  maxRuns: fc.constantFrom(null, null, 40),
});

const event = fc.record({
  nap: fc.oneof(fc.integer({ min: 1, max: 15_000 }), fc.integer({ min: 1, max: 20_000_000 })),
  enabledGlobally: fc.constantFrom(true, true, true, false),
  ended: fc.nat(2),
  pauseMs: fc.oneof({ weight: 4, arbitrary: fc.constant(null) }, fc.integer({ min: 1, max: 20_000_000 })),
  hint: fc.oneof(
    { weight: 3, arbitrary: fc.constant(null) },
    fc.record({
      intervalMs: fc.option(fc.integer({ min: 1_000, max: 5_000_000 }), { nil: null }),
      oneShotMs: fc.option(fc.integer({ min: -1_000_000, max: 10_000_000 }), { nil: null }),
      ttl: fc.integer({ min: 1, max: 15_000_000 }),
    }),
  ),
});
type Event = typeof event extends fc.Arbitrary<infer E> ? E : never;
type Policies = typeof policies extends fc.Arbitrary<infer P> ? P : never;

/** What a schedule stores, and its open runs; `claim` advances it as the claiming service does. */
class Life {
  now = START.getTime();
  state: Pick<SlotsInput, 'dueFrom' | 'source' | 'pausedUntil' | 'hints' | 'lastSlotAt' | 'runCount'>;
  active = 0;
  waiting = 0;
  isOver = false;

  constructor(
    readonly schedule: Timing,
    readonly policies: Policies & Governing,
  ) {
    this.state = { dueFrom: START, source: null, hints: null, lastSlotAt: null, runCount: 0 };
  }

  /** An end promotes a queued run, as roll-up does. */
  end(count: number): void {
    this.active = Math.max(0, this.active - count);
    if (this.active === 0 && this.waiting > 0) [this.active, this.waiting] = [1, this.waiting - 1];
  }

  /** A pause or a hint re-plans, unless the plan is due already and belongs to the next claim. */
  change(about: Pick<SlotsInput, 'pausedUntil' | 'hints'>): void {
    this.state = { ...this.state, ...about };
    if (this.state.dueFrom.getTime() <= this.now) return;
    const { lastSlotAt, hints, pausedUntil, runCount } = this.state;
    const { maxRuns } = this.policies;
    const { nextRunAt, source } = planNextRun({
      ...this.policies,
      now: new Date(this.now),
      timing: this.schedule,
      after: lastSlotAt ?? new Date(START.getTime() - 1),
      dueSlots: 'pass',
      hints: hints ?? null,
      pausedUntil: pausedUntil ?? null,
      runsLeft: maxRuns === null ? null : maxRuns - runCount,
    });
    if (nextRunAt === null) this.isOver = true;
    else this.state = { ...this.state, dueFrom: nextRunAt, source };
  }

  claim(enabledGlobally: boolean): SlotsDecision {
    const decision = decideSlots({
      ...this.policies,
      ...this.state,
      timing: this.schedule,
      activatedAt: START,
      now: new Date(this.now),
      enabledGlobally,
      active: this.active,
      waiting: this.waiting,
    });
    const { run, skipped, cancelActive, replaceWaiter, hints, next, runsCounted } = decision;
    if (cancelActive) [this.active, this.waiting] = [0, 0];
    const waiters = run.filter(({ disposition }) => disposition === 'wait').length;
    this.active += run.length - waiters;
    this.waiting += waiters - (replaceWaiter ? 1 : 0);
    const handled = [...run.map(({ slotAt }) => slotAt), ...skipped.map(({ lastSlotAt }) => lastSlotAt)];
    const lastSlotAt = handled.reduce(
      (last, slot) => (last && last > slot ? last : slot),
      this.state.lastSlotAt ?? null,
    );
    this.isOver = next.nextRunAt === null;
    this.state = {
      ...this.state,
      hints,
      lastSlotAt,
      runCount: this.state.runCount + runsCounted,
      dueFrom: next.nextRunAt ?? this.state.dueFrom,
      source: next.source,
    };
    return decision;
  }
}

/**
 * Everything that a claim handled, one instant per slot; the count of a row must be what the grid has between
 * its ends.
 */
function handledSlots({ run, skipped }: SlotsDecision, schedule: Timing): number[] {
  const rows = skipped.map(({ slotAt, lastSlotAt, missedCount }) => {
    const inside = slotsBetween(schedule, slotAt, lastSlotAt, 1_000_000);
    const slots = [...new Set([slotAt, ...inside, lastSlotAt].map(Number))];
    return { slots, missedCount };
  });
  for (const { slots, missedCount } of rows) expect(missedCount).toBe(slots.length);
  return [...run.map(({ slotAt }) => slotAt.getTime()), ...rows.flatMap(({ slots }) => slots)].sort(
    (a, b) => a - b,
  );
}

function expectOverlapKept({ active, waiting, policies: { concurrencyPolicy, misfirePolicy } }: Life): void {
  if (concurrencyPolicy === 'allow') return;
  expect(active).toBeLessThanOrEqual(1);
  expect(waiting).toBeLessThanOrEqual(concurrencyPolicy !== 'queue' ? 0 : misfirePolicy === 'all' ? 100 : 1);
}

describe('in any history of a schedule', () => {
  const schedules = fc.constantFrom(EVERY_10_S, HOURLY, BERLIN, ENDING);
  const events = fc.array(event, { minLength: 1, maxLength: 15 });

  it('each slot runs or is recorded exactly once', () => {
    const live = (life: Life, { nap, ended, pauseMs, enabledGlobally }: Event): number[] => {
      life.now += nap;
      life.end(ended);
      if (pauseMs !== null) life.change({ pausedUntil: new Date(life.now + pauseMs) });
      if (life.isOver || life.state.dueFrom.getTime() > life.now) return [];
      const decision = life.claim(enabledGlobally);
      expectOverlapKept(life);
      expect(decision.next.nextRunAt === null || decision.next.nextRunAt.getTime() > life.now).toBe(true);
      return handledSlots(decision, life.schedule);
    };
    const property = fc.property(schedules, policies, events, (schedule, policy, history) => {
      const life = new Life(schedule, policy);
      const handled = history.flatMap((step) => live(life, step));
      const { maxRuns } = policy;
      if (maxRuns !== null) expect(life.state.runCount).toBeLessThanOrEqual(maxRuns);
      if (life.isOver && maxRuns !== null && life.state.runCount === maxRuns) return;
      const until = life.state.lastSlotAt ?? new Date(START.getTime() - 1);
      const grid = slotsBetween(schedule, START, until, 1_000_000).map(Number);
      // START itself is a slot of each schedule except Berlin's, but it is the due time of that one, too.
      expect(handled).toEqual(handled.length === 0 ? [] : [...new Set([START.getTime(), ...grid])]);
      // What is not handled yet is not due, except what a pause has postponed to its end.
      const rest = slotsBetween(schedule, until, new Date(life.now), 1).length;
      if (rest > 0 && !life.isOver)
        expect(life.state.source === 'paused' || life.state.dueFrom.getTime() <= life.now).toBe(true);
    });
    fc.assert(property, { numRuns: 250 });
  });

  it('no slot is handled twice with hints, limits and failures, and a due one-shot is never lost', () => {
    const governing = fc.record({
      minInterval: fc.constantFrom(null, 1_000, 300_000),
      maxInterval: fc.constantFrom(null, 400_000, 10_000_000),
      failureBackoff: fc.boolean(),
      failureCount: fc.nat(6),
    });
    const live = (life: Life, step: Event): number[] => {
      life.now += step.nap;
      life.end(step.ended);
      if (step.hint) life.change({ hints: hintOf(step.hint, life.now) });
      if (step.pauseMs !== null) life.change({ pausedUntil: new Date(life.now + step.pauseMs) });
      if (life.isOver || life.state.dueFrom.getTime() > life.now) return [];
      const before = life.state;
      const decision = life.claim(step.enabledGlobally);
      expectOverlapKept(life);
      const { nextRunAt } = decision.next;
      expect(nextRunAt === null || nextRunAt.getTime() > life.now).toBe(true);
      const handled = [
        ...decision.run.map(({ slotAt }) => slotAt),
        ...decision.skipped.map(({ lastSlotAt }) => lastSlotAt),
      ];
      const { nextRunAt: oneShot, expiresAt } = before.hints ?? {};
      if (oneShot && expiresAt && oneShot < expiresAt && oneShot.getTime() <= life.now) {
        // Something ran or was recorded at its time or later.
        expect(handled.some((slot) => slot >= oneShot)).toBe(true);
      }
      expect(decision.hints).toEqual(consumeHints(before.hints ?? null, new Date(life.now)).hints);
      return spansOf(decision);
    };
    const property = fc.property(
      fc.constantFrom(EVERY_10_S, HOURLY, BERLIN),
      policies.map((policy) => ({ ...policy, maxRuns: null })),
      governing,
      events,
      (schedule, policy, governed, history) => {
        const life = new Life(schedule, { ...policy, ...governed });
        const spans = history.flatMap((step) => live(life, step));
        expect(spans).toEqual([...new Set(spans)].sort((a, b) => a - b));
      },
    );
    fc.assert(property, { numRuns: 250 });
  });
});

/** First and last of everything handled, in order: overlapping spans would appear as disorder. */
function spansOf({ run, skipped }: SlotsDecision): number[] {
  const spans = [
    ...run.map(({ slotAt }) => [slotAt.getTime()]),
    ...skipped.map(({ slotAt, lastSlotAt }) => [...new Set([slotAt.getTime(), lastSlotAt.getTime()])]),
  ];
  return spans.sort(([a = 0], [b = 0]) => a - b).flat();
}

function hintOf({ intervalMs, oneShotMs, ttl }: NonNullable<Event['hint']>, now: number): Hints {
  return {
    intervalMs,
    // A time in the past means "now", and is stored so: times before the last slot would be history.
    nextRunAt: oneShotMs === null ? null : new Date(now + Math.max(oneShotMs, 0)),
    expiresAt: new Date(now + ttl),
    reason: 'because',
  };
}
