import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { findFreePort } from '../../../src/runtime/free-port.js';
import { answer, completes, startAgentServer } from '../../support/agent-server.js';
import { createTestDatabase, type TestDatabase } from '../../support/database.js';
import { killPrograms, type Program, startProgram, startWorker } from '../../support/programs/processes.js';
import { insertAgent, insertExecution, insertExpanded, insertSchedule } from '../../support/rows.js';

let db: TestDatabase;
beforeAll(async () => {
  db = await createTestDatabase({ writer: 'server' });
});
afterEach(killPrograms);
afterAll(() => db?.drop());

/** By series, such as `name{label="value"}`. */
type Samples = Map<string, number>;

async function scrape(program: Program, ready: string): Promise<Samples> {
  const { port } = await program.logged(ready);
  const response = await fetch(`http://127.0.0.1:${port}/metrics`);
  expect(response.headers.get('content-type')).toContain('text/plain');
  const lines = (await response.text()).split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  return new Map(
    lines.map((line) => {
      const end = line.lastIndexOf(' ');
      return [line.slice(0, end), Number(line.slice(end + 1))];
    }),
  );
}

const MINUTE = 60_000;

test('both programs report their work', async () => {
  const agents = await startAgentServer((entry, response) =>
    entry.body.agentId === 'failing' ? answer(response, 400, {}) : completes(entry, response),
  );
  const settings = { DATABASE_URL: db.url, CALLBOARD_ADMIN_TOKEN: 'a-token-for-the-first-admin' };
  const [worker, server] = await Promise.all([startWorker(settings), startProgram('server', settings)]);
  try {
    for (const id of ['working', 'failing']) await insertAgent(db.pool, id, agents.url);
    // Due now; one that missed ten of eleven slots and runs for the newest; and jobs that no worker can
    // serve.
    const origin = new Date(Date.now() - 61 * MINUTE);
    const columns = { interval: 6 * MINUTE, originAt: origin, activatedAt: origin, nextRunAt: origin };
    await insertSchedule(db.pool, { agentId: 'working', ...columns });
    const now = new Date();
    await insertSchedule(db.pool, {
      agentId: 'failing',
      startAt: now,
      nextRunAt: now,
      retryConfig: { maxRetries: 0, backoff: 'fixed', delay: 0 },
    });
    await insertExpanded(db.pool, { agentId: 'working', jobs: [{}, {}], requirements: { gpu: true } });
    await worker.logged('jobs.no_matching_worker');
    for (const runStatus of ['succeeded', 'failed'])
      await worker.logged('execution.ended', (line) => line.runStatus === runStatus);
    const workerSamples = await scrape(worker, 'worker.ready');
    const value = (series: string) =>
      workerSamples.get(series) ?? `no ${series} in ${[...workerSamples.keys()].join('\n')}`;
    expect(value('callboard_slot_lateness_seconds_count{until="claim"}')).toBe(2);
    expect(value('callboard_slots_missed_total{reason="misfire"}')).toBe(10);
    expect(value('callboard_slots_missed_total{reason="overlap"}')).toBe(0);
    expect(value('callboard_executions_total{status="succeeded"}')).toBe(1);
    expect(value('callboard_executions_total{status="failed"}')).toBe(1);
    expect(value('callboard_attempts_total{agent="working",outcome="completed"}')).toBe(1);
    expect(value('callboard_attempts_total{agent="failing",outcome="failed"}')).toBe(1);
    expect(value('callboard_recovery_findings_total{kind="dead_worker"}')).toBe(0);
    expect(value('callboard_active_attempts')).toBe(0);

    const serverSamples = await scrape(server, 'server.ready');
    for (const samples of [workerSamples, serverSamples]) {
      expect(samples.get('callboard_queue_depth')).toBe(2);
      expect(samples.get('callboard_oldest_ready_seconds')).toBeGreaterThan(0);
      expect(samples.get('callboard_throttled_jobs{reason="no_matching_worker"}')).toBe(2);
      expect(samples.get('callboard_workers{state="alive"}')).toBe(1);
      expect(samples.get('callboard_workers{state="dead"}')).toBe(0);
      expect(samples.get('callboard_event_loop_lag_seconds{quantile="0.99"}')).toBeGreaterThanOrEqual(0);
      expect(samples.get('nodejs_eventloop_lag_p99_seconds')).toBeGreaterThan(0);
      expect(samples.get('process_resident_memory_bytes')).toBeGreaterThan(0);
    }
    expect(serverSamples.get('callboard_event_lag_seconds_count')).toBeGreaterThanOrEqual(0);
  } finally {
    await agents.close();
  }
});

test('a worker whose Redis is down is degraded, and works', async () => {
  const agents = await startAgentServer();
  const redisUrl = `redis://127.0.0.1:${await findFreePort()}`;
  const worker = await startWorker({ DATABASE_URL: db.url, REDIS_URL: redisUrl });
  try {
    const { port } = await worker.logged('worker.ready');
    const ready = await fetch(`http://127.0.0.1:${port}/readyz`);
    expect(ready.status).toBe(200);
    expect(await ready.json()).toEqual({
      status: 'degraded',
      checks: { database: 'ok', writes: 'ok', lease: 'ok', queue: 'failed' },
    });
    await insertAgent(db.pool, 'alone', agents.url);
    const id = await insertExecution(db.pool, { agentId: 'alone' });
    const ended = await worker.logged('execution.ended', (line) => line.scheduleExecutionId === id);
    expect(ended.runStatus).toBe('succeeded');
  } finally {
    await agents.close();
  }
});
