import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { authenticate } from '../../../src/services/access/authenticate.js';
import { createApiToken } from '../../../src/services/access/create-api-token.js';
import { registerAgent } from '../../../src/services/agents/register-agent.js';
import { setNotificationChannel } from '../../../src/services/notifications/set-notification-channel.js';
import { createPipeline } from '../../../src/services/pipelines/create-pipeline.js';
import { updatePipeline } from '../../../src/services/pipelines/update-pipeline.js';
import { createSchedule } from '../../../src/services/schedules/create-schedule.js';
import { deleteSchedule } from '../../../src/services/schedules/delete-schedule.js';
import { updateSchedule } from '../../../src/services/schedules/update-schedule.js';
import type { Result } from '../../../src/services/system/result.js';
import { createWebhook } from '../../../src/services/webhooks/create-webhook.js';
import { updateWebhook } from '../../../src/services/webhooks/update-webhook.js';
import { admin, anAgent, issues, openServices, type TestServices, value } from '../support.js';

let deps: TestServices;
let agentId: string;
beforeAll(async () => {
  deps = await openServices();
  agentId = await anAgent(deps);
});
afterAll(() => deps.close());

type Create = (...args: Parameters<typeof createSchedule>) => Promise<Result<{ id: string }>>;
interface Kind {
  input: () => { name: string };
  create: Create;
  update: typeof updateSchedule;
}

const KINDS: Record<'Schedule' | 'Pipeline' | 'Webhook', Kind> = {
  Schedule: {
    input: () => ({ name: 'Nightly', repeat: 'repeating', interval: '1h', targetType: 'agent', agentId }),
    create: createSchedule,
    update: updateSchedule,
  },
  Pipeline: {
    input: () => ({ name: 'Brief', steps: [{ stepId: 'a', agentId, parallel: true }] }),
    create: createPipeline,
    update: updatePipeline,
  },
  Webhook: {
    input: () => ({ name: 'Push', targetType: 'agent', agentId, secret: 'a secret of my own' }),
    create: createWebhook,
    update: updateWebhook,
  },
};
const count = async (table: string) => (await deps.rows(`SELECT FROM "${table}"`)).length;

describe.each(Object.entries(KINDS))('%s', (table, { input, create, update }) => {
  const name = input().name;

  test('a key that another one has is a conflict that names it', async () => {
    const { id } = await value(create(deps, admin, { ...input(), key: 'mine' }));
    const taken = {
      kind: 'conflict',
      message: expect.stringContaining(
        `The key "mine" is already used by the ${table.toLowerCase()} "${name}" (ID ${id})`,
      ),
    };
    const before = await count(table);
    expect(await create(deps, admin, { ...input(), name: 'Other', key: 'mine' })).toMatchObject(taken);
    expect(await count(table)).toBe(before);
    const other = await value(create(deps, admin, { ...input(), key: 'other' }));
    expect(await update(deps, admin, { id: other.id, input: { key: 'mine' } })).toMatchObject(taken);
    await value(update(deps, admin, { id, input: { key: 'mine', name } }));
    await value(update(deps, admin, { id, input: { key: null } }));
    await value(update(deps, admin, { id: other.id, input: { key: 'mine' } }));
    expect(await deps.row(`SELECT id FROM "${table}" WHERE key = 'mine'`)).toEqual({ id: other.id });
  });

  test('of several at once with one key, one is created and the others are told which', async () => {
    const results = await Promise.all(
      Array.from({ length: 4 }, () => create(deps, admin, { ...input(), key: 'race' })),
    );
    expect(results.map(({ kind }) => kind).sort()).toEqual(['conflict', 'conflict', 'conflict', 'ok']);
    const ids = await Promise.all([1, 2, 3].map(async () => (await value(create(deps, admin, input()))).id));
    const moved = await Promise.all(ids.map((id) => update(deps, admin, { id, input: { key: 'sought' } })));
    expect(moved.map(({ kind }) => kind).sort()).toEqual(['conflict', 'conflict', 'ok']);
  });

  test.each(['', ' x', '-x', 'a b', 'ä', 'x'.repeat(129)])('the key %j is refused', async (key) => {
    expect(await issues(create(deps, admin, { ...input(), key }))).toEqual([
      expect.stringContaining('key: must begin with a letter or digit'),
    ]);
  });

  test('the same request with the same idempotency key creates nothing more', async () => {
    const once = { idempotencyKey: 'first' };
    const before = await count(table);
    const [a, b, c] = await Promise.all([1, 2, 3].map(() => value(create(deps, admin, input(), once))));
    expect(new Set([a?.id, b?.id, c?.id]).size).toBe(1);
    expect(await count(table)).toBe(before + 1);
    expect(await create(deps, admin, { ...input(), name: 'Another' }, once)).toMatchObject({
      kind: 'conflict',
      message: expect.stringContaining('"first"'),
    });
    expect((await value(create(deps, admin, input(), { idempotencyKey: 'second' }))).id).not.toBe(a?.id);
    expect(await issues(create(deps, admin, input(), { idempotencyKey: 'a\nb' }))).toEqual([
      'idempotencyKey: must be 1 to 255 printable characters',
    ]);
    const stored = await deps.rows(`SELECT * FROM "IdempotencyKey"`);
    expect(JSON.stringify(stored)).not.toContain('a secret of my own');
  });
});

test('a key is free again when its schedule is deleted', async () => {
  const input = KINDS.Schedule.input();
  const { id } = await value(createSchedule(deps, admin, { ...input, key: 'reused' }));
  await value(deleteSchedule(deps, admin, { id }));
  expect((await value(createSchedule(deps, admin, { ...input, key: 'reused' }))).id).not.toBe(id);
});

test('an agent is registered once under an idempotency key; without one its id is taken', async () => {
  const endpoint = { type: 'http', url: 'https://agents.example.com/run' };
  const input = { id: 'once', name: 'Once', version: '1.0.0', endpoint };
  const once = { idempotencyKey: 'agent' };
  expect(await value(registerAgent(deps, admin, input, once))).toEqual({ id: 'once', repeated: false });
  expect(await value(registerAgent(deps, admin, input, once))).toEqual({ id: 'once', repeated: true });
  expect(await registerAgent(deps, admin, input)).toMatchObject({ kind: 'conflict' });
});

test('a repeated request for a token creates no second token and does not show the first again', async () => {
  const input = { name: 'CI', role: 'operator' };
  const once = { idempotencyKey: 'token' };
  const { id, token } = await value(createApiToken(deps, admin, input, once));
  const repeated = await createApiToken(deps, admin, input, once);
  expect(repeated).toMatchObject({ kind: 'conflict', message: expect.stringContaining(id) });
  expect(JSON.stringify(repeated)).not.toContain(token);
  expect(await deps.rows(`SELECT id FROM "ApiToken" WHERE name = 'CI'`)).toEqual([{ id }]);
  expect(await authenticate(deps, token)).toMatchObject({ id });
});

test('a webhook with a generated secret is created once, and its secret is not shown again', async () => {
  const input = { name: 'Made', targetType: 'agent', agentId };
  const once = { idempotencyKey: 'made' };
  const { id, secret } = await value(createWebhook(deps, admin, input, once));
  const repeated = await createWebhook(deps, admin, input, once);
  expect(repeated).toMatchObject({ kind: 'conflict', message: expect.stringContaining(id) });
  expect(JSON.stringify(repeated)).not.toContain(secret);
});

test('a repeated request for a channel keeps later changes', async () => {
  const once = { idempotencyKey: 'channel' };
  const mail = { host: 'mail.example.com', from: 'a@example.com', to: ['b@example.com'] };
  const input = { name: 'ops', email: mail };
  await value(setNotificationChannel(deps, admin, input, once));
  await value(
    setNotificationChannel(deps, admin, { name: 'ops', email: { ...mail, to: ['c@example.com'] } }),
  );
  expect(await value(setNotificationChannel(deps, admin, input, once))).toEqual({ name: 'ops' });
  const { value: stored } = await deps.row<{ value: object }>(
    `SELECT value FROM "AgentConfig" WHERE key = 'notifications'`,
  );
  expect(JSON.stringify(stored)).toContain('c@example.com');
});

test('while the secret key is changed, a repeated request is still recognized', async () => {
  const [oldKey, newKey] = [randomBytes(32), randomBytes(32)];
  const input = {
    id: 'rotated',
    name: 'Rotated',
    version: '1',
    endpoint: { type: 'http', url: 'https://agents.example.com/run' },
  };
  const once = { idempotencyKey: 'rotated' };
  const before = { ...deps, secretKey: oldKey, previousSecretKey: newKey };
  const after = { ...deps, secretKey: newKey, previousSecretKey: oldKey };
  const { id } = await value(registerAgent(before, admin, input, once));
  expect(await value(registerAgent(after, admin, input, once))).toMatchObject({ id, repeated: true });
  expect(await registerAgent(after, admin, { ...input, name: 'Other' }, once)).toMatchObject({
    kind: 'conflict',
  });
});
