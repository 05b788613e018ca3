import { afterEach, beforeEach, expect, test } from 'vitest';
import { createSecretBox } from '../../src/runtime/secrets/secret-box.js';
import { setNotificationChannel } from '../../src/services/notifications/set-notification-channel.js';
import { loopbackGuard, serve } from '../http/loopback.js';
import { admin, value } from '../services/support.js';
import { createDeferred } from '../support/deferred.js';
import { StandingDocument } from '../support/generated/operations.js';
import { createGraphqlClient } from '../support/graphql-client.js';
import { startProgram } from '../support/programs/processes.js';
import { createRecordingLogger } from '../support/recording-logger.js';
import { insertSchedule } from '../support/rows.js';
import { AGENT, ALL_FAULTS, type FaultFixture, openFaultFixture } from './fault-fixture.js';

const SECRET_KEY = Buffer.alloc(32, 7);
const ADMIN_TOKEN = 'a-token-for-the-first-admin';
const A_MINUTE = 60_000;

let fixture: FaultFixture;
beforeEach(async () => {
  fixture = await openFaultFixture({ CALLBOARD_SECRET_KEY: SECRET_KEY.toString('base64') });
});
afterEach(() => fixture.close());

/** Configures a Slack channel; resolves with the first message that starts with this text. */
async function aSlack() {
  const texts: string[] = [];
  const waiting: { start: string; resolve: (text: string) => void }[] = [];
  const slack = await serve((response, { body }) => {
    response.writeHead(200).end('ok');
    const { text } = JSON.parse(body.toString()) as { text: string };
    texts.push(text);
    for (const { start, resolve } of waiting) if (text.startsWith(start)) resolve(text);
  });
  const deps = {
    pool: fixture.db.pool,
    guard: loopbackGuard,
    secretBox: createSecretBox(SECRET_KEY),
    secretKey: SECRET_KEY,
    logger: createRecordingLogger(),
  };
  await value(setNotificationChannel(deps, admin, { name: 'slack', slack: { url: slack.url } }));
  return {
    texts,
    message(start: string): Promise<string> {
      const found = texts.find((text) => text.startsWith(start));
      if (found !== undefined) return Promise.resolve(found);
      const { promise, resolve } = createDeferred<string>();
      waiting.push({ start, resolve });
      return promise;
    },
  };
}

/** In the quick selection, the lease of 30 s is ended at once. */
async function absence() {
  const slack = await aSlack();
  const settings = { DATABASE_URL: fixture.db.url, CALLBOARD_SECRET_KEY: SECRET_KEY.toString('base64') };
  const servers = await Promise.all(
    ['one', 'two'].map(() => startProgram('server', { ...settings, CALLBOARD_ADMIN_TOKEN: ADMIN_TOKEN })),
  );
  const [line] = await Promise.all(servers.map((server) => server.logged('server.ready')));
  const api = createGraphqlClient(`http://127.0.0.1:${line?.port}`, ADMIN_TOKEN);
  const standing = () => api.ask(StandingDocument, {});
  const worker = await fixture.startWorker();
  await insertSchedule(
    fixture.db.pool,
    { agentId: AGENT, interval: 1_000, nextRunAt: new Date() },
    { name: 'Every second' },
  );
  await fixture.db.pool.query('NOTIFY callboard_engine');
  await fixture.agent.calls(1);
  expect((await standing()).system.alerts).toEqual([]);

  await worker.kill();
  const killedAt = performance.now();
  return { slack, standing, worker, killedAt };
}

test('when the only worker is killed, servers notify people once, the API shows it, and a new worker is notified, too', async () => {
  const { slack, standing, worker } = await absence();
  // Pretends that the lease has expired and that the schedule has been due for as long.
  await fixture.db.pool.query(
    `UPDATE "Worker" SET "leaseExpiresAt" = clock_timestamp(), "heartbeatAt" = "heartbeatAt" - interval '30 s' WHERE pid = $1`,
    [worker.pid],
  );
  await fixture.db.pool.query(`UPDATE "Schedule" SET "nextRunAt" = "nextRunAt" - interval '30 s'`);
  expect(await slack.message('No worker is running')).toContain('Schedules are not being claimed');
  expect(await standing()).toMatchObject({
    system: { alerts: [{ kind: 'NO_WORKER' }] },
    scheduleAlerts: [{ kind: 'OVERDUE', scheduleName: 'Every second' }],
    workers: { edges: [{ node: { state: 'DEAD' } }] },
  });
  await fixture.startWorker();
  await slack.message('A worker is running again');
  expect((await standing()).system.alerts).toEqual([]);
  expect(slack.texts.filter((text) => text.startsWith('No worker is running'))).toHaveLength(1);
  expect(slack.texts.filter((text) => text.startsWith('A worker is running again'))).toHaveLength(1);
});

test.runIf(ALL_FAULTS)('people are notified within a minute of the kill, with the real lease', async () => {
  const { slack, killedAt } = await absence();
  await slack.message('No worker is running');
  expect(performance.now() - killedAt).toBeLessThan(A_MINUTE);
});
