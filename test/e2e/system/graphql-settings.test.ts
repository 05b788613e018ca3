/** What the admin's pages of settings, tokens and notifications read in addition, and their events. */
import { type GraphQLInputObjectType, isInputObjectType } from 'graphql';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { schema } from '../../../src/schema/index.js';
import {
  type ApiTokenFilter,
  CursorAndJobsDocument,
  DataSourcePolicyDocument,
  FindApiTokensDocument,
  ListSettingsDocument,
  OneNotificationDocument,
  RecordChangedDocument,
  SettingsWithDefaultsDocument,
  SystemDocument,
  UpdateDataSourcePolicyDocument,
  type UpdateDataSourcePolicyMutationVariables,
  UpdateEngineConfigDocument,
} from '../../support/generated/operations.js';
import { startTestServer, type TestServer } from '../../support/graphql-server.js';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server?.close());

const setStored = (key: string, value: object) =>
  server.pool.query(
    `INSERT INTO "AgentConfig" (key, value) VALUES ($1, $2) ON CONFLICT (key) DO UPDATE SET value = EXCLUDED.value`,
    [key, JSON.stringify(value)],
  );

test('the data source policy is replaced list by list; a mistake is named, and changes nothing', async () => {
  const update = async (input: UpdateDataSourcePolicyMutationVariables['input']) =>
    (await server.admin.ask(UpdateDataSourcePolicyDocument, { input })).updateDataSourcePolicy;
  const read = async () => (await server.admin.ask(DataSourcePolicyDocument, {})).dataSourcePolicy;

  expect(await read()).toEqual({ allow: [], only: [], deny: [], malformed: false });
  expect(await update({ allow: [' Ticker ', 'Orders.total'] })).toMatchObject({
    allow: ['Ticker', 'Orders.total'],
    deny: [],
  });
  expect(await update({ only: ['media.*'], deny: ['Ticker.secret'] })).toMatchObject({
    only: ['media.*'],
    allow: ['Ticker', 'Orders.total'],
    deny: ['Ticker.secret'],
  });
  expect(await update({ allow: ['Ticker', 'a.b.c.d'], only: ['a.b.c'], deny: [''] })).toMatchObject({
    __typename: 'ValidationError',
    issues: [{ path: ['allow', '1'] }, { path: ['only', '0'] }, { path: ['deny', '0'] }],
  });
  expect(await read()).toEqual({
    allow: ['Ticker', 'Orders.total'],
    only: ['media.*'],
    deny: ['Ticker.secret'],
    malformed: false,
  });
  expect(await update({ allow: [], deny: null })).toMatchObject({ allow: [], deny: ['Ticker.secret'] });

  await setStored('dataSources', { allow: 'everything' });
  expect(await read()).toEqual({ allow: [], only: [], deny: [], malformed: true });
  expect(await update({ deny: ['Customer'] })).toMatchObject({
    allow: [],
    deny: ['Customer'],
    malformed: false,
  });
});

test('settings return their defaults, and which values are unusable', async () => {
  await setStored('scheduler', { scheduler: { maxExpansion: 7, timezone: 'Mars' } });
  await server.admin.ask(UpdateEngineConfigDocument, { input: { claimBatchSize: 77 } });
  const { schedulerConfig, engineConfig } = await server.viewer.ask(SettingsWithDefaultsDocument, {});
  expect(schedulerConfig).toEqual({
    scheduler: { maxExpansion: 7 },
    defaults: { scheduler: { maxExpansion: 100_000 } },
    issues: [{ path: ['scheduler', 'timezone'] }],
  });
  expect(engineConfig).toEqual({
    claimBatchSize: 77,
    inForce: { claimBatchSize: 77 },
    fallback: { claimBatchSize: 500 },
  });
});

test('every setting is listed with its value, as the inputs that change it take them', async () => {
  await setStored('scheduler', { httpClient: { retryConfig: { backoff: { type: 'fixed' } } } });
  await setStored('engine', { claimBatchSize: 78 });
  const { settings } = await server.viewer.ask(ListSettingsDocument, {});
  const listed = (path: string) => settings.find((setting) => setting.path === path);
  expect(listed('httpClient.retryConfig.backoff.type')).toEqual({
    key: 'scheduler',
    path: 'httpClient.retryConfig.backoff.type',
    kind: 'CHOICE',
    choices: ['EXPONENTIAL', 'LINEAR', 'FIXED'],
    value: 'FIXED',
    fallback: 'EXPONENTIAL',
  });
  expect(listed('scheduler.maxQueueTime')).toMatchObject({ kind: 'DURATION', value: null, fallback: null });
  expect(listed('claimBatchSize')).toMatchObject({ key: 'engine', value: 78, fallback: 500 });
  expect(listed('pollIntervalMs')).toMatchObject({ key: 'engine', value: null, fallback: 60_000 });
  const inputs = ['UpdateSchedulerConfigInput', 'UpdateEngineConfigInput'].flatMap((name) => paths(name));
  expect(settings.map(({ path }) => path).toSorted()).toEqual(inputs.toSorted());
});

/** The path of every field of an input, with dots. */
function paths(input: string, base = ''): string[] {
  return Object.values((schema.getType(input) as GraphQLInputObjectType).getFields()).flatMap(
    ({ name, type }) => (isInputObjectType(type) ? paths(type.name, `${base}${name}.`) : [`${base}${name}`]),
  );
}

test('tokens are found by name, role, and whether they are in force', async () => {
  await server.pool.query(
    `INSERT INTO "ApiToken" (id, name, role, "tokenHash", hint, "expiresAt", "revokedAt") VALUES
       ('t1', 'ci lasting', 'operator', '1', '…', NULL, NULL),
       ('t2', 'ci to come', 'operator', '2', '…', now() + interval '1 day', NULL),
       ('t3', 'ci expired', 'operator', '3', '…', now() - interval '1 day', NULL),
       ('t4', 'ci revoked', 'viewer', '4', '…', NULL, now())`,
  );
  const find = async (filter: ApiTokenFilter) =>
    (await server.admin.ask(FindApiTokensDocument, { filter })).apiTokens.edges.map(({ node }) => node.name);
  expect(await find({ search: 'CI' })).toEqual(['ci revoked', 'ci expired', 'ci to come', 'ci lasting']);
  expect(await find({ search: 'ci', inForce: true })).toEqual(['ci to come', 'ci lasting']);
  expect(await find({ search: 'ci', inForce: false })).toEqual(['ci revoked', 'ci expired']);
  expect(await find({ search: 'ci', inForce: false, role: ['OPERATOR', 'ADMIN'] })).toEqual(['ci expired']);
  expect(await find({ search: 't1' })).toEqual(['ci lasting']);
});

test('one notification is read by its id', async () => {
  await server.pool.query(
    `INSERT INTO "Notification" (id, kind, "groupKey", "subjectType", "subjectId", title, message, "firstAt", "lastAt", "dueAt", "windowEndsAt")
     VALUES ('n', 'worker_dead', 'w', 'worker', 'w', 'A worker is lost', '', now(), now(), now(), now())`,
  );
  await server.pool.query(
    `INSERT INTO "NotificationDelivery" (id, "notificationId", channel, status) VALUES ('d', 'n', 'email', 'sent')`,
  );
  const read = async (id: string) => (await server.viewer.ask(OneNotificationDocument, { id })).notification;
  expect(await read('n')).toEqual({ title: 'A worker is lost', deliveries: [{ channel: 'email' }] });
  expect(await read('none')).toBeNull();
});

test('the system returns its version and size, without counting rows', async () => {
  await server.pool.query('ANALYZE "ApiToken"');
  const { system } = await server.viewer.ask(SystemDocument, {});
  expect(system.version).toMatch(/^\d+\.\d+\.\d+/);
  expect(system.publicUrl).toBe('http://callboard.test');
  expect(system.database.version).toMatch(/^\d+/);
  const sizes = system.database.tables.map(({ sizeBytes }) => sizeBytes);
  expect(sizes).toEqual(sizes.toSorted((a, b) => b - a));
  expect(system.database.sizeBytes).toBeGreaterThan(sizes.reduce((sum, size) => sum + size, 0));
  expect(system.database.tables.find(({ name }) => name === 'ApiToken')?.estimatedRows).toBe(7);
});

test('changes to the configuration are emitted, those of tokens and the audit to admins only', async () => {
  const { eventCursor: after } = await server.viewer.ask(CursorAndJobsDocument, {});
  const streams = {
    admin: server.admin.watch(RecordChangedDocument, { after }),
    viewer: server.viewer.watch(RecordChangedDocument, { after }),
  };
  const next = async (role: 'admin' | 'viewer') => {
    const { cursor, ...event } = (await streams[role].next())?.recordChanged ?? { cursor: '' };
    expect(cursor).not.toBe('');
    return event;
  };
  try {
    await server.pool.query(`UPDATE "ApiToken" SET "revokedAt" = now() WHERE id = 't1'`);
    await server.pool.query(`UPDATE "Notification" SET count = 2 WHERE id = 'n'`);
    await server.pool.query(`DELETE FROM "AgentConfig" WHERE key = 'engine'`);
    const audit = { kind: 'AUDIT', recordId: expect.any(String), change: 'CREATED' };
    const notification = { kind: 'NOTIFICATION', recordId: 'n', change: 'CHANGED' };
    const setting = { kind: 'SETTING', recordId: 'engine', change: 'DELETED' };
    expect(await next('viewer')).toEqual(notification);
    expect(await next('viewer')).toEqual(setting);
    const received = [
      await next('admin'),
      await next('admin'),
      await next('admin'),
      await next('admin'),
      await next('admin'),
    ];
    expect(received).toHaveLength(5);
    for (const event of [{ kind: 'TOKEN', recordId: 't1', change: 'CHANGED' }, audit, notification, setting])
      expect(received).toContainEqual(event);
  } finally {
    streams.admin.close();
    streams.viewer.close();
  }
});
