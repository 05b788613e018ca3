import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import { deleteNotificationChannel } from '../../../src/services/notifications/delete-notification-channel.js';
import { listNotificationChannels } from '../../../src/services/notifications/list-notification-channels.js';
import { openChannel, readChannels } from '../../../src/services/notifications/notification-channels.js';
import { setNotificationChannel } from '../../../src/services/notifications/set-notification-channel.js';
import { testNotificationChannel } from '../../../src/services/notifications/test-notification-channel.js';
import { updateSchedulerConfig } from '../../../src/services/system/update-scheduler-config.js';
import { serve } from '../../http/loopback.js';
import { rollBack } from '../../support/lock-waits.js';
import { startMailServer } from '../../support/servers/mail-server.js';
import { admin, issues, openServices, paths, type TestServices, value } from '../support.js';

const SLACK_URL = 'https://hooks.slack.com/services/T000/B000/XXXXsecretXXXX';
const SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
const PASSWORD = 'correct horse battery';
const email = { host: 'mail.example.com', from: 'callboard@example.com', to: ['ops@example.com'] };
const login = { username: 'callboard', password: PASSWORD };

let deps: TestServices;
beforeAll(async () => {
  deps = await openServices();
});
afterAll(() => deps?.close());
beforeEach(() => deps.pool.query('TRUNCATE "AgentConfig"'));

const set = (name: string, channel: object) => setNotificationChannel(deps, admin, { name, ...channel });
const tryOut = (name: string) =>
  testNotificationChannel(deps, admin, { name, publicUrl: 'http://callboard.test' });
const opened = async (name: string) => {
  const stored = (await readChannels(deps.pool)).get(name);
  return stored && openChannel(deps.secretBox, name, stored);
};

test('secrets are encrypted where they are stored, and in no log', async () => {
  await value(set('slack', { slack: { url: SLACK_URL } }));
  await value(set('email', { email: { ...email, ...login } }));
  await value(set('hook', { webhook: { url: 'https://hooks.example.com/in', secret: SECRET } }));
  await tryOut('email');
  const everything = JSON.stringify([
    await deps.rows('SELECT * FROM "AgentConfig"'),
    deps.logger.lines,
    await listNotificationChannels(deps),
  ]);
  for (const secret of [SLACK_URL, 'XXXXsecret', PASSWORD, SECRET.slice(6)])
    expect(everything).not.toContain(secret);
  expect(await opened('slack')).toMatchObject({ type: 'slack', url: SLACK_URL });
  expect(await opened('email')).toMatchObject({ ...email, ...login, port: 587, secure: false });
  expect(await opened('hook')).toMatchObject({
    type: 'webhook',
    url: 'https://hooks.example.com/in',
    secret: SECRET,
  });
});

test('agents cannot read them', async () => {
  await value(set('slack', { slack: { url: SLACK_URL } }));
  const client = await deps.pool.connect();
  try {
    await client.query('BEGIN; SET LOCAL ROLE callboard_agent');
    expect((await client.query('SELECT key FROM "AgentConfig"')).rows).toEqual([]);
  } finally {
    await rollBack(client);
  }
});

test('all channels that are configured or named are listed', async () => {
  await value(set('slack', { slack: { url: SLACK_URL } }));
  await value(set('spare', { webhook: { url: 'https://hooks.example.com/in', secret: SECRET } }));
  expect(await listNotificationChannels(deps)).toMatchObject([
    { name: 'email', inUse: true, channel: null },
    { name: 'slack', inUse: true, channel: { type: 'slack', urlHint: 'hooks.slack.com …XXXX' } },
    { name: 'spare', inUse: false, channel: { type: 'webhook' } },
  ]);
  await value(updateSchedulerConfig(deps, admin, { monitoring: { notificationChannels: ['spare'] } }));
  expect((await listNotificationChannels(deps)).map(({ name, inUse }) => [name, inUse])).toEqual([
    ['spare', true],
    ['slack', false],
  ]);
});

test('an omitted secret stays', async () => {
  await value(set('slack', { slack: { url: SLACK_URL } }));
  await value(set('slack', { slack: {} }));
  expect(await opened('slack')).toMatchObject({ type: 'slack', url: SLACK_URL });
  await value(set('email', { email: { ...email, ...login } }));
  await value(set('email', { email: { ...email, username: 'callboard', to: ['night@example.com'] } }));
  expect(await opened('email')).toMatchObject({ to: ['night@example.com'], password: PASSWORD });
  await value(set('hook', { webhook: { url: 'https://hooks.example.com/in', secret: SECRET } }));
  await value(set('hook', { webhook: { url: 'https://hooks.example.com/other' } }));
  expect(await opened('hook')).toMatchObject({ url: 'https://hooks.example.com/other', secret: SECRET });
  await value(set('email', { email: { ...email, password: null } }));
  expect(await opened('email')).toMatchObject({ username: null, password: null });
});

test('an omitted secret does not follow to another address, where somebody else could read it', async () => {
  await value(set('email', { email: { ...email, ...login, secure: true } }));
  const { username } = login;
  for (const change of [
    { host: 'evil.example.com', secure: true },
    { port: 2525, secure: true },
    { secure: false },
  ])
    expect(await paths(set('email', { email: { ...email, username, ...change } }))).toEqual([
      'email.password',
    ]);
  await value(set('hook', { webhook: { url: 'https://hooks.example.com/in', secret: SECRET } }));
  expect(await paths(set('hook', { webhook: { url: 'https://evil.example.com/in' } }))).toEqual([
    'webhook.secret',
  ]);
  // A channel of another kind does not inherit it either.
  expect(await paths(set('hook', { email: { ...email, username } }))).toEqual(['email.password']);
  expect(await paths(set('hook', { slack: {} }))).toEqual(['slack.url']);
  expect(await opened('email')).toMatchObject({ host: email.host, password: PASSWORD });
});

test.each([
  ['no kind', {}, ''],
  ['two kinds', { slack: { url: SLACK_URL }, email }, ''],
  ['a metadata address', { slack: { url: 'http://169.254.169.254/' } }, 'slack.url'],
  ['a metadata address in another form', { slack: { url: 'http://[::ffff:a9fe:a9fe]/' } }, 'slack.url'],
  ['a private address', { webhook: { url: 'http://10.0.0.1/', secret: SECRET } }, 'webhook.url'],
  ['an internal mail server', { email: { ...email, host: '169.254.169.254' } }, 'email.host'],
  ['a scheme', { slack: { url: 'ftp://example.com' } }, 'slack.url'],
  ['a weak secret', { webhook: { url: 'https://example.com', secret: 'whsec_abcd' } }, 'webhook.secret'],
  ['no secret', { webhook: { url: 'https://example.com' } }, 'webhook.secret'],
  ['a host with a port', { email: { ...email, host: 'example.com:25' } }, 'email.host'],
  ['an invalid port', { email: { ...email, port: 70_000 } }, 'email.port'],
  [
    'a sender with a header',
    { email: { ...email, from: 'a@example.com\r\nBcc: b@example.com' } },
    'email.from',
  ],
  ['two addresses in one', { email: { ...email, to: ['a@example.com, b@example.com'] } }, 'email.to.0'],
  ['a name beside the address', { email: { ...email, to: ['Ops <a@example.com>'] } }, 'email.to.0'],
  ['nobody', { email: { ...email, to: [] } }, 'email.to'],
  ['a password without a user', { email: { ...email, password: PASSWORD } }, 'email.username'],
  ['a user without a password', { email: { ...email, username: 'callboard' } }, 'email.password'],
  ['an unknown field', { slack: { url: SLACK_URL, channel: '#ops' } }, 'slack.channel'],
])('%s is refused', async (_what, channel, path) => {
  expect(await paths(set('channel', channel))).toEqual([path]);
  expect((await readChannels(deps.pool)).size).toBe(0);
});

test.each(['', 'a b', '../x', '__proto__', 'x'.repeat(51)])('the name %j is refused', async (name) => {
  expect(await paths(set(name, { slack: { url: SLACK_URL } }))).toEqual(['name']);
});

test('a refusal does not repeat the refused value', async () => {
  const said = await issues(
    set('slack', { slack: { url: `http://${PASSWORD.replaceAll(' ', '')}@10.0.0.1/` } }),
  );
  expect(said.join()).not.toContain('correcthorse');
});

test('of two admins at once, neither loses what the other stored', async () => {
  await Promise.all(
    Array.from({ length: 8 }, (_, n) => value(set(`slack-${n}`, { slack: { url: SLACK_URL } }))),
  );
  expect((await readChannels(deps.pool)).size).toBe(8);
  for (let n = 8; n < 20; n += 1) await value(set(`slack-${n}`, { slack: { url: SLACK_URL } }));
  expect(await paths(set('one-too-many', { slack: { url: SLACK_URL } }))).toEqual(['name']);
});

test('a deleted channel is gone with its secrets', async () => {
  await value(set('slack', { slack: { url: SLACK_URL } }));
  await value(deleteNotificationChannel(deps, admin, { name: 'slack' }));
  expect(await deps.rows('SELECT value FROM "AgentConfig"')).toEqual([{ value: { channels: {} } }]);
  expect(await deleteNotificationChannel(deps, admin, { name: 'slack' })).toMatchObject({
    kind: 'not_found',
  });
});

test('trying a channel sends a message and reports the result', async () => {
  let status = 200;
  const slack = await serve((response) => void response.writeHead(status).end('no_service'));
  await value(set('slack', { slack: { url: slack.url } }));
  expect(await value(tryOut('slack'))).toEqual({ ok: true, message: 'The test message was sent.' });
  expect(slack.received[0]?.body.toString()).toContain('Nothing is wrong');
  status = 404;
  expect(await value(tryOut('slack'))).toEqual({
    ok: false,
    message: 'The channel answered 404: no_service',
  });
  expect(await tryOut('email')).toMatchObject({ kind: 'not_found' });
});

test('trying a channel works by mail, too', async () => {
  const server = await startMailServer();
  onTestFinished(() => server.close());
  await value(set('email', { email: { ...email, host: '127.0.0.1', port: server.port } }));
  expect(await value(tryOut('email'))).toEqual({ ok: true, message: 'The test message was sent.' });
  expect(server.received[0]?.source).toContain('Subject: Test of a notification channel');
});

test('a secret of another key is reported as unreadable', async () => {
  await value(set('slack', { slack: { url: SLACK_URL } }));
  await deps.pool.query(
    `UPDATE "AgentConfig" SET value = jsonb_set(value, '{channels,slack,url}', '"v1.AAAA"')`,
  );
  expect(await value(tryOut('slack'))).toEqual({
    ok: false,
    message: expect.stringContaining('CALLBOARD_SECRET_KEY'),
  });
});
