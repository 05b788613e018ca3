import { randomUUID } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { deleteExpiredDeliveries } from '../../../src/db/system/delete-old-rows.js';
import { findDataSources } from '../../../src/domain/expansion/find-data-sources.js';
import type { JsonObject } from '../../../src/domain/json.js';
import { signWebhook } from '../../../src/http/incoming/verify-webhook.js';
import { isDatabaseAway } from '../../../src/runtime/database/database-error.js';
import { createPipeline } from '../../../src/services/pipelines/create-pipeline.js';
import { createSchedule } from '../../../src/services/schedules/create-schedule.js';
import { setScheduleEnabled } from '../../../src/services/schedules/set-schedule-enabled.js';
import { updateSchedulerConfig } from '../../../src/services/system/update-scheduler-config.js';
import { createWebhook } from '../../../src/services/webhooks/create-webhook.js';
import { deleteWebhook } from '../../../src/services/webhooks/delete-webhook.js';
import {
  createWebhookReceiver,
  type WebhookAnswer,
  type WebhookReceiver,
} from '../../../src/services/webhooks/receive-webhook.js';
import { rotateWebhookSecret } from '../../../src/services/webhooks/rotate-webhook-secret.js';
import { setWebhookSuspended } from '../../../src/services/webhooks/set-webhook-suspended.js';
import { updateWebhook } from '../../../src/services/webhooks/update-webhook.js';
import { registeredSources } from '../../../src/sources/registry.js';
import { createImpatientPool, holding } from '../../support/lock-waits.js';
import { admin, anAgent, openServices, type TestServices, value } from '../support.js';

let deps: TestServices;
let receiver: WebhookReceiver;
beforeAll(async () => {
  deps = await openServices();
  receiver = createWebhookReceiver(deps);
});
afterEach(() => receiver.close());
afterAll(() => deps.close());

interface Hook {
  id: string;
  secret: string;
}

async function aWebhook(input: Record<string, unknown> = {}): Promise<Hook> {
  const target = 'targetType' in input ? {} : { targetType: 'agent', agentId: await anAgent(deps) };
  return value(createWebhook(deps, admin, { name: 'hook', ...target, ...input }));
}

interface Sent {
  body?: string | Buffer;
  eventId?: string | undefined;
  timestamp?: string;
  headers?: Record<string, string | undefined>;
  through?: WebhookReceiver;
}

/** Seconds, different each time, because a signature belongs to one event. */
let calls = 0;
const firstSecond = Math.floor(Date.now() / 1000) + 100;
const nextTimestamp = () => String(firstSecond - (calls++ % 350));

/** A call of a sender with the profile GENERIC, with these changes. */
function send({ id, secret }: Hook, sent: Sent = {}): Promise<WebhookAnswer> {
  const { timestamp = nextTimestamp(), through = receiver } = sent;
  const body = Buffer.from(sent.body ?? '{"n":1}');
  const eventId = 'eventId' in sent ? sent.eventId : randomUUID();
  return through.receive({
    webhookId: id,
    remoteAddress: '192.0.2.7',
    headers: {
      'x-timestamp': timestamp,
      'x-signature': signWebhook(secret, body, timestamp),
      ...(eventId !== undefined && { 'x-event-id': eventId }),
      ...sent.headers,
    },
    readBody: async (maxBytes) => (body.length > maxBytes ? undefined : body),
  });
}

async function accepted(answer: Promise<WebhookAnswer>): Promise<string> {
  const { status, body } = await answer;
  if (status !== 202 || 'duplicate' in body) throw new Error(JSON.stringify(body));
  return body.scheduleExecutionId;
}

const execution = (id: string) =>
  deps.row<Record<string, unknown> & { snapshot: { params: unknown } }>(
    'SELECT * FROM "ScheduleExecution" WHERE id = $1',
    [id],
  );
const paramsOf = async (id: string) => (await execution(id)).snapshot.params;
const executionsOf = async ({ id }: Hook) =>
  (await deps.rows<{ id: string }>('SELECT id FROM "ScheduleExecution" WHERE "createdBy" = $1', [id])).map(
    (row) => row.id,
  );
const deliveries = ({ id }: Hook) =>
  deps.rows(
    `SELECT "eventId", outcome, "httpStatus" AS status, reason, "scheduleExecutionId", bytes, "remoteAddress", count
     FROM "WebhookDelivery" WHERE "webhookId" = $1 ORDER BY id`,
    [id],
  );
const SIGNED_WRONG = { 'x-signature': 'ab'.repeat(32) };

describe('an accepted call', () => {
  test('starts its target once, and returns the run', async () => {
    const agentId = await anAgent(deps);
    const hook = await aWebhook({ targetType: 'agent', agentId });
    const id = await accepted(send(hook, { eventId: 'event-1' }));
    expect(await execution(id)).toMatchObject({
      agentId,
      scheduleId: null,
      trigger: 'webhook',
      slotAt: null,
      source: null,
      status: 'pending',
      createdBy: hook.id,
      snapshot: { scheduleName: null, priority: 0, params: { payload: { $literal: { n: 1 } } } },
    });
    expect(await deliveries(hook)).toEqual([
      {
        eventId: 'event-1',
        outcome: 'accepted',
        status: 202,
        reason: null,
        scheduleExecutionId: id,
        bytes: 7,
        remoteAddress: '192.0.2.7',
        count: 1,
      },
    ]);
  });

  test('as a CloudEvent is identified by source and id, and its data are params', async () => {
    const hook = await aWebhook({ payload: { inputKey: null } });
    const event = {
      specversion: '1.0',
      id: '1',
      source: '/orders',
      type: 'paid',
      data: { n: 'db:ticker:all' },
    };
    const call = {
      body: JSON.stringify(event),
      eventId: undefined,
      headers: { 'content-type': 'application/cloudevents+json' },
    };
    const id = await accepted(send(hook, call));
    expect(await paramsOf(id)).toEqual({ n: { $literal: 'db:ticker:all' } });
    expect(await send(hook, call)).toEqual({
      status: 202,
      body: { duplicate: true, scheduleExecutionId: id },
    });
    const wrong = await send(hook, { ...call, body: JSON.stringify({ ...event, source: '' }) });
    expect(wrong).toMatchObject({ status: 400, body: { error: expect.stringContaining('no source') } });
  });

  test('of GitHub is signed over the body alone, with headers of its own', async () => {
    const hook = await aWebhook({
      profile: 'github',
      secret: "It's a Secret to Everybody",
      payload: { mode: 'raw' },
    });
    const call = (delivery: string) =>
      send(hook, {
        body: 'Hello, World!',
        eventId: undefined,
        headers: {
          'x-timestamp': undefined,
          'x-signature': undefined,
          'x-github-delivery': delivery,
          'x-hub-signature-256': 'sha256=757107ea0eb2509fc211221cce984b8a37570b6d7586c22c46f4379c8b043e17',
        },
      });
    const id = await accepted(call('72d3162e-cc78-11e3-81ab-4c9367dc0958'));
    expect(await paramsOf(id)).toEqual({ payload: { $literal: 'Hello, World!' } });
    expect(await call('72d3162e-cc78-11e3-81ab-4c9367dc0958')).toEqual({
      status: 202,
      body: { duplicate: true, scheduleExecutionId: id },
    });
    const { days } = await deps.row<{ days: string }>(
      `SELECT extract(epoch FROM "expiresAt" - "createdAt") / 86400 AS days FROM "IdempotencyKey" WHERE target = $1`,
      [hook.id],
    );
    expect(Number(days)).toBeCloseTo(3);
  });

  test('can start a pipeline', async () => {
    const steps = [{ stepId: 'a', agentId: await anAgent(deps), parallel: true }];
    const { id: pipelineId } = await value(createPipeline(deps, admin, { name: 'p', steps }));
    const id = await accepted(send(await aWebhook({ targetType: 'pipeline', pipelineId })));
    expect(await execution(id)).toMatchObject({
      targetType: 'pipeline',
      pipelineId,
      snapshot: { pipeline: { id: pipelineId } },
    });
  });

  test('has its event id in the header that the webhook names', async () => {
    const hook = await aWebhook({ eventIdHeader: 'X-Request-Id', dedupeWindow: '1h' });
    const again = { eventId: undefined, headers: { 'x-request-id': 'r-1' } };
    const id = await accepted(send(hook, again));
    expect(await send(hook, again)).toMatchObject({ body: { duplicate: true, scheduleExecutionId: id } });
    expect(await send(hook)).toMatchObject({ status: 400 });
  });
});

describe('a webhook of a schedule', () => {
  const aSchedule = async (agentId: string, more = {}) =>
    (
      await value(
        createSchedule(deps, admin, {
          name: 'Template',
          repeat: 'repeating',
          template: true,
          targetType: 'agent',
          agentId,
          params: { ticker: 'ACME', depth: 1 },
          retryConfig: { maxRetries: 1, backoff: 'fixed', delay: 1 },
          timeout: '5m',
          priority: 3,
          ...more,
        }),
      )
    ).id;

  test('runs a template with its params, retries, timeout and priority; the payload overrides params', async () => {
    const agentId = await anAgent(deps);
    const scheduleId = await aSchedule(agentId);
    const hook = await aWebhook({ targetType: 'schedule', scheduleId, payload: { inputKey: null } });
    const before = await deps.row('SELECT * FROM "Schedule" WHERE id = $1', [scheduleId]);
    const id = await accepted(send(hook, { body: '{"depth": 2, "more": ["x"]}' }));
    expect(await execution(id)).toMatchObject({
      scheduleId,
      agentId,
      trigger: 'webhook',
      snapshot: {
        scheduleName: 'Template',
        params: { ticker: 'ACME', depth: { $literal: 2 }, more: { $literal: ['x'] } },
        retryConfig: { maxRetries: 1, backoff: 'fixed', delay: 1 },
        timeout: 300_000,
        priority: 3,
      },
    });
    expect(await deps.row('SELECT * FROM "Schedule" WHERE id = $1', [scheduleId])).toEqual(before);
  });

  test('starts nothing if the schedule is disabled, paused or gone; the event may come again later', async () => {
    const scheduleId = await aSchedule(await anAgent(deps));
    const hook = await aWebhook({ targetType: 'schedule', scheduleId });
    await value(setScheduleEnabled(deps, admin, { id: scheduleId, enabled: false }));
    const eventId = 'while disabled';
    expect(await send(hook, { eventId })).toMatchObject({
      status: 409,
      body: { error: expect.stringContaining('disabled') },
    });
    await value(setScheduleEnabled(deps, admin, { id: scheduleId, enabled: true }));
    await accepted(send(hook, { eventId }));
    const pause = (until: string) =>
      deps.pool.query('UPDATE "Schedule" SET "pausedUntil" = $2 WHERE id = $1', [scheduleId, until]);
    await pause('2100-01-01T00:00:00Z');
    expect(await send(hook)).toMatchObject({
      status: 409,
      body: { error: expect.stringContaining('paused until 2100-01-01T00:00:00.000Z') },
    });
    await pause('2020-01-01T00:00:00Z');
    await accepted(send(hook));
    await deps.pool.query('DELETE FROM "Schedule" WHERE id = $1', [scheduleId]);
    expect(await send(hook)).toMatchObject({
      status: 409,
      body: { error: expect.stringContaining('has been deleted') },
    });
    expect(await executionsOf(hook)).toHaveLength(2);
  });

  test('ignores the overlap policy of the schedule', async () => {
    const scheduleId = await aSchedule(await anAgent(deps), { concurrencyPolicy: 'forbid' });
    const hook = await aWebhook({ targetType: 'schedule', scheduleId });
    await accepted(send(hook));
    await accepted(send(hook));
    expect(await executionsOf(hook)).toHaveLength(2);
  });
});

describe('a repeated event', () => {
  test('returns what it started, also from another process', async () => {
    const hook = await aWebhook();
    const id = await accepted(send(hook, { eventId: 'e' }));
    const restarted = createWebhookReceiver(deps);
    const expected = { status: 202, body: { duplicate: true, scheduleExecutionId: id } };
    expect(await send(hook, { eventId: 'e', through: restarted })).toEqual(expected);
    expect(await send(hook, { eventId: 'e', body: '{"n":2}' })).toEqual(expected);
    expect(await executionsOf(hook)).toEqual([id]);
    expect(
      (await deliveries(hook)).map(({ outcome, count, scheduleExecutionId }) => [
        outcome,
        count,
        scheduleExecutionId,
      ]),
    ).toEqual([
      ['accepted', 1, id],
      ['duplicate', 2, id],
    ]);
  });

  test('starts exactly one run, however many times it comes at once', async () => {
    const hook = await aWebhook();
    const processes = [receiver, createWebhookReceiver(deps)];
    const answers = await Promise.all(
      Array.from({ length: 16 }, (_, index) =>
        send(hook, { eventId: 'at once', ...(processes[index % 2] && { through: processes[index % 2] }) }),
      ),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([202]));
    const [id] = await executionsOf(hook);
    expect(await executionsOf(hook)).toHaveLength(1);
    expect(answers.filter(({ body }) => !('duplicate' in body))).toEqual([
      { status: 202, body: { scheduleExecutionId: id } },
    ]);
    expect(
      answers.every(({ body }) => 'scheduleExecutionId' in body && body.scheduleExecutionId === id),
    ).toBe(true);
  });

  test('is new for another webhook, and once its window is over', async () => {
    const hook = await aWebhook();
    const first = await accepted(send(hook, { eventId: 'e' }));
    await accepted(send(await aWebhook(), { eventId: 'e' }));
    await deps.pool.query(
      `UPDATE "IdempotencyKey" SET "expiresAt" = clock_timestamp() - interval '1 ms' WHERE target = $1`,
      [hook.id],
    );
    const second = await accepted(send(hook, { eventId: 'e' }));
    expect(second).not.toBe(first);
  });

  test('starts its run, once, if the server died before its commit', async () => {
    const hook = await aWebhook();
    // The run is inserted and its delivery is not yet: then the connection is cut, and nothing is committed.
    await deps.pool.query(`
      CREATE FUNCTION die() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN PERFORM pg_terminate_backend(pg_backend_pid()); RETURN NEW; END $$;
      CREATE TRIGGER die BEFORE INSERT ON "WebhookDelivery" FOR EACH ROW EXECUTE FUNCTION die()`);
    await expect(send(hook, { eventId: 'e' })).rejects.toSatisfy(isDatabaseAway);
    await deps.pool.query('DROP TRIGGER die ON "WebhookDelivery"');
    expect(await executionsOf(hook)).toEqual([]);
    const id = await accepted(send(hook, { eventId: 'e' }));
    expect(await send(hook, { eventId: 'e' })).toMatchObject({
      body: { duplicate: true, scheduleExecutionId: id },
    });
    expect(await executionsOf(hook)).toEqual([id]);
  });
});

describe('a call is refused', () => {
  test('for the first reason that applies: unknown, too large, not signed, suspended, no event, unreadable', async () => {
    await value(updateSchedulerConfig(deps, admin, { webhooks: { maxBodyBytes: 1_000 } }));
    const hook = await aWebhook();
    const wrong = { body: 'x'.repeat(1_001), headers: SIGNED_WRONG, eventId: undefined };
    const status = async (sent: Sent, to = hook) => (await send(to, sent)).status;
    await value(setWebhookSuspended(deps, admin, { id: hook.id, suspended: true }));
    expect(await status(wrong, { ...hook, id: 'nobody' })).toBe(404);
    expect(await status(wrong)).toBe(413);
    expect(await status({ ...wrong, body: 'not json' })).toBe(401);
    expect(await status({ body: 'not json', eventId: undefined })).toBe(409);
    await value(setWebhookSuspended(deps, admin, { id: hook.id, suspended: false }));
    expect(await status({ body: 'not json', eventId: undefined })).toBe(400);
    expect(await status({ body: 'not json', eventId: 'x'.repeat(256) })).toBe(400);
    expect(await status({ body: 'not json', eventId: '' })).toBe(400);
    expect(await status({ headers: { 'content-encoding': 'gzip' } })).toBe(415);
    expect(await send(hook, { body: 'not json', eventId: 'e' })).toMatchObject({
      status: 400,
      body: { error: expect.stringContaining('not JSON') },
    });
    expect(await executionsOf(hook)).toEqual([]);
    await accepted(send(hook, { eventId: 'e' }));
    await accepted(send(hook, { body: `"${'x'.repeat(998)}"` }));
    await value(updateSchedulerConfig(deps, admin, { webhooks: null }));
  });

  test("if it is forged or replayed: another secret, another webhook's, an old timestamp, the secret before the last", async () => {
    const hook = await aWebhook();
    const other = await aWebhook();
    const old = String(Math.floor(Date.now() / 1000) - 400);
    const forged: Sent[] = [
      { headers: SIGNED_WRONG },
      { headers: { 'x-signature': undefined } },
      { headers: { 'x-timestamp': old } },
      { timestamp: old },
    ];
    for (const sent of forged) expect(await send(hook, sent)).toMatchObject({ status: 401 });
    expect(await send({ id: hook.id, secret: other.secret })).toMatchObject({ status: 401 });
    const rotated = await value(rotateWebhookSecret(deps, admin, { id: hook.id }));
    expect(await send(hook)).toMatchObject({ status: 401 });
    await accepted(send(rotated));
    expect(await executionsOf(hook)).toHaveLength(1);
  });

  test('unless it is signed with the previous secret within the time that the rotation said', async () => {
    const hook = await aWebhook();
    const second = await value(rotateWebhookSecret(deps, admin, { id: hook.id, keepOldFor: '1h' }));
    const eventId = randomUUID();
    const id = await accepted(send(hook, { eventId }));
    // The same event, signed with either of the two secrets.
    expect(await send(second, { eventId })).toMatchObject({
      body: { duplicate: true, scheduleExecutionId: id },
    });
    const third = await value(rotateWebhookSecret(deps, admin, { id: hook.id, keepOldFor: '1h' }));
    expect(await send(hook)).toMatchObject({ status: 401 });
    await accepted(send(second));
    await deps.pool.query(`UPDATE "Webhook" SET "previousValidUntil" = clock_timestamp() WHERE id = $1`, [
      hook.id,
    ]);
    expect(await send(second)).toMatchObject({ status: 401 });
    await accepted(send(third));
    // Without `keepOldFor`, the next rotation ends all others at once.
    await value(rotateWebhookSecret(deps, admin, { id: hook.id, keepOldFor: '1h' }));
    const last = await value(rotateWebhookSecret(deps, admin, { id: hook.id }));
    for (const old of [second, third]) expect(await send(old)).toMatchObject({ status: 401 });
    await accepted(send(last));
  });

  test('with 422 and each path if params do not match the agent, and with 409 if the agent is disabled', async () => {
    const inputSchema = {
      type: 'object',
      properties: { payload: { type: 'object', properties: { n: { type: 'string' } } } },
    };
    const agentId = await anAgent(deps, { inputSchema });
    const hook = await aWebhook({ targetType: 'agent', agentId });
    expect(await send(hook, { eventId: 'e' })).toMatchObject({
      status: 422,
      body: { issues: [{ path: ['params', 'payload', 'n'], message: expect.any(String) }] },
    });
    await deps.pool.query('UPDATE "AgentRegistry" SET enabled = false WHERE id = $1', [agentId]);
    expect(await send(hook, { eventId: 'e', body: '{}' })).toMatchObject({ status: 409 });
    await deps.pool.query('UPDATE "AgentRegistry" SET enabled = true WHERE id = $1', [agentId]);
    await accepted(send(hook, { eventId: 'e', body: '{}' }));
    expect((await deliveries(hook)).map(({ status }) => status)).toEqual([422, 409, 202]);
  });

  test('if the secret cannot be read, which the admin must correct', async () => {
    const hook = await aWebhook();
    await deps.pool.query(`UPDATE "Webhook" SET secret = 'v1.damaged' WHERE id = $1`, [hook.id]);
    expect(await send(hook)).toMatchObject({ status: 503 });
    await accepted(send(await value(rotateWebhookSecret(deps, admin, { id: hook.id }))));
  });
});

describe('the history', () => {
  test('has one row a minute with a count for a flood of unknown callers, written now and then', async () => {
    const hook = await aWebhook();
    await send(hook, { headers: SIGNED_WRONG });
    expect((await deliveries(hook)).map(({ count }) => count)).toEqual([1]);
    for (let n = 0; n < 20; n += 1) {
      const answers = await Promise.all(
        Array.from({ length: 10 }, () => send(hook, { headers: SIGNED_WRONG, eventId: randomUUID() })),
      );
      expect(answers.every(({ status }) => status === 401)).toBe(true);
    }
    await receiver.close();
    const rows = await deliveries(hook);
    // Two if a minute ended in the meantime.
    expect(rows.length).toBeLessThanOrEqual(2);
    expect(rows.reduce((sum, { count }) => sum + Number(count), 0)).toBe(201);
    expect(rows[0]).toMatchObject({
      eventId: null,
      outcome: 'rejected',
      status: 401,
      reason: expect.stringContaining('x-signature'),
      bytes: 7,
    });
  });

  test('shows suspended calls with their event, and outlives its webhook until its age', async () => {
    const hook = await aWebhook();
    await value(setWebhookSuspended(deps, admin, { id: hook.id, suspended: true }));
    await send(hook, { eventId: 'a' });
    await send(hook, { eventId: 'b' });
    await value(deleteWebhook(deps, admin, { id: hook.id }));
    expect(await send(hook)).toMatchObject({ status: 404 });
    expect(await deliveries(hook)).toMatchObject([
      { eventId: 'a', status: 409, outcome: 'rejected', reason: 'This webhook is suspended.' },
      { eventId: 'b', status: 409, outcome: 'rejected' },
    ]);
    const day = 86_400_000;
    await deleteExpiredDeliveries(deps.pool, day, 100);
    expect(await deliveries(hook)).toHaveLength(2);
    await deps.pool.query(
      `UPDATE "WebhookDelivery" SET "receivedAt" = "receivedAt" - interval '1 day 1 s' WHERE "webhookId" = $1`,
      [hook.id],
    );
    expect(await deleteExpiredDeliveries(deps.pool, day, 1)).toBe(1);
    expect(await deleteExpiredDeliveries(deps.pool, day, 10)).toBe(1);
    expect(await deliveries(hook)).toEqual([]);
  });
});

describe('the payload', () => {
  test('is the raw text under its key, with NUL replaced', async () => {
    const hook = await aWebhook({ payload: { mode: 'raw', inputKey: 'text' } });
    const body = '{"n": 1 }\n\0ä';
    expect(await paramsOf(await accepted(send(hook, { body })))).toEqual({
      text: { $literal: '{"n": 1 }\n\ufffdä' },
    });
    expect(await paramsOf(await accepted(send(hook, { body: '' })))).toEqual({ text: { $literal: '' } });
  });

  test('never reads a data source, whatever it contains', async () => {
    const hook = await aWebhook({ payload: { inputKey: '' } });
    const body = '{"a": "db:AgentRegistry:all:credential", "$literal": "db:x", "b": {"c": ["db:y:all:id"]}}';
    const params = (await paramsOf(await accepted(send(hook, { body })))) as JsonObject;
    expect(findDataSources(params, registeredSources)).toEqual({
      kind: 'ok',
      requests: [],
      template: JSON.parse(body),
    });
  });

  test('cannot reach a prototype, nest endlessly, or be anything but an object if it is merged', async () => {
    const hook = await aWebhook({ payload: { inputKey: null } });
    const body = '{"__proto__": {"polluted": 1}, "a": {"__proto__": {"polluted": 1}, "b": 1}}';
    expect(await paramsOf(await accepted(send(hook, { body })))).toEqual({ a: { $literal: { b: 1 } } });
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
    for (const wrong of ['[1]', '"text"', 'null', '1', '', `${'['.repeat(300)}${']'.repeat(300)}`])
      expect(await send(hook, { body: wrong })).toMatchObject({ status: 400 });
    await value(updateWebhook(deps, admin, { id: hook.id, input: { payload: { inputKey: 'in' } } }));
    const deep = (levels: number) => `${'['.repeat(levels)}${']'.repeat(levels)}`;
    await accepted(send(hook, { body: deep(200) }));
    expect(await send(hook, { body: deep(201) })).toMatchObject({ status: 400 });
    expect(await send(hook, { body: deep(100_000) })).toMatchObject({ status: 400 });
    expect(await paramsOf(await accepted(send(hook, { body: 'null' })))).toEqual({ in: { $literal: null } });
  });
});

describe('a captured call', () => {
  test.each([
    ['generic', {}],
    ['github', { profile: 'github' }],
  ] as const)('of a %s sender starts nothing under another event id', async (profile, input) => {
    const hook = await aWebhook(input);
    const timestamp = nextTimestamp();
    const body = '{"amount":1}';
    const as = (eventId: string) => {
      const signature = signWebhook(hook.secret, body, profile === 'github' ? null : timestamp);
      const headers =
        profile === 'github'
          ? { 'x-hub-signature-256': `sha256=${signature}`, 'x-github-delivery': eventId }
          : { 'x-signature': signature };
      return send(hook, { body, timestamp, eventId, headers });
    };
    const id = await accepted(as('first'));
    for (let n = 0; n < 20; n += 1) expect((await as(`forged-${n}`)).status).toBe(409);
    expect(await as('first')).toEqual({ status: 202, body: { duplicate: true, scheduleExecutionId: id } });
    expect(await executionsOf(hook)).toEqual([id]);
  });

  test('starts one run, whatever the notation of its signature, also at the same time', async () => {
    const hook = await aWebhook();
    const timestamp = nextTimestamp();
    const body = '{"amount":2}';
    const signature = signWebhook(hook.secret, body, timestamp);
    const answers = await Promise.all(
      [signature, signature.toUpperCase(), `sha256=${signature}`, `SHA256=${signature}`].map((spelled) =>
        send(hook, { body, timestamp, headers: { 'x-signature': spelled } }),
      ),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([202, 409, 409, 409]);
    expect(await executionsOf(hook)).toHaveLength(1);
  });

  test('is asked to try again while another call with its signature is in progress', async () => {
    const hook = await aWebhook();
    const timestamp = nextTimestamp();
    await accepted(send(hook, { timestamp, eventId: 'first' }));
    const pool = createImpatientPool(deps.database.url, 'server');
    const through = createWebhookReceiver({ ...deps, pool });
    const answer = await holding(
      deps.database.url,
      `SELECT FROM "IdempotencyKey" WHERE operation = 'webhook signature' AND target = '${hook.id}' FOR UPDATE`,
      () => send(hook, { timestamp, eventId: 'second', through }),
    );
    expect(answer).toEqual({
      status: 409,
      body: { error: 'A call with this signature is still in progress. Try again.' },
    });
    through.close();
    await pool.end();
  });

  test('that was refused when it came may be sent again with its signature', async () => {
    const agentId = await anAgent(deps);
    const hook = await aWebhook({ targetType: 'agent', agentId });
    const timestamp = nextTimestamp();
    await deps.pool.query('UPDATE "AgentRegistry" SET enabled = false WHERE id = $1', [agentId]);
    expect((await send(hook, { timestamp, eventId: 'e' })).status).toBe(409);
    await deps.pool.query('UPDATE "AgentRegistry" SET enabled = true WHERE id = $1', [agentId]);
    await accepted(send(hook, { timestamp, eventId: 'e' }));
  });
});

describe('a sender that follows Standard Webhooks', () => {
  const standard = (
    hook: Hook,
    id: string,
    at: Date,
    body = '{"n":1}',
    change: Record<string, string> = {},
  ) =>
    send(hook, {
      body,
      eventId: undefined,
      headers: {
        'webhook-id': id,
        'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
        'webhook-signature': new Webhook(hook.secret).sign(id, at, body),
        ...change,
      },
    });

  test('is understood, and its event id is part of what it signs', async () => {
    const hook = await aWebhook({ profile: 'standard' });
    expect(hook.secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    const now = new Date();
    const id = await accepted(standard(hook, 'msg_1', now));
    expect(await standard(hook, 'msg_1', new Date(now.getTime() + 1_000))).toMatchObject({
      body: { duplicate: true, scheduleExecutionId: id },
    });
    const signature = new Webhook(hook.secret).sign('msg_1', now, '{"n":1}');
    const another = 'v1,bm90IGl0IG5vdCBpdCBub3QgaXQgbm90IGl0IG5vdCBpdA==';
    for (const [headers, status] of [
      [{ 'webhook-id': 'msg_2', 'webhook-signature': signature }, 401],
      [{ 'webhook-signature': another }, 401],
      [{ 'webhook-signature': '' }, 401],
      [{ 'webhook-timestamp': 'soon' }, 401],
      [{ 'webhook-signature': `${another} ${signature}` }, 202],
    ] as const)
      expect((await standard(hook, 'msg_1', now, '{"n":1}', headers)).status).toBe(status);
    expect((await standard(hook, 'msg_3', new Date(now.getTime() - 400_000))).status).toBe(401);
    expect(await executionsOf(hook)).toEqual([id]);
  });

  test('needs a secret in base64', async () => {
    const agentId = await anAgent(deps);
    const input = { name: 'hook', targetType: 'agent', agentId, profile: 'standard' };
    expect(await createWebhook(deps, admin, { ...input, secret: 'just a long enough text' })).toMatchObject({
      kind: 'validation',
      issues: [{ path: ['secret'] }],
    });
    const generic = await aWebhook({ secret: 'just a long enough text' });
    const change = () => updateWebhook(deps, admin, { id: generic.id, input: { profile: 'standard' } });
    expect(await change()).toMatchObject({ kind: 'validation', issues: [{ path: ['profile'] }] });
    await value(rotateWebhookSecret(deps, admin, { id: generic.id, secret: `whsec_${'AAAA'.repeat(8)}` }));
    expect(await change()).toMatchObject({ kind: 'ok' });
  });
});
