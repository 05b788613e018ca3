#!/usr/bin/env node
/**
 * `npm start`: everything on this machine. Brings PostgreSQL unless DATABASE_URL is set, migrates the
 * database, loads the sample workspace into an empty one, and runs server and worker as separate processes,
 * as in production.
 */
import { createServer } from 'node:http';
import { inheritEnvironment } from './config/environment.js';
import { type DevConfig, defaultPublicUrl, parseDevConfig } from './config/process-config.js';
import { runWithSettings } from './config/read-settings.js';
import { applyMigrations } from './db/migrate/apply-migrations.js';
import { PRISMA_DIR } from './db/migrate/database-files.js';
import { grantRuntimeRights } from './db/migrate/runtime-rights.js';
import { type AdminToken, ensureAdminToken } from './dev/admin-token.js';
import { banner } from './dev/banner.js';
import { createChildProcess } from './dev/child-process.js';
import { awaitEarlierStart } from './dev/earlier-start.js';
import { terminalSignals } from './dev/terminal-signals.js';
import { createEgressGuard } from './http/client/egress-guard.js';
import { createHttpClient } from './http/client/http-client.js';
import { migrateQueue } from './queue/migrate-queue.js';
import { createPool, type Pool } from './runtime/database/pool.js';
import { startEmbeddedPostgres } from './runtime/embedded-postgres/embedded-postgres.js';
import { closeHttp, listenHttp } from './runtime/http-server.js';
import { createLifecycle } from './runtime/lifecycle.js';
import { createSecretBox } from './runtime/secrets/secret-box.js';
import { loadOrCreateSecretKey, loadSecretKeys } from './runtime/secrets/secret-key.js';
import { createLogger, type Logger } from './runtime/telemetry/logger.js';
import { openSample, type Sample } from './sample/load-sample.js';
import { createSignInCode } from './services/access/admin-session.js';
import { requireSecretKey } from './services/access/require-secret-key.js';
import { setFirstTimeZone } from './services/system/set-first-time-zone.js';
import { createDataSourcePool } from './sources/db/pool.js';

/** Longer than the worker's own, so that the worker can report what it did not finish. */
const GRACE_MS = 45_000;
/** Network of the sample's agents. */
const SAMPLE_NETWORK = '127.0.0.1/32';

/** Values that are determined during the start. */
interface Installation {
  port: number;
  workerPort: number;
  databaseUrl: string;
  /** The actual directory of the embedded database, which may be outside the data directory. */
  databaseDirectory: string | undefined;
  dataSourceUrl: string;
  secretKey: Buffer;
  /** Still accepted after a change of the key. */
  previousSecretKey: Buffer | undefined;
  token: AdminToken;
  /** Code of the one-time sign-in link. */
  signInCode: string | undefined;
  sample: Sample | undefined;
  /** Default time zone of schedules. */
  timezone: string;
}

async function start(config: DevConfig): Promise<void> {
  const logger = createLogger({ level: config.logLevel, name: 'dev' });
  const lifecycle = createLifecycle({ logger, graceMs: GRACE_MS, signals: terminalSignals() });
  const installation = { token: {} } as Installation;
  const serverUrl = () => defaultPublicUrl(config.host, installation.port);
  const workerUrl = () => defaultPublicUrl(config.host, installation.workerPort);
  const onExit = (reason: string) => {
    logger.error('dev.child_exited', {}, reason);
    void lifecycle.shutdown(reason, 1);
  };
  const child = (name: 'server' | 'worker', url: () => string) =>
    createChildProcess({
      name,
      script: new URL(`./${name}.js`, import.meta.url),
      env: () => childEnvironment(config, installation),
      readyUrl: () => `${url()}/readyz`,
      onExit,
    });
  let stopDatabase: (() => Promise<void>) | undefined;

  lifecycle
    .add('ports', { start: () => checkPorts(config, installation, logger) })
    .add('database', {
      async start() {
        stopDatabase = await openDatabase(config, installation, logger, onExit);
      },
      stop: () => stopDatabase?.(),
    })
    .add('schema', { start: () => prepareDatabase(config, installation, logger) })
    .add('workspace', { start: () => prepareWorkspace(config, installation, logger) })
    .add('server', child('server', serverUrl))
    // Stops after the worker, which calls the agents, and before the server, which they report to.
    .add('sample agents', { stop: (deadline) => installation.sample?.close(deadline) })
    .add('worker', child('worker', workerUrl));

  if (!(await lifecycle.start())) return;
  const { token, sample, signInCode, timezone } = installation;
  const signInUrl = signInCode && `${publicUrl(config, installation)}/admin/sign-in#code=${signInCode}`;
  const database = config.databaseUrl
    ? 'from DATABASE_URL'
    : `embedded PostgreSQL in ${installation.databaseDirectory ?? config.dataDir}`;
  const about = sample === undefined ? 'none' : sample.loaded ? 'loaded' : 'present';
  process.stdout.write(
    banner({
      serverUrl: serverUrl(),
      workerUrl: workerUrl(),
      database,
      token,
      signInUrl,
      timezone,
      sample: about,
    }),
  );
}

/**
 * The URL for browsers: PUBLIC_URL, otherwise the address the server listens on, which is only known now if
 * the port is 0.
 */
function publicUrl({ host, port, publicUrl: set }: DevConfig, installation: Installation): string {
  return set === defaultPublicUrl(host, port) ? defaultPublicUrl(host, installation.port) : set;
}

async function openDatabase(
  config: DevConfig,
  installation: Installation,
  logger: Logger,
  onExit: (reason: string) => void,
): Promise<() => Promise<void>> {
  let stop = async () => {};
  if (config.databaseUrl === undefined) {
    const embedded = await startEmbeddedPostgres({
      dataDir: config.dataDir,
      logger,
      onUnexpectedExit: onExit,
    });
    installation.databaseUrl = embedded.url;
    installation.databaseDirectory = embedded.directory;
    stop = embedded.stop;
  } else {
    installation.databaseUrl = config.databaseUrl;
  }
  installation.dataSourceUrl = config.dataSourceUrl ?? installation.databaseUrl;
  installation.secretKey = config.secretKey ?? (await loadOrCreateSecretKey(config.dataDir));
  const stored = config.secretKey ? undefined : await loadSecretKeys(config.dataDir);
  installation.previousSecretKey = config.previousSecretKey ?? stored?.previous;
  return stop;
}

/** Checks the ports before anything starts that would have to be stopped again. Port 0 becomes a free one. */
async function checkPorts(
  { host, port, workerPort }: DevConfig,
  installation: Installation,
  logger: Logger,
): Promise<void> {
  const probe = async (wanted: number, setting: string) => {
    await awaitEarlierStart(defaultPublicUrl(host, wanted), () =>
      logger.warn('dev.waiting', { port: wanted }, 'Waiting until an earlier start has finished its calls'),
    );
    const server = createServer();
    const found = await listenHttp(server, { host, port: wanted, setting });
    await closeHttp(server, AbortSignal.timeout(0));
    return found;
  };
  installation.port = await probe(port, 'PORT');
  installation.workerPort = await probe(workerPort, 'WORKER_PORT');
}

/** A URL whose sessions last, as migrations need them. */
function directUrl(config: DevConfig, installation: Installation): string {
  return config.directUrl ?? installation.databaseUrl;
}

async function prepareDatabase(config: DevConfig, installation: Installation, logger: Logger): Promise<void> {
  const runtimeUrl = directUrl(config, installation);
  const migrateUrl = config.migrateUrl ?? runtimeUrl;
  const setting = config.migrateUrl === undefined ? 'DATABASE_URL' : 'DATABASE_MIGRATE_URL';
  await applyMigrations({ databaseUrl: migrateUrl, setting, prismaDir: PRISMA_DIR, logger });
  await migrateQueue({ databaseUrl: migrateUrl, setting });
  if (migrateUrl !== runtimeUrl) await grantRuntimeRights({ migrateUrl, runtimeUrl });
}

async function prepareWorkspace(
  config: DevConfig,
  installation: Installation,
  logger: Logger,
): Promise<void> {
  const { dataSourceUrl, secretKey } = installation;
  const databaseUrl = directUrl(config, installation);
  const pool = createPool({
    connectionString: databaseUrl,
    applicationName: 'callboard dev',
    writer: 'server',
    max: 2,
  });
  try {
    await requireSecretKey(pool, createSecretBox(secretKey, installation.previousSecretKey), logger);
    installation.token = await ensureAdminToken({
      pool,
      logger,
      dataDir: config.dataDir,
      given: config.adminToken,
    });
    installation.timezone = await setFirstTimeZone(pool, config.timezone, logger);
    installation.signInCode = await createSignInCode({ pool });
    if (config.sample)
      installation.sample = await prepareSample(pool, { databaseUrl, dataSourceUrl, secretKey }, logger);
  } finally {
    await pool.end();
  }
}

async function prepareSample(
  pool: Pool,
  {
    databaseUrl,
    dataSourceUrl,
    secretKey,
  }: Pick<Installation, 'databaseUrl' | 'dataSourceUrl' | 'secretKey'>,
  logger: Logger,
): Promise<Sample | undefined> {
  const guard = createEgressGuard({ allow: [SAMPLE_NETWORK] });
  const http = createHttpClient({ guard });
  const dataSources = { pool: createDataSourcePool(dataSourceUrl, { max: 1 }) };
  const deps = { pool, dataSources, secretBox: createSecretBox(secretKey), secretKey, guard, http, logger };
  try {
    return await openSample({ deps, databaseUrl, dataSourceUrl, logger });
  } finally {
    await Promise.all([http.close(), dataSources.pool.end()]);
  }
}

/** Our own environment with the values that this process provides. */
function childEnvironment(config: DevConfig, installation: Installation): NodeJS.ProcessEnv {
  const egressAllow = new Set([...config.egressAllow, ...(installation.sample ? [SAMPLE_NETWORK] : [])]);
  return inheritEnvironment({
    PORT: String(installation.port),
    WORKER_PORT: String(installation.workerPort),
    DATABASE_URL: installation.databaseUrl,
    // Only this process migrates.
    DATABASE_MIGRATE_URL: undefined,
    DATA_SOURCE_URL: installation.dataSourceUrl,
    CALLBOARD_SECRET_KEY: installation.secretKey.toString('base64'),
    CALLBOARD_SECRET_KEY_PREVIOUS: installation.previousSecretKey?.toString('base64'),
    CALLBOARD_EGRESS_ALLOW: [...egressAllow].join(','),
    NODE_ENV: config.production ? 'production' : 'development',
  });
}

await runWithSettings(
  'Runs everything on this machine: server, worker and, unless DATABASE_URL is set, PostgreSQL.',
  parseDevConfig(),
  start,
);
