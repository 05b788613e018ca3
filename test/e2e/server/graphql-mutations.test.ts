import { createServer } from 'node:http';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { callbackToken } from '../../../src/http/incoming/callback-token.js';
import { listenHttp } from '../../../src/runtime/http-server.js';
import {
  AgentDocument,
  ApiTokensDocument,
  CancelJobDocument,
  CancelScheduleExecutionDocument,
  CheckAgentHealthDocument,
  CreateApiTokenDocument,
  CreateScheduleDocument,
  type CreateScheduleInput,
  DeleteAgentDocument,
  DeleteScheduleDocument,
  DeployAgentVersionDocument,
  JobExecutionDocument,
  MeDocument,
  PreviewExpansionDocument,
  PreviewScheduleDocument,
  RegisterAgentDocument,
  RetryFailedJobsDocument,
  RetryJobDocument,
  RevokeApiTokenDocument,
  RollbackAgentVersionDocument,
  ScheduleDocument,
  ScheduleExecutionDocument,
  SchedulerConfigDocument,
  SetScheduleEnabledDocument,
  TriggerAgentDocument,
  TriggerScheduleDocument,
  UpdateAgentDocument,
  UpdateScheduleDocument,
  UpdateSchedulerConfigDocument,
} from '../../support/generated/operations.js';
import { createGraphqlClient } from '../../support/graphql-client.js';
import { startTestServer, type TestServer } from '../../support/graphql-server.js';

let server: TestServer;
let agentUrl: string;
const agent = createServer((_request, response) => {
  response.setHeader('content-type', 'application/json').end('{"status":"healthy","version":"1.2.3"}');
});

beforeAll(async () => {
  server = await startTestServer();
  const port = await listenHttp(agent, { host: '127.0.0.1', port: 0, setting: 'TEST' });
  agentUrl = `http://127.0.0.1:${port}/run`;
  await register('analysis');
});
afterAll(async () => {
  agent.close();
  await server?.close();
});

async function register(id: string): Promise<void> {
  const { registerAgent } = await server.admin.ask(RegisterAgentDocument, {
    input: { id, name: id, version: '1.0.0', endpoint: { type: 'HTTP', url: agentUrl } },
  });
  expect(registerAgent).toEqual({ __typename: 'Agent', id, name: id, version: '1.0.0', enabled: true });
}

const schedule = (input: Partial<CreateScheduleInput> = {}): CreateScheduleInput => ({
  name: 'every ten minutes',
  repeat: 'REPEATING',
  interval: '10m',
  targetType: 'AGENT',
  agentId: 'analysis',
  ...input,
});

async function aSchedule(): Promise<string> {
  const { createSchedule } = await server.admin.ask(CreateScheduleDocument, { input: schedule() });
  if (createSchedule.__typename !== 'Schedule') throw new Error(JSON.stringify(createSchedule));
  return createSchedule.id;
}

/** A run with one job that has ended in this way and is settled. */
async function endedJob(status: string): Promise<{ jobId: string; scheduleExecutionId: string }> {
  const { triggerAgent } = await server.operator.ask(TriggerAgentDocument, { agentId: 'analysis' });
  if (triggerAgent.__typename !== 'ScheduleExecution') throw new Error(JSON.stringify(triggerAgent));
  const { rows } = await server.pool.query<{ id: string }>(
    `INSERT INTO "AgentJobExecution" (id, "jobId", "agentId", "scheduleExecutionId", params, "attemptTimeout", "retryConfig", "retriesLeft", "traceId")
     SELECT id, id, 'analysis', $1, '{}', 1000, '{"maxRetries":1,"backoff":"fixed","delay":1}', 0, 'trace' FROM callboard.uuid_v7() id RETURNING id`,
    [triggerAgent.id],
  );
  const jobId = rows[0]?.id ?? '';
  if (status !== 'pending') {
    await server.pool.query(`UPDATE "AgentJobExecution" SET status = 'running' WHERE id = $1`, [jobId]);
  }
  if (!['pending', 'running'].includes(status)) {
    await server.pool.query(
      `UPDATE "AgentJobExecution" SET status = $2, "completedAt" = now(), error = '{"message":"no"}' WHERE id = $1`,
      [jobId, status],
    );
    await server.pool.query(`UPDATE "AgentJobExecution" SET "settledAt" = now() WHERE id = $1`, [jobId]);
  }
  return { jobId, scheduleExecutionId: triggerAgent.id };
}

describe('agents', () => {
  test('are updated in part; secrets stay unless they are changed', async () => {
    await register('updated');
    const update = (input: object) => server.admin.ask(UpdateAgentDocument, { id: 'updated', input });
    await update({
      endpoint: { authentication: { type: 'API_KEY', header: 'X-Key', token: 'first-secret' } },
    });
    await update({ name: 'Renamed', completion: 'REPORT', attemptTimeout: '5m' });
    const { agent } = await server.viewer.ask(AgentDocument, { id: 'updated' });
    expect(agent).toMatchObject({
      name: 'Renamed',
      completion: 'REPORT',
      endpoint: {
        url: agentUrl,
        authentication: { type: 'API_KEY', header: 'X-Key', credential: { set: true, hint: '…cret' } },
      },
    });
  });

  test('are checked for their health', async () => {
    const { checkAgentHealth } = await server.operator.ask(CheckAgentHealthDocument, { id: 'analysis' });
    expect(checkAgentHealth).toMatchObject({ id: 'analysis', healthStatus: 'HEALTHY' });
  });

  test('are deployed and rolled back', async () => {
    const deploy = (version: string) =>
      server.admin.ask(DeployAgentVersionDocument, {
        agentId: 'analysis',
        version,
        environment: 'PRODUCTION',
      });
    await deploy('1.0.0');
    expect((await deploy('1.1.0')).deployAgentVersion).toMatchObject({
      deployments: [{ environment: 'PRODUCTION', version: '1.1.0', previousVersions: ['1.0.0'] }],
    });
    const rollback = () =>
      server.admin.ask(RollbackAgentVersionDocument, { agentId: 'analysis', environment: 'PRODUCTION' });
    expect((await rollback()).rollbackAgentVersion).toMatchObject({ deployments: [{ version: '1.0.0' }] });
    expect((await rollback()).rollbackAgentVersion).toMatchObject({
      __typename: 'ConflictError',
      code: 'CONFLICT',
    });
  });

  test('are deleted, and returned as they were', async () => {
    await register('passing');
    const remove = () => server.admin.ask(DeleteAgentDocument, { id: 'passing' });
    expect((await remove()).deleteAgent).toEqual({ __typename: 'Agent', id: 'passing', name: 'passing' });
    expect((await remove()).deleteAgent).toEqual({
      __typename: 'NotFoundError',
      code: 'NOT_FOUND',
      message: 'There is no agent with the ID "passing".',
    });
  });

  test('are refused with all problems at once', async () => {
    const { registerAgent } = await server.admin.ask(RegisterAgentDocument, {
      input: {
        id: 'no spaces',
        name: '',
        version: '1',
        endpoint: {
          type: 'HTTP',
          url: 'http://169.254.169.254/latest',
          timeout: 'soon',
          authentication: { type: 'BASIC' },
        },
        inputSchema: { type: 'nonsense' },
      },
    });
    expect(registerAgent).toMatchObject({ __typename: 'ValidationError', code: 'VALIDATION' });
    const paths = 'issues' in registerAgent ? registerAgent.issues.map(({ path }) => path.join('.')) : [];
    expect(paths).toEqual(expect.arrayContaining(['id', 'name', 'endpoint.timeout']));
    const { agent } = await server.viewer.ask(AgentDocument, { id: 'no spaces' });
    expect(agent).toBeNull();
  });

  test('cannot be registered twice', async () => {
    const { registerAgent } = await server.admin.ask(RegisterAgentDocument, {
      input: { id: 'analysis', name: 'x', version: '1', endpoint: { type: 'HTTP', url: agentUrl } },
    });
    expect(registerAgent).toMatchObject({
      __typename: 'ConflictError',
      message: expect.stringContaining('analysis'),
    });
  });
});

describe('schedules', () => {
  test('are created, read, changed, disabled and deleted', async () => {
    const { createSchedule } = await server.admin.ask(CreateScheduleDocument, { input: schedule() });
    expect(createSchedule).toMatchObject({
      __typename: 'Schedule',
      interval: 600_000,
      priority: 0,
      agent: { name: 'analysis' },
      nextRunAt: expect.stringMatching(/Z$/),
    });
    const id = createSchedule.__typename === 'Schedule' ? createSchedule.id : '';
    const read = await server.viewer.ask(ScheduleDocument, { id });
    expect(read.schedule).toMatchObject({
      repeat: 'REPEATING',
      targetType: 'AGENT',
      enabled: true,
      dstGap: 'NEXT_VALID',
    });
    expect(
      (
        await server.admin.ask(UpdateScheduleDocument, {
          id,
          input: {
            interval: null,
            cronExpression: '0 2 * * 0',
            retryConfig: { maxRetries: 1, backoff: 'FIXED', delay: '1s', jitter: 'FULL' },
          },
        })
      ).updateSchedule,
    ).toMatchObject({ __typename: 'Schedule', interval: null });
    expect((await server.viewer.ask(ScheduleDocument, { id })).schedule).toMatchObject({
      name: 'every ten minutes',
      cronExpression: '0 2 * * 0',
      nextRunSource: 'baseline-cron',
      retryConfig: { maxRetries: 1, backoff: 'FIXED', delay: 1000, jitter: 'FULL' },
    });
    expect(
      (await server.admin.ask(SetScheduleEnabledDocument, { id, enabled: false })).setScheduleEnabled,
    ).toEqual({ __typename: 'Schedule', id, enabled: false, nextRunAt: null });
    const remove = () => server.admin.ask(DeleteScheduleDocument, { id });
    expect((await remove()).deleteSchedule).toMatchObject({ __typename: 'Schedule', id });
    expect((await remove()).deleteSchedule).toMatchObject({ __typename: 'NotFoundError' });
  });

  test.each<[string, Partial<CreateScheduleInput>, string]>([
    ['malformed cron', { interval: null, cronExpression: 'every day' }, 'cronExpression'],
    ['a cron that never comes', { interval: null, cronExpression: '0 0 31 2 *' }, 'cronExpression'],
    ['an unknown zone', { timezone: 'Mars/Olympus' }, 'timezone'],
    ['an end before the start', { startAt: '2040-01-02T00:00:00Z', endAt: '2040-01-01T00:00:00Z' }, 'endAt'],
    ['an unknown agent', { agentId: 'nobody' }, 'agentId'],
    ['an interval under a second', { interval: '500ms' }, 'interval'],
    ['an invalid interval', { interval: 'often' }, 'interval'],
    ['a malformed data source', { params: { ticker: 'db:Ticker' } }, 'params.ticker'],
    ['an unknown pipeline', { targetType: 'PIPELINE', agentId: null, pipelineId: 'p' }, 'pipelineId'],
  ])('are refused with %s', async (_case, input, path) => {
    const { createSchedule } = await server.admin.ask(CreateScheduleDocument, { input: schedule(input) });
    expect(createSchedule.__typename).toBe('ValidationError');
    const paths =
      'issues' in createSchedule ? createSchedule.issues.map((issue) => issue.path.join('.')) : [];
    expect(paths).toContain(path);
  });

  test('have no input for fields that clients may not set', async () => {
    const { errors } = await server.admin.send(CreateScheduleDocument, {
      input: { ...schedule(), createdBy: 'somebody else', status: 'completed' } as never,
    });
    expect(errors[0]?.message).toMatch(/createdBy/);
  });
});

describe('runs', () => {
  test('are triggered from a schedule and from an agent', async () => {
    const id = await aSchedule();
    const { triggerSchedule } = await server.operator.ask(TriggerScheduleDocument, {
      id,
      params: { extra: 1 },
    });
    expect(triggerSchedule).toMatchObject({
      trigger: 'MANUAL',
      runStatus: 'PENDING',
      scheduleId: id,
      schedule: { name: 'every ten minutes' },
    });
    const { triggerAgent } = await server.operator.ask(TriggerAgentDocument, {
      agentId: 'analysis',
      params: { a: 1 },
    });
    expect(triggerAgent).toMatchObject({ trigger: 'MANUAL', agentId: 'analysis' });
    const executionId = triggerAgent.__typename === 'ScheduleExecution' ? triggerAgent.id : '';
    expect(
      (await server.viewer.ask(ScheduleExecutionDocument, { id: executionId })).scheduleExecution,
    ).toMatchObject({
      targetType: 'AGENT',
      status: 'PENDING',
      errors: [],
      schedule: null,
      jobs: { totalCount: 0, edges: [] },
    });
    expect(
      (await server.operator.ask(TriggerAgentDocument, { agentId: 'nobody' })).triggerAgent,
    ).toMatchObject({
      __typename: 'NotFoundError',
    });
  });

  test('are cancelled', async () => {
    const { scheduleExecutionId: id } = await endedJob('running');
    const { cancelScheduleExecution } = await server.operator.ask(CancelScheduleExecutionDocument, { id });
    expect(cancelScheduleExecution).toMatchObject({ id, cancelRequestedAt: expect.any(String) });
  });

  test('are cancelled job by job', async () => {
    const { jobId } = await endedJob('pending');
    expect((await server.operator.ask(CancelJobDocument, { jobId })).cancelJob).toMatchObject({
      status: 'CANCELLED',
      reason: 'operator',
    });
    expect((await server.operator.ask(CancelJobDocument, { jobId: 'none' })).cancelJob.__typename).toBe(
      'NotFoundError',
    );
  });

  test('have failed jobs retried once, however many clients ask', async () => {
    const { jobId } = await endedJob('failed');
    const outcomes = await Promise.all([1, 2].map(() => server.operator.ask(RetryJobDocument, { jobId })));
    const kinds = outcomes.map(({ retryJob }) => retryJob.__typename).sort();
    expect(kinds).toEqual(['ConflictError', 'JobExecution']);
    expect(outcomes.map(({ retryJob }) => retryJob)).toContainEqual(
      expect.objectContaining({ retryCount: 1, status: 'PENDING' }),
    );
  });

  test('have all failed jobs retried', async () => {
    const { scheduleExecutionId } = await endedJob('failed');
    const { retryFailedJobs } = await server.operator.ask(RetryFailedJobsDocument, { scheduleExecutionId });
    expect(retryFailedJobs).toMatchObject({ id: scheduleExecutionId, runStatus: 'RUNNING' });
  });
});

describe('a callback', () => {
  const report = async (id: string, body: object) => {
    const response = await fetch(`${server.url}/agent/v1/executions/${id}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${callbackToken(server.services.secretKey, id)}` },
      body: JSON.stringify(body),
    });
    return response.status;
  };

  test('ends the job; the same report again is accepted, another is refused', async () => {
    const { jobId } = await endedJob('running');
    expect(await report(jobId, { status: 'completed', result: { price: 7 }, metrics: { tokens: 3 } })).toBe(
      200,
    );
    expect((await server.viewer.ask(JobExecutionDocument, { id: jobId })).jobExecution).toMatchObject({
      status: 'COMPLETED',
      result: { price: 7 },
      metrics: { tokens: 3 },
    });
    expect(await report(jobId, { status: 'completed' })).toBe(200);
    expect(await report(jobId, { status: 'failed', error: { message: 'no' } })).toBe(409);
  });
});

describe('settings', () => {
  test('have the defaults of the reference, and change in part', async () => {
    const { schedulerConfig } = await server.viewer.ask(SchedulerConfigDocument, {});
    expect(schedulerConfig).toEqual({
      scheduler: {
        enabled: true,
        timezone: 'America/New_York',
        checkInterval: 60_000,
        maxExpansion: 100_000,
      },
      httpClient: {
        timeout: 300_000,
        maxConcurrentRequests: 50,
        retryConfig: { maxRetries: 3, backoff: { type: 'EXPONENTIAL', delay: 5_000 } },
        connectionPool: { maxSockets: 100, keepAlive: true },
      },
      defaultBatchProcessing: { batchSize: 10, staggerDelay: 1_000 },
      monitoring: { enabled: true, notifyOnFailure: true, notificationChannels: ['email', 'slack'] },
    });
    const update = (input: object) => server.admin.ask(UpdateSchedulerConfigDocument, { input });
    expect(
      (await update({ scheduler: { timezone: 'UTC', checkInterval: '30s' } })).updateSchedulerConfig,
    ).toMatchObject({
      scheduler: { timezone: 'UTC', checkInterval: 30_000 },
      httpClient: { maxConcurrentRequests: 50 },
    });
    expect((await update({ scheduler: { timezone: 'Nowhere' } })).updateSchedulerConfig).toMatchObject({
      __typename: 'ValidationError',
      issues: [{ path: ['scheduler', 'timezone'] }],
    });
  });
});

describe('API tokens', () => {
  test('are created, shown once, listed without the token, and revoked', async () => {
    const { createApiToken } = await server.admin.ask(CreateApiTokenDocument, {
      input: { name: 'robot', role: 'OPERATOR' },
    });
    if (createApiToken.__typename !== 'CreatedApiToken') throw new Error(createApiToken.__typename);
    const { token, apiToken } = createApiToken;
    expect(apiToken).toMatchObject({ name: 'robot', role: 'OPERATOR', hint: `…${token.slice(-4)}` });
    const robot = createGraphqlClient(server.url, token);
    expect((await robot.ask(MeDocument, {})).me?.role).toBe('OPERATOR');
    const listed = await server.admin.ask(ApiTokensDocument, {});
    expect(listed.apiTokens.edges[0]?.node.name).toBe('robot');
    expect(JSON.stringify(listed)).not.toContain(token);
    const { revokeApiToken } = await server.admin.ask(RevokeApiTokenDocument, { id: apiToken?.id ?? '' });
    expect(revokeApiToken).toMatchObject({ revokedAt: expect.any(String) });
    expect((await robot.send(MeDocument, {})).status).toBe(401);
  });
});

describe('previews', () => {
  test('list the next times of a schedule, each with its reason', async () => {
    const { previewSchedule } = await server.viewer.ask(PreviewScheduleDocument, {
      input: {
        repeat: 'REPEATING',
        cronExpression: '0 9 * * MON',
        timezone: 'UTC',
        from: '2040-01-01T00:00:00Z',
      },
      count: 2,
    });
    expect(previewSchedule.occurrences.map(({ at, source }) => [at, source])).toEqual([
      ['2040-01-02T09:00:00.000Z', 'baseline-cron'],
      ['2040-01-09T09:00:00.000Z', 'baseline-cron'],
    ]);
    expect(previewSchedule.occurrences[0]?.decision).toMatchObject({ source: 'baseline-cron' });
  });

  test('count an expansion', async () => {
    await server.pool.query(
      `CREATE TABLE public."Ticker" (id int PRIMARY KEY, symbol text, enabled boolean)`,
    );
    await server.pool.query(
      `INSERT INTO public."Ticker" SELECT n, 'T' || n, n % 2 = 0 FROM generate_series(1, 50) n`,
    );
    const { previewExpansion } = await server.operator.ask(PreviewExpansionDocument, {
      params: { ticker: 'db:ticker:all:symbol?enabled=true&batchSize=10&orderBy=id' },
    });
    expect(previewExpansion).toMatchObject({
      total: 25,
      jobs: 25,
      batches: 3,
      batchSize: 10,
      staggerDelay: 1_000,
      durationMs: 2_000,
      dropped: { nulls: 0, duplicates: 0 },
    });
    expect(previewExpansion.sample[0]).toEqual({ ticker: 'T2' });
  });

  test('return invalid input as an error of the field, with the issues', async () => {
    const { errors } = await server.operator.send(PreviewExpansionDocument, {
      params: { ticker: 'db:AgentRegistry:all:credential' },
    });
    expect(errors[0]?.extensions).toMatchObject({
      code: 'BAD_USER_INPUT',
      issues: [{ path: ['params', 'ticker'] }],
    });
  });
});
