import { afterEach, beforeEach, expect, test } from 'vitest';
import { eventually } from '../support/engine.js';
import { insertSchedule } from '../support/rows.js';
import { AGENT, ALL_FAULTS, type FaultFixture, openFaultFixture, randomOf, seeds } from './fault-fixture.js';
import { holdInvariants } from './invariants.js';

const SCHEDULES = 20;
const SLOTS = 5;

let fixture: FaultFixture;

beforeEach(async () => {
  fixture = await openFaultFixture();
});
afterEach(() => fixture.close());

/** Schedules that are due every second, this many times, starting in three seconds. */
async function insertTickers(): Promise<void> {
  const startAt = new Date(Math.ceil(Date.now() / 1_000) * 1_000 + 3_000);
  for (let count = 0; count < SCHEDULES; count += 1) {
    // On a busy machine slots may be claimed late, but they still run.
    await insertSchedule(
      fixture.db.pool,
      {
        agentId: AGENT,
        interval: 1_000,
        startAt,
        nextRunAt: startAt,
        activatedAt: new Date(),
        params: { schedule: count },
      },
      { misfirePolicy: 'all', endAt: new Date(startAt.getTime() + SLOTS * 1_000) },
    );
  }
}

/** Whether all slots are claimed, whatever happened to them. */
const claimed = () =>
  eventually<{ planned: number }>(
    fixture.db.pool,
    'SELECT count("nextRunAt")::int AS planned FROM "Schedule"',
    [],
    ([row]) => row?.planned === 0,
  );

test.for(ALL_FAULTS ? [2, 3, 5] : [3])(
  '%i workers share the slots: each runs once, none is missing',
  async (workers, { task }) => {
    await Promise.all(Array.from({ length: workers }, () => fixture.startWorker()));
    await insertTickers();
    await claimed();
    const { calls } = await holdInvariants(task, fixture, { fault: `${workers} workers on the same slots` });
    expect(calls).toBe(SCHEDULES * SLOTS);
  },
);

test.for(seeds(0, 5))('seed %i: one of three workers is killed meanwhile', async (seed, { task }) => {
  const [victim] = await Promise.all([fixture.startWorker(), fixture.startWorker(), fixture.startWorker()]);
  await insertTickers();
  if (!victim) throw new Error('no worker');
  await fixture.agent.calls(1 + Math.floor(randomOf(seed)() * SCHEDULES * (SLOTS - 1)));
  await victim.kill();
  await fixture.expireLease(victim);
  await claimed();
  await holdInvariants(task, fixture, { fault: '3 workers on the same slots, one killed', seed });
});
