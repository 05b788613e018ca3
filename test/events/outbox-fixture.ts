import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { Registry } from 'prom-client';
import type { Subscription } from '../../src/events/event-queue.js';
import type { OutboxEvent } from '../../src/events/outbox-event.js';
import { createOutboxTail, type OutboxTail } from '../../src/events/outbox-tail.js';
import { createListener } from '../../src/runtime/database/listener.js';
import { createPool } from '../../src/runtime/database/pool.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { createRecordingLogger } from '../support/recording-logger.js';

/** `application_name` of the tail's own connections. */
const TAIL = 'callboard tail under test';

export interface OutboxFixture {
  db: TestDatabase;
  tail: OutboxTail;
  metrics: Registry;
  logger: ReturnType<typeof createRecordingLogger>;
  /** A tail of another server on the same database. */
  startTail(metrics?: Registry): Promise<OutboxTail>;
  /** Breaks the connection of the next statement of a tail when it is sent. */
  breakNextStatement(): void;
  close(): Promise<void>;
}

/** Slower than any test waits, so that it does not make up for a lost notification. */
const NO_SAFETY_NET_MS = 180_000;

/** A migrated database and a tail on it, which reads only when it is notified. */
export async function openOutbox(): Promise<OutboxFixture> {
  const db = await createTestDatabase({ writer: 'engine' });
  const logger = createRecordingLogger();
  const pools: pg.Pool[] = [];
  const closers: (() => Promise<unknown>)[] = [];
  async function startTail(metrics?: Registry): Promise<OutboxTail> {
    const connection = { connectionString: db.url, applicationName: TAIL };
    const pool = createPool({ ...connection, max: 3 });
    pools.push(pool);
    const listener = createListener({ ...connection, logger });
    const tail = createOutboxTail({ pool, listener, logger, metrics, safetyNetMs: NO_SAFETY_NET_MS });
    closers.push(async () => {
      await tail.stop();
      await listener.close();
      await pool.end();
    });
    await tail.start();
    return tail;
  }
  const metrics = new Registry();
  return {
    db,
    tail: await startTail(metrics),
    metrics,
    logger,
    startTail,
    breakNextStatement() {
      for (const pool of pools) {
        pool.once('acquire', (client) =>
          (client as unknown as { connection: pg.Connection }).connection.stream.destroy(),
        );
      }
    },
    async close() {
      await Promise.all(closers.map((closer) => closer()));
      await db.drop();
    },
  };
}

/** Agents named `<prefix>1` … `<prefix>n`, enabled. */
export async function insertAgents(pool: Queryable, prefix: string, count: number): Promise<void> {
  await pool.query(
    `INSERT INTO "AgentRegistry" (id, name, endpoint)
     SELECT $1 || n, 'agent', '{"type": "http", "url": "http://127.0.0.1:9/"}' FROM generate_series(1, $2) AS n`,
    [prefix, count],
  );
}

/** Attempts `<prefix>1` … `<prefix>n` of one job each, running. No trigger fires, so they emit no events. */
export async function insertAttempts(
  pool: Queryable,
  prefix: string,
  count: number,
  agentId = 'a1',
): Promise<void> {
  await pool.query(
    `INSERT INTO "AgentJobExecution" (id, "jobId", "agentId", "scheduleExecutionId", params, "attemptTimeout", "retryConfig", "retriesLeft", "traceId", status, "sentAt")
     SELECT $1 || n, $1 || 'job' || n, $3, 'none', '{}', 1000, '{}', 0, 't', 'running', now()
     FROM generate_series(1, $2) AS n, (SELECT set_config('session_replication_role', 'replica', true)) AS quietly`,
    [prefix, count, agentId],
  );
}

export async function complete(pool: Queryable, ...ids: string[]): Promise<void> {
  await pool.query(`UPDATE "AgentJobExecution" SET status = 'completed' WHERE id = ANY ($1)`, [ids]);
}

export interface Queryable {
  query(text: string, values?: unknown[]): Promise<pg.QueryResult>;
}

/** The next `count` events. */
export async function take(subscription: Subscription, count: number): Promise<OutboxEvent[]> {
  const events: OutboxEvent[] = [];
  while (events.length < count) {
    const { done, value } = await subscription.next();
    if (done) throw new Error(`the stream ended after ${events.length} of ${count} events`);
    if (value.kind !== 'heartbeat') events.push(value);
  }
  return events;
}

export function entities(events: OutboxEvent[]): string[] {
  return events.map((event) => event.entityId);
}

/** A connection with an open transaction that has an id, and is therefore in all snapshots. */
export async function openTransaction(url: string): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString: url,
    options: '-c search_path=callboard -c callboard.writer=engine',
  });
  client.on('error', () => {});
  await client.connect();
  await client.query('BEGIN');
  await client.query('SELECT pg_current_xact_id()');
  return client;
}

/** Ends all connections of the database's tails, and returns their number. */
export async function cutConnections(pool: Queryable): Promise<number> {
  const { rowCount } = await pool.query(
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = $1 AND datname = current_database()`,
    [TAIL],
  );
  return rowCount ?? 0;
}

export function uniqueName(prefix: string): string {
  return `${prefix}_${randomBytes(6).toString('hex')}`;
}
