/**
 * The process that sends a notification is killed while it sends, or after it has sent and before it has
 * recorded it. Another one sends it again, with the same id.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { raiseNotifications } from '../../src/db/notifications/raise-notifications.js';
import { createSecretBox } from '../../src/runtime/secrets/secret-box.js';
import { setNotificationChannel } from '../../src/services/notifications/set-notification-channel.js';
import { updateSchedulerConfig } from '../../src/services/system/update-scheduler-config.js';
import { loopbackGuard, openClient, serve } from '../http/loopback.js';
import { admin, value } from '../services/support.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { createDeferred } from '../support/deferred.js';
import { holding, untilLockAwaited } from '../support/lock-waits.js';
import { killPrograms, type Program, startProgram, startWorker } from '../support/programs/processes.js';
import { createRecordingLogger } from '../support/recording-logger.js';
import { startMailServer } from '../support/servers/mail-server.js';

const SECRET_KEY = Buffer.alloc(32, 7);
const SIGNING_SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';

let db: TestDatabase;
beforeEach(async () => {
  db = await createTestDatabase({ writer: 'server' });
});
afterEach(async () => {
  await killPrograms();
  await db.drop();
});

const settings = () => ({
  DATABASE_URL: db.url,
  CALLBOARD_SECRET_KEY: SECRET_KEY.toString('base64'),
  CALLBOARD_ADMIN_TOKEN: 'a-token-for-the-first-admin',
});

async function startServer(): Promise<Program> {
  const server = await startProgram('server', settings());
  await server.logged('server.ready');
  return server;
}

/**
 * A channel of each kind. Each reports the id of a message when the message has arrived, and answers once
 * `answers` resolves.
 */
async function openChannels(answers: Promise<void>) {
  const ids = { slack: [] as string[], hook: [] as string[], mail: [] as string[] };
  let arrived = () => {};
  async function take(channel: keyof typeof ids, id: unknown) {
    ids[channel].push(String(id));
    arrived();
    await answers;
  }
  const answering = (channel: keyof typeof ids) =>
    serve(async (response, { headers }) => {
      await take(channel, headers['webhook-id']);
      response.writeHead(200).end('ok');
    });
  const slack = await answering('slack');
  const hook = await answering('hook');
  const mail = await startMailServer({
    async onData(stream, _session, callback) {
      let source = '';
      for await (const chunk of stream) source += chunk;
      await take('mail', /^Message-ID: <(.*)@example\.com>/im.exec(source)?.[1]);
      callback();
    },
  });
  const deps = {
    pool: db.pool,
    dataSources: { pool: db.pool },
    guard: loopbackGuard,
    http: openClient(),
    secretBox: createSecretBox(SECRET_KEY),
    secretKey: SECRET_KEY,
    logger: createRecordingLogger(),
  };
  const server = { host: '127.0.0.1', port: mail.port, from: 'callboard@example.com', to: ['a@example.com'] };
  const set = (input: Parameters<typeof setNotificationChannel>[2]) =>
    value(setNotificationChannel(deps, admin, input));
  await set({ name: 'slack', slack: { url: slack.url } });
  await set({ name: 'hook', webhook: { url: hook.url, secret: SIGNING_SECRET } });
  await set({ name: 'mail', email: server });
  await value(
    updateSchedulerConfig(deps, admin, { monitoring: { notificationChannels: ['slack', 'hook', 'mail'] } }),
  );
  return {
    ids,
    close: mail.close,
    async haveReceived(times: number) {
      while (Object.values(ids).some(({ length }) => length < times)) {
        const next = createDeferred();
        arrived = next.resolve;
        await next.promise;
      }
    },
  };
}

async function raise(): Promise<string> {
  const at = new Date();
  const [id = ''] = await raiseNotifications(db.pool, [
    {
      kind: 'no_worker',
      groupKey: 'test',
      subjectType: 'worker',
      subjectId: 'test',
      scheduleId: null,
      pipelineId: null,
      agentId: null,
      title: 'Test',
      message: 'Nothing runs.',
      count: 1,
      firstAt: at,
      lastAt: at,
      data: {},
    },
  ]);
  await db.pool.query('NOTIFY callboard_notify');
  return id;
}

/** As if the time in which the killed process may finish were over. */
async function takeOver(): Promise<void> {
  await db.pool.query(
    `UPDATE "NotificationDelivery" SET "nextAttemptAt" = clock_timestamp() WHERE status = 'pending'`,
  );
  await db.pool.query('NOTIFY callboard_notify');
}

async function allSent(id: string): Promise<void> {
  for (;;) {
    const { rows } = await db.pool.query<{ status: string }>(
      'SELECT status FROM "Notification" WHERE id = $1',
      [id],
    );
    if (rows[0]?.status === 'sent') break;
    await sleep(50);
  }
  const { rows } = await db.pool.query(
    'SELECT channel, status, attempts FROM "NotificationDelivery" WHERE "notificationId" = $1 ORDER BY channel',
    [id],
  );
  expect(rows).toEqual(
    ['hook', 'mail', 'slack'].map((channel) => ({ channel, status: 'sent', attempts: 2 })),
  );
}

test('killed before the channels have answered', async () => {
  const answers = createDeferred();
  const channels = await openChannels(answers.promise);
  const first = await startServer();
  const id = await raise();
  await channels.haveReceived(1);
  await first.kill();
  answers.resolve();

  await startWorker(settings());
  await takeOver();
  await allSent(id);
  expect(channels.ids).toEqual({ slack: [id, id], hook: [id, id], mail: [id, id] });
  await channels.close();
});

test('killed after the channels have answered, before that is recorded', async () => {
  const answers = createDeferred();
  const channels = await openChannels(answers.promise);
  const first = await startWorker(settings());
  const id = await raise();
  await channels.haveReceived(1);
  // Nothing can be recorded about the deliveries before this lock is released.
  await holding(db.url, `SELECT FROM "Notification" WHERE id = '${id}' FOR UPDATE`, async () => {
    answers.resolve();
    await untilLockAwaited(db.pool);
    await first.kill();
  });

  await startServer();
  await takeOver();
  await allSent(id);
  expect(channels.ids).toEqual({ slack: [id, id], hook: [id, id], mail: [id, id] });
  await channels.close();
});
