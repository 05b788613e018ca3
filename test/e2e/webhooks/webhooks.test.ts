import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { signWebhook } from '../../../src/http/incoming/verify-webhook.js';
import {
  CreateWebhookDocument,
  type CreateWebhookInput,
  DeleteWebhookDocument,
  RegisterAgentDocument,
  ResumeWebhookDocument,
  RotateWebhookSecretDocument,
  SuspendWebhookDocument,
  TriggerAgentDocument,
  UpdateSchedulerConfigDocument,
  UpdateWebhookDocument,
  WebhookDocument,
  WebhooksDocument,
} from '../../support/generated/operations.js';
import { startTestServer, type TestServer } from '../../support/graphql-server.js';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
  for (const id of ['analysis', 'summary'])
    await server.admin.ask(RegisterAgentDocument, {
      input: {
        id,
        name: `The ${id}`,
        version: '1',
        endpoint: { type: 'HTTP', url: 'http://127.0.0.1:9/run' },
      },
    });
});
afterAll(() => server?.close());

async function aWebhook(input: Partial<CreateWebhookInput> = {}) {
  const { createWebhook } = await server.admin.ask(CreateWebhookDocument, {
    input: { name: 'orders', targetType: 'AGENT', agentId: 'analysis', ...input },
  });
  if (createWebhook.__typename !== 'CreatedWebhook') throw new Error(JSON.stringify(createWebhook));
  const { secret, webhook } = createWebhook;
  if (!webhook) throw new Error('no webhook');
  return { ...webhook, storedSecret: webhook.secret, secret };
}

type Hook = Pick<Awaited<ReturnType<typeof aWebhook>>, 'id' | 'secret'>;

let calls = 0;
const firstSecond = Math.floor(Date.now() / 1000) + 100;

/** Calls as a sender with the profile GENERIC; `init` overrides the request. */
async function call({ id, secret }: Hook, eventId: string, body: string, init: RequestInit = {}) {
  const timestamp = String(firstSecond - (calls++ % 350)); // a signature belongs to one event
  const response = await fetch(`${server.url}/hooks/${id}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-timestamp': timestamp,
      'x-signature': signWebhook(secret, body, timestamp),
      'x-event-id': eventId,
    },
    body,
    ...init,
  });
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
}

const deliveriesOf = async ({ id }: Hook, more = {}) => {
  const { webhook } = await server.viewer.ask(WebhookDocument, { id, ...more });
  return webhook?.deliveries;
};

test('a webhook shows its secret once, and its URL on every request', async () => {
  const { secret, storedSecret, ...webhook } = await aWebhook();
  expect(secret).toHaveLength(43);
  expect(webhook).toEqual({
    id: expect.any(String),
    name: 'orders',
    url: `http://callboard.test/hooks/${webhook.id}`,
    targetType: 'AGENT',
    agentId: 'analysis',
    agent: { name: 'The analysis' },
    pipelineId: null,
    scheduleId: null,
    profile: 'GENERIC',
    eventIdHeader: null,
    dedupeWindow: null,
    payload: { mode: 'JSON', inputKey: 'payload' },
    suspended: false,
  });
  expect(storedSecret).toEqual({ set: true, hint: `…${secret.slice(-4)}` });
  const read = await server.viewer.send(WebhookDocument, { id: webhook.id });
  expect(JSON.stringify(read)).not.toContain(secret);

  const { rotateWebhookSecret } = await server.admin.ask(RotateWebhookSecretDocument, { id: webhook.id });
  expect(rotateWebhookSecret).toMatchObject({ webhook: { id: webhook.id, previousSecretValidUntil: null } });
  expect(JSON.stringify(rotateWebhookSecret)).not.toContain(secret);
  const kept = await server.admin.ask(RotateWebhookSecretDocument, { id: webhook.id, keepOldFor: '1d' });
  expect(kept.rotateWebhookSecret).toMatchObject({
    webhook: { previousSecretValidUntil: expect.stringMatching(/Z$/) },
  });
  const own = await server.admin.ask(RotateWebhookSecretDocument, { id: webhook.id, secret: 'tiny' });
  expect(own.rotateWebhookSecret).toMatchObject({
    __typename: 'ValidationError',
    issues: [{ path: ['secret'] }],
  });
});

describe('a call over HTTP', () => {
  test('starts the target once; the history shows both calls and what they started', async () => {
    const hook = await aWebhook();
    const first = await call(hook, 'order-1', '{ "n" : 1 }');
    expect(first).toEqual({ status: 202, body: { scheduleExecutionId: expect.any(String) } });
    const { scheduleExecutionId } = first.body;
    expect(await call(hook, 'order-1', '{ "n" : 1 }')).toEqual({
      status: 202,
      body: { duplicate: true, scheduleExecutionId },
    });
    const scheduleExecution = { trigger: 'WEBHOOK', createdBy: hook.id };
    const common = { eventId: 'order-1', httpStatus: 202, count: 1, scheduleExecutionId, scheduleExecution };
    expect(await deliveriesOf(hook)).toMatchObject({
      totalCount: 2,
      edges: [
        { node: { outcome: 'DUPLICATE', ...common } },
        { node: { outcome: 'ACCEPTED', ...common, reason: null } },
      ],
    });
    const page = await deliveriesOf(hook, { first: 1 });
    expect(page).toMatchObject({
      pageInfo: { hasNextPage: true },
      edges: [{ node: { outcome: 'DUPLICATE' } }],
    });
    expect(await deliveriesOf(hook, { first: 1, after: page?.pageInfo.endCursor })).toMatchObject({
      pageInfo: { hasNextPage: false },
      edges: [{ node: { outcome: 'ACCEPTED' } }],
    });
    expect(await deliveriesOf(hook, { filter: { outcome: ['ACCEPTED'] } })).toMatchObject({ totalCount: 1 });
  });

  test('is refused if it is not POST, if there is no webhook, and if it is not signed', async () => {
    const hook = await aWebhook();
    expect(await call(hook, 'e', '{}', { method: 'GET', body: null })).toMatchObject({ status: 405 });
    expect(await call({ ...hook, id: 'nobody' }, 'e', '{}')).toMatchObject({ status: 404 });
    expect(await call({ ...hook, id: '%00%ff' }, 'e', '{}')).toMatchObject({ status: 404 });
    expect(await call({ ...hook, secret: 'wrong' }, 'e', '{}')).toMatchObject({ status: 401 });
    expect(await call(hook, 'e', '{}', { body: '{ }' })).toMatchObject({ status: 401 });
    expect(await deliveriesOf(hook)).toMatchObject({
      edges: [{ node: { outcome: 'REJECTED', httpStatus: 401, eventId: null, scheduleExecution: null } }],
    });
  });

  test('may be as large as the settings allow, announced or not', async () => {
    const hook = await aWebhook();
    const chunked = (body: string) =>
      ({
        body: new ReadableStream({
          start(controller) {
            controller.enqueue(new TextEncoder().encode(body));
            controller.close();
          },
        }),
        duplex: 'half',
      }) as RequestInit;
    const large = `"${'x'.repeat(1_048_577)}"`;
    expect(await call(hook, 'large', large)).toMatchObject({ status: 413 });
    expect(await call(hook, 'large', large, chunked(large))).toMatchObject({ status: 413 });
    const setting = async (maxBodyBytes: number | null) =>
      server.admin.ask(UpdateSchedulerConfigDocument, { input: { webhooks: { maxBodyBytes } } });
    await setting(2_000_000);
    expect(await call(hook, 'large', large)).toMatchObject({ status: 202 });
    expect(await call(hook, 'chunked', large, chunked(large))).toMatchObject({ status: 202 });
    expect((await setting(25 * 1_048_576 + 1)).updateSchedulerConfig).toMatchObject({
      __typename: 'ValidationError',
    });
    await setting(null);
  });

  test('is refused while an operator has suspended the webhook', async () => {
    const hook = await aWebhook();
    const { suspendWebhook } = await server.operator.ask(SuspendWebhookDocument, { id: hook.id });
    expect(suspendWebhook).toEqual({ __typename: 'Webhook', suspended: true });
    expect(await call(hook, 'e', '{}')).toEqual({
      status: 409,
      body: { error: 'This webhook is suspended.' },
    });
    const { resumeWebhook } = await server.operator.ask(ResumeWebhookDocument, { id: hook.id });
    expect(resumeWebhook).toEqual({ __typename: 'Webhook', suspended: false });
    expect(await call(hook, 'e', '{}')).toMatchObject({ status: 202 });
    expect(await deliveriesOf(hook, { filter: { eventId: 'e' } })).toMatchObject({
      edges: [{ node: { outcome: 'ACCEPTED' } }, { node: { outcome: 'REJECTED', httpStatus: 409 } }],
    });
  });
});

test('webhooks are listed, changed and deleted', async () => {
  const hook = await aWebhook({ name: 'to be deleted' });
  const list = (filter: object) => server.viewer.ask(WebhooksDocument, { filter });
  expect((await list({ search: 'BE del' })).webhooks).toEqual({
    totalCount: 1,
    edges: [{ node: { name: 'to be deleted' } }],
  });
  const { updateWebhook } = await server.admin.ask(UpdateWebhookDocument, {
    id: hook.id,
    input: { agentId: 'summary', dedupeWindow: '1h', payload: { mode: 'RAW', inputKey: 'text' } },
  });
  expect(updateWebhook).toMatchObject({
    agentId: 'summary',
    dedupeWindow: 3_600_000,
    payload: { mode: 'RAW', inputKey: 'text' },
  });
  expect((await list({ agentId: 'summary', suspended: false })).webhooks.totalCount).toBe(1);
  expect((await server.admin.ask(DeleteWebhookDocument, { id: hook.id })).deleteWebhook).toEqual({
    __typename: 'Webhook',
    id: hook.id,
    name: 'to be deleted',
  });
  expect((await server.admin.ask(DeleteWebhookDocument, { id: hook.id })).deleteWebhook).toEqual({
    __typename: 'NotFoundError',
    code: 'NOT_FOUND',
  });
  expect((await server.viewer.ask(WebhookDocument, { id: hook.id })).webhook).toBeNull();
});

test('a trigger with an idempotency key returns the run that the first call started', async () => {
  const trigger = async (idempotencyKey: string, params: object) =>
    (await server.operator.ask(TriggerAgentDocument, { agentId: 'analysis', idempotencyKey, params }))
      .triggerAgent;
  const key = randomUUID();
  const first = await trigger(key, { n: 1 });
  expect(first.__typename).toBe('ScheduleExecution');
  expect(await trigger(key, { n: 1 })).toEqual(first);
  expect(await trigger(key, { n: 2 })).toMatchObject({ __typename: 'ConflictError' });
});
