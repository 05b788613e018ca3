import { withTransaction } from '../../src/runtime/database/pool.js';
import { within } from '../../src/runtime/time-limit.js';
import { type AgentServer, startAgentServer } from '../support/agent-server.js';
import { createTestDatabase, sessionsOf, type TestDatabase } from '../support/database.js';
import { eventually, startEngine, type TestEngine } from '../support/engine.js';
import { insertAgent } from '../support/rows.js';

export type EngineOptions = NonNullable<Parameters<typeof startEngine>[1]>;

/** A database, an agent called `agent`, and any number of engines. */
export interface EngineFixture {
  db: TestDatabase;
  agent: AgentServer;
  /**
   * Starts an engine. Without a safety net unless the options have one, so that a lost wake-up fails the
   * test.
   */
  start(options?: EngineOptions): Promise<TestEngine>;
  /** The run, once it has ended. */
  ended(executionId: string, timeoutMs?: number): Promise<ExecutionRow>;
  attempts(executionId: string): Promise<AttemptRow[]>;
  /** Ends the wait of the nth retries of a run, once this many of them wait. */
  dueNow(executionId: string, retryCount: number, count: number): Promise<void>;
  /** Stops everything, also if a test has failed. Fails if an engine does not stop, and says what it does. */
  stop(): Promise<void>;
}

export interface ExecutionRow {
  id: string;
  status: string;
  runStatus: string | null;
  jobsCreated: number;
  jobsCompleted: number;
  jobsFailed: number;
  jobsSkipped: number;
  jobsCancelled: number;
  batches: number;
  batchCursor: number;
  completedAt: Date | null;
  errors: { message: string; count: number }[];
}

export interface AttemptRow {
  id: string;
  jobId: string;
  status: string;
  retryCount: number;
  isLatest: boolean;
  batchIndex: number;
  statusCode: number | null;
  error: { code?: string; message: string; retryable?: boolean } | null;
  result: unknown;
  resultInvalid: boolean;
  params: Record<string, unknown>;
  redeliveries: number;
  workerId: string | null;
  acceptedAt: Date | null;
  completedAt: Date | null;
  createdAt: Date;
  retryAt: Date | null;
  deadlineAt: Date | null;
}

/** Slower than any test waits, so that it does not make up for a lost wake-up. */
const NO_SAFETY_NET_MS = 120_000;
/** Much longer than an engine has until it aborts its work, much shorter than the time limit of a hook. */
const STOP_MS = 40_000;

export async function createEngineFixture(
  agentColumns: Record<string, unknown> = {},
): Promise<EngineFixture> {
  const db = await createTestDatabase();
  const agent = await startAgentServer();
  const engines: TestEngine[] = [];
  await insertAgent(db.pool, 'agent', agent.url, agentColumns);
  return {
    db,
    agent,
    async start(options) {
      const engine = await startEngine(db.url, { safetyNetMs: NO_SAFETY_NET_MS, ...options });
      const { stop } = engine;
      let stopped: Promise<void> | undefined;
      engine.stop = (deadline) => {
        stopped ??= stop(deadline);
        return stopped;
      };
      engines.push(engine);
      return engine;
    },
    async ended(executionId, timeoutMs) {
      const [execution] = await eventually<ExecutionRow>(
        db.pool,
        'SELECT * FROM "ScheduleExecution" WHERE id = $1',
        [executionId],
        ([row]) => row?.completedAt != null,
        timeoutMs,
      );
      return execution as ExecutionRow;
    },
    async attempts(executionId) {
      const { rows } = await db.pool.query<AttemptRow>(
        'SELECT * FROM "AgentJobExecution" WHERE "scheduleExecutionId" = $1 ORDER BY "jobId", "retryCount"',
        [executionId],
      );
      return rows;
    },
    async dueNow(executionId, retryCount, count) {
      const waiting = `"scheduleExecutionId" = $1 AND "retryCount" = $2 AND "retryAt" IS NOT NULL AND status = 'pending'`;
      await eventually(
        db.pool,
        `SELECT FROM "AgentJobExecution" WHERE ${waiting}`,
        [executionId, retryCount],
        ({ length }) => length === count,
      );
      await withTransaction(db.pool, async (client) => {
        await client.query(`SET LOCAL callboard.writer = 'engine'`);
        await client.query(
          `UPDATE "AgentJobExecution" SET "retryAt" = now(), "releasedAt" = CASE WHEN "releasedAt" > now() THEN now() END WHERE ${waiting}`,
          [executionId, retryCount],
        );
        await client.query('NOTIFY callboard_engine');
      });
    },
    async stop() {
      try {
        await within(STOP_MS, Promise.all(engines.map((engine) => engine.stop())), 'late').catch(
          async (cause) => {
            const { pathname } = new URL(db.url);
            throw new Error(`an engine did not stop; ${await sessionsOf(pathname.slice(1))}`, { cause });
          },
        );
      } finally {
        await agent.close();
        await db.drop();
      }
    },
  };
}
