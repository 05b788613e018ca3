/** The control plane: `node dist/server.js`. Any number of servers can run, on any number of machines. */
import { fileURLToPath } from 'node:url';
import { parseServerConfig, type ServerConfig } from './config/process-config.js';
import { describeProblems, describeWarnings } from './config/read-settings.js';
import { requireDatabase } from './db/migrate/require-database.js';
import { createReader } from './db/reader/create-reader.js';
import { createOutboxTail } from './events/outbox-tail.js';
import { createEgressGuard } from './http/egress-guard.js';
import { createHttpClient } from './http/http-client.js';
import { createListener } from './runtime/database/listener.js';
import { meterPool } from './runtime/database/metered-pool.js';
import { createPool, probeDatabase } from './runtime/database/pool.js';
import { createHttpEndpoints } from './runtime/http-endpoints.js';
import { listenHttp } from './runtime/http-server.js';
import { uuidv7 } from './runtime/ids.js';
import { createLifecycle } from './runtime/lifecycle.js';
import { createSecretBox } from './runtime/secrets/secret-box.js';
import { StartupError } from './runtime/startup-error.js';
import { createLogger } from './runtime/telemetry/logger.js';
import { createRegistry } from './runtime/telemetry/metrics.js';
import { startTracing } from './runtime/telemetry/start-tracing.js';
import { VERSION } from './runtime/version.js';
import { createGraphqlServer } from './schema/server/graphql-server.js';
import type { ServiceDeps } from './services/access/context.js';
import { ensureFirstAdmin } from './services/access/ensure-first-admin.js';
import { requireSecretKey } from './services/access/require-secret-key.js';
import { createMissedSlots } from './services/schedules/missed-slots.js';
import { readSchedulerConfig } from './services/system/read-settings.js';
import { setFirstTimeZone } from './services/system/set-first-time-zone.js';
import { registerWorkMetrics } from './services/workers/work-metrics.js';
import { createDataSourcePool } from './sources/pool.js';
import { createWatch } from './watch/watch.js';

/** Time for open responses. Subscriptions end at once and resume at another server. */
const SHUTDOWN_GRACE_MS = 10_000;
/** A query that takes longer has filters that no index supports: an error is better than a busy database. */
const READ_TIMEOUT_MS = 20_000;
/** Beyond this, the database does not even report the timeout. */
const READ_SILENCE_MS = READ_TIMEOUT_MS + 5_000;
/**
 * Agents write to their own rows and may leave a transaction open. A request that needs such a row fails
 * instead of waiting.
 */
const LOCK_TIMEOUT_MS = 5_000;
/**
 * Reports of agents must not wait behind queries of people. A report that gets no connection is asked to try
 * again.
 */
const CALLBACK_POOL = { max: 4, connectTimeoutMs: 5_000 };

async function startServer(config: ServerConfig): Promise<void> {
  const { databaseUrl, directUrl, pooled, host, port } = config;
  const logger = createLogger({ level: config.logLevel, name: 'server' });
  const registry = createRegistry();
  const onError = (err: Error) => logger.warn('database.connection_lost', { err });
  const applicationName = 'callboard server';
  const connection = { connectionString: databaseUrl, pooled, applicationName, onError };
  const writes = {
    ...connection,
    writer: 'server',
    lockTimeoutMs: LOCK_TIMEOUT_MS,
    prepare: true,
    pipeline: true,
  };
  const pool = createPool({ ...writes, max: 10 });
  const reads = createPool({
    ...connection,
    max: 10,
    statementTimeoutMs: READ_TIMEOUT_MS,
    silenceMs: READ_SILENCE_MS,
  });
  const signIns = createPool({ ...writes, max: 2 });
  meterPool(pool, { alsoWrites: true });
  meterPool(reads);
  const callbacks = createPool({ ...writes, ...CALLBACK_POOL });
  const dataSources = createDataSourcePool(config.dataSourceUrl, { max: 4, onError });
  const listener = createListener({ connectionString: directUrl, applicationName, logger });
  const prisma = createReader(reads);
  const events = createOutboxTail({ pool, listener, logger, metrics: registry });
  const guard = createEgressGuard({ allow: config.egressAllow });
  const http = createHttpClient({ guard, maxSockets: 10 });
  const traced = { service: 'callboard-server', version: VERSION, instanceId: uuidv7(), logger };
  const tracing = await startTracing(config.tracing, traced);
  const services: ServiceDeps = {
    pool,
    dataSources: { pool: dataSources },
    secretBox: createSecretBox(config.secretKey, config.previousSecretKey),
    secretKey: config.secretKey,
    previousSecretKey: config.previousSecretKey,
    guard,
    http,
    logger,
    missedSlots: createMissedSlots(registry),
  };
  registerWorkMetrics(registry, reads);
  const watch = createWatch({
    ...services,
    publicUrl: config.publicUrl,
    config: () => readSchedulerConfig(pool),
  });
  const endpoints = createHttpEndpoints({
    registry,
    logger,
    checks: {
      database: () => Promise.all([pool, reads, signIns, callbacks].map((some) => probeDatabase(some))),
    },
  });
  const graphql = createGraphqlServer({
    services,
    signInPool: signIns,
    oidc: config.oidc,
    trustedProxies: config.trustedProxies,
    corsOrigins: config.corsOrigins,
    operations: config.operations,
    graphiql: config.graphiql,
    callbacks,
    prisma,
    events,
    endpoints,
    logger,
    tracing,
    publicUrl: config.publicUrl,
    adminDir: fileURLToPath(new URL('./admin/', import.meta.url)),
    production: config.production,
  });

  await createLifecycle({ logger, graceMs: SHUTDOWN_GRACE_MS })
    .add('database', {
      start: () => requireDatabase(config, logger),
      stop: () => Promise.all([pool, reads, signIns, callbacks, dataSources].map((some) => some.end())),
    })
    .add('secret key', { start: () => requireSecretKey(pool, services.secretBox, logger) })
    .add('time zone', { start: () => setFirstTimeZone(pool, config.timezone, logger) })
    .add('first admin', { start: () => requireAdmin(services, config.adminToken) })
    .add('prisma', { stop: () => prisma.$disconnect() })
    .add('traces', { stop: (deadline) => tracing?.stop(deadline) })
    .add('agent connections', { stop: () => http.close() })
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

async function requireAdmin(services: ServiceDeps, adminToken: string | undefined): Promise<void> {
  const result = await ensureFirstAdmin(services, adminToken);
  if (result.kind === 'ok') return;
  const messages =
    result.kind === 'validation' ? result.issues.map(({ message }) => message) : [result.message];
  throw new StartupError(messages.join('\n'));
}

const parsed = parseServerConfig();
if (parsed.kind === 'ok') {
  process.stderr.write(describeWarnings(parsed.warnings));
  await startServer(parsed.config);
} else {
  process.stderr.write(`${describeProblems(parsed.problems)}\n`);
  process.exitCode = 2;
}
