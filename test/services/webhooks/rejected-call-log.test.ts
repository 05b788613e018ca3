import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Delivery } from '../../../src/db/webhooks/record-delivery.js';
import { createRejectedCallLog } from '../../../src/services/webhooks/rejected-call-log.js';
import { createDeferred } from '../../support/deferred.js';
import { openServices, type TestServices } from '../support.js';

let deps: TestServices;
beforeAll(async () => {
  deps = await openServices();
});
afterAll(() => deps.close());

const HOUR = 3_600_000;
const call = (webhookId: string, httpStatus: number, reason = 'no'): Delivery => ({
  webhookId,
  eventId: null,
  outcome: 'rejected',
  httpStatus,
  reason,
  scheduleExecutionId: null,
  bytes: null,
  remoteAddress: null,
});
/** Rows of a webhook, with those of two minutes added up. */
const counted = (webhookId: string) =>
  deps.rows(
    `SELECT "httpStatus" AS status, sum(count)::int AS count FROM "WebhookDelivery" WHERE "webhookId" = $1 GROUP BY 1 ORDER BY 1`,
    [webhookId],
  );

test('the first of a kind is written at once, the others together: kinds are webhook and status', async () => {
  const log = createRejectedCallLog(deps, HOUR);
  for (let n = 0; n < 50; n += 1) {
    await log.record(call('a', 401));
    await log.record(call('a', 413));
    await log.record(call('b', 401));
  }
  expect([await counted('a'), await counted('b')]).toEqual([
    [
      { status: 401, count: 1 },
      { status: 413, count: 1 },
    ],
    [{ status: 401, count: 1 }],
  ]);
  await log.close();
  expect([await counted('a'), await counted('b')]).toEqual([
    [
      { status: 401, count: 50 },
      { status: 413, count: 50 },
    ],
    [{ status: 401, count: 50 }],
  ]);
});

test('counted calls are written when the interval is over', async () => {
  const second = createDeferred<unknown>();
  const logger = {
    ...deps.logger,
    warn: (_event: string, fields?: Record<string, unknown>) => {
      if (fields?.count !== 1) second.resolve(fields?.count);
    },
  };
  const log = createRejectedCallLog({ pool: deps.pool, logger }, 20);
  await Promise.all(Array.from({ length: 10 }, () => log.record(call('c', 401))));
  expect(await second.promise).toBe(9);
  await log.close();
});

test('a database that is down does not cause another refusal: it is logged', async () => {
  const failing = { query: () => Promise.reject(new Error('gone')) } as never;
  const log = createRejectedCallLog({ pool: failing, logger: deps.logger }, HOUR);
  await log.record(call('d', 401));
  await log.close();
  expect(deps.logger.lines).toContainEqual(
    expect.objectContaining({ event: 'webhook.not_recorded', webhookId: 'd' }),
  );
});
