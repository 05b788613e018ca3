/** What an OpenTelemetry receiver gets from a real worker, and what a worker without one loads. */
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { type AgentServer, answer, completes, startAgentServer } from '../../support/agent-server.js';
import { createTestDatabase, type TestDatabase } from '../../support/database.js';
import { killPrograms, type Program, startWorker } from '../../support/programs/processes.js';
import { insertAgent, insertExecution, insertSchedule } from '../../support/rows.js';
import {
  type ReceivedSpan,
  startTraceReceiver,
  type TraceReceiver,
} from '../../support/servers/trace-receiver.js';

let db: TestDatabase;
let agent: AgentServer;
let receiver: TraceReceiver;
let folder: string;

beforeAll(async () => {
  db = await createTestDatabase();
  agent = await startAgentServer();
  folder = await mkdtemp(join(tmpdir(), 'callboard-test-'));
  await insertAgent(db.pool, 'agent', `${agent.url}?key=hush`);
  await db.pool.query(`CREATE TABLE public."Ticker" AS SELECT 'T' || n AS id FROM generate_series(1, 5) n`);
});
beforeEach(async () => {
  receiver = await startTraceReceiver();
  agent.reset();
  agent.behave(completes);
});
afterEach(async () => {
  await killPrograms();
  await receiver.close();
});
afterAll(async () => {
  await agent?.close();
  await db?.drop();
  await rm(folder, { recursive: true, force: true });
});

function start(settings: Record<string, string> = {}): Promise<Program> {
  return startWorker({
    DATABASE_URL: db.url,
    OTEL_EXPORTER_OTLP_ENDPOINT: receiver.endpoint,
    OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json',
    OTEL_BSP_SCHEDULE_DELAY: '50',
    ...settings,
  });
}

/** All spans of a run, once its own has arrived. */
async function traceOf(runId: string): Promise<{ run: ReceivedSpan; children: ReceivedSpan[] }> {
  const isOfRun = ({ attributes }: ReceivedSpan) => attributes['callboard.run.id'] === runId;
  const [run] = await receiver.received((span) => isOfRun(span) && span.name === 'run');
  if (!run) throw new Error('no span of the run');
  return {
    run,
    children: receiver.spans().filter((span) => isOfRun(span) && span !== run && span.name !== 'run'),
  };
}

const named = (spans: ReceivedSpan[], name: string) => spans.filter((span) => span.name === name);

/** Every request that reached the agent has an exported span, and says so. */
async function expectSpansOfCalls(count: number): Promise<void> {
  await agent.calls(count);
  const isCall = ({ kind }: ReceivedSpan) => kind === 3;
  const spans = await receiver.received(isCall, count);
  expect(agent.ledger.map(({ headers }) => headers.traceparent).sort()).toEqual(
    spans.map(({ traceId, spanId }) => `00-${traceId}-${spanId}-01`).sort(),
  );
}

test('a slot is one trace, from its claim to its end', async () => {
  const worker = await start();
  const slotAt = new Date();
  const scheduleId = await insertSchedule(db.pool, {
    agentId: 'agent',
    interval: 3_600_000,
    nextRunAt: slotAt,
  });
  await expectSpansOfCalls(1);
  const { scheduleExecutionId = '', traceId } = agent.ledger[0]?.body.metadata ?? {};
  const { run, children } = await traceOf(scheduleExecutionId);
  expect(run).toMatchObject({
    traceId,
    parentSpanId: undefined,
    isFailed: false,
    resource: { 'service.name': 'callboard-worker' },
    attributes: {
      'callboard.schedule.id': scheduleId,
      'callboard.run.status': 'succeeded',
      'callboard.jobs': 1,
    },
  });
  expect(children.map(({ parentSpanId }) => parentSpanId)).toEqual(children.map(() => run.spanId));
  expect(named(children, 'claim slot')).toMatchObject([
    {
      attributes: { 'callboard.slot.at': slotAt.toISOString(), 'callboard.slot.source': 'baseline-interval' },
    },
  ]);
  const { port } = new URL(agent.url);
  expect(named(children, 'POST agent')).toMatchObject([
    {
      kind: 3,
      isFailed: false,
      attributes: {
        'http.request.method': 'POST',
        'http.response.status_code': 200,
        'url.full': agent.url,
        'server.address': '127.0.0.1',
        'server.port': Number(port),
        'callboard.agent.id': 'agent',
        'callboard.attempt.id': agent.ledger[0]?.executionId,
        'callboard.job.id': agent.ledger[0]?.jobId,
        'callboard.outcome': 'completed',
      },
    },
  ]);
  expect(JSON.stringify(receiver.spans())).not.toContain('hush');
  worker.signal('SIGTERM');
  expect(await worker.exited, worker.output()).toMatchObject({ code: 0 });
});

test('an expansion and each of its requests, failures and retries are spans', async () => {
  await start({ OTEL_SERVICE_NAME: 'jobs' });
  agent.behave((entry, response) =>
    entry.body.params.id === 'T1' && entry.body.metadata.retryCount === 0
      ? answer(response, 503, { error: 'busy' })
      : completes(entry, response),
  );
  const runId = await insertExecution(db.pool, {
    agentId: 'agent',
    params: { id: 'db:ticker:all:id' },
    retryConfig: { maxRetries: 1, backoff: 'fixed', delay: 20 },
  });
  await expectSpansOfCalls(6);
  const { run, children } = await traceOf(runId);
  expect(run).toMatchObject({
    resource: { 'service.name': 'jobs' },
    attributes: { 'callboard.jobs': 5, 'callboard.jobs.completed': 5 },
  });
  expect(named(children, 'expand run')).toMatchObject([
    { attributes: { 'callboard.jobs': 5, 'callboard.batches': 1 }, isFailed: false },
  ]);
  const calls = named(children, 'POST agent');
  expect(calls.filter(({ isFailed }) => isFailed)).toMatchObject([
    { attributes: { 'http.response.status_code': 503, 'error.type': 'HTTP_503' } },
  ]);
  expect(calls.filter(({ attributes }) => attributes['http.request.resend_count'] === 1)).toHaveLength(1);
});

test('an expansion that fails is a failed span of a failed run', async () => {
  await start();
  const runId = await insertExecution(db.pool, { agentId: 'agent', params: { id: 'db:nowhere:all:id' } });
  const { run, children } = await traceOf(runId);
  expect(run).toMatchObject({ isFailed: true, attributes: { 'callboard.run.status': 'failed' } });
  expect(named(children, 'expand run')).toMatchObject([{ isFailed: true }]);
});

test('agents are told if their trace is not exported', async () => {
  await start({ OTEL_TRACES_SAMPLER: 'always_off' });
  await insertExecution(db.pool, { agentId: 'agent' });
  await agent.calls(1);
  expect(agent.ledger[0]?.headers.traceparent).toMatch(/^00-[0-9a-f]{32}-[0-9a-f]{16}-00$/);
});

test('jobs do not wait for a receiver that is down', async () => {
  const worker = await start({ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9' });
  await insertExecution(db.pool, { agentId: 'agent' });
  await agent.calls(1);
  await worker.logged('execution.ended');
});

test('a worker loads OpenTelemetry only if its settings ask for traces', async () => {
  const loadedBy = async (settings: Record<string, string>) => {
    const file = join(folder, 'modules.json');
    const worker = await start({
      ...settings,
      NODE_OPTIONS: `--import ${new URL('../../support/programs/loaded-modules.mjs', import.meta.url)}`,
      LOADED_MODULES_FILE: file,
    });
    await insertExecution(db.pool, { agentId: 'agent' });
    await worker.logged('execution.ended');
    worker.signal('SIGTERM');
    expect(await worker.exited, worker.output()).toMatchObject({ code: 0 });
    const urls: string[] = JSON.parse(await readFile(file, 'utf8'));
    expect(urls.some((url) => url.endsWith('/dist/worker.js'))).toBe(true);
    return urls.filter((url) => url.includes('/node_modules/@opentelemetry/'));
  };
  expect(await loadedBy({})).not.toEqual([]);
  expect(await loadedBy({ OTEL_EXPORTER_OTLP_ENDPOINT: '' })).toEqual([]);
  expect(await loadedBy({ OTEL_SDK_DISABLED: 'true' })).toEqual([]);
});
