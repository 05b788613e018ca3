import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { schema } from '../../../src/schema/index.js';
import { createDeferred } from '../../support/deferred.js';
import { createGraphqlClient, type GraphqlClient, StreamError } from '../../support/graphql-client.js';
import { startTestServer, type TestServer } from '../../support/graphql-server.js';
import { smallestOperation } from '../../support/smallest-operation.js';

/**
 * The lowest role for each field. A field that is missing here fails the test, because somebody has to
 * decide.
 */
const REQUIRED: Record<'Query' | 'Mutation' | 'Subscription', Record<string, Role>> = {
  Query: {
    me: 'nobody',
    agent: 'viewer',
    agentConfig: 'admin',
    agents: 'viewer',
    apiTokens: 'admin',
    auditEntries: 'admin',
    backfill: 'viewer',
    backfills: 'viewer',
    configuration: 'admin',
    dataSourcePolicy: 'admin',
    dataSources: 'operator',
    deadLetterGroups: 'viewer',
    deadLetters: 'viewer',
    engineConfig: 'viewer',
    eventCursor: 'viewer',
    jobExecution: 'viewer',
    jobExecutions: 'viewer',
    node: 'viewer',
    notification: 'viewer',
    notificationChannels: 'viewer',
    notifications: 'viewer',
    overview: 'viewer',
    pipeline: 'viewer',
    pipelines: 'viewer',
    previewBackfill: 'viewer',
    previewExpansion: 'operator',
    previewSchedule: 'viewer',
    schedule: 'viewer',
    scheduleAlerts: 'viewer',
    scheduleExecution: 'viewer',
    scheduleExecutions: 'viewer',
    schedulerConfig: 'viewer',
    settings: 'viewer',
    schedules: 'viewer',
    system: 'viewer',
    validatePipeline: 'viewer',
    webhook: 'viewer',
    webhooks: 'viewer',
    worker: 'viewer',
    workers: 'viewer',
  },
  Mutation: {
    applyConfiguration: 'admin',
    cancelBackfill: 'operator',
    cancelContext: 'operator',
    cancelJob: 'operator',
    cancelJobs: 'operator',
    cancelScheduleExecution: 'operator',
    cancelScheduleExecutions: 'operator',
    checkAgentHealth: 'operator',
    checkEndpoint: 'admin',
    clearHints: 'operator',
    createApiToken: 'admin',
    createBackfill: 'operator',
    createPipeline: 'admin',
    createSchedule: 'admin',
    createWebhook: 'admin',
    deleteAgent: 'admin',
    deleteNotificationChannel: 'admin',
    deletePipeline: 'admin',
    deleteSchedule: 'admin',
    deleteWebhook: 'admin',
    deployAgentVersion: 'admin',
    drainWorker: 'operator',
    pauseSchedule: 'operator',
    pauseSchedules: 'operator',
    proposeHint: 'operator',
    registerAgent: 'admin',
    rerunFrom: 'operator',
    resumeSchedule: 'operator',
    resumeSchedules: 'operator',
    resumeWebhook: 'operator',
    retryDeadLetters: 'operator',
    resetAgentCircuit: 'operator',
    retryFailedJobs: 'operator',
    retryJob: 'operator',
    retryJobs: 'operator',
    revokeApiToken: 'admin',
    rollbackAgentVersion: 'admin',
    rotateWebhookSecret: 'admin',
    setAgentConfig: 'admin',
    setNotificationChannel: 'admin',
    gradeAgent: 'operator',
    importAgentCard: 'admin',
    sendTestCall: 'admin',
    setScheduleEnabled: 'admin',
    setSchedulesEnabled: 'admin',
    suspendWebhook: 'operator',
    testNotificationChannel: 'admin',
    triggerAgent: 'operator',
    triggerPipeline: 'operator',
    triggerSchedule: 'operator',
    triggerSchedules: 'operator',
    undrainWorker: 'operator',
    updateAgent: 'admin',
    updateDataSourcePolicy: 'admin',
    updateEngineConfig: 'admin',
    updatePipeline: 'admin',
    updateSchedule: 'admin',
    updateSchedulerConfig: 'admin',
    updateWebhook: 'admin',
  },
  Subscription: {
    agentChanged: 'viewer',
    jobExecutionChanged: 'viewer',
    recordChanged: 'viewer',
    scheduleChanged: 'viewer',
    scheduleExecutionChanged: 'viewer',
    workerChanged: 'viewer',
  },
};

const ROLES = ['nobody', 'viewer', 'operator', 'admin'] as const;
type Role = (typeof ROLES)[number];

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ heartbeatMs: 10 });
});
afterAll(() => server?.close());

const clientOf = (role: Role): GraphqlClient =>
  role === 'nobody' ? createGraphqlClient(server.url) : server[role];

const roots = [schema.getQueryType(), schema.getMutationType(), schema.getSubscriptionType()];
const cases = roots.flatMap((root) =>
  Object.values(root?.getFields() ?? {}).flatMap((field) =>
    ROLES.map((role) => [root?.name as keyof typeof REQUIRED, field.name, role, field] as const),
  ),
);

describe('every field for every role', () => {
  test('has a decision', () => {
    for (const [root, fields] of Object.entries(REQUIRED)) {
      const known = new Set(cases.filter(([of]) => of === root).map(([, name]) => name));
      expect(Object.keys(fields).sort()).toEqual([...known].sort());
    }
  });

  test.each(cases)('%s.%s by %s', async (root, name, role, field) => {
    const needed = REQUIRED[root][name] ?? 'admin';
    const expected =
      ROLES.indexOf(role) >= ROLES.indexOf(needed)
        ? undefined
        : role === 'nobody'
          ? 'UNAUTHENTICATED'
          : 'FORBIDDEN';
    const document = { toString: () => smallestOperation(root, field) } as never;
    if (root !== 'Subscription') {
      const { errors } = await clientOf(role).send(document, {});
      const codes = errors.map(({ extensions }) => extensions?.code);
      if (expected) expect(codes).toEqual([expected]);
      else expect(codes.filter((code) => code !== 'BAD_USER_INPUT')).toEqual([]);
      return;
    }
    const lives = createDeferred<string>();
    const stream = clientOf(role).listen(document, {}, (comment) => comment && lives.resolve('lives'));
    const ended = stream
      .next()
      .catch((error: unknown) => (error instanceof StreamError ? error.code : error));
    expect(await Promise.race([lives.promise, ended])).toBe(expected ?? 'lives');
    stream.close();
  });
});

test('a refused operation has no effect', async () => {
  const count = async () =>
    (await server.pool.query('SELECT count(*) FROM "ApiToken"')).rows[0].count as number;
  const before = await count();
  const document = {
    toString: () =>
      'mutation { a: createApiToken(input: {name: "x", role: ADMIN}) { __typename } b: createApiToken(input: {name: "y", role: ADMIN}) { __typename } }',
  } as never;
  const { data, errors } = await server.operator.send(document, {});
  expect(data ?? null).toBeNull();
  expect(errors[0]).toMatchObject({
    message: 'The role OPERATOR may not use createApiToken.',
    extensions: { code: 'FORBIDDEN' },
  });
  expect(await count()).toBe(before);
});
