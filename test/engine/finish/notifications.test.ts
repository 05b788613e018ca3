import { afterEach, beforeEach, expect, test } from 'vitest';
import { createSecretBox } from '../../../src/runtime/secrets/secret-box.js';
import { createLogger } from '../../../src/runtime/telemetry/logger.js';
import { setNotificationChannel } from '../../../src/services/notifications/set-notification-channel.js';
import { loopbackGuard, serve } from '../../http/loopback.js';
import { admin, value } from '../../services/support.js';
import { answer } from '../../support/agent-server.js';
import { createDeferred } from '../../support/deferred.js';
import { SECRET_KEY } from '../../support/engine.js';
import { createRecordingLogger } from '../../support/recording-logger.js';
import { insertExpanded } from '../../support/rows.js';
import { createEngineFixture, type EngineFixture } from '../engine-fixture.js';

let fixture: EngineFixture;
beforeEach(async () => {
  fixture = await createEngineFixture();
});
afterEach(() => fixture?.stop());

/** Configures a Slack channel; `called` is the text of the first message. */
async function aSlack(answers = true) {
  const called = createDeferred<string>();
  const slack = await serve((response, { body }) => {
    if (answers) response.writeHead(200).end('ok');
    called.resolve((JSON.parse(body.toString()) as { text: string }).text);
  });
  const secretBox = createSecretBox(SECRET_KEY);
  const deps = {
    pool: fixture.db.pool,
    guard: loopbackGuard,
    secretBox,
    secretKey: SECRET_KEY,
    logger: createRecordingLogger(),
  };
  await value(setNotificationChannel(deps, admin, { name: 'slack', slack: { url: slack.url } }));
  return { ...slack, called: called.promise };
}

/** A logger, and its first line with an event. */
function aLogger(event: string) {
  const lines: Record<string, unknown>[] = [];
  const logged = createDeferred<void>();
  const write = (line: string) => {
    lines.push(JSON.parse(line));
    if (lines.at(-1)?.event === event) logged.resolve();
  };
  return {
    lines,
    logged: logged.promise,
    logger: createLogger({ level: 'info', name: 'test', destination: { write } }),
  };
}

const oneFails = () =>
  insertExpanded(fixture.db.pool, {
    agentId: 'agent',
    jobs: [{ n: 1 }],
    retryConfig: { maxRetries: 0, backoff: 'fixed', delay: 0 },
  });

test('a dead letter is notified once, whichever worker sees it first', async () => {
  const slack = await aSlack();
  fixture.agent.behave((_entry, response) => answer(response, 503, {}));
  const { logger, lines, logged } = aLogger('notification.sent');
  await Promise.all([fixture.start({ logger }), fixture.start({ logger })]);
  await oneFails();
  expect(await slack.called).toMatch(/^Dead letters: agent: 1 job has used up all retries/);
  await logged;
  const { rows } = await fixture.db.pool.query(
    'SELECT n.kind, n.status, d.channel, d.status AS delivery FROM "Notification" n JOIN "NotificationDelivery" d ON d."notificationId" = n.id ORDER BY d.channel',
  );
  expect(rows).toEqual([
    { kind: 'dead_letter', status: 'sent', channel: 'email', delivery: 'skipped' },
    { kind: 'dead_letter', status: 'sent', channel: 'slack', delivery: 'sent' },
  ]);
  expect(slack.received).toHaveLength(1);
  expect(lines.filter(({ event }) => event === 'notification.channel_missing')).toMatchObject([
    { level: 'warn', channels: ['email'] },
  ]);
  expect(JSON.stringify(lines)).not.toContain(slack.url);
});

test('what happened while no worker ran is notified by the next one', async () => {
  const slack = await aSlack();
  await fixture.db.pool.query(
    `INSERT INTO "Worker" (id, host, pid, version, concurrency, "leaseExpiresAt") VALUES ('dead', 'box-7', 1, '1', 1, now() - interval '1 hour')`,
  );
  await fixture.start();
  expect(await slack.called).toMatch(/^Worker died: box-7: 1 worker has died/);
});

test('a channel that hangs delays no job and no shutdown', async () => {
  const slack = await aSlack(false);
  fixture.agent.behave((_entry, response) => answer(response, 400, {}));
  const engine = await fixture.start();
  await oneFails();
  await slack.called;
  const { id } = await oneFails();
  expect((await fixture.ended(id)).runStatus).toBe('failed');
  await engine.stop();
  // Given back by the stop, so that the next worker tries at once.
  const { rows } = await fixture.db.pool.query(
    `SELECT status, attempts FROM "NotificationDelivery" WHERE channel = 'slack' ORDER BY id`,
  );
  expect(rows[0]).toEqual({ status: 'pending', attempts: 0 });
});
