/** Agents write to their own rows by SQL. An agent that leaves its transaction open delays nobody else. */
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { freeAttemptsOfDeadWorkers } from '../../../src/db/jobs/end/recover-attempts.js';
import { callbackToken } from '../../../src/http/incoming/callback-token.js';
import { createPool, type Pool, type PoolClient } from '../../../src/runtime/database/pool.js';
import { createAgentDirectory } from '../../../src/services/agents/agent-directory.js';
import { deleteAgent } from '../../../src/services/agents/delete-agent.js';
import { probeAgent } from '../../../src/services/agents/probe-agent.js';
import { updateAgent } from '../../../src/services/agents/update-agent.js';
import { cancelJob, cancelJobs } from '../../../src/services/jobs/cancel-jobs.js';
import { createResultValidator } from '../../../src/services/jobs/result-validator.js';
import { settleAttempts } from '../../../src/services/jobs/settle-attempts.js';
import { reportExecution } from '../../../src/services/runs/report-execution.js';
import { cancelScheduleExecution } from '../../../src/services/runs/stop/cancel-schedule-execution.js';
import { stopExecutions } from '../../../src/services/runs/stop/stop-executions.js';
import { orRefusal } from '../../../src/services/system/unwritable.js';
import { rollBack } from '../../support/lock-waits.js';
import { aPipelineRun, type PipelineRun } from '../pipelines/pipeline-fixture.js';
import { aRun, attemptsOf, end, executionOf, send, settle } from '../runs/run-fixture.js';
import { admin, anAgent, openServices, type TestServices, value } from '../support.js';

let all: TestServices;
/** With a pool that waits for a lock only for a moment, where the server's waits for some seconds. */
let deps: TestServices;
let hasty: Pool;
let agents: Pool;
/** The agent's transaction. */
let agent: PoolClient;
beforeAll(async () => {
  all = await openServices();
  const url = new URL(all.database.url);
  agents = createPool({ connectionString: url.href, max: 1, applicationName: 'agent' });
  url.searchParams.set('options', '-c lock_timeout=100ms');
  hasty = createPool({ connectionString: url.href, max: 2, applicationName: 'server', writer: 'server' });
  deps = { ...all, pool: hasty };
});
afterAll(async () => {
  await agents.end();
  await hasty.end();
  await all.close();
});
afterEach(async () => {
  await rollBack(agent);
});

async function hold(sql: string, id: string): Promise<void> {
  agent = await agents.connect();
  await agent.query('SET idle_in_transaction_session_timeout = 0; BEGIN');
  await agent.query(sql, [id]);
}
const REPORT = `UPDATE "AgentJobExecution" SET status = 'running' WHERE id = $1`;
const HEARTBEAT = `UPDATE "AgentRegistry" SET "lastHeartbeat" = now() WHERE id = $1`;

async function running(jobs = 1) {
  const agentId = await anAgent(all);
  const run = await aRun(all, { agentId, jobs });
  const ids = run.attempts.map(({ id }) => id);
  await send(all, ids);
  return { ...run, agentId, ids, locked: ids[0] ?? '', jobId: run.attempts[0]?.jobId ?? '' };
}

const CONFLICT = { kind: 'conflict', message: expect.stringContaining('locked by another transaction') };

test('ended attempts are settled although an agent holds another row, which is settled later', async () => {
  const run = await running(2);
  await end(all, run.ids, 'completed');
  await hold(`SELECT FROM "AgentJobExecution" WHERE id = $1 FOR UPDATE`, run.locked);
  await settle(deps);
  expect((await attemptsOf(all, run.executionId)).filter(({ settledAt }) => settledAt)).toHaveLength(1);
  await agent.query('COMMIT');
  await settle(deps);
  expect(await executionOf(all, run.executionId)).toMatchObject({ runStatus: 'succeeded', jobsCompleted: 2 });
});

test('a step that an agent holds does not keep other runs from being settled', async () => {
  const agentId = await anAgent(all);
  const runs: PipelineRun[] = [];
  for (let n = 0; n < 5; n += 1) runs.push(await aPipelineRun(all, agentId, ['a', 'b < a']));
  const rows = (await Promise.all(runs.map(({ executionId }) => attemptsOf(all, executionId)))).flat();
  const first = rows.filter(({ pipelineStepId }) => pipelineStepId === 'a').map(({ id }) => id);
  await send(all, first);
  await end(all, first, 'completed');
  const locked = rows.find(({ pipelineStepId }) => pipelineStepId === 'b');
  await hold(`SELECT FROM "AgentJobExecution" WHERE id = $1 FOR UPDATE`, locked?.id ?? '');
  const results = createResultValidator({ pool: hasty, directory: createAgentDirectory(all) });
  const settling = { pool: hasty, results, random: Math.random };
  expect(await settleAttempts(settling)).toMatchObject({ released: 4, more: true });
  expect(await settleAttempts(settling)).toMatchObject({ attempts: [], more: 'busy' });
  await agent.query('COMMIT');
  expect(await settleAttempts(settling)).toMatchObject({ released: 1 });
});

test('attempts of a dead worker are released, except the one that its agent is reporting on', async () => {
  const run = await running(2);
  await all.pool.query(
    `UPDATE "AgentJobExecution" SET "workerId" = 'dead', "leaseEpoch" = 1, "acceptedAt" = NULL WHERE id = ANY ($1)`,
    [run.ids],
  );
  await hold(REPORT, run.locked);
  expect(await freeAttemptsOfDeadWorkers(hasty)).toEqual({ redelivered: 1, lost: 0 });
  await agent.query('COMMIT');
  expect(await freeAttemptsOfDeadWorkers(hasty)).toEqual({ redelivered: 0, lost: 0 });
});

test('a callback is asked to try again', async () => {
  const { locked } = await running();
  await hold(REPORT, locked);
  const report = {
    executionId: locked,
    token: callbackToken(all.secretKey, locked),
    body: { status: 'completed' },
  };
  expect(await reportExecution(deps, report)).toMatchObject({ status: 503 });
  await agent.query('ROLLBACK');
  expect(await reportExecution(deps, report)).toMatchObject({ status: 200 });
});

test('an operator who cancels the job is asked to try again', async () => {
  const { locked, jobId } = await running();
  await hold(REPORT, locked);
  expect(await orRefusal(cancelJob(deps, admin, { jobId }))).toMatchObject(CONFLICT);
});

test('of the jobs that an operator cancels together, only those of the run that is locked are refused', async () => {
  const agentId = await anAgent(all);
  const runs = await Promise.all(Array.from({ length: 3 }, () => aRun(all, { agentId, jobs: 2 })));
  const jobs = runs.flatMap(({ attempts }) => attempts);
  const [, locked] = runs;
  await hold(`SELECT FROM "ScheduleExecution" WHERE id = $1 FOR UPDATE`, locked?.executionId ?? '');
  const outcome = await value(orRefusal(cancelJobs(deps, admin, { jobIds: jobs.map(({ jobId }) => jobId) })));
  expect(outcome).toMatchObject({ matched: 6, changed: 4 });
  expect(outcome.refused).toEqual(
    locked?.attempts.map(({ jobId }) => ({ id: jobId, code: 'CONFLICT', message: CONFLICT.message })),
  );
});

test('a cancelled run stops anyway, and the attempt that its agent holds ends after that', async () => {
  const { locked, executionId } = await running(2);
  await hold(REPORT, locked);
  expect(await value(cancelScheduleExecution(deps, admin, { id: executionId }))).toMatchObject({
    cancelledJobs: 2,
  });
  const statuses = async () => (await attemptsOf(all, executionId)).map(({ status }) => status).sort();
  expect(await statuses()).toEqual(['cancelled', 'running']);
  expect(await stopExecutions(hasty, [executionId])).toEqual({
    attempts: [],
    open: 1,
    locked: [],
    more: false,
  });
  await agent.query('COMMIT');
  expect(await stopExecutions(hasty, [executionId])).toMatchObject({
    attempts: [{ executionId: locked, reason: 'operator', wasRunning: true }],
    open: 0,
  });
  expect(await statuses()).toEqual(['cancelled', 'cancelled']);
});

test('an admin who changes or deletes the agent is asked to try again, but not one who disables it', async () => {
  const id = await anAgent(all);
  await hold(HEARTBEAT, id);
  expect(await updateAgent(deps, admin, { id, input: { enabled: false } })).toMatchObject({ kind: 'ok' });
  expect(await orRefusal(updateAgent(deps, admin, { id, input: { name: 'Other' } }))).toMatchObject(CONFLICT);
  expect(await orRefusal(deleteAgent(deps, admin, { id }))).toMatchObject(CONFLICT);
});

test('a health check ends, but its result is not stored this time', async () => {
  const id = await anAgent(all, { endpoint: { type: 'http', url: 'http://127.0.0.1:1/run' } });
  await hold(HEARTBEAT, id);
  const directory = createAgentDirectory(all);
  expect(await probeAgent({ ...deps, directory }, id)).toMatchObject({ health: { status: 'unhealthy' } });
  const stored = () => all.row(`SELECT "healthStatus" FROM "AgentRegistry" WHERE id = $1`, [id]);
  expect(await stored()).toEqual({ healthStatus: null });
  await agent.query('COMMIT');
  await probeAgent({ ...deps, directory }, id);
  expect(await stored()).toEqual({ healthStatus: 'unhealthy' });
});
