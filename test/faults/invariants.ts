import type { Pool } from 'pg';
import { expect, type TestContext } from 'vitest';
import type { LedgerEntry } from '../support/agent-server.js';
import { eventually } from '../support/engine.js';
import type { FaultFixture } from './fault-fixture.js';

declare module 'vitest' {
  interface TaskMeta {
    /** A row of the table of faults. */
    fault?: FaultTally & { fault: string; seed: number };
  }
}

export interface FaultTally {
  /** Requests that reached agents. */
  calls: number;
  /**
   * How many of these were sent again under the same key after a lease expired and before an answer was
   * recorded, which is allowed.
   */
  again: number;
  /** Jobs that were never done. */
  lost: number;
  /** Requests sent again with another key, without an expired lease, or after the answer was recorded. */
  repeated: number;
}

interface AttemptRow {
  id: string;
  jobId: string;
  status: string;
  isLatest: boolean;
  retryCount: number;
  settledAt: Date | null;
  acceptedAt: Date | null;
  completedAt: Date | null;
}

export interface FaultInfo {
  fault: string;
  seed?: number;
  /**
   * A worker that had lost its lease without knowing it continued: what it had claimed and not sent may
   * arrive late, under the same key.
   */
  lateSends?: boolean;
}

const OPEN = `SELECT
  (SELECT count(*) FROM "AgentJobExecution" WHERE "settledAt" IS NULL)::int AS jobs,
  (SELECT count(*) FROM "ScheduleExecution" WHERE "runStatus" IN ('pending', 'running') OR status = 'pending')::int AS executions,
  (SELECT count(*) FROM "Schedule" WHERE enabled AND "nextRunAt" <= clock_timestamp())::int AS due`;

/** Recovery takes at most two leases, of 30 s each. The rest is for the work itself on a busy machine. */
const RECOVERY_MS = 120_000;

/**
 * Waits until nothing is left to do. Between two rounds of claims, all runs may have ended while slots are
 * still due.
 */
export async function quiesce(pool: Pool): Promise<void> {
  await eventually<{ jobs: number; executions: number; due: number }>(
    pool,
    OPEN,
    [],
    ([open]) => open?.jobs === 0 && open.executions === 0 && open.due === 0,
    RECOVERY_MS,
  );
}

/**
 * Compares the agent's ledger with the rows when everything has ended: every job was done, none twice, no
 * ended attempt changed, and every counter is correct.
 */
export async function holdInvariants(
  task: TestContext['task'],
  fixture: FaultFixture,
  { fault, seed = 1, lateSends = false }: FaultInfo,
): Promise<FaultTally> {
  const { pool } = fixture.db;
  const tally = await holdSends(task, fixture, { fault, seed, lateSends });
  expect(tally.lost).toBe(0);
  await holdSlots(pool);
  await holdJobs(pool);
  return tally;
}

/**
 * The same if jobs may end otherwise than completed: what reached the agent, and that no ended attempt
 * changed.
 */
export async function holdSends(
  task: TestContext['task'],
  fixture: FaultFixture,
  { fault, seed = 1, lateSends = false }: FaultInfo,
): Promise<FaultTally> {
  const { pool } = fixture.db;
  await quiesce(pool);
  const { rows } = await pool.query<AttemptRow>(
    `SELECT id, "jobId", status, "isLatest", "retryCount", "settledAt", "acceptedAt", "completedAt" FROM "AgentJobExecution"`,
  );
  const tally = tallyOf(rows, fixture.agent.ledger, fixture.expiries, lateSends);
  task.meta.fault = { fault, seed, ...tally };
  expect(tally).toMatchObject({ repeated: 0 });
  const { rows: changed } = await pool.query('SELECT * FROM public.changed_after_end');
  expect(changed, 'attempts that changed after their end').toEqual([]);
  return tally;
}

function tallyOf(
  rows: readonly AttemptRow[],
  ledger: readonly LedgerEntry[],
  expiries: readonly number[],
  lateSends: boolean,
): FaultTally {
  const attempts = new Map(rows.map((row) => [row.id, row]));
  const calls = new Map<string, LedgerEntry[]>();
  for (const call of ledger) calls.set(call.executionId, [...(calls.get(call.executionId) ?? []), call]);
  const done = rows.filter((row) => row.isLatest && row.status === 'completed' && calls.has(row.id));
  const tally = { calls: ledger.length, again: 0, lost: 0, repeated: 0 };
  tally.lost = new Set(rows.map(({ jobId }) => jobId)).size - new Set(done.map(({ jobId }) => jobId)).size;
  for (const [id, own] of calls) {
    const row = attempts.get(id);
    for (const [index, call] of own.entries()) {
      const before = own[index - 1];
      if (!row || call.headers['idempotency-key'] !== id || call.jobId !== row.jobId) tally.repeated += 1;
      else if (
        before &&
        (lateSends ? isAfterExpiry(call, expiries) : isAllowedAgain(row, before, call, expiries))
      )
        tally.again += 1;
      else if (before) tally.repeated += 1;
    }
  }
  return tally;
}

const isAfterExpiry = (call: LedgerEntry, expiries: readonly number[]) =>
  expiries.some((expiry) => expiry < call.at);

function isAllowedAgain(
  row: AttemptRow,
  before: LedgerEntry,
  call: LedgerEntry,
  expiries: readonly number[],
): boolean {
  const recordedAt = Math.min(...[row.acceptedAt, row.completedAt].map((at) => at?.getTime() ?? Infinity));
  return (
    expiries.some((expiry) => before.at < expiry && expiry < call.at) &&
    performance.timeOrigin + call.at <= recordedAt + 1 // columns store whole milliseconds
  );
}

/** One run for each slot; each slot of the grid so far ran or was skipped with a reason. */
async function holdSlots(pool: Pool): Promise<void> {
  const { rows: doubled } = await pool.query(
    `SELECT "scheduleId", "slotAt" FROM "ScheduleExecution" WHERE trigger = 'schedule' GROUP BY 1, 2 HAVING count(*) > 1`,
  );
  expect(doubled, 'slots claimed twice').toEqual([]);
  const { rows: gaps } = await pool.query(
    `SELECT s.id, due.slots, coalesce(done.slots, 0) AS done FROM "Schedule" s
     CROSS JOIN LATERAL (SELECT (extract(epoch FROM coalesce(s."nextRunAt", s."endAt") - s."startAt") * 1000 / s."interval")::int AS slots) due
     CROSS JOIN LATERAL (SELECT sum(greatest(1, "missedCount"))::int AS slots FROM "ScheduleExecution" e
       WHERE e."scheduleId" = s.id AND (e.status <> 'skipped' OR e.reason IS NOT NULL)) done
     WHERE s."interval" IS NOT NULL AND due.slots IS DISTINCT FROM coalesce(done.slots, 0)`,
  );
  expect(gaps, 'schedules with slots that neither ran nor were skipped').toEqual([]);
}

/** One job for each value, one latest attempt for each job, and counters as in the rows. */
async function holdJobs(pool: Pool): Promise<void> {
  const { rows: doubled } = await pool.query(
    `SELECT "scheduleExecutionId", params FROM "AgentJobExecution" WHERE "isLatest" GROUP BY 1, 2 HAVING count(*) > 1`,
  );
  expect(doubled, 'values with two jobs').toEqual([]);
  const { rows: wrong } = await pool.query(
    `SELECT e.id, e."jobsCreated", e."jobsCompleted", e."jobsFailed", r.* FROM "ScheduleExecution" e
     CROSS JOIN LATERAL (SELECT count(DISTINCT "jobId")::int AS jobs, count(*) FILTER (WHERE "isLatest")::int AS latest,
       count(*) FILTER (WHERE "isLatest" AND status = 'completed')::int AS completed,
       count(*) FILTER (WHERE "isLatest" AND status IN ('failed', 'dead_letter'))::int AS failed
       FROM "AgentJobExecution" j WHERE j."scheduleExecutionId" = e.id) r
     WHERE (e."jobsCreated", e."jobsCompleted", e."jobsFailed", r.latest) IS DISTINCT FROM (r.jobs, r.completed, r.failed, r.jobs)`,
  );
  expect(wrong, 'executions whose counters are not their rows').toEqual([]);
}
