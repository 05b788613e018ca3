/**
 * The sample's pipeline over its fifty tickers, with real processes: one agent fails for one ticker, and
 * nothing else is affected.
 */
import { randomBytes } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createEgressGuard } from '../../../src/http/client/egress-guard.js';
import { createHttpClient, type HttpClient } from '../../../src/http/client/http-client.js';
import { createSecretBox } from '../../../src/runtime/secrets/secret-box.js';
import { createLogger } from '../../../src/runtime/telemetry/logger.js';
import { openSample, type Sample } from '../../../src/sample/load-sample.js';
import { createDataSourcePool } from '../../../src/sources/db/pool.js';
import { type AgentServer, answer, type LedgerEntry, startAgentServer } from '../../support/agent-server.js';
import { eventually } from '../../support/engine.js';
import {
  PipelineRunDocument,
  type PipelineRunQuery,
  RetryFailedJobsDocument,
  SchedulesDocument,
  TriggerScheduleDocument,
  UpdateAgentDocument,
} from '../../support/generated/operations.js';
import { type Installation, startInstallation } from '../../support/programs/installation.js';

const UNLUCKY = 'NVDA';
const STAGGER_MS = 100;
/** Both clocks are this machine's, but timers may be a little early. */
const TIMER_MS = 5;

let installation: Installation;
let sample: Sample | undefined;
/** A proxy between the engine and the sample's agents that records calls. */
let desk: AgentServer;
let http: HttpClient;
let dataSources: ReturnType<typeof createDataSourcePool>;
/** The addresses of the sample's agents, by id. */
const origins = new Map<string, string>();
const answeredAt = new Map<string, number>();
let luck = false;

beforeAll(async () => {
  [installation, desk] = await Promise.all([startInstallation(), startAgentServer()]);
  const guard = createEgressGuard({ allow: ['127.0.0.0/8'] });
  const logger = createLogger({ level: 'error', name: 'sample' });
  const secretKey = randomBytes(32);
  http = createHttpClient({ guard });
  dataSources = createDataSourcePool(installation.db.url, { max: 2 });
  const { pool, url } = installation.db;
  const secretBox = createSecretBox(secretKey);
  const deps = { pool, dataSources: { pool: dataSources }, secretBox, secretKey, guard, http, logger };
  sample = await openSample({ deps, databaseUrl: url, dataSourceUrl: url, logger, pace: 0.05, port: 0 });
  const { rows } = await pool.query<{ id: string; url: string }>(
    `SELECT id, endpoint ->> 'url' AS url FROM "AgentRegistry"`,
  );
  for (const agent of rows) {
    origins.set(agent.id, agent.url);
    await installation.admin.ask(UpdateAgentDocument, {
      id: agent.id,
      input: { endpoint: { url: desk.url } },
    });
  }
  desk.behave(async (entry, response) => {
    await passOn(entry, response);
    answeredAt.set(entry.executionId, performance.now());
  });
});

afterAll(async () => {
  await sample?.close(AbortSignal.timeout(5_000));
  const { rows } = (await installation?.db.pool.query('SELECT "loginName" FROM "AgentLogin"')) ?? {
    rows: [],
  };
  for (const { loginName } of rows)
    await installation.db.pool.query(`DROP OWNED BY "${loginName}"; DROP ROLE "${loginName}"`);
  await dataSources?.end();
  await http?.close();
  await installation?.close();
  await desk?.close();
});

/**
 * Forwards to the sample's own agents, except the one that fails at random, and causes the one intended
 * failure.
 */
async function passOn({ body }: LedgerEntry, response: ServerResponse): Promise<void> {
  const { agentId, params } = body;
  if (agentId === 'analysis' && params.tickerId === UNLUCKY && !luck) {
    const error = { message: 'no prices of this ticker', code: 'NO_DATA', retryable: false };
    return answer(response, 200, { status: 'failed', error });
  }
  if (agentId === 'content-generation')
    return answer(response, 200, { status: 'completed', result: { title: params.tickerId } });
  const passed = await fetch(origins.get(agentId) ?? '', { method: 'POST', body: JSON.stringify(body) });
  answer(response, passed.status, await passed.json());
}

type Run = NonNullable<PipelineRunQuery['scheduleExecution']>;

async function runOnce(id: string, runStatus: 'partial' | 'succeeded'): Promise<Run> {
  await eventually<{ runStatus: string }>(
    installation.db.pool,
    'SELECT "runStatus" FROM "ScheduleExecution" WHERE id = $1',
    [id],
    ([row]) => row?.runStatus === runStatus,
  );
  return (await installation.admin.ask(PipelineRunDocument, { id, first: 100 })).scheduleExecution as Run;
}

async function trigger(): Promise<string> {
  const { schedules } = await installation.admin.ask(SchedulesDocument, {
    filter: { search: 'Daily Newsletter' },
  });
  const { triggerSchedule } = await installation.admin.ask(TriggerScheduleDocument, {
    id: schedules.edges[0]?.node.id ?? '',
    params: { tickerId: `db:ticker:all:id?newsletter=true&batchSize=5&staggerDelay=${STAGGER_MS}` },
  });
  if (triggerSchedule.__typename !== 'ScheduleExecution') throw new Error(JSON.stringify(triggerSchedule));
  return triggerSchedule.id;
}

const callsOf = (id: string) => desk.ledger.filter(({ body }) => body.metadata.scheduleExecutionId === id);
const tickerOf = (params: unknown) => String((params as { tickerId?: unknown }).tickerId);

test('the newsletter runs for fifty tickers; one fails, and succeeds when it is retried', {
  timeout: 240_000,
}, async () => {
  const id = await trigger();
  const run = await runOnce(id, 'partial');
  expect(run).toMatchObject({
    ...{ status: 'SUCCESS', pipeline: { name: 'Newsletter Generation Pipeline' } },
    ...{ jobsCreated: 150, jobsCompleted: 148, jobsFailed: 1, jobsSkipped: 1, jobsCancelled: 0 },
    metadata: { contexts: 50, steps: 3, batches: 10, batchSize: 5, staggerDelay: STAGGER_MS },
  });
  expect(
    run.pipelineGraph?.nodes.map(({ stepId, exclusive, counts }) => [stepId, exclusive, counts]),
  ).toEqual([
    ['collect', true, expect.objectContaining({ completed: 50 })],
    ['analyze', true, expect.objectContaining({ completed: 49, failed: 1 })],
    ['generate', true, expect.objectContaining({ completed: 49, skipped: 1 })],
  ]);

  const contexts = run.contexts.edges.map(({ node }) => node);
  const tickers = contexts.map(({ steps: [step] }) => tickerOf(step?.params));
  const { rows } = await installation.db.pool.query('SELECT id FROM public."Ticker" WHERE newsletter');
  expect([...tickers].sort()).toEqual(rows.map((row) => row.id).sort());
  for (const [index, { status, steps }] of contexts.entries()) {
    const unlucky = tickers[index] === UNLUCKY;
    expect(status).toBe(unlucky ? 'FAILED' : 'SUCCEEDED');
    expect(steps.map((step) => step.status)).toEqual(
      unlucky ? ['COMPLETED', 'FAILED', 'SKIPPED'] : ['COMPLETED', 'COMPLETED', 'COMPLETED'],
    );
    if (unlucky) expect(steps[2]?.reason).toBe('dependency_failed');
  }

  expectEachInOrder(id, tickers);
  expectBatchesOfFive(id, tickers);

  luck = true;
  await installation.admin.ask(RetryFailedJobsDocument, { scheduleExecutionId: id });
  const repeated = await runOnce(id, 'succeeded');
  expect(repeated).toMatchObject({ jobsCreated: 150, jobsCompleted: 150, jobsFailed: 0, jobsSkipped: 0 });
  expect(new Set(repeated.contexts.edges.map(({ node }) => node.status))).toEqual(new Set(['SUCCEEDED']));
  const again = callsOf(id).slice(149);
  expect(again.map(({ body }) => [body.agentId, body.params.tickerId])).toEqual([
    ['analysis', UNLUCKY],
    ['content-generation', UNLUCKY],
  ]);
});

/** What reached the agents: each step once, after the end of the one before, with its result. */
function expectEachInOrder(id: string, tickers: string[]): void {
  const calls = callsOf(id);
  expect(calls).toHaveLength(149);
  for (const ticker of tickers) {
    const own = calls.filter(({ body }) => body.params.tickerId === ticker);
    const whole = ['data-collection', 'analysis', 'content-generation'];
    expect(own.map(({ body }) => body.agentId)).toEqual(ticker === UNLUCKY ? whole.slice(0, 2) : whole);
    const [collect, analyze, generate] = own;
    expect(analyze?.at).toBeGreaterThan(answeredAt.get(collect?.executionId ?? '') ?? Number.NaN);
    expect(collect?.body.upstream).toBeUndefined();
    expect(analyze?.body.upstream).toEqual({
      collect: { status: 'completed', result: { tickerId: ticker, articles: expect.any(Number) } },
    });
    if (!generate) continue;
    expect(generate.at).toBeGreaterThan(answeredAt.get(analyze?.executionId ?? '') ?? Number.NaN);
    expect(generate.body.upstream).toEqual({
      analyze: { status: 'completed', result: { tickerId: ticker, sentiment: expect.any(Number) } },
    });
  }
}

/**
 * Five contexts start together, and the next five only after these were answered and the stagger has passed.
 */
function expectBatchesOfFive(id: string, tickers: string[]): void {
  const begun = callsOf(id).filter(({ body }) => body.agentId === 'data-collection');
  for (let from = 0; from < tickers.length; from += 5) {
    const batch = begun.slice(from, from + 5);
    expect(batch.map(({ body }) => tickerOf(body.params)).sort()).toEqual(
      tickers.slice(from, from + 5).sort(),
    );
    const next = begun[from + 5];
    if (!next) continue;
    const answered = Math.max(...batch.map(({ executionId }) => answeredAt.get(executionId) ?? Number.NaN));
    expect(next.at - answered).toBeGreaterThan(STAGGER_MS - TIMER_MS);
  }
}
