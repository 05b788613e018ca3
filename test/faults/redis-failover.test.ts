import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { completes } from '../support/agent-server.js';
import { insertExecution } from '../support/rows.js';
import { redisAvailable } from '../support/servers/redis.js';
import { type SentinelDeployment, startSentinels } from '../support/servers/redis-deployments.js';
import { AGENT, EVERY_ITEM, type FaultFixture, ITEMS, openFaultFixture, seeds } from './fault-fixture.js';
import { holdInvariants } from './invariants.js';

describe.runIf(redisAvailable('faults with Redis Sentinel'))('with the queues behind Sentinels', () => {
  let sentinels: SentinelDeployment;
  let fixture: FaultFixture;

  beforeEach(async () => {
    sentinels = await startSentinels();
    fixture = await openFaultFixture({ REDIS_URL: sentinels.url, CALLBOARD_MAX_CONCURRENT: '10' });
    fixture.agent.behave(async (entry, response) => {
      await sleep(20);
      await completes(entry, response);
    });
  });
  afterEach(async () => {
    await fixture?.close();
    await sentinels?.stop();
  });

  test.for(seeds(1, 3))(
    'the primary is killed under load and the replica promoted, seed %i: no work is lost or done twice',
    async (seed, { task }) => {
      const workers = [await fixture.startWorker(), await fixture.startWorker()];
      const add = () => insertExecution(fixture.db.pool, { agentId: AGENT, params: EVERY_ITEM });
      await Promise.all([add(), add()]);
      await fixture.agent.calls(seed * 20);
      const failedOver = sentinels.failOver();
      let runs = 2;
      // Work keeps arriving until the replica is the primary, and afterward.
      for (let over = false; !over; runs += 1) {
        await add();
        over = await Promise.race([failedOver.then(() => true), sleep(2_000, false)]);
      }
      for (const worker of workers) await queueWorksAgain(worker);
      await add();
      const { calls } = await holdInvariants(task, fixture, { fault: 'Redis: Sentinel failover', seed });
      expect(calls).toBe((runs + 1) * ITEMS);
      for (const worker of workers) {
        expect(worker.lines.filter(({ level }) => level === 'error')).toEqual([]);
        worker.signal('SIGTERM');
        expect(await worker.exited).toEqual({ code: 0, signal: null });
      }
    },
  );
});

async function queueWorksAgain(worker: Awaited<ReturnType<FaultFixture['startWorker']>>): Promise<void> {
  const { port } = await worker.logged('worker.ready');
  const queue = async () => (await (await fetch(`http://127.0.0.1:${port}/readyz`)).json()).checks.queue;
  await expect.poll(queue, { timeout: 60_000 }).toBe('ok');
}
