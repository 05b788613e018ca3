/** The worker: `node dist/worker.js`. Any number of workers can run, on any number of machines. */
import { createServer } from 'node:http';
import { hostname } from 'node:os';
import { parseWorkerConfig, type WorkerConfig } from './config/process-config.js';
import { runWithSettings } from './config/read-settings.js';
import { createEngine } from './engine/engine.js';
import type { Engine } from './engine/engine-options.js';
import { createInvoker } from './http/agents/invoke.js';
import { traceInvoker } from './http/agents/traced-invoker.js';
import { beginLifecycle, createProgramParts, type ProgramParts } from './program-parts.js';
import { createQueues, type Queues } from './queue/queues.js';
import { createPool, type Pool, probeDatabase } from './runtime/database/pool.js';
import { createHttpEndpoints } from './runtime/http-endpoints.js';
import { closeHttp, listenHttp } from './runtime/http-server.js';
import { uuidv7 } from './runtime/ids.js';
import { createLogger } from './runtime/telemetry/logger.js';
import { VERSION } from './runtime/version.js';

async function startWorker(config: WorkerConfig): Promise<void> {
  const workerId = uuidv7();
  const logger = createLogger({ level: config.logLevel, name: 'worker' }).child({ workerId });
  const parts = await createProgramParts('worker', config, { logger, instanceId: workerId });
  const { registry, clock, listener, guard, http, secretBox, tracing } = parts;
  const together = new Set<Pool>();
  const pool = createPool({ ...parts.writes, together, max: 11 });
  const claims = createPool({ ...parts.writes, together, max: 1, idleTimeoutMs: 0 });
  const { directUrl: databaseUrl, redis, secretKey, publicUrl, maxConcurrent, capabilities } = config;
  const queues = createQueues({ redis, databaseUrl, logger });
  const plainInvoker = createInvoker({ guard });
  const invoker = tracing ? traceInvoker(plainInvoker, tracing) : plainInvoker;
  const engine = createEngine({
    databaseUrl,
    pool,
    claims,
    listener,
    queues,
    invoker,
    http,
    guard,
    secretBox,
    secretKey,
    publicUrl,
    maxConcurrent,
    registry,
    clock,
    logger,
    tracing,
    dataSources: parts.dataSources,
    registration: { id: workerId, host: hostname(), pid: process.pid, version: VERSION, capabilities },
  });
  const endpoints = createEndpoints(parts, { pool, queues, engine });
  const server = createServer(async (request, response) => {
    if (!(await endpoints.handle(request, response)))
      response.writeHead(404, { 'content-type': 'application/json' }).end('{"error":"not found"}');
  });

  let port = config.workerPort; // 0 becomes a free one

  const closeInvoker = () => invoker.close();
  await beginLifecycle(parts, { pools: [pool, claims], graceMs: engine.shutdownGraceMs, closeInvoker })
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

/** Health and metrics. */
function createEndpoints(
  { registry, logger, writeWatch }: ProgramParts,
  { pool, queues, engine }: { pool: Pool; queues: Queues; engine: Engine },
) {
  return createHttpEndpoints({
    registry,
    logger,
    checks: {
      database: () => probeDatabase(pool),
      writes: async () => writeWatch.check(),
      lease: async () => {
        if (!engine.holdsLease()) throw new Error('the lease is lost');
      },
    },
    // Without the queue, each worker continues by itself.
    dispensable: { queue: () => queues.check() },
  });
}

await runWithSettings(
  'Runs a worker, which claims due schedules and calls agents.',
  parseWorkerConfig(),
  startWorker,
);
