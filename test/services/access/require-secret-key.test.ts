import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { callbackToken } from '../../../src/http/incoming/callback-token.js';
import { createSecretBox } from '../../../src/runtime/secrets/secret-box.js';
import { StartupError } from '../../../src/runtime/startup-error.js';
import { requireSecretKey } from '../../../src/services/access/require-secret-key.js';
import { updateAgent } from '../../../src/services/agents/update-agent.js';
import { openChannel, readChannels } from '../../../src/services/notifications/notification-channels.js';
import { setNotificationChannel } from '../../../src/services/notifications/set-notification-channel.js';
import { reportExecution } from '../../../src/services/runs/report-execution.js';
import { createWebhook } from '../../../src/services/webhooks/create-webhook.js';
import { webhookSecretContext } from '../../../src/services/webhooks/webhook-secret.js';
import { createTestDatabase, type TestDatabase } from '../../support/database.js';
import { admin, anAgent, openServices, value } from '../support.js';

let db: TestDatabase;
beforeAll(async () => {
  db = await createTestDatabase({ writer: 'server' });
});
afterAll(() => db?.drop());

const boxOf = (key: Buffer) => createSecretBox(key);
const sealed = async () => (await db.pool.query('SELECT sealed FROM "SecretKeyCheck"')).rows;

test('of several first starts with different keys exactly one key wins, and only it is valid afterward', async () => {
  const keys = Array.from({ length: 6 }, () => randomBytes(32));
  const starts = await Promise.allSettled(keys.map((key) => requireSecretKey(db.pool, boxOf(key))));
  expect(starts.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  const before = await sealed();
  expect(before).toHaveLength(1);
  for (const [index, key] of keys.entries()) {
    const again = requireSecretKey(db.pool, boxOf(key));
    if (starts[index]?.status === 'fulfilled') {
      await again;
      continue;
    }
    const error = await again.catch((refused: unknown) => refused);
    expect(error).toBeInstanceOf(StartupError);
    expect(error).toMatchObject({
      exitCode: 2,
      message: expect.stringMatching(/^CALLBOARD_SECRET_KEY is not/),
    });
    expect((error as Error).message).not.toContain(key.toString('base64'));
  }
  expect(await sealed()).toEqual(before);
});

test('a damaged value is not accepted as a key', async () => {
  await db.pool.query(`UPDATE "SecretKeyCheck" SET sealed = 'v1.AAAA'`);
  await expect(requireSecretKey(db.pool, boxOf(randomBytes(32)))).rejects.toThrow(StartupError);
});

test('with the previous key beside it, a new key replaces it: everything is sealed again, and callbacks of both are accepted', async () => {
  const deps = await openServices();
  try {
    const { pool } = deps;
    const newKey = randomBytes(32);
    const oldBox = createSecretBox(deps.secretKey);
    const box = createSecretBox(newKey, deps.secretKey);
    const alone = createSecretBox(newKey);
    await requireSecretKey(pool, oldBox);
    const agentId = await anAgent(deps);
    await value(
      updateAgent(deps, admin, {
        id: agentId,
        input: {
          endpoint: { authentication: { type: 'bearer', token: 'the token of the agent' } },
          signingSecret: `whsec_${randomBytes(32).toString('base64')}`,
        },
      }),
    );
    const hook = await value(createWebhook(deps, admin, { name: 'hook', targetType: 'agent', agentId }));
    await value(
      setNotificationChannel(deps, admin, {
        name: 'ops',
        slack: { url: 'https://hooks.slack.com/services/T/B/x' },
      }),
    );

    await expect(requireSecretKey(pool, alone)).rejects.toThrow('CALLBOARD_SECRET_KEY_PREVIOUS');
    await requireSecretKey(pool, box, deps.logger);
    expect(deps.logger.lines.at(-1)).toMatchObject({
      event: 'secret_key.changed',
      resealed: 5,
      unreadable: 0,
    });

    await requireSecretKey(pool, alone);
    await expect(requireSecretKey(pool, oldBox)).rejects.toThrow(StartupError);
    const agent = await deps.row<{ credential: string; signingSecret: string }>(
      'SELECT credential, "signingSecret" FROM "AgentRegistry" WHERE id = $1',
      [agentId],
    );
    expect(alone.open(agent.credential, `agent/${agentId}/credential`)).toBe('the token of the agent');
    expect(alone.open(agent.signingSecret, `agent/${agentId}/signing-secret`)).toMatch(/^whsec_/);
    const webhook = await deps.row<{ secret: string }>('SELECT secret FROM "Webhook" WHERE id = $1', [
      hook.id,
    ]);
    expect(alone.open(webhook.secret, webhookSecretContext(hook.id))).toBe(hook.secret);
    const channel = (await readChannels(pool)).get('ops');
    expect(channel && openChannel(alone, 'ops', channel)).toMatchObject({
      type: 'slack',
      url: 'https://hooks.slack.com/services/T/B/x',
    });

    const report = (key: Buffer, previousSecretKey?: Uint8Array) =>
      reportExecution(
        { ...deps, secretKey: newKey, previousSecretKey },
        { executionId: 'none', token: callbackToken(key, 'none'), body: { status: 'completed' } },
      );
    expect(await report(newKey)).toMatchObject({ status: 404 });
    expect(await report(deps.secretKey as Buffer, deps.secretKey)).toMatchObject({ status: 404 });
    expect(await report(deps.secretKey as Buffer)).toMatchObject({ status: 401 });
  } finally {
    await deps.close();
  }
});
