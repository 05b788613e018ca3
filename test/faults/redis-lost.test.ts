import { setTimeout as sleep } from 'node:timers/promises';
import { Redis } from 'ioredis';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { completes } from '../support/agent-server.js';
import { eventually } from '../support/engine.js';
import type { Program } from '../support/programs/processes.js';
import { insertExecution } from '../support/rows.js';
import { redisAvailable, startTestRedis, type TestRedis } from '../support/servers/redis.js';
import {
  AGENT,
  ALL_FAULTS,
  EVERY_ITEM,
  type FaultFixture,
  ITEMS,
  openFaultFixture,
  randomOf,
  seeds,
} from './fault-fixture.js';
import { holdInvariants } from './invariants.js';

describe.runIf(redisAvailable('faults with Redis'))('with the queues on Redis', () => {
  let redis: TestRedis;
  let fixture: FaultFixture;

  beforeEach(async () => {
    redis = await startTestRedis();
    fixture = await openFaultFixture({ REDIS_URL: redis.url, CALLBOARD_MAX_CONCURRENT: '10' });
    fixture.agent.behave(async (entry, response) => {
      await sleep(20);
      await completes(entry, response);
    });
  });
  afterEach(async () => {
    await fixture?.close();
    await redis?.stop();
  });

  async function flush(): Promise<void> {
    const client = new Redis(redis.url);
    await client.flushall();
    await client.quit();
  }

  /** Starts two runs and resolves in the middle of them, at a point that depends on the seed. */
  async function runHalfway(seed: number): Promise<void> {
    for (let count = 0; count < 2; count += 1)
      await insertExecution(fixture.db.pool, { agentId: AGENT, params: EVERY_ITEM });
    await fixture.agent.calls(1 + Math.floor(randomOf(seed)() * ITEMS));
  }

  test.for(seeds(1, 10))('FLUSHALL in mid-batch, seed %i', async (seed, { task }) => {
    const worker = await fixture.startWorker();
    await runHalfway(seed);
    await flush();
    const { calls } = await holdInvariants(task, fixture, { fault: 'Redis: FLUSHALL', seed });
    expect(calls).toBe(2 * ITEMS);
    expect(worker.lines.filter(({ level }) => level === 'error')).toEqual([]);
  });

  test.for(seeds(1, 10))(
    'SIGKILL of Redis in mid-batch, seed %i: work continues without it, and with it again',
    async (seed, { task }) => {
      const worker = await fixture.startWorker();
      await runHalfway(seed);
      await redis.kill();
      const { calls } = await holdInvariants(task, fixture, { fault: 'Redis: SIGKILL, away', seed });
      expect(calls).toBe(2 * ITEMS);
      await redis.restart();
      await runHalfway(seed);
      await holdInvariants(task, fixture, { fault: 'Redis: SIGKILL, restart', seed });
      worker.signal('SIGTERM');
      expect(await worker.exited).toEqual({ code: 0, signal: null });
    },
  );

  test.runIf(ALL_FAULTS)(
    'Redis is down for a minute: work continues all the time, and the queue is used again afterward',
    { timeout: 240_000 },
    async ({ task }) => {
      const workers = [await fixture.startWorker(), await fixture.startWorker()];
      await runHalfway(1);
      await redis.kill();
      for (let round = 0; round < 12; round += 1) {
        const id = await insertExecution(fixture.db.pool, { agentId: AGENT, params: EVERY_ITEM });
        await ended(id);
        await sleep(5_000);
      }
      await redis.restart();
      for (const worker of workers) await readyAgain(worker);
      await runHalfway(2);
      const { calls } = await holdInvariants(task, fixture, { fault: 'Redis: away for a minute' });
      expect(calls).toBe(16 * ITEMS);
      for (const worker of workers) {
        expect(worker.lines.filter(({ level }) => level === 'error')).toEqual([]);
        worker.signal('SIGTERM');
        expect(await worker.exited).toEqual({ code: 0, signal: null });
      }
    },
  );

  const ended = (id: string) =>
    eventually(
      fixture.db.pool,
      'SELECT FROM "ScheduleExecution" WHERE id = $1 AND "completedAt" IS NOT NULL',
      [id],
      ({ length }) => length > 0,
    );

  /** A worker whose queue works again logs it. */
  async function readyAgain(worker: Program): Promise<void> {
    const { port } = await worker.logged('worker.ready');
    await expect
      .poll(async () => (await (await fetch(`http://127.0.0.1:${port}/readyz`)).json()).checks.queue)
      .toBe('ok');
  }

  test.for(seeds(1, 10))('SIGKILL of the worker in mid-batch, seed %i', async (seed, { task }) => {
    const worker = await fixture.startWorker();
    await runHalfway(seed);
    await worker.kill();
    await fixture.expireLease(worker);
    await Promise.all([fixture.startWorker(), fixture.startWorker()]);
    await holdInvariants(task, fixture, { fault: 'SIGKILL, queues on Redis', seed });
  });
});
