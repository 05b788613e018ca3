/** The settings of `server.js`, `worker.js`, and `npm start`, which runs both. */
import { isIP } from 'node:net';
import type { z } from 'zod';
import { type OidcSettings, readOidcSettings } from '../runtime/oidc-settings.js';
import type { RedisSettings } from '../runtime/redis-settings.js';
import type { LogLevel } from '../runtime/telemetry/logger.js';
import type { TracingSettings } from '../runtime/telemetry/tracing.js';
import { ENVIRONMENT, type Environment, whatIsSet } from './environment.js';
import { type ConfigResult, readSettings } from './read-settings.js';
import { type EmbeddedSettings, embeddedSettings, type Settings, settings } from './settings.js';
import { readTracingSettings } from './tracing-settings.js';

interface CommonConfig {
  logLevel: LogLevel;
  /**
   * False only for `npm start` and NODE_ENV=development. In production, introspection and suggestions are
   * off.
   */
  production: boolean;
  /** Unset: BullMQ runs on PostgreSQL. */
  redis?: RedisSettings;
  host: string;
  /** The URL that agents call back, without a trailing slash. */
  publicUrl: string;
  /** Private networks, as CIDR, that agents may be on. */
  egressAllow: string[];
}

/** The database of server and worker. */
interface DatabaseConfig {
  databaseUrl: string;
  /**
   * A URL whose sessions last, for `LISTEN`, leases and the queue: `DATABASE_DIRECT_URL`, otherwise
   * `databaseUrl`.
   */
  directUrl: string;
  /** True if `databaseUrl` leads to a pooler that may use another session for each transaction. */
  pooled: boolean;
  /** The database that `db:` data sources read. */
  dataSourceUrl: string;
}

/** Settings of the control plane. */
export interface ServerConfig extends CommonConfig, DatabaseConfig {
  /** 32 bytes. */
  secretKey: Buffer;
  /** Decrypts what was encrypted with it while the key is being changed. */
  previousSecretKey?: Buffer;
  port: number;
  /** Networks, as CIDR, of the proxies whose `X-Forwarded-For` is trusted. */
  trustedProxies: string[];
  /** Origins whose pages may use the API with an API token, e.g. `https://app.example`. */
  corsOrigins: string[];
  /** `persisted`: pages that are signed in may only send the operations of the admin. */
  operations: 'any' | 'persisted';
  /** Whether the admin has a GraphQL explorer; default: unless in production. */
  graphiql: boolean;
  /** API token of the first admin. */
  adminToken?: string;
  /** Unset: people sign in with API tokens only. */
  oidc?: OidcSettings;
  /** The default time zone of a database that is started for the first time. */
  timezone?: string;
  /** Unset: no traces. */
  tracing?: TracingSettings;
}

/** Settings of the scheduler process. */
export interface WorkerConfig extends CommonConfig, DatabaseConfig {
  secretKey: Buffer;
  previousSecretKey?: Buffer;
  workerPort: number;
  /** Unset: the run-time setting applies. */
  maxConcurrent?: number;
  /** For example `{ region: ['eu'], model: ['gpt-4o', 'o3'] }`. */
  capabilities: Record<string, string[]>;
  /** Unset: no traces. */
  tracing?: TracingSettings;
}

/** Settings of server and worker together. What is not set is created in the data directory. */
export interface DevConfig
  extends Omit<
    ServerConfig & WorkerConfig,
    'databaseUrl' | 'directUrl' | 'pooled' | 'dataSourceUrl' | 'secretKey' | 'oidc' | 'tracing'
  > {
  /** Unset: embedded. */
  databaseUrl?: string;
  directUrl?: string;
  /** URL of the user who migrates. Unset: `directUrl`, otherwise `databaseUrl`. */
  migrateUrl?: string;
  /** Unset: the database itself. */
  dataSourceUrl?: string;
  /** Unset: generated; set whenever `databaseUrl` is. */
  secretKey?: Buffer;
  dataDir: string;
  /** Whether the sample workspace is loaded into an empty database. */
  sample: boolean;
}

/** For `server.js`. */
export function parseServerConfig(env: Environment = ENVIRONMENT): ConfigResult<ServerConfig> {
  const tracing = readTracingSettings(whatIsSet(env));
  const build = (found: Settings) => {
    const oidc = readOidcSettings(found).settings;
    return {
      ...serverPart(found),
      ...databasePart(found),
      ...(oidc && { oidc }),
      ...(tracing.settings && { tracing: tracing.settings }),
    };
  };
  return readSettings(settings, env, build, (given) => [
    ...readOidcSettings(given).problems,
    ...tracing.problems,
  ]);
}

/** For `worker.js`. */
export function parseWorkerConfig(env: Environment = ENVIRONMENT): ConfigResult<WorkerConfig> {
  const tracing = readTracingSettings(whatIsSet(env));
  return readSettings(
    settings,
    env,
    (found) => ({
      ...workerPart(found),
      ...databasePart(found),
      ...(tracing.settings && { tracing: tracing.settings }),
    }),
    () => tracing.problems,
  );
}

/** For `npm start`: nothing is required, but a configured database needs its key. */
export function parseDevConfig(env: Environment = ENVIRONMENT): ConfigResult<DevConfig> {
  const bringsDatabase = env.DATABASE_URL || env.DATABASE_URL_FILE;
  const schema: z.ZodType<EmbeddedSettings> = bringsDatabase ? settings : embeddedSettings;
  const build = (found: EmbeddedSettings): DevConfig => ({
    ...serverPart(found),
    ...workerPart(found),
    databaseUrl: found.DATABASE_URL,
    directUrl: found.DATABASE_DIRECT_URL,
    migrateUrl: found.DATABASE_MIGRATE_URL,
    dataSourceUrl: found.DATA_SOURCE_URL ?? found.DATABASE_DIRECT_URL ?? found.DATABASE_URL,
    secretKey: found.CALLBOARD_SECRET_KEY,
    previousSecretKey: found.CALLBOARD_SECRET_KEY_PREVIOUS,
    dataDir: found.CALLBOARD_DATA_DIR,
    // The sample creates a table, which only the user who migrates may do.
    sample: found.CALLBOARD_SAMPLE === 'on' && found.DATABASE_MIGRATE_URL === undefined,
  });
  const tracingProblems = () => readTracingSettings(whatIsSet(env)).problems;
  return readSettings(schema, env, build, (given) => [
    ...portsDiffer(given),
    ...readOidcSettings(given).problems,
    ...tracingProblems(),
  ]);
}

/** The URL under which a server is reached from its own machine; the default of PUBLIC_URL. */
export function defaultPublicUrl(host: string, port: number): string {
  const reachable = { '0.0.0.0': '127.0.0.1', '::': '::1' }[host] ?? host;
  return `http://${isIP(reachable) === 6 ? `[${reachable}]` : reachable}:${port}`;
}

function serverPart(found: EmbeddedSettings) {
  const common = commonPart(found);
  return {
    ...common,
    port: found.PORT,
    adminToken: found.CALLBOARD_ADMIN_TOKEN,
    timezone: found.CALLBOARD_TIMEZONE,
    trustedProxies: found.CALLBOARD_TRUSTED_PROXIES ?? [],
    corsOrigins: found.CALLBOARD_CORS_ORIGINS ?? [],
    operations: found.CALLBOARD_OPERATIONS,
    graphiql: found.CALLBOARD_GRAPHIQL ? found.CALLBOARD_GRAPHIQL === 'true' : !common.production,
  };
}

function workerPart(found: EmbeddedSettings) {
  return {
    ...commonPart(found),
    workerPort: found.WORKER_PORT,
    maxConcurrent: found.CALLBOARD_MAX_CONCURRENT,
    capabilities: found.CALLBOARD_WORKER_CAPABILITIES ?? {},
  };
}

function databasePart(found: Settings) {
  const directUrl = found.DATABASE_DIRECT_URL ?? found.DATABASE_URL;
  return {
    databaseUrl: found.DATABASE_URL,
    directUrl,
    pooled: found.DATABASE_DIRECT_URL !== undefined,
    // Data sources set their sessions up once, so that each statement is bound.
    dataSourceUrl: found.DATA_SOURCE_URL ?? directUrl,
    secretKey: found.CALLBOARD_SECRET_KEY,
    previousSecretKey: found.CALLBOARD_SECRET_KEY_PREVIOUS,
  };
}

function commonPart(found: EmbeddedSettings): CommonConfig {
  const embedded = found.DATABASE_URL === undefined;
  return {
    logLevel: found.LOG_LEVEL,
    production: found.NODE_ENV === undefined ? !embedded : found.NODE_ENV !== 'development',
    redis: found.REDIS_URL && {
      ...found.REDIS_URL,
      prefix: found.REDIS_PREFIX,
      certificates: { ca: found.REDIS_TLS_CA, cert: found.REDIS_TLS_CERT, key: found.REDIS_TLS_KEY },
    },
    host: found.HOST,
    publicUrl: found.PUBLIC_URL?.replace(/\/+$/, '') ?? defaultPublicUrl(found.HOST, found.PORT),
    egressAllow: found.CALLBOARD_EGRESS_ALLOW ?? (embedded ? ['127.0.0.0/8', '::1/128'] : []),
  };
}

/** Server and worker listen on different ports; 0 is any free port. */
function portsDiffer(given: Environment): string[] {
  const port = settings.shape.PORT.safeParse(given.PORT).data;
  const workerPort = settings.shape.WORKER_PORT.safeParse(given.WORKER_PORT).data;
  return port !== 0 && port !== undefined && port === workerPort
    ? [`WORKER_PORT and PORT must be different: both are ${port}`]
    : [];
}
