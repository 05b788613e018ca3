import { readFile } from 'node:fs/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { steps } from '../engine/pipelines/pipeline-fixture.js';
import { answer } from '../support/agent-server.js';
import { eventually } from '../support/engine.js';
import { insertPipelineExecution } from '../support/rows.js';
import { AGENT, ALL_FAULTS, type FaultFixture, openFaultFixture } from './fault-fixture.js';

const CONTEXTS = ALL_FAULTS ? 10_000 : 400;
/** An idle worker uses about 110 MiB. */
const MAX_RSS_MIB = 256;

let fixture: FaultFixture;
beforeEach(async () => {
  fixture = await openFaultFixture();
});
afterEach(() => fixture.close());

test.runIf(process.platform === 'linux')(
  `${CONTEXTS} contexts of three steps all run once, in bounded memory`,
  async () => {
    const { pool } = fixture.db;
    await pool.query('CREATE TABLE public."Many" (id int PRIMARY KEY)');
    await pool.query('INSERT INTO public."Many" SELECT generate_series(1, $1::int)', [CONTEXTS]);
    fixture.agent.behave((_entry, response) =>
      answer(response, 200, { status: 'completed', result: { ok: true } }),
    );
    const worker = await fixture.startWorker();
    const from = performance.now();
    const id = await insertPipelineExecution(
      pool,
      { steps: steps('a', 'b < a', 'c < b').map((one) => ({ ...one, agentId: AGENT })) },
      { n: 'db:many:all:id?batchSize=10000&staggerDelay=0' },
    );
    await eventually(
      pool,
      `SELECT FROM "ScheduleExecution" WHERE id = $1 AND "completedAt" IS NOT NULL`,
      [id],
      ({ length }) => length > 0,
      110_000,
    );
    const seconds = (performance.now() - from) / 1_000;
    const peak = await peakMib(worker.pid);
    console.info(
      `${CONTEXTS} contexts of 3 steps: ${seconds.toFixed(1)} s, ${Math.round((CONTEXTS * 3) / seconds)} steps/s, worker's peak ${peak.toFixed(0)} MiB`,
    );
    const { rows } = await pool.query(
      `SELECT "runStatus", "jobsCompleted" FROM "ScheduleExecution" WHERE id = $1`,
      [id],
    );
    expect(rows).toEqual([{ runStatus: 'succeeded', jobsCompleted: CONTEXTS * 3 }]);
    const calls = fixture.agent.ledger.map(({ executionId }) => executionId);
    expect(calls).toHaveLength(CONTEXTS * 3);
    expect(new Set(calls).size).toBe(CONTEXTS * 3);
    expect(peak).toBeLessThan(MAX_RSS_MIB);
  },
);

/** The largest resident memory of a process so far. */
async function peakMib(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return Number(/^VmHWM:\s+(\d+) kB$/m.exec(status)?.[1]) / 1_024;
}
