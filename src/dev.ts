#!/usr/bin/env node
/**
 * `npm start`: everything on this machine. Brings PostgreSQL unless DATABASE_URL names one, brings the database up to date,
 * loads the sample workspace into an empty one, and runs server and worker as the processes they are in production.
 */
import { createServer } from 'node:http';
import {
  type DevConfig,
  defaultPublicUrl,
  describeProblems,
  describeWarnings,
  inheritEnvironment,
  parseDevConfig,
} from './config.js';
import { applyMigrations } from './db/migrate/apply-migrations.js';
import { PRISMA_DIR } from './db/migrate/database-files.js';
import { type AdminToken, ensureAdminToken } from './dev/admin-token.js';
import { banner } from './dev/banner.js';
import { createChildProcess } from './dev/child-process.js';
import { terminalSignals } from './dev/terminal-signals.js';
import { createEgressGuard } from './http/egress-guard.js';
import { createHttpClient } from './http/http-client.js';
import { migrateQueue } from './queue/migrate-queue.js';
import { startEmbeddedPostgres } from './runtime/embedded-postgres.js';
import { closeHttp, listenHttp } from './runtime/http-server.js';
import { createLifecycle } from './runtime/lifecycle.js';
import { createLogger, type Logger } from './runtime/logger.js';
import { createPool, type Pool } from './runtime/pool.js';
import { createSecretBox } from './runtime/secret-box.js';
import { loadOrCreateSecretKey } from './runtime/secret-key.js';
import { openSample, type Sample } from './sample/load-sample.js';
import { createSignInCode } from './services/access/admin-session.js';
import { requireSecretKey } from './services/access/require-secret-key.js';
import { createDataSourcePool } from './sources/db/pool.js';

/** Longer than the worker's own, so that the worker says what it could not finish. */
const GRACE_MS = 45_000;
/** Where the sample's agents live. */
const SAMPLE_NETWORK = '127.0.0.1/32';

/** What starting finds out step by step. */
interface House {
  port: number;
  workerPort: number;
  databaseUrl: string;
  /** Of the embedded database: where it really is, perhaps not in the data directory. */
  databaseDirectory: string | undefined;
  dataSourceUrl: string;
  secretKey: Buffer;
  token: AdminToken;
  /** Of the link that signs in once. */
  signInCode: string | undefined;
  sample: Sample | undefined;
}

async function start(config: DevConfig): Promise<void> {
  const logger = createLogger({ level: config.logLevel, name: 'dev' });
  const lifecycle = createLifecycle({ logger, graceMs: GRACE_MS, signals: terminalSignals() });
  const house = { token: {} } as House;
  const serverUrl = () => defaultPublicUrl(config.host, house.port);
  const workerUrl = () => defaultPublicUrl(config.host, house.workerPort);
  const env = () => childEnvironment(config, house);
  const onExit = (reason: string) => {
    logger.error('dev.child_exited', {}, reason);
    void lifecycle.shutdown(reason, 1);
  };
  let stopDatabase: (() => Promise<void>) | undefined;

  lifecycle
    .add('database', {
      async start() {
        stopDatabase = await openDatabase(config, house, logger, onExit);
      },
      stop: () => stopDatabase?.(),
    })
    .add('ports', { start: () => checkPorts(config, house) })
    .add('schema', {
      async start() {
        await applyMigrations({ databaseUrl: house.databaseUrl, prismaDir: PRISMA_DIR, logger });
        await migrateQueue({ databaseUrl: house.databaseUrl });
      },
    })
    .add('workspace', { start: () => prepareWorkspace(config, house, logger) })
    .add(
      'server',
      createChildProcess({
        name: 'server',
        script: programUrl('server'),
        env,
        readyUrl: () => `${serverUrl()}/readyz`,
        onExit,
      }),
    )
    // After the worker, which calls them, and before the server, which they report to.
    .add('sample agents', { stop: (deadline) => house.sample?.close(deadline) })
    .add(
      'worker',
      createChildProcess({
        name: 'worker',
        script: programUrl('worker'),
        env,
        readyUrl: () => `${workerUrl()}/readyz`,
        onExit,
      }),
    );

  if (!(await lifecycle.start())) return;
  const { token, sample, signInCode } = house;
  const signInUrl = signInCode && `${publicUrl(config, house)}/admin/sign-in#code=${signInCode}`;
  const database = config.databaseUrl
    ? 'from DATABASE_URL'
    : `embedded PostgreSQL in ${house.databaseDirectory ?? config.dataDir}`;
  const about = sample === undefined ? 'none' : sample.loaded ? 'loaded' : 'present';
  process.stdout.write(
    banner({ serverUrl: serverUrl(), workerUrl: workerUrl(), database, token, signInUrl, sample: about }),
  );
}

/** Where browsers reach the server: as set, else where it listens, which port 0 leaves open until now. */
function publicUrl({ host, port, publicUrl: set }: DevConfig, house: House): string {
  return set === defaultPublicUrl(host, port) ? defaultPublicUrl(host, house.port) : set;
}

async function openDatabase(
  config: DevConfig,
  house: House,
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
    house.databaseUrl = embedded.url;
    house.databaseDirectory = embedded.directory;
    stop = embedded.stop;
  } else {
    house.databaseUrl = config.databaseUrl;
  }
  house.dataSourceUrl = config.dataSourceUrl ?? house.databaseUrl;
  house.secretKey = config.secretKey ?? (await loadOrCreateSecretKey(config.dataDir));
  return stop;
}

/** Before anything is started that would have to be stopped again. Port 0 becomes one that is free now. */
async function checkPorts({ host, port, workerPort }: DevConfig, house: House): Promise<void> {
  const probe = async (wanted: number, setting: string) => {
    const server = createServer();
    const found = await listenHttp(server, { host, port: wanted, setting });
    await closeHttp(server, AbortSignal.timeout(0));
    return found;
  };
  house.port = await probe(port, 'PORT');
  house.workerPort = await probe(workerPort, 'WORKER_PORT');
}

async function prepareWorkspace(config: DevConfig, house: House, logger: Logger): Promise<void> {
  const { databaseUrl, dataSourceUrl, secretKey } = house;
  const pool = createPool({
    connectionString: databaseUrl,
    applicationName: 'callboard dev',
    writer: 'server',
    max: 2,
  });
  try {
    await requireSecretKey(pool, createSecretBox(secretKey, config.previousSecretKey), logger);
    house.token = await ensureAdminToken({ pool, logger, dataDir: config.dataDir, given: config.adminToken });
    house.signInCode = await createSignInCode({ pool });
    if (config.sample)
      house.sample = await prepareSample(pool, { databaseUrl, dataSourceUrl, secretKey }, logger);
  } finally {
    await pool.end();
  }
}

async function prepareSample(
  pool: Pool,
  { databaseUrl, dataSourceUrl, secretKey }: Pick<House, 'databaseUrl' | 'dataSourceUrl' | 'secretKey'>,
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

/** Our own environment with what we brought. */
function childEnvironment(config: DevConfig, house: House): NodeJS.ProcessEnv {
  const egressAllow = new Set([...config.egressAllow, ...(house.sample ? [SAMPLE_NETWORK] : [])]);
  return inheritEnvironment({
    PORT: String(house.port),
    WORKER_PORT: String(house.workerPort),
    DATABASE_URL: house.databaseUrl,
    DATA_SOURCE_URL: house.dataSourceUrl,
    CALLBOARD_SECRET_KEY: house.secretKey.toString('base64'),
    CALLBOARD_EGRESS_ALLOW: [...egressAllow].join(','),
    NODE_ENV: config.production ? 'production' : 'development',
  });
}

function programUrl(name: 'server' | 'worker'): URL {
  return new URL(`./${name}.js`, import.meta.url);
}

const parsed = parseDevConfig();
if (parsed.kind === 'error') {
  process.stderr.write(`${describeProblems(parsed.problems)}\n`);
  process.exitCode = 2;
} else {
  process.stderr.write(describeWarnings(parsed.warnings));
  await start(parsed.config);
}
