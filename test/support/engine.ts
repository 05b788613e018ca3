import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Pool } from 'pg';
import { createEngine } from '../../src/engine/engine.js';
import type { Engine } from '../../src/engine/engine-options.js';
import { createInvoker } from '../../src/http/agents/invoke.js';
import { createEgressGuard } from '../../src/http/client/egress-guard.js';
import { createHttpClient } from '../../src/http/client/http-client.js';
import { createQueues, type Queues } from '../../src/queue/queues.js';
import { createListener } from '../../src/runtime/database/listener.js';
import { createPool } from '../../src/runtime/database/pool.js';
import { uuidv7 } from '../../src/runtime/ids.js';
import { createSecretBox } from '../../src/runtime/secrets/secret-box.js';
import { createLogger, type Logger } from '../../src/runtime/telemetry/logger.js';
import { createRegistry, type Registry } from '../../src/runtime/telemetry/metrics.js';
import { createDataSourcePool } from '../../src/sources/db/pool.js';
import { redisAt } from './servers/redis.js';

export const SECRET_KEY = randomBytes(32);

/** Stops an engine whose calls will all be answered, however long a busy machine takes. */
export const NO_DEADLINE = new AbortController().signal;

export interface TestEngine {
  engine: Engine;
  queues: Queues;
  registry: Registry;
  /** The pool of the engine. */
  pool: Pool;
  /** Problems that recovery found, by kind; only those above zero. */
  findings(): Promise<Record<string, number>>;
  /** Stops as on SIGTERM. At the deadline, by default after five seconds, work in progress is aborted. */
  stop(deadline?: AbortSignal): Promise<void>;
}

/** The engine in this process, wired as in `worker.ts`. */
export async function startEngine(
  databaseUrl: string,
  options: {
    redisUrl?: string | undefined;
    maxConcurrent?: number;
    publicUrl?: string;
    id?: string;
    leaseMs?: number;
    safetyNetMs?: number;
    capabilities?: Record<string, string[]>;
    logger?: Logger;
  } = {},
): Promise<TestEngine> {
  const logger =
    options.logger ?? createLogger({ level: (process.env.ENGINE_LOG as 'debug') ?? 'error', name: 'engine' });
  const registry = createRegistry();
  const writes = {
    connectionString: databaseUrl,
    applicationName: 'test engine',
    writer: 'engine',
    lockTimeoutMs: 500,
    prepare: true,
    plansOnce: true,
    pipeline: true,
  } as const;
  const pool = createPool({ ...writes, max: 10 });
  const claims = createPool({ ...writes, max: 1 });
  const dataSources = createDataSourcePool(databaseUrl, { max: 2 });
  const listener = createListener({ connectionString: databaseUrl, applicationName: 'test engine', logger });
  const queues = createQueues({
    ...(options.redisUrl && { redis: redisAt(options.redisUrl) }),
    databaseUrl,
    logger,
  });
  const guard = createEgressGuard({ allow: ['127.0.0.0/8'] });
  const invoker = createInvoker({ guard });
  const http = createHttpClient({ guard });
  const engine = createEngine({
    databaseUrl,
    pool,
    claims,
    dataSources: { pool: dataSources },
    listener,
    queues,
    invoker,
    http,
    guard,
    secretBox: createSecretBox(SECRET_KEY),
    secretKey: SECRET_KEY,
    publicUrl: options.publicUrl ?? 'http://127.0.0.1:4000',
    maxConcurrent: options.maxConcurrent,
    registration: {
      id: options.id ?? uuidv7(),
      host: 'test',
      pid: process.pid,
      version: 'test',
      capabilities: options.capabilities ?? {},
    },
    leaseMs: options.leaseMs,
    safetyNetMs: options.safetyNetMs,
    registry,
    logger,
  });
  await queues.open();
  await engine.start();
  return {
    engine,
    queues,
    registry,
    pool,
    async findings() {
      const metric = await registry.getSingleMetric('callboard_recovery_findings_total')?.get();
      const found = metric?.values.filter(({ value }) => value > 0) ?? [];
      return Object.fromEntries(found.map(({ labels, value }) => [String(labels.kind), value]));
    },
    async stop(deadline = AbortSignal.timeout(5_000)) {
      await engine.stop(deadline);
      await listener.close();
      await Promise.all([invoker.close(), http.close(), pool.end(), claims.end(), dataSources.end()]);
    },
  };
}

/** Shortly before the time limit of a test, so that its failure shows the last rows. */
const EVENTUALLY_MS = 100_000;

/** Events in quick succession are followed by one query. A run with thousands of jobs would cause as many queries. */
const GATHERED_MS = 25;

/**
 * Waits until `query` returns rows that satisfy `done`. Queries again after events in the outbox, and now and
 * then for changes without an event.
 */
export async function eventually<Row extends object>(
  pool: Pool,
  query: string,
  params: unknown[],
  done: (rows: Row[]) => boolean,
  timeoutMs = EVENTUALLY_MS,
): Promise<Row[]> {
  const client = await pool.connect();
  let timer: NodeJS.Timeout | undefined;
  let unannounced: NodeJS.Timeout | undefined;
  try {
    let notified = () => {};
    unannounced = setInterval(() => notified(), 1_000);
    client.on('notification', () => notified());
    await client.query('LISTEN callboard_events');
    let late = false;
    timer = setTimeout(() => {
      late = true;
      notified();
    }, timeoutMs);
    for (;;) {
      const heard = new Promise<void>((resolve) => {
        notified = resolve;
      });
      const gathered = sleep(GATHERED_MS);
      const { rows } = await client.query<Row>(query, params);
      if (done(rows)) return rows;
      if (late)
        throw new Error(
          `did not come to pass within ${timeoutMs} ms; last: ${JSON.stringify(rows).slice(0, 2_000)}`,
        );
      await Promise.all([heard, gathered]);
    }
  } finally {
    clearTimeout(timer);
    clearInterval(unannounced);
    await client.query('UNLISTEN *').catch(() => {});
    client.removeAllListeners('notification');
    client.release();
  }
}
