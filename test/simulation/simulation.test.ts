/**
 * Whole workers against a real database, in every order of events that a seed can produce.
 * `CALLBOARD_SEED=17` runs one seed again, with all its steps; `CALLBOARD_FAULTS=all` runs as many seeds as
 * fit in `CALLBOARD_SIMULATION_MINUTES` (10).
 */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ALL_FAULTS } from '../faults/fault-fixture.js';
import type { ChunkEvents } from './chunk-events.js';
import { createSimulationTemplate, simulate } from './simulate.js';

const IS_QUICK = process.env.CALLBOARD_TESTS === 'quick';
/** Always run; `npm test` runs the first of them. */
const SEEDS = IS_QUICK ? 2 : 15;
/** Run a second time, except in `npm test`. */
const REPEATED = [1, 13];
const CHAOS_STEPS = 300;

/**
 * What many of the seeds reach. A few seeds are not enough to depend on, since PostgreSQL decides who gets a
 * contested lock, so the other events are only counted.
 */
const CHUNK_EVENTS: readonly (keyof ChunkEvents)[] = ['written', 'claimed', 'stored'];
const reached: ChunkEvents[] = [];
const repeatable = new Map<number, string[]>();

const only = process.env.CALLBOARD_SEED;
let template: Awaited<ReturnType<typeof createSimulationTemplate>>;

beforeAll(async () => {
  template = await createSimulationTemplate();
});
afterAll(() => template?.drop());

const [first = 0, last = first] = (only ?? '').split('-').map(Number);
for (let seed = first; only !== undefined && seed <= last; seed += 1)
  test(`seed ${seed}`, async () => {
    const at = performance.now();
    const run = await simulate({ seed, chaosSteps: CHAOS_STEPS, template: template.name });
    const { steps, calls, chunks } = run;
    const ms = Math.round(performance.now() - at);
    console.log(`seed ${seed}: ${steps} steps, ${calls} calls, chunks ${JSON.stringify(chunks)}, ${ms} ms`);
  });

/** This many fit in the time of a test on a slow machine. */
const AT_ONCE = Math.min(5, SEEDS);
const parts = Array.from({ length: SEEDS / AT_ONCE }, (_, index) => {
  const before = AT_ONCE * index;
  return [before + 1, before + AT_ONCE] as const;
});

test.runIf(only === undefined).for(parts)(
  'seeds %i to %i keep every invariant',
  { timeout: 900_000 },
  async ([from, to]) => {
    let calls = 0;
    for (let seed = from; seed <= to; seed += 1) {
      const run = await simulate({ seed, chaosSteps: CHAOS_STEPS, template: template.name });
      calls += run.calls;
      reached.push(run.chunks);
      repeatable.set(seed, run.repeatable);
    }
    expect(calls).toBeGreaterThan(0);
  },
);

test.runIf(only === undefined && !IS_QUICK)(
  'a seed gives the same run each time',
  { timeout: 600_000 },
  async () => {
    let compared = 0;
    for (const seed of REPEATED) {
      const again = await simulate({ seed, chaosSteps: CHAOS_STEPS, template: template.name });
      expect(again.repeatable).toEqual(repeatable.get(seed));
      compared += again.repeatable.length;
    }
    expect(compared).toBeGreaterThan(500);
  },
);

test.runIf(only === undefined)('these seeds reach chunks of jobs', ({ skip }) => {
  if (IS_QUICK || reached.length < SEEDS) skip('needs all seeds');
  const never = CHUNK_EVENTS.filter((event) => reached.every((chunks) => chunks[event] === 0));
  expect(never).toEqual([]);
});

const MINUTES = Number(process.env.CALLBOARD_SIMULATION_MINUTES ?? 10);

test.runIf(ALL_FAULTS && only === undefined)(
  'as many further seeds as time allows keep every invariant',
  { timeout: (MINUTES + 5) * 60_000 },
  async () => {
    const until = performance.now() + MINUTES * 60_000;
    let seed = SEEDS;
    while (performance.now() < until) {
      seed += 1;
      await simulate({ seed, chaosSteps: 3 * CHAOS_STEPS, template: template.name });
    }
    console.log(`simulation: ${seed - SEEDS} more seeds held`);
  },
);
