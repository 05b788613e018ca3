/** The control plane: `node dist/server.js`. Any number of servers can run, on any number of machines. */
import { fileURLToPath } from 'node:url';
import { parseServerConfig, type ServerConfig } from './config/process-config.js';
import { runWithSettings } from './config/read-settings.js';
import { createReader } from './db/reader/create-reader.js';
import { readClock } from './db/system/database-now.js';
import { LIMITS } from './domain/limits.js';
import { createOutboxTail } from './events/outbox-tail.js';
import { beginLifecycle, createProgramParts, type ProgramParts } from './program-parts.js';
import { meterPool } from './runtime/database/metered-pool.js';
import { createPool, type Pool, probeDatabase } from './runtime/database/pool.js';
import { createHttpEndpoints } from './runtime/http-endpoints.js';
import { listenHttp } from './runtime/http-server.js';
import { uuidv7 } from './runtime/ids.js';
import { createLoop } from './runtime/loop.js';
import { StartupError } from './runtime/startup-error.js';
import { createLogger } from './runtime/telemetry/logger.js';
import { VERSION } from './runtime/version.js';
import { createGraphqlServer } from './schema/server/graphql-server.js';
import type { ServiceDeps } from './services/access/context.js';
import { ensureFirstAdmin } from './services/access/ensure-first-admin.js';
import { createMissedSlots } from './services/schedules/slots/missed-slots.js';
import { readSchedulerConfig } from './services/system/read-settings.js';
import { setFirstTimeZone } from './services/system/set-first-time-zone.js';
import { registerWorkMetrics } from './services/workers/work-metrics.js';
import { createWatch } from './watch/watch.js';

/** Time for open responses. Subscriptions end at once and resume at another server. */
const SHUTDOWN_GRACE_MS = 10_000;
/** A query that takes longer has filters that no index supports: an error is better than a busy database. */
const READ_TIMEOUT_MS = 20_000;
/** Beyond this, the database does not even report the timeout. */
const READ_SILENCE_MS = READ_TIMEOUT_MS + 5_000;
/**
 * Reports of agents must not wait behind queries of people. A report that gets no connection is asked to try
 * again.
 */
const CALLBACK_POOL = { max: 4, connectTimeoutMs: 5_000 };

async function startServer(config: ServerConfig): Promise<void> {
  const logger = createLogger({ level: config.logLevel, name: 'server' });
  const parts = await createProgramParts('server', config, { logger, instanceId: uuidv7() });
  const { registry, listener, tracing } = parts;
  const { pool, reads, signInPool, callbacks } = createPools(parts);
  const pools = [pool, reads, signInPool, callbacks] as const;
  const prisma = createReader(reads);
  const events = createOutboxTail({ pool, listener, logger, metrics: registry });
  const services = createServices(config, parts, pool);
  registerWorkMetrics(registry, reads);
  const { host, port, publicUrl } = config;
  const watch = createWatch({ ...services, publicUrl, config: () => readSchedulerConfig(pool) });
  const clock = createLoop({
    name: 'clock',
    logger,
    // The monotonic clock of a host that was suspended continues where it stopped.
    async runOnce() {
      await readClock(pool, parts.clock);
      return LIMITS.watchIntervalMs;
    },
  });
  const checks = {
    database: () => Promise.all(pools.map((some) => probeDatabase(some))),
    writes: async () => parts.writeWatch.check(),
  };
  const endpoints = createHttpEndpoints({ registry, logger, checks });
  const { oidc, trustedProxies, corsOrigins, operations, graphiql, production } = config;
  const settings = { oidc, trustedProxies, corsOrigins, operations, graphiql, publicUrl, production };
  const graphql = createGraphqlServer({
    ...settings,
    services,
    signInPool,
    callbacks,
    prisma,
    events,
    listener,
    endpoints,
    logger,
    tracing,
    adminDir: fileURLToPath(new URL('./admin/', import.meta.url)),
  });

  await beginLifecycle(parts, { pools, graceMs: SHUTDOWN_GRACE_MS })
    .add('time zone', { start: () => setFirstTimeZone(pool, config.timezone, logger) })
    .add('first admin', { start: () => requireAdmin(services, config.adminToken) })
    .add('prisma', { stop: () => prisma.$disconnect() })
    .add('clock readings', { start: async () => clock.start(), stop: () => clock.stop() })
    .add('listener', { stop: () => listener.close() })
    .add('events', { start: () => events.start() })
    .add('watch', {
      async start() {
        await listener.listen('callboard_notify', watch.wakeNotify);
        for (const loop of watch.loops) loop.start();
      },
      stop: () => Promise.all(watch.loops.map((loop) => loop.stop())),
    })
    .add('http', {
      async start() {
        const listening = await listenHttp(graphql.server, { host, port, setting: 'PORT' });
        logger.info('server.ready', { version: VERSION, host, port: listening });
      },
      stop: (deadline) => graphql.stop(deadline),
    })
    .start();
}

function createPools({ connection, writes }: ProgramParts) {
  const pool = createPool({ ...writes, max: 10 });
  const reads = createPool({
    ...connection,
    max: 10,
    statementTimeoutMs: READ_TIMEOUT_MS,
    silenceMs: READ_SILENCE_MS,
  });
  meterPool(pool, { alsoWrites: true });
  meterPool(reads);
  const signInPool = createPool({ ...writes, max: 2 });
  return { pool, reads, signInPool, callbacks: createPool({ ...writes, ...CALLBACK_POOL }) };
}

function createServices(config: ServerConfig, parts: ProgramParts, pool: Pool): ServiceDeps {
  const { secretKey, previousSecretKey } = config;
  const { dataSources, secretBox, guard, http, logger, registry } = parts;
  const missedSlots = createMissedSlots(registry);
  return { pool, dataSources, secretBox, secretKey, previousSecretKey, guard, http, logger, missedSlots };
}

async function requireAdmin(services: ServiceDeps, adminToken: string | undefined): Promise<void> {
  const result = await ensureFirstAdmin(services, adminToken);
  if (result.kind === 'ok') return;
  const messages =
    result.kind === 'validation' ? result.issues.map(({ message }) => message) : [result.message];
  throw new StartupError(messages.join('\n'));
}

await runWithSettings(
  'Runs a server: GraphQL, callbacks, webhooks and the admin.',
  parseServerConfig(),
  startServer,
);
