import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { completes } from '../support/agent-server.js';
import { createDeferred } from '../support/deferred.js';
import { insertExpanded } from '../support/rows.js';
import { AGENT, type FaultFixture, openFaultFixture } from './fault-fixture.js';
import { holdInvariants } from './invariants.js';

/** Concurrent requests of one worker. */
const CONCURRENCY = 10;
/** Much longer than work may wait for an idle worker, much shorter than until recovery. */
const SOON_MS = 20_000;

let fixture: FaultFixture;

beforeEach(async () => {
  fixture = await openFaultFixture({ CALLBOARD_MAX_CONCURRENT: `${CONCURRENCY}` });
});
afterEach(() => fixture.close());

test('what a worker claimed ahead without a free slot goes to an idle worker, instead of waiting behind slow calls', async ({
  task,
}) => {
  const gate = createDeferred();
  fixture.agent.behave(async (entry, response) => {
    if (entry.body.params.slow) await gate.promise;
    else await sleep(20);
    await completes(entry, response);
  });
  const busy = await fixture.startWorker();
  // Fast calls let the worker expect free slots soon; then slow calls take all its slots, and five fast ones
  // wait behind them.
  const jobs = [
    ...Array.from({ length: 4 * CONCURRENCY }, () => ({ slow: false })),
    ...Array.from({ length: CONCURRENCY }, () => ({ slow: true })),
    ...Array.from({ length: 5 }, () => ({ slow: false })),
  ].map((job, item) => ({ item, ...job }));
  await insertExpanded(fixture.db.pool, { agentId: AGENT, jobs, batchSize: jobs.length });
  await fixture.agent.calls(5 * CONCURRENCY);
  const idle = await fixture.startWorker();
  const all = fixture.agent.calls(jobs.length).then(() => 'called');
  expect(await Promise.race([all, sleep(SOON_MS, 'still waiting')])).toBe('called');
  gate.resolve();
  const tally = await holdInvariants(task, fixture, { fault: 'work claimed in advance' });
  expect(tally).toMatchObject({ calls: jobs.length, again: 0 });
  expect([busy, idle].flatMap(({ lines }) => lines.filter(({ level }) => level === 'error'))).toEqual([]);
});
