import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createPipeline } from '../../../src/services/pipelines/create-pipeline.js';
import { createSchedule } from '../../../src/services/schedules/create-schedule.js';
import { createWebhook } from '../../../src/services/webhooks/create-webhook.js';
import { deleteWebhook } from '../../../src/services/webhooks/delete-webhook.js';
import { rotateWebhookSecret } from '../../../src/services/webhooks/rotate-webhook-secret.js';
import { setWebhookSuspended } from '../../../src/services/webhooks/set-webhook-suspended.js';
import { updateWebhook } from '../../../src/services/webhooks/update-webhook.js';
import { webhookSecretContext } from '../../../src/services/webhooks/webhook-secret.js';
import { admin, anAgent, openServices, paths, type TestServices, value } from '../support.js';

let deps: TestServices;
let agentId: string;
let pipelineId: string;
let scheduleId: string;
beforeAll(async () => {
  deps = await openServices();
  agentId = await anAgent(deps);
  const steps = [{ stepId: 'a', agentId, parallel: true }];
  pipelineId = (await value(createPipeline(deps, admin, { name: 'p', steps }))).id;
  const schedule = { name: 's', repeat: 'repeating', template: true, targetType: 'agent', agentId };
  scheduleId = (await value(createSchedule(deps, admin, schedule))).id;
});
afterAll(() => deps.close());

const create = (input: object = {}) =>
  createWebhook(deps, admin, { name: 'hook', targetType: 'agent', agentId, ...input });
const stored = (id: string) =>
  deps.row<Record<string, unknown> & { secret: string }>('SELECT * FROM "Webhook" WHERE id = $1', [id]);
const openedSecret = async (id: string) =>
  deps.secretBox.open((await stored(id)).secret, webhookSecretContext(id));

describe('creating a webhook', () => {
  test('with nothing but a target generates a secret; the profile is generic, the payload is JSON', async () => {
    const { id, secret } = await value(create());
    expect(await stored(id)).toMatchObject({
      targetType: 'agent',
      agentId,
      pipelineId: null,
      scheduleId: null,
      profile: 'generic',
      eventIdHeader: null,
      dedupeWindow: null,
      payloadMode: 'json',
      inputKey: 'payload',
      suspended: false,
      createdBy: admin.id,
      secretHint: `…${secret.slice(-4)}`,
    });
    expect(Buffer.from(secret, 'base64url')).toHaveLength(32);
    expect((await value(create())).secret).not.toBe(secret);
    expect(await openedSecret(id)).toBe(secret);
    expect(JSON.stringify([await stored(id), deps.logger.lines])).not.toContain(secret);
  });

  test('accepts every option', async () => {
    const input = {
      targetType: 'schedule',
      agentId: null,
      scheduleId,
      profile: 'github',
      secret: "It's a Secret to Everybody",
      eventIdHeader: 'X-My-Event',
      dedupeWindow: '2h',
      payload: { mode: 'raw', inputKey: 'text' },
    };
    const { id, secret } = await value(create(input));
    expect(secret).toBe(input.secret);
    expect(await stored(id)).toMatchObject({
      scheduleId,
      agentId: null,
      profile: 'github',
      eventIdHeader: 'x-my-event',
      dedupeWindow: 7_200_000,
      payloadMode: 'raw',
      inputKey: 'text',
    });
  });

  test.each<[object, string[]]>([
    [{ name: ' ' }, ['name']],
    [{ targetType: 'nobody' }, ['targetType']],
    [{ agentId: undefined }, ['agentId']],
    [{ agentId: 'nobody' }, ['agentId']],
    [{ pipelineId: 'p' }, ['pipelineId']],
    [{ targetType: 'pipeline' }, ['agentId', 'pipelineId']],
    [{ targetType: 'pipeline', agentId: null, pipelineId: 'nobody' }, ['pipelineId']],
    [{ targetType: 'schedule', agentId: null, scheduleId: 'nobody' }, ['scheduleId']],
    [{ profile: 'gitlab' }, ['profile']],
    [{ secret: 'too short' }, ['secret']],
    [{ secret: 'x'.repeat(256) }, ['secret']],
    [{ secret: 'with a line\nbreak in it' }, ['secret']],
    [{ eventIdHeader: 'x event' }, ['eventIdHeader']],
    [{ eventIdHeader: 'Authorization' }, ['eventIdHeader']],
    [{ eventIdHeader: 'X-Hub-Signature-256' }, ['eventIdHeader']],
    [{ dedupeWindow: 0 }, ['dedupeWindow']],
    [{ dedupeWindow: '30d' }, ['dedupeWindow']],
    [{ payload: { mode: 'form' } }, ['payload.mode']],
    [{ payload: { mode: 'raw', inputKey: null } }, ['payload.inputKey']],
    [{ payload: { mode: 'raw', inputKey: '' } }, ['payload.inputKey']],
    [{ payload: { inputKey: 'a\nb' } }, ['payload.inputKey']],
    [{ payload: 'raw' }, ['payload']],
    [{ suspended: true }, ['suspended']],
    [{ createdBy: 'somebody else' }, ['createdBy']],
    [{ name: '', profile: 'x', dedupeWindow: -1 }, ['name', 'profile', 'dedupeWindow']],
  ])('with %j is refused', async (input, wrong) => {
    const before = await deps.rows('SELECT FROM "Webhook"');
    expect((await paths(create(input))).sort()).toEqual([...wrong].sort());
    expect(await deps.rows('SELECT FROM "Webhook"')).toHaveLength(before.length);
  });
});

describe('changing a webhook', () => {
  test('keeps what is not given; null restores the default', async () => {
    const { id } = await value(
      create({ eventIdHeader: 'x-a', dedupeWindow: 1_000, payload: { mode: 'raw' } }),
    );
    const before = await stored(id);
    await value(updateWebhook(deps, admin, { id, input: { name: 'renamed' } }));
    const { updatedAt: _, ...renamed } = await stored(id);
    expect({ ...before, name: 'renamed' }).toMatchObject(renamed);
    await value(
      updateWebhook(deps, admin, {
        id,
        input: { eventIdHeader: null, dedupeWindow: null, payload: { inputKey: null } },
      }),
    );
    expect(await stored(id)).toMatchObject({
      name: 'renamed',
      eventIdHeader: null,
      dedupeWindow: null,
      payloadMode: 'json',
      inputKey: null,
    });
  });

  test('moves it to another target, of another type too; a wrong one is refused', async () => {
    const { id } = await value(create());
    await value(updateWebhook(deps, admin, { id, input: { targetType: 'pipeline', pipelineId } }));
    expect(await stored(id)).toMatchObject({ targetType: 'pipeline', agentId: null, pipelineId });
    const other = await anAgent(deps);
    expect(await paths(updateWebhook(deps, admin, { id, input: { agentId: other } }))).toEqual(['agentId']);
    expect(await paths(updateWebhook(deps, admin, { id, input: { targetType: 'schedule' } }))).toEqual([
      'scheduleId',
    ]);
    await value(updateWebhook(deps, admin, { id, input: { targetType: 'agent', agentId: other } }));
    expect(await stored(id)).toMatchObject({ agentId: other, pipelineId: null });
  });

  test('with a target that is gone fails only if the target is named again', async () => {
    const gone = await anAgent(deps);
    const { id } = await value(create({ agentId: gone }));
    await deps.pool.query('DELETE FROM "AgentRegistry" WHERE id = $1', [gone]);
    await value(updateWebhook(deps, admin, { id, input: { name: 'still mine' } }));
    expect(await paths(updateWebhook(deps, admin, { id, input: { agentId: gone } }))).toEqual(['agentId']);
  });

  test('does not change the secret: that is rotated, to the one given or a new one', async () => {
    const { id, secret } = await value(create());
    expect(await paths(updateWebhook(deps, admin, { id, input: { secret: 'another secret 123' } }))).toEqual([
      'secret',
    ]);
    const made = await value(rotateWebhookSecret(deps, admin, { id }));
    expect(made.secret).not.toBe(secret);
    expect(await openedSecret(id)).toBe(made.secret);
    const own = await value(rotateWebhookSecret(deps, admin, { id, secret: 'a secret of the user' }));
    expect([own.secret, await openedSecret(id)]).toEqual(['a secret of the user', 'a secret of the user']);
    expect(await paths(rotateWebhookSecret(deps, admin, { id, secret: 'short' }))).toEqual(['secret']);
    for (const keepOldFor of ['8d', 0, 'a while'])
      expect(await paths(rotateWebhookSecret(deps, admin, { id, keepOldFor }))).toEqual(['keepOldFor']);
    expect(await openedSecret(id)).toBe('a secret of the user');
  });

  test('refuses a secret that was written by SQL in clear text', async () => {
    const { id } = await value(create());
    const write = deps.pool.query(`UPDATE "Webhook" SET secret = 'in the clear' WHERE id = $1`, [id]);
    await expect(write).rejects.toThrow(/check constraint/);
  });
});

test('an unknown webhook cannot be changed', async () => {
  const id = 'nobody';
  const outcomes = await Promise.all([
    updateWebhook(deps, admin, { id, input: { name: 'x' } }),
    setWebhookSuspended(deps, admin, { id, suspended: true }),
    rotateWebhookSecret(deps, admin, { id }),
    deleteWebhook(deps, admin, { id }),
  ]);
  for (const outcome of outcomes)
    expect(outcome).toEqual({ kind: 'not_found', message: 'There is no webhook with the ID "nobody".' });
});
