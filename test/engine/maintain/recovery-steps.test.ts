import { afterEach, beforeEach, expect, test } from 'vitest';
import { createEngineMetrics, type EngineMetrics } from '../../../src/engine/engine-metrics.js';
import { orphanSteps } from '../../../src/engine/maintain/recovery-steps.js';
import { createSecretBox } from '../../../src/runtime/secrets/secret-box.js';
import { createRegistry } from '../../../src/runtime/telemetry/metrics.js';
import { createAgentDirectory } from '../../../src/services/agents/agent-directory.js';
import { expandExecution } from '../../../src/services/runs/expand/expand-execution.js';
import { createTestDatabase, type TestDatabase } from '../../support/database.js';
import { createRecordingLogger, type RecordingLogger } from '../../support/recording-logger.js';
import { insertAgent, insertExpanded, insertPipelineExecution, insertSchedule } from '../../support/rows.js';

let db: TestDatabase;
let logger: RecordingLogger;
let metrics: EngineMetrics;
beforeEach(async () => {
  db = await createTestDatabase({ writer: 'engine' });
  logger = createRecordingLogger();
  metrics = createEngineMetrics(createRegistry(), async () => 0);
});
afterEach(() => db?.drop());

const directory = () => createAgentDirectory({ pool: db.pool, secretBox: createSecretBox(Buffer.alloc(32)) });

async function round(): Promise<void> {
  for (const step of orphanSteps({ pool: db.pool, directory: directory(), metrics, logger }))
    await step.run(AbortSignal.timeout(60_000));
}

/** The values of a counter above zero, by its label. */
async function counted(counter: 'findings' | 'executions', label: string): Promise<Record<string, number>> {
  const { values } = await metrics[counter].get();
  const positive = values.filter(({ value }) => value > 0);
  return Object.fromEntries(
    positive.map(({ labels, value }) => [(labels as Record<string, unknown>)[label], value]),
  );
}

test('recovery plans a schedule that nobody planned, and counts and logs it once', async () => {
  const scheduleId = await insertSchedule(db.pool, { agentId: 'agent', interval: 60_000 });
  for (let rounds = 0; rounds < 2; rounds += 1) await round();
  const { rows } = await db.pool.query('SELECT "nextRunAt" FROM "Schedule" WHERE id = $1', [scheduleId]);
  expect(rows).toEqual([{ nextRunAt: expect.any(Date) }]);
  expect(await counted('findings', 'kind')).toEqual({ unplanned: 1 });
  expect(logger.lines).toMatchObject([{ event: 'recovery.found', kind: 'unplanned', count: 1 }]);
});

test('a run that ends with its last batch in recovery is counted and logged like any other', async () => {
  const { id, attemptIds } = await insertExpanded(db.pool, { agentId: 'agent', jobs: [{}] });
  const set = (columns: string) =>
    db.pool.query(`UPDATE "AgentJobExecution" SET ${columns} WHERE id = ANY ($1)`, [attemptIds]);
  await set(
    `status = 'running', "sentAt" = now(), "startedAt" = now(), "deadlineAt" = now() + interval '1 minute'`,
  );
  await set(`status = 'completed', "statusCode" = 200`);
  await set('"settledAt" = now()');
  // As if nothing had followed from the end, long ago. Triggers would set the time.
  await db.pool.query(
    `SET session_replication_role = replica; UPDATE "AgentJobExecution" SET "updatedAt" = now() - interval '1 minute'; RESET session_replication_role`,
  );
  await round();
  expect(await counted('findings', 'kind')).toEqual({ unadvanced: 1 });
  expect(await counted('executions', 'status')).toEqual({ succeeded: 1 });
  const ended = logger.lines.filter(({ event }) => event === 'execution.ended');
  expect(ended).toMatchObject([{ scheduleExecutionId: id, runStatus: 'succeeded' }]);
});

test('a run that ends because recovery skips its last step is counted and logged like any other', async () => {
  const id = await insertPipelineExecution(db.pool, {
    steps: [
      { stepId: 'a', agentId: 'agent' },
      { stepId: 'b', agentId: 'agent', dependsOn: ['a'] },
    ],
  });
  await insertAgent(db.pool, 'agent', 'http://127.0.0.1:9/run');
  const deps = { pool: db.pool, dataSources: { pool: db.pool }, directory: directory() };
  expect(await expandExecution(deps, id)).toMatchObject({ kind: 'expanded', jobs: 2 });
  const set = (columns: string) =>
    db.pool.query(
      `UPDATE "AgentJobExecution" SET ${columns} WHERE "scheduleExecutionId" = $1 AND "pipelineStepId" = 'a'`,
      [id],
    );
  await set(
    `status = 'running', "sentAt" = now(), "startedAt" = now(), "deadlineAt" = now() + interval '1 minute'`,
  );
  await set(`status = 'failed', "statusCode" = 400, error = '{"message": "no"}'`);
  // As if the end had been settled without advancing the context.
  await set(`"settledAt" = now()`);
  await db.pool.query('UPDATE "ScheduleExecution" SET "jobsFailed" = 1, "jobsUnanswered" = 0 WHERE id = $1', [
    id,
  ]);
  await round();
  expect(await counted('findings', 'kind')).toEqual({ stuck_context: 1 });
  expect(await counted('executions', 'status')).toEqual({ failed: 1 });
  const ended = logger.lines.filter(({ event }) => event === 'execution.ended');
  expect(ended).toMatchObject([{ scheduleExecutionId: id, runStatus: 'failed', skipped: 1 }]);
});
