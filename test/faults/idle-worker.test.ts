import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { completes } from '../support/agent-server.js';
import { createDeferred } from '../support/deferred.js';
import { insertExpanded } from '../support/rows.js';
import { holdInvariants } from './invariants.js';
import { AGENT, openStage, type Stage } from './stage.js';

/** Concurrent requests of one worker. */
const CONCURRENCY = 10;
/** Much longer than work may wait for an idle worker, much shorter than until recovery. */
const SOON_MS = 5_000;

let stage: Stage;

beforeEach(async () => {
  stage = await openStage({ CALLBOARD_MAX_CONCURRENT: `${CONCURRENCY}` });
});
afterEach(() => stage.close());

test('what a worker claimed ahead without a free slot goes to an idle worker, instead of waiting behind slow calls', async ({
  task,
}) => {
  const gate = createDeferred();
  stage.agent.behave(async (entry, response) => {
    if (entry.body.params.slow) await gate.promise;
    else await sleep(20);
    await completes(entry, response);
  });
  const busy = await stage.startWorker();
  // Fast calls let the worker expect free slots soon; then slow calls take all its slots, and five fast ones
  // wait behind them.
  const jobs = [
    ...Array.from({ length: 4 * CONCURRENCY }, () => ({ slow: false })),
    ...Array.from({ length: CONCURRENCY }, () => ({ slow: true })),
    ...Array.from({ length: 5 }, () => ({ slow: false })),
  ].map((job, item) => ({ item, ...job }));
  await insertExpanded(stage.db.pool, { agentId: AGENT, jobs, batchSize: jobs.length });
  await stage.agent.calls(5 * CONCURRENCY);
  const idle = await stage.startWorker();
  const all = stage.agent.calls(jobs.length).then(() => 'called');
  expect(await Promise.race([all, sleep(SOON_MS, 'still waiting')])).toBe('called');
  gate.resolve();
  const tally = await holdInvariants(task, stage, { fault: 'work claimed in advance' });
  expect(tally).toMatchObject({ calls: jobs.length, again: 0 });
  expect([busy, idle].flatMap(({ lines }) => lines.filter(({ level }) => level === 'error'))).toEqual([]);
});
