/** The worker: `node dist/worker.js`. Any number of workers can run, on any number of machines. */
import { createServer } from 'node:http';
import { hostname } from 'node:os';
import { parseWorkerConfig, type WorkerConfig } from './config/process-config.js';
import { describeProblems, describeWarnings } from './config/read-settings.js';
import { requireDatabase } from './db/migrate/require-database.js';
import { createEngine } from './engine/engine.js';
import { createEgressGuard } from './http/egress-guard.js';
import { createHttpClient } from './http/http-client.js';
import { createInvoker } from './http/invoke.js';
import { traceInvoker } from './http/traced-invoker.js';
import { createQueues } from './queue/queues.js';
import { createListener } from './runtime/database/listener.js';
import { createPool, probeDatabase } from './runtime/database/pool.js';
import { createHttpEndpoints } from './runtime/http-endpoints.js';
import { closeHttp, listenHttp } from './runtime/http-server.js';
import { uuidv7 } from './runtime/ids.js';
import { createLifecycle } from './runtime/lifecycle.js';
import { createSecretBox } from './runtime/secrets/secret-box.js';
import { createLogger } from './runtime/telemetry/logger.js';
import { createRegistry } from './runtime/telemetry/metrics.js';
import { startTracing } from './runtime/telemetry/start-tracing.js';
import { VERSION } from './runtime/version.js';
import { requireSecretKey } from './services/access/require-secret-key.js';
import { createDataSourcePool } from './sources/pool.js';

/**
 * A statement that waits longer is blocked by a transaction that does not commit; loops try again by
 * themselves.
 */
const LOCK_TIMEOUT_MS = 5_000;

async function startWorker(config: WorkerConfig): Promise<void> {
  const workerId = uuidv7();
  const logger = createLogger({ level: config.logLevel, name: 'worker' }).child({ workerId });
  const registry = createRegistry();
  const { databaseUrl, directUrl, pooled } = config;
  const onError = (err: Error) => logger.warn('database.connection_lost', { err });
  const pool = createPool({
    connectionString: databaseUrl,
    pooled,
    max: 12,
    applicationName: 'callboard worker',
    writer: 'engine',
    lockTimeoutMs: LOCK_TIMEOUT_MS,
    prepare: true,
    pipeline: true,
    onError,
  });
  const dataSources = createDataSourcePool(config.dataSourceUrl, { max: 4, onError });
  const listener = createListener({
    connectionString: directUrl,
    applicationName: 'callboard worker',
    logger,
  });
  const queues = createQueues({ redis: config.redis, databaseUrl: directUrl, logger });
  const guard = createEgressGuard({ allow: config.egressAllow });
  const traced = { service: 'callboard-worker', version: VERSION, instanceId: workerId, logger };
  const tracing = await startTracing(config.tracing, traced);
  const plainInvoker = createInvoker({ guard });
  const invoker = tracing ? traceInvoker(plainInvoker, tracing) : plainInvoker;
  const http = createHttpClient({ guard, maxSockets: 10 });
  const secretBox = createSecretBox(config.secretKey, config.previousSecretKey);
  const engine = createEngine({
    databaseUrl: directUrl,
    pool,
    dataSources: { pool: dataSources },
    listener,
    queues,
    invoker,
    http,
    guard,
    secretBox,
    secretKey: config.secretKey,
    publicUrl: config.publicUrl,
    maxConcurrent: config.maxConcurrent,
    registration: {
      id: workerId,
      host: hostname(),
      pid: process.pid,
      version: VERSION,
      capabilities: config.capabilities,
    },
    registry,
    logger,
    tracing,
  });
  const endpoints = createHttpEndpoints({
    registry,
    logger,
    checks: {
      database: () => probeDatabase(pool),
      lease: async () => {
        if (!engine.holdsLease()) throw new Error('the lease is lost');
      },
    },
    // Without the queue, each worker continues by itself.
    dispensable: { queue: () => queues.check() },
  });
  const server = createServer(async (request, response) => {
    if (!(await endpoints.handle(request, response)))
      response.writeHead(404, { 'content-type': 'application/json' }).end('{"error":"not found"}');
  });

  let port = config.workerPort; // 0 becomes a free one

  await createLifecycle({ logger, graceMs: engine.shutdownGraceMs })
    .add('database', {
      start: () => requireDatabase(config, logger),
      stop: () => Promise.all([pool.end(), dataSources.end()]),
    })
    .add('secret key', { start: () => requireSecretKey(pool, secretBox) })
    .add('traces', { stop: (deadline) => tracing?.stop(deadline) })
    .add('agent connections', { stop: () => Promise.all([invoker.close(), http.close()]) })
    .add('health port', {
      async start() {
        port = await listenHttp(server, { host: config.host, port, setting: 'WORKER_PORT' });
      },
      stop: (deadline) => closeHttp(server, deadline),
    })
    .add('listener', { stop: () => listener.close() })
    .add('queues', { start: () => queues.open(), stop: (deadline) => queues.close(deadline) })
    .add('engine', {
      start: () => engine.start(),
      stop: (deadline) => {
        endpoints.drain();
        return engine.stop(deadline);
      },
    })
    .add('ready', {
      start: () => {
        endpoints.open();
        logger.info('worker.ready', { version: VERSION, port });
      },
    })
    .start();
}

const parsed = parseWorkerConfig();
if (parsed.kind === 'ok') {
  process.stderr.write(describeWarnings(parsed.warnings));
  await startWorker(parsed.config);
} else {
  process.stderr.write(`${describeProblems(parsed.problems)}\n`);
  process.exitCode = 2;
}
