import { afterAll, beforeAll, expect, test } from 'vitest';
import { deleteExpiredKeys } from '../../../src/db/system/delete-old-rows.js';
import { withTransaction } from '../../../src/runtime/database/pool.js';
import { createPipeline } from '../../../src/services/pipelines/create-pipeline.js';
import { triggerAgent, triggerPipeline } from '../../../src/services/runs/trigger-target.js';
import { createSchedule } from '../../../src/services/schedules/create-schedule.js';
import { triggerSchedule } from '../../../src/services/schedules/trigger-schedule.js';
import { withIdempotency } from '../../../src/services/system/with-idempotency.js';
import { admin, anAgent, issues, openServices, type TestServices, value } from '../support.js';

let deps: TestServices;
beforeAll(async () => {
  deps = await openServices();
});
afterAll(() => deps.close());

const executions = async () => (await deps.rows('SELECT FROM "ScheduleExecution"')).length;
const trigger = (agentId: string, idempotencyKey?: string, params?: object) =>
  value(triggerAgent(deps, admin, { agentId, idempotencyKey, params }));

test('the same request with the same key starts nothing more; without a key, or with another, it does', async () => {
  const agentId = await anAgent(deps);
  const first = await trigger(agentId, 'a', { n: 1, deep: { x: 1, y: 2 } });
  expect(first.repeated).toBe(false);
  const before = await executions();
  expect(await trigger(agentId, 'a', { deep: { y: 2, x: 1 }, n: 1 })).toEqual({
    id: first.id,
    repeated: true,
  });
  expect(await executions()).toBe(before);
  const others = [await trigger(agentId, 'b', { n: 1 }), await trigger(agentId), await trigger(agentId)];
  expect(new Set([first.id, ...others.map(({ id }) => id)]).size).toBe(4);
});

test('no params and empty params are the same request', async () => {
  const agentId = await anAgent(deps);
  const { id } = await trigger(agentId, 'k');
  expect(await trigger(agentId, 'k', {})).toEqual({ id, repeated: true });
});

test('another request with the same key is a conflict that names the key', async () => {
  const agentId = await anAgent(deps);
  await trigger(agentId, 'order-7', { n: 1 });
  const before = await executions();
  for (const params of [{ n: 2 }, { n: '1' }, { n: [1] }, { n: 1, m: null }, {}])
    expect(await triggerAgent(deps, admin, { agentId, idempotencyKey: 'order-7', params })).toMatchObject({
      kind: 'conflict',
      message: expect.stringContaining('"order-7"'),
    });
  expect(await executions()).toBe(before);
});

test('a key belongs to one operation on one target', async () => {
  const agentId = await anAgent(deps);
  const other = await anAgent(deps);
  const schedule = { repeat: 'repeating', interval: '1h', targetType: 'agent', agentId };
  const { id: scheduleId } = await value(createSchedule(deps, admin, { name: 's', ...schedule }));
  const steps = [{ stepId: 'a', agentId, parallel: true }];
  const { id: pipelineId } = await value(createPipeline(deps, admin, { name: 'p', steps }));
  const idempotencyKey = 'shared';
  const started = [
    await trigger(agentId, idempotencyKey, { n: 1 }),
    await trigger(other, idempotencyKey, { n: 2 }),
    await value(triggerSchedule(deps, admin, { id: scheduleId, idempotencyKey })),
    await value(triggerPipeline(deps, admin, { id: pipelineId, idempotencyKey })),
  ];
  expect(started.map(({ repeated }) => repeated)).toEqual([false, false, false, false]);
  expect(await value(triggerSchedule(deps, admin, { id: scheduleId, idempotencyKey }))).toEqual({
    id: started[2]?.id,
    repeated: true,
  });
  expect(await value(triggerPipeline(deps, admin, { id: pipelineId, idempotencyKey }))).toEqual({
    id: started[3]?.id,
    repeated: true,
  });
});

test('of many at once one runs, and all get its result', async () => {
  const agentId = await anAgent(deps);
  const before = await executions();
  const all = await Promise.all(Array.from({ length: 12 }, () => trigger(agentId, 'at once', { n: 1 })));
  expect(new Set(all.map(({ id }) => id)).size).toBe(1);
  expect(all.filter(({ repeated }) => !repeated)).toHaveLength(1);
  expect(await executions()).toBe(before + 1);
});

test('a refusal leaves the key free, and a completed request counts even if the target is gone', async () => {
  const inputSchema = { type: 'object', required: ['n'] };
  const agentId = await anAgent(deps, { inputSchema });
  expect(await issues(triggerAgent(deps, admin, { agentId, idempotencyKey: 'k' }))).toHaveLength(1);
  const { id, repeated } = await trigger(agentId, 'k', { n: 1 });
  expect(repeated).toBe(false);
  await deps.pool.query('DELETE FROM "AgentRegistry" WHERE id = $1', [agentId]);
  expect(await trigger(agentId, 'k', { n: 1 })).toEqual({ id, repeated: true });
});

test('a transaction that is rolled back takes its key with it', async () => {
  const agentId = await anAgent(deps);
  const keyed = { operation: 'test', target: agentId, key: 'k', request: null };
  const undone = withTransaction(deps.pool, async (client) => {
    await withIdempotency(client, keyed, async () => ({ kind: 'ok', value: { id: 'lost' } }));
    throw new Error('the process ends here');
  });
  await expect(undone).rejects.toThrow('ends here');
  const again = withTransaction(deps.pool, (client) =>
    withIdempotency(client, keyed, async () => ({ kind: 'ok', value: { id: 'second' } })),
  );
  expect(await again).toEqual({ kind: 'ok', value: { id: 'second', repeated: false } });
});

test('after 24 hours a key is free again; expired ones are deleted in small portions', async () => {
  const agentId = await anAgent(deps);
  const { id } = await trigger(agentId, 'k', { n: 1 });
  const span = await deps.row<{ hours: string }>(
    `SELECT extract(epoch FROM "expiresAt" - "createdAt") / 3600 AS hours FROM "IdempotencyKey" WHERE target = $1`,
    [agentId],
  );
  expect(Number(span.hours)).toBeCloseTo(24);
  const expire = (target: string) =>
    deps.pool.query(`UPDATE "IdempotencyKey" SET "expiresAt" = clock_timestamp() WHERE target = $1`, [
      target,
    ]);
  await expire(agentId);
  const second = await trigger(agentId, 'k', { n: 2 });
  expect(second).toMatchObject({ repeated: false });
  expect(second.id).not.toBe(id);
  expect(await trigger(agentId, 'k', { n: 2 })).toEqual({ id: second.id, repeated: true });

  const other = await anAgent(deps);
  for (const key of ['1', '2', '3']) await trigger(other, key);
  await expire(other);
  expect(await deleteExpiredKeys(deps.pool, 2)).toBe(2);
  expect(await deleteExpiredKeys(deps.pool, 2)).toBe(1);
  expect(await deleteExpiredKeys(deps.pool, 2)).toBe(0);
  expect(await trigger(agentId, 'k', { n: 2 })).toMatchObject({ repeated: true });
});

test('a key is 1 to 255 printable characters', async () => {
  const agentId = await anAgent(deps);
  for (const idempotencyKey of ['', 'x'.repeat(256), 'a\nb', 'a\u0000b', '\u200b', '\ud800', 'a\u2028b', 7])
    expect(await issues(triggerAgent(deps, admin, { agentId, idempotencyKey }))).toEqual([
      expect.stringMatching(/^idempotencyKey: must be /),
    ]);
  for (const key of ['x'.repeat(255), ' a b ', 'Bestellung-äöü', '注文 42'])
    expect(await trigger(agentId, key)).toMatchObject({ repeated: false });
});
