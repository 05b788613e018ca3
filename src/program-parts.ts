/** What server and worker have in common: connections, clients, traces, and the first steps of their start. */
import type { ServerConfig, WorkerConfig } from './config/process-config.js';
import { requireDatabase } from './db/migrate/require-database.js';
import { readClock } from './db/system/database-now.js';
import { createEgressGuard } from './http/client/egress-guard.js';
import { createHttpClient } from './http/client/http-client.js';
import { createDatabaseClock } from './runtime/database/database-clock.js';
import { createListener } from './runtime/database/listener.js';
import type { Pool } from './runtime/database/pool.js';
import { createWriteWatch } from './runtime/database/write-watch.js';
import { dateIds } from './runtime/ids.js';
import { createLifecycle, type Lifecycle } from './runtime/lifecycle.js';
import { createSecretBox } from './runtime/secrets/secret-box.js';
import type { Logger } from './runtime/telemetry/logger.js';
import { createRegistry } from './runtime/telemetry/metrics.js';
import { startTracing } from './runtime/telemetry/start-tracing.js';
import { VERSION } from './runtime/version.js';
import { requireSecretKey } from './services/access/require-secret-key.js';
import { createDataSourcePool } from './sources/db/pool.js';

/**
 * Agents write to their own rows and may leave a transaction open. What needs such a row fails instead of
 * waiting: a request with an error, while a loop tries again.
 */
const LOCK_TIMEOUT_MS = 5_000;

/**
 * Many schedules are due every minute, or every five. Their bursts find the connections open and their
 * statements planned.
 */
const IDLE_TIMEOUT_MS = 6 * 60_000;

export type ProgramParts = Awaited<ReturnType<typeof createProgramParts>>;

export async function createProgramParts(
  name: 'server' | 'worker',
  config: ServerConfig | WorkerConfig,
  { logger, instanceId }: { logger: Logger; instanceId: string },
) {
  const applicationName = `callboard ${name}`;
  const onError = (err: Error) => logger.warn('database.connection_lost', { err });
  const { databaseUrl: connectionString, directUrl, pooled } = config;
  const connection = { connectionString, pooled, applicationName, onError };
  const writeWatch = createWriteWatch(logger);
  const guard = createEgressGuard({ allow: config.egressAllow });
  const traced = { service: `callboard-${name}`, version: VERSION, instanceId, logger };
  return {
    config,
    logger,
    registry: createRegistry(),
    clock: createDatabaseClock(),
    /** Options of pools that only read. */
    connection,
    /** Options of pools that write. */
    writes: {
      ...connection,
      onFailed: writeWatch.failed,
      writer: name === 'server' ? 'server' : 'engine',
      lockTimeoutMs: LOCK_TIMEOUT_MS,
      prepare: true,
      // Searches and lists of the API depend on their values; what the engine repeats does not.
      plansOnce: name === 'worker',
      pipeline: true,
      idleTimeoutMs: IDLE_TIMEOUT_MS,
    } as const,
    /** For readiness: whether what is written by these pools can be stored. */
    writeWatch,
    dataSources: { pool: createDataSourcePool(config.dataSourceUrl, { max: 4, onError }) },
    listener: createListener({ connectionString: directUrl, applicationName, logger }),
    guard,
    http: createHttpClient({ guard, maxSockets: 10 }),
    secretBox: createSecretBox(config.secretKey, config.previousSecretKey),
    tracing: await startTracing(config.tracing, traced),
  };
}

export interface LifecycleStart {
  /** The first one must be able to write. */
  pools: readonly [Pool, ...Pool[]];
  graceMs: number | (() => number);
  /** Closes further connections to agents. */
  closeInvoker?: () => Promise<unknown>;
}

/** The first components of a program, which stop last. */
export function beginLifecycle(
  { config, logger, clock, dataSources, secretBox, tracing, http }: ProgramParts,
  { pools, graceMs, closeInvoker }: LifecycleStart,
): Lifecycle {
  return createLifecycle({ logger, graceMs })
    .add('database', {
      start: () => requireDatabase(config, logger),
      stop: () => Promise.all([...pools, dataSources.pool].map((some) => some.end())),
    })
    .add('clock', {
      async start() {
        await readClock(pools[0], clock);
        dateIds(clock.now);
      },
    })
    .add('secret key', { start: () => requireSecretKey(pools[0], secretBox, logger) })
    .add('traces', { stop: (deadline) => tracing?.stop(deadline) })
    .add('agent connections', { stop: () => Promise.all([closeInvoker?.(), http.close()]) });
}
