import { afterAll, beforeAll, expect, test } from 'vitest';
import { DEFAULT_SCHEDULER_CONFIG } from '../../../src/domain/config/scheduler-config.js';
import { collectNotifications } from '../../../src/services/notifications/collect-notifications.js';
import { deliverNotifications } from '../../../src/services/notifications/deliver-notifications.js';
import { serve } from '../../http/loopback.js';
import {
  DeleteNotificationChannelDocument,
  NotificationChannelSettingsDocument,
  NotificationChannelsDocument,
  NotificationsDocument,
  SetNotificationChannelDocument,
  type SetNotificationChannelMutationVariables,
  TestNotificationChannelDocument,
} from '../../support/generated/operations.js';
import { startTestServer, type TestServer } from '../../support/graphql-server.js';
import { insertAgent, insertSchedule } from '../../support/rows.js';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
  await insertAgent(server.pool, 'agent', 'http://127.0.0.1:9/run');
});
afterAll(() => server?.close());

const SLACK_URL = 'https://hooks.slack.com/services/T000/B000/XXXXsecretXXXX';
const setChannel = (input: SetNotificationChannelMutationVariables['input']) =>
  server.admin.ask(SetNotificationChannelDocument, { input });

test('a channel is set, read without its secret, tried and deleted', async () => {
  expect((await server.viewer.ask(NotificationChannelsDocument, {})).notificationChannels).toEqual(
    ['email', 'slack'].map((name) => ({
      ...{ name, type: null, configured: false, inUse: true, target: null, lastDelivery: null },
    })),
  );
  const { setNotificationChannel } = await setChannel({
    name: 'email',
    email: {
      host: '127.0.0.1',
      port: 9,
      from: 'callboard@example.com',
      to: ['ops@example.com'],
      username: 'callboard',
      password: 'correct horse',
    },
  });
  expect(setNotificationChannel).toMatchObject({
    __typename: 'NotificationChannel',
    type: 'EMAIL',
    configured: true,
    target: 'o…@example.com',
  });
  await setChannel({ name: 'slack', slack: { url: SLACK_URL } });
  await setChannel({
    name: 'hook',
    webhook: { url: 'https://example.com/in', secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw' },
  });
  const { notificationChannels } = await server.admin.ask(NotificationChannelSettingsDocument, {});
  expect(notificationChannels).toMatchObject([
    {
      name: 'email',
      slack: null,
      webhook: null,
      email: {
        host: '127.0.0.1',
        port: 9,
        secure: false,
        username: 'callboard',
        password: { set: true, hint: '…orse' },
        to: ['ops@example.com'],
      },
    },
    {
      name: 'slack',
      target: 'hooks.slack.com …XXXX',
      slack: { url: { set: true, hint: 'hooks.slack.com …XXXX' } },
      email: null,
    },
    {
      name: 'hook',
      inUse: false,
      target: 'https://example.com',
      webhook: { url: 'https://example.com/in', secret: { set: true, hint: '…LaSw' } },
    },
  ]);
  expect(JSON.stringify([notificationChannels, server.logger.lines])).not.toMatch(
    /secretXXXX|correct horse|MfKQ9r8/,
  );
  expect(
    (await server.admin.ask(TestNotificationChannelDocument, { name: 'email' })).testNotificationChannel,
  ).toEqual({
    __typename: 'NotificationChannelTest',
    ok: false,
    message: expect.stringContaining('refused'),
  });
  for (const [__typename, code] of [['NotificationChannel'], ['NotFoundError', 'NOT_FOUND']])
    expect(
      (await server.admin.ask(DeleteNotificationChannelDocument, { name: 'hook' })).deleteNotificationChannel,
    ).toMatchObject({
      __typename,
      ...(code && { code }),
    });
});

test('an internal address is refused with its path', async () => {
  expect(
    (await setChannel({ name: 'slack', slack: { url: 'http://169.254.169.254/' } })).setNotificationChannel,
  ).toMatchObject({
    __typename: 'ValidationError',
    issues: [{ path: ['slack', 'url'], message: expect.stringContaining('never allowed') }],
  });
});

test('only admins see the addresses of channels', async () => {
  await setChannel({ name: 'slack', slack: { url: SLACK_URL } });
  const { errors } = await server.operator.send(NotificationChannelSettingsDocument, {});
  expect(new Set(errors.map(({ extensions }) => extensions?.code))).toEqual(new Set(['FORBIDDEN']));
});

test('notifications are listed and filtered with their deliveries, in a fixed number of statements', async () => {
  const slack = await serve((response) => void response.writeHead(200).end('ok'));
  await setChannel({ name: 'slack', slack: { url: slack.url } });
  const ids: string[] = [];
  for (let n = 0; n < 3; n += 1) {
    const id = await insertSchedule(server.pool, { agentId: 'agent' }, { name: `Nightly ${n}` });
    ids.push(id);
    await server.pool.query(`UPDATE "Schedule" SET flag = 'invalid_target' WHERE id = $1`, [id]);
  }
  await collectNotifications(server.pool, DEFAULT_SCHEDULER_CONFIG);
  await deliverNotifications(
    { ...server.services, publicUrl: 'http://callboard.test' },
    {
      monitoring: {
        ...DEFAULT_SCHEDULER_CONFIG.monitoring,
        notificationChannels: ['slack', 'pager'],
      },
    },
  );
  const list = async (filter: object, first = 25) =>
    (await server.viewer.ask(NotificationsDocument, { filter, first })).notifications;
  const all = await list({});
  expect(all.totalCount).toBe(3);
  expect(all.edges.map(({ node }) => node.schedule?.name)).toEqual(['Nightly 2', 'Nightly 1', 'Nightly 0']);
  expect((await list({ scheduleId: ids[1] })).edges).toMatchObject([
    {
      node: {
        kind: 'SCHEDULE_FLAGGED',
        subjectType: 'SCHEDULE',
        subjectId: ids[1],
        agent: { name: 'agent' },
        title: 'Schedule blocked: Nightly 1',
        count: 1,
        followsId: null,
        status: 'SENT',
        deliveries: [
          {
            channel: 'pager',
            status: 'SKIPPED',
            attempts: 0,
            error: 'No channel with this name is set up.',
          },
          { channel: 'slack', status: 'SENT', attempts: 1, error: null },
        ],
      },
    },
  ]);
  expect((await list({ kind: ['DEAD_LETTER'] })).edges).toEqual([]);
  expect(
    (await list({ status: ['SENT'], agentId: 'agent', from: new Date(Date.now() - 60_000).toISOString() }))
      .totalCount,
  ).toBe(3);
  const { notificationChannels } = await server.viewer.ask(NotificationChannelsDocument, {});
  expect(notificationChannels.find(({ name }) => name === 'slack')?.lastDelivery).toEqual({
    status: 'SENT',
    error: null,
  });

  const count = async (first: number) => {
    server.statements.length = 0;
    await list({}, first);
    return server.statements.length;
  };
  expect(await count(3)).toBe(await count(1));
});
