/** Configuration of agents, and running jobs by agent and worker, for the admin's pages. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  AgentChangedDocument,
  AgentConfigOfDocument,
  CursorAndJobsDocument,
  DeleteAgentDocument,
  DeployAgentVersionDocument,
  SetAgentConfigDocument,
  WorkerChangedDocument,
  WorkInHandDocument,
} from '../../support/generated/operations.js';
import { startTestServer, type TestServer } from '../../support/graphql-server.js';
import { insertAgent, insertExpanded } from '../../support/rows.js';

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer();
  await insertAgent(server.pool, 'analysis', 'http://127.0.0.1:9/analysis');
  await insertAgent(server.pool, 'report', 'http://127.0.0.1:9/report');
});
afterAll(() => server?.close());

describe('the configuration of an agent', () => {
  const set = async (agentId: string, value: unknown) =>
    (await server.admin.ask(SetAgentConfigDocument, { agentId, value })).setAgentConfig;
  const read = async (agentId: string) =>
    (await server.admin.ask(AgentConfigOfDocument, { agentId })).agentConfig;

  test('is set, replaced as a whole, and removed', async () => {
    expect(await read('analysis')).toEqual({ value: null, updatedAt: null, updatedBy: null });
    expect(await set('analysis', { model: 'o3', depth: 2 })).toMatchObject({
      value: { model: 'o3', depth: 2 },
    });
    expect(await set('analysis', { model: 'gpt-4o' })).toMatchObject({ value: { model: 'gpt-4o' } });
    expect(await read('analysis')).toEqual({
      value: { model: 'gpt-4o' },
      updatedAt: expect.any(String),
      updatedBy: expect.any(String),
    });
    expect(await set('analysis', null)).toMatchObject({ value: null });
    expect((await read('analysis'))?.value).toBeNull();
    const { rows } = await server.pool.query(`SELECT FROM "AgentConfig" WHERE key = 'analysis'`);
    expect(rows).toHaveLength(0);
  });

  test.each([[['a list']], ['a text'], [4]])('is refused if it is %j', async (value) => {
    expect(await set('analysis', value)).toMatchObject({
      __typename: 'ValidationError',
      issues: [{ path: ['value'] }],
    });
  });

  test('is refused for an unknown agent or the name of a setting', async () => {
    expect(await read('nobody')).toBeNull();
    expect(await set('nobody', {})).toMatchObject({ __typename: 'NotFoundError' });
    expect(await set('scheduler', { enabled: false })).toMatchObject({ __typename: 'ValidationError' });
    expect(await read('scheduler')).toBeNull();
  });

  test('is deleted with the agent', async () => {
    await insertAgent(server.pool, 'passing', 'http://127.0.0.1:9/passing');
    await set('passing', { kept: true });
    await server.admin.ask(DeleteAgentDocument, { id: 'passing' });
    const { rows } = await server.pool.query(`SELECT FROM "AgentConfig" WHERE key = 'passing'`);
    expect(rows).toHaveLength(0);
  });
});

describe('work in progress', () => {
  test('is counted by agent and by worker; accepted attempts belong to no worker', async () => {
    await server.pool.query(
      `INSERT INTO "Worker" (id, host, pid, version, concurrency, "leaseExpiresAt") VALUES ('w1', 'h', 1, '1', 5, now() + interval '1 hour')`,
    );
    const jobs = [{ n: 1 }, { n: 2 }, { n: 3 }, { n: 4 }];
    const { attemptIds } = await insertExpanded(
      server.pool,
      { agentId: 'analysis', jobs },
      async (client, ids) => {
        await client.query(
          `UPDATE "AgentJobExecution" SET status = 'running', "workerId" = 'w1', "leaseEpoch" = 1 WHERE id = ANY ($1)`,
          [ids.slice(0, 3)],
        );
        await client.query(`UPDATE "AgentJobExecution" SET "acceptedAt" = now() WHERE id = $1`, [ids[2]]);
      },
    );
    const { agent, worker } = await server.viewer.ask(WorkInHandDocument, {
      agentId: 'analysis',
      workerId: 'w1',
    });
    expect(agent).toEqual({ runningJobs: 3 });
    expect(worker?.jobs).toEqual(attemptIds.slice(0, 2).map((id) => ({ id, agent: { id: 'analysis' } })));
    const idle = await server.viewer.ask(WorkInHandDocument, { agentId: 'report', workerId: 'w2' });
    expect(idle).toEqual({ agent: { runningJobs: 0 }, worker: null });
  });
});

describe('events are emitted for', () => {
  test("a snapshot of a worker's machine", async () => {
    await server.pool.query(
      `INSERT INTO "Worker" (id, host, pid, version, concurrency, "leaseExpiresAt") VALUES ('w3', 'h', 3, '1', 5, now() + interval '1 hour')`,
    );
    const { eventCursor } = await server.viewer.ask(CursorAndJobsDocument, {});
    const stream = server.viewer.watch(WorkerChangedDocument, { after: eventCursor });
    await server.pool.query(
      `INSERT INTO "WorkerSnapshot" (id, "workerId", "cpuPercent", "loadAverage", "memoryMb", "rssMb", "eventLoopLagP50Ms", "eventLoopLagP99Ms", "activeJobs")
       VALUES ('s1', 'w3', 1, 1, 1, 1, 1, 1, 1)`,
    );
    expect((await stream.next())?.workerChanged).toMatchObject({
      workerId: 'w3',
      previousStatus: 'ALIVE',
      status: 'ALIVE',
    });
    stream.close();
  });

  test('a deployed version', async () => {
    const { eventCursor } = await server.viewer.ask(CursorAndJobsDocument, {});
    const stream = server.viewer.watch(AgentChangedDocument, { after: eventCursor });
    const deploy = (version: string) =>
      server.admin.ask(DeployAgentVersionDocument, { agentId: 'report', version, environment: 'PRODUCTION' });
    await deploy('2.0.0');
    expect((await stream.next())?.agentChanged).toMatchObject({ agentId: 'report', status: 'ENABLED' });
    await deploy('2.1.0');
    expect((await stream.next())?.agentChanged).toMatchObject({ agentId: 'report' });
    stream.close();
  });
});
