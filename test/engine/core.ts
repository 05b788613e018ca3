import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { accepts, answer, completes } from '../support/agent-server.js';
import type { TestEngine } from '../support/engine.js';
import { eventually } from '../support/engine.js';
import { insertExecution, insertSchedule } from '../support/rows.js';
import {
  createEngineFixture,
  type EngineFixture,
  type EngineOptions,
  type ExecutionRow,
} from './engine-fixture.js';

/** What the engine must do on every queue backend. */
export function describeCore(where: string, options: () => EngineOptions): void {
  describe(`the engine with its queue on ${where}`, () => {
    let fixture: EngineFixture;
    let engine: TestEngine;

    beforeAll(async () => {
      fixture = await createEngineFixture();
      await fixture.db.pool.query(`
        CREATE TABLE public."Ticker" (id text PRIMARY KEY, enabled boolean);
        INSERT INTO public."Ticker" SELECT 'T' || lpad(n::text, 3, '0'), n % 4 <> 0 FROM generate_series(1, 60) n`);
      engine = await fixture.start(options());
    });
    afterAll(() => fixture?.stop());
    beforeEach(() => {
      fixture.agent.reset();
      fixture.agent.behave(completes);
    });

    test('calls the agent once per row, in batches, and counts the results', async () => {
      const { db, agent } = fixture;
      const ticker = 'db:ticker:all:id?enabled=true&batchSize=20&staggerDelay=50';
      const id = await insertExecution(db.pool, { agentId: 'agent', params: { ticker, depth: 2 } });
      expect(await fixture.ended(id)).toMatchObject({
        status: 'success',
        runStatus: 'succeeded',
        jobsCreated: 45,
        jobsEnqueued: 45,
        jobsCompleted: 45,
        jobsFailed: 0,
        batches: 3,
      });
      expect(agent.ledger).toHaveLength(45);
      expect(new Set(agent.ledger.map(({ body }) => body.params.ticker)).size).toBe(45);
      expect(agent.ledger.every(({ body }) => body.params.depth === 2)).toBe(true);
    });

    test('runs a due slot once, at its instant, and plans the next', async () => {
      const { db, agent } = fixture;
      const slot = new Date(Math.ceil(Date.now() / 100) * 100 + 400);
      const id = await insertSchedule(db.pool, {
        agentId: 'agent',
        interval: 3_600_000,
        startAt: slot,
        nextRunAt: slot,
        activatedAt: new Date(slot.getTime() - 5_000),
        params: { a: 1 },
      });
      const [execution] = await eventually<ExecutionRow>(
        db.pool,
        `SELECT * FROM "ScheduleExecution" WHERE "scheduleId" = $1`,
        [id],
        ([row]) => row?.completedAt != null,
      );
      expect(execution).toMatchObject({ slotAt: slot, runStatus: 'succeeded', source: 'baseline-interval' });
      const { rows } = await db.pool.query(`SELECT "nextRunAt", "runCount" FROM "Schedule" WHERE id = $1`, [
        id,
      ]);
      expect(rows[0]).toEqual({ nextRunAt: new Date(slot.getTime() + 3_600_000), runCount: 1 });
      expect(performance.timeOrigin + (agent.ledger[0]?.at ?? 0)).toBeGreaterThanOrEqual(slot.getTime());
    });

    test('retries a failure in new rows, which end as a dead letter', async () => {
      fixture.agent.behave((_entry, response) => answer(response, 503, { error: 'busy' }));
      const id = await insertExecution(fixture.db.pool, {
        agentId: 'agent',
        retryConfig: { maxRetries: 2, backoff: 'fixed', delay: 20 },
      });
      expect(await fixture.ended(id)).toMatchObject({ runStatus: 'failed', jobsFailed: 1, status: 'failed' });
      expect(await fixture.attempts(id)).toMatchObject([
        { status: 'failed', retryCount: 0, isLatest: false, statusCode: 503, error: { code: 'HTTP_503' } },
        { status: 'failed', retryCount: 1, isLatest: false, statusCode: 503, error: { code: 'HTTP_503' } },
        {
          status: 'dead_letter',
          retryCount: 2,
          isLatest: true,
          statusCode: 503,
          error: { code: 'HTTP_503' },
        },
      ]);
      expect(new Set(fixture.agent.ledger.map(({ executionId }) => executionId)).size).toBe(3);
      expect(new Set(fixture.agent.ledger.map(({ jobId }) => jobId)).size).toBe(1);
    });

    test('lets an agent accept, and end its job by a plain UPDATE', async () => {
      const { db, agent } = fixture;
      agent.behave(accepts);
      const id = await insertExecution(db.pool, { agentId: 'agent', params: { y: 1 } });
      await agent.calls(1);
      const executionId = agent.ledger[0]?.executionId;
      await eventually<{ acceptedAt: Date | null }>(
        db.pool,
        `SELECT "acceptedAt" FROM "AgentJobExecution" WHERE id = $1`,
        [executionId],
        ([row]) => row?.acceptedAt != null,
      );
      await db.pool.query(
        `UPDATE "AgentJobExecution" SET status='completed', result=$1::jsonb, "completedAt"=now(), "updatedAt"=now() WHERE id = $2`,
        ['{"by":"sql"}', executionId],
      );
      expect(await fixture.ended(id)).toMatchObject({
        runStatus: 'succeeded',
        status: 'success',
        jobsCompleted: 1,
      });
    });

    test('continues when its queue is emptied in the middle of the work', async () => {
      const { db, agent } = fixture;
      const params = { ticker: 'db:ticker:all:id?batchSize=10&staggerDelay=5' };
      const ids = await Promise.all(
        Array.from({ length: 6 }, () => insertExecution(db.pool, { agentId: 'agent', params })),
      );
      for (const calls of [5, 40, 90, 150, 250]) {
        await agent.calls(calls);
        await engine.queues.obliterate();
      }
      for (const id of ids)
        expect(await fixture.ended(id)).toMatchObject({ runStatus: 'succeeded', jobsCompleted: 60 });
      expect(agent.ledger).toHaveLength(360);
    });

    test('found nothing to recover in all this', async () => {
      expect(await engine.findings()).toEqual({});
    });
  });
}
