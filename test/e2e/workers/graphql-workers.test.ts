import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  AgentsAliveDocument,
  CursorAndJobsDocument,
  DrainWorkerDocument,
  EngineConfigDocument,
  RegisterAgentDocument,
  UndrainWorkerDocument,
  UpdateEngineConfigDocument,
  WorkerChangedDocument,
  WorkerDocument,
} from '../../support/generated/operations.js';
import { startTestServer, type TestServer } from '../../support/graphql-server.js';
import { insertAgent } from '../../support/rows.js';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server?.close());

async function insertWorker(id: string, state = 'idle'): Promise<void> {
  await server.pool.query(
    `INSERT INTO "Worker" (id, host, pid, version, concurrency, capabilities, state, "leaseExpiresAt")
     VALUES ($1, 'host', 1, '1', 5, '{"region": ["eu"]}', $2, now() + interval '1 minute')`,
    [id, state],
  );
}

describe('a worker', () => {
  test('is returned with its latest snapshots, oldest first', async () => {
    await insertWorker('w1');
    await server.pool.query(
      `INSERT INTO "WorkerSnapshot" (id, "workerId", "cpuPercent", "loadAverage", "memoryMb", "rssMb", "eventLoopLagP50Ms", "eventLoopLagP99Ms", "activeJobs")
       SELECT n, 'w1', n * 10, 1, 2, 3, 4, 5.5, 6 FROM generate_series(1, 3) n`,
    );
    expect(await server.viewer.ask(WorkerDocument, { id: 'w1', last: 2 })).toMatchObject({
      worker: {
        state: 'IDLE',
        draining: false,
        epoch: 1,
        concurrency: 5,
        capabilities: { region: ['eu'] },
        snapshots: [
          { cpuPercent: 20, activeJobs: 6 },
          { cpuPercent: 30, eventLoopLagP99Ms: 5.5 },
        ],
      },
    });
    expect(await server.viewer.ask(WorkerDocument, { id: 'nobody' })).toEqual({ worker: null });
  });

  test('is refused with too many snapshots', async () => {
    const { errors } = await server.viewer.send(WorkerDocument, { id: 'w1', last: 1_000_000 });
    expect(errors).toMatchObject([{ extensions: { code: 'TOO_COMPLEX' } }]);
  });

  test('is drained and undrained, seen live; a dead one is not', async () => {
    await insertWorker('w2');
    await insertWorker('gone', 'dead');
    const { eventCursor } = await server.viewer.ask(CursorAndJobsDocument, {});
    const stream = server.viewer.watch(WorkerChangedDocument, { after: eventCursor });
    const drained = await server.operator.ask(DrainWorkerDocument, { id: 'w2' });
    expect(drained.drainWorker).toMatchObject({ id: 'w2', draining: true });
    await server.operator.ask(DrainWorkerDocument, { id: 'w2' }); // changes nothing
    const undrained = await server.operator.ask(UndrainWorkerDocument, { id: 'w2' });
    expect(undrained.undrainWorker).toMatchObject({ draining: false });
    await server.pool.query(`UPDATE "Worker" SET "heartbeatAt" = now() WHERE id = 'w2'`);
    await server.pool.query(`UPDATE "Worker" SET state = 'busy' WHERE id = 'w2'`);
    const seen = [await stream.next(), await stream.next(), await stream.next()];
    expect(seen.map((data) => data?.workerChanged)).toMatchObject([
      { workerId: 'w2', previousStatus: 'IDLE', status: 'IDLE', worker: { id: 'w2' } },
      { workerId: 'w2', previousStatus: 'IDLE', status: 'IDLE' },
      { workerId: 'w2', previousStatus: 'IDLE', status: 'BUSY' },
    ]);
    stream.close();

    const dead = await server.operator.ask(DrainWorkerDocument, { id: 'gone' });
    expect(dead.drainWorker).toMatchObject({ code: 'CONFLICT' });
    const nobody = await server.operator.ask(UndrainWorkerDocument, { id: 'nobody' });
    expect(nobody.undrainWorker).toMatchObject({ code: 'NOT_FOUND' });
  });
});

describe('the engine settings', () => {
  test('are changed one by one, reset with null, and returned as they are in force', async () => {
    const update = (input: object) => server.admin.ask(UpdateEngineConfigDocument, { input });
    expect(await update({ maxConcurrent: 7, lockTtlMs: 10_000 })).toMatchObject({
      updateEngineConfig: { maxConcurrent: 7, lockTtlMs: 10_000, pollIntervalMs: null },
    });
    expect(await update({ lockTtlMs: null, pollIntervalMs: 5_000 })).toMatchObject({
      updateEngineConfig: { maxConcurrent: 7, lockTtlMs: null, pollIntervalMs: 5_000 },
    });
    expect(await server.viewer.ask(EngineConfigDocument, {})).toMatchObject({
      engineConfig: {
        maxConcurrent: 7,
        inForce: { maxConcurrent: 7, lockTtlMs: 30_000, pollIntervalMs: 5_000, jitterThreshold: 3 },
      },
    });
  });

  test('are refused as a whole if one is wrong', async () => {
    const { updateEngineConfig } = await server.admin.ask(UpdateEngineConfigDocument, {
      input: { claimBatchSize: 9, lockTtlMs: 1, maxConcurrent: 0 },
    });
    expect(updateEngineConfig).toMatchObject({
      code: 'VALIDATION',
      issues: [{ path: ['maxConcurrent'] }, { path: ['lockTtlMs'] }],
    });
    const { engineConfig } = await server.viewer.ask(EngineConfigDocument, {});
    expect(engineConfig.inForce.claimBatchSize).toBe(500);
  });

  test('that were written by SQL apply if they can be understood', async () => {
    await server.pool.query(
      `INSERT INTO "AgentConfig" (key, value) VALUES ('engine', '{"maxConcurrent": "many", "jitterThreshold": 9}')
       ON CONFLICT (key) DO UPDATE SET value = EXCLUDED.value`,
    );
    const { engineConfig } = await server.viewer.ask(EngineConfigDocument, {});
    expect(engineConfig).toMatchObject({
      maxConcurrent: null,
      inForce: { jitterThreshold: 9, maxConcurrent: 50 },
    });
  });
});

test('agents are registered with requirements, and errors in these are reported at their place', async () => {
  const register = (id: string, requirements: unknown) =>
    server.admin.ask(RegisterAgentDocument, {
      input: {
        id,
        name: id,
        version: '1',
        endpoint: { type: 'HTTP', url: 'http://127.0.0.1:9/run' },
        requirements,
      },
    });
  await register('picky', { region: 'eu', gpu: true });
  const { rows } = await server.pool.query(`SELECT requirements FROM "AgentRegistry" WHERE id = 'picky'`);
  expect(rows).toEqual([{ requirements: { region: 'eu', gpu: true } }]);
  for (const [requirements, path] of [
    [['eu'], ['requirements']],
    [{ region: ['eu'] }, ['requirements', 'region']],
  ]) {
    const { registerAgent } = await register('wrong', requirements);
    expect(registerAgent).toMatchObject({ code: 'VALIDATION', issues: [{ path }] });
  }
  await server.pool.query(`DELETE FROM "AgentRegistry" WHERE id = 'picky'`);
});

test('agents are alive or lost according to their heartbeats', async () => {
  const { pool } = server;
  await pool.query(
    `INSERT INTO "AgentConfig" (key, value) VALUES ('engine', '{"heartbeatIntervalMs": 60000, "deadHeartbeatThreshold": 3}')
     ON CONFLICT (key) DO UPDATE SET value = EXCLUDED.value`,
  );
  for (const [id, seconds] of [
    ['a-alive', 5],
    ['b-late', 100],
    ['c-dead', 200],
    ['d-never', null],
  ] as const) {
    await insertAgent(pool, id, 'http://127.0.0.1:9/run', { requirements: { region: 'eu' } });
    await pool.query(
      `UPDATE "AgentRegistry" SET "lastHeartbeat" = now() - $2 * interval '1 second' WHERE id = $1`,
      [id, seconds],
    );
  }
  const { agents } = await server.viewer.ask(AgentsAliveDocument, {});
  expect(agents.edges.map(({ node }) => [node.id, node.heartbeat.status])).toEqual([
    ['a-alive', 'ALIVE'],
    ['b-late', 'LATE'],
    ['c-dead', 'DEAD'],
    ['d-never', 'NEVER'],
  ]);
  expect(agents.edges[0]?.node.requirements).toEqual({ region: 'eu' });
});
