import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Pool } from 'pg';
import { onTestFailed } from 'vitest';
import { type AgentServer, startAgentServer } from '../support/agent-server.js';
import { NOTE_CHANGES_AFTER_END } from '../support/changes-after-end.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { killPrograms, type Program, startWorker } from '../support/programs/processes.js';
import { insertAgent } from '../support/rows.js';

/** Runs all faults with all seeds instead of the quick selection. */
export const ALL_FAULTS = process.env.CALLBOARD_FAULTS === 'all';

/** The seeds of a fault: a few by default, many if all faults are requested. */
export function seeds(quick: number, all: number): number[] {
  return Array.from({ length: ALL_FAULTS ? all : quick }, (_, index) => index + 1);
}

/** The setting of a fault: a database, an agent that records its calls, and workers to start and harm. */
export interface FaultFixture {
  db: Pick<TestDatabase, 'url' | 'pool'>;
  agent: AgentServer;
  /** When leases expired, by `performance.now()`. Only after that may an attempt reach the agent again. */
  expiries: number[];
  startWorker(settings?: Record<string, string>): Promise<Program>;
  /** Ends the 30 seconds of a dead or stopped worker at once: its lease, and its idle transactions. */
  expireLease(worker: Program): Promise<void>;
  close(): Promise<void>;
}

export const AGENT = 'faults-agent';
/** Rows of the table `Item`, which the runs here expand. */
export const ITEMS = 60;

export async function openFaultFixture(
  settings: Record<string, string> = {},
  database?: Pick<TestDatabase, 'url' | 'pool' | 'drop'>,
): Promise<FaultFixture> {
  const db = database ?? (await createTestDatabase());
  const agent = await startAgentServer();
  await prepare(db.pool, agent.url);
  const expiries: number[] = [];
  return {
    db,
    agent,
    expiries,
    async startWorker(own) {
      const worker = await startWorker({ DATABASE_URL: db.url, ...settings, ...own });
      onTestFailed(() => console.error(`Worker ${worker.pid} logged:\n${worker.output().slice(-20_000)}`));
      return worker;
    },
    async expireLease({ pid }) {
      await db.pool.query(
        `UPDATE "Worker" SET "leaseExpiresAt" = clock_timestamp() - interval '1 second' WHERE pid = $1 AND state <> 'dead'`,
        [pid],
      );
      await endForgottenTransactions(db.pool);
      expiries.push(performance.now());
    },
    async close() {
      await killPrograms();
      await agent.close();
      await db.drop();
    },
  };
}

/**
 * Sessions that have been idle longer than those of a running worker. A killed one has none; those of a
 * stopped one end after 30 s.
 */
async function endForgottenTransactions(pool: Pool): Promise<void> {
  const forgotten = `datname = current_database() AND state LIKE 'idle in transaction%'`;
  const { rows } = await pool.query<{ pids: number[] }>(
    `SELECT coalesce(array_agg(pid), '{}') AS pids FROM pg_stat_activity WHERE ${forgotten}`,
  );
  if (rows[0]?.pids.length === 0) return;
  await sleep(200);
  await pool.query(
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
     WHERE pid = ANY ($1::int[]) AND ${forgotten} AND state_change < clock_timestamp() - interval '200 milliseconds'`,
    [rows[0]?.pids],
  );
}

async function prepare(pool: Pool, agentUrl: string): Promise<void> {
  await pool.query('CREATE TABLE public."Item" (id int PRIMARY KEY)');
  await pool.query('INSERT INTO public."Item" SELECT generate_series(1, $1::int)', [ITEMS]);
  await insertAgent(pool, AGENT, agentUrl);
  await pool.query(NOTE_CHANGES_AFTER_END);
}

/** `params` of a run with one job for each item, in batches of 20. */
export const EVERY_ITEM = { item: 'db:item:all:id?batchSize=20&staggerDelay=20' };

/**
 * Processor time of the event loop of a program so far. Unlike the time that an answer takes, the work that
 * the event loop does before it answers does not depend on what else runs on the machine.
 */
export function eventLoopMs({ pid }: Program): number {
  const [runNs] = readFileSync(`/proc/${pid}/task/${pid}/schedstat`, 'utf8').split(' ');
  return Number(runNs) / 1e6;
}

/** Numbers in [0, 1) that are the same for the same seed (mulberry32). */
export function randomOf(seed: number): () => number {
  let state = seed * 0x9e3779b9;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
