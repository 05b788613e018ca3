/**
 * All settings, read once from the environment. Nothing else reads `process.env`. All problems are reported
 * together, by name, and never with the value of a setting that may be secret.
 */
import { isIP } from 'node:net';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { isTimeZone } from './domain/schedule/zone.js';
import { problemOfDatabaseUrl } from './runtime/database-url.js';
import { LOG_LEVELS, type LogLevel } from './runtime/logger.js';
import { type OidcSettings, readOidcSettings } from './runtime/oidc-settings.js';
import { parseOrigins } from './runtime/parse-origins.js';
import {
  certificateProblems,
  DEFAULT_REDIS_PREFIX,
  isCertificate,
  isPrivateKey,
  type RedisSettings,
} from './runtime/redis-settings.js';
import { parseRedisUrl, type RedisAddress } from './runtime/redis-url.js';
import { parseSecretKey } from './runtime/secret-key.js';
import { settingsFromFiles } from './runtime/settings-from-files.js';
import type { TracingSettings } from './runtime/tracing.js';
import { readTracingSettings } from './runtime/tracing-settings.js';
import { unknownSettings } from './runtime/unknown-settings.js';

export type Environment = Readonly<Record<string, string | undefined>>;

export type ConfigResult<C> =
  /** Each warning is a sentence about a variable that looks like a setting but is not one. */
  | { kind: 'ok'; config: C; warnings: string[] }
  /** Each is a sentence that begins with the name of the setting. */
  | { kind: 'error'; problems: string[] };

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
  /** Leads to sessions of one's own, for `LISTEN`, leases and the queue: `DATABASE_DIRECT_URL`, otherwise `databaseUrl`. */
  directUrl: string;
  /** `databaseUrl` leads to a pooler that may give each transaction another session. */
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
  /** API token of the first admin. */
  adminToken?: string;
  /** Unset: people sign in with API tokens only. */
  oidc?: OidcSettings;
  /** The default time zone of a database that is started for the first time. */
  timezone?: string;
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
  /** Of the user who migrates; unset: `directUrl`, otherwise `databaseUrl`. */
  migrateUrl?: string;
  /** Unset: the database itself. */
  dataSourceUrl?: string;
  /** Unset: generated; set whenever `databaseUrl` is. */
  secretKey?: Buffer;
  dataDir: string;
  /** Whether the sample workspace is loaded into an empty database. */
  sample: boolean;
}

/** Settings of `npm run migrate`. */
export interface MigrateConfig {
  /** Of the user who migrates: `DATABASE_MIGRATE_URL`, `DATABASE_DIRECT_URL` or `DATABASE_URL`. */
  migrateUrl: string;
  /** The setting that `migrateUrl` comes from. */
  migrateSetting: string;
  /** Of the user that server and worker run as, if that is another one. */
  runtimeUrl?: string;
  logLevel: LogLevel;
}

/** Settings of the commands that talk to a server. */
export interface ClientConfig {
  url?: string;
  token?: string;
  /** Name of the profile to use. */
  profile?: string;
  /** The file with the profiles. */
  profilesFile: string;
  /** Where a server on this machine listens, and where its first token is. */
  local: { url: string; tokenFile: string };
}

const settings = z.object({
  DATABASE_URL: databaseUrl(),
  DATABASE_DIRECT_URL: databaseUrl().optional(),
  DATABASE_MIGRATE_URL: databaseUrl().optional(),
  REDIS_URL: redisUrl().optional(),
  REDIS_PREFIX: z
    .string()
    .regex(/^[\w.-]{1,64}$/, 'must have at most 64 letters, digits and _ . -')
    .default(DEFAULT_REDIS_PREFIX),
  REDIS_TLS_CA: pem('certificate', isCertificate).optional(),
  REDIS_TLS_CERT: pem('certificate', isCertificate).optional(),
  REDIS_TLS_KEY: pem('private key without a passphrase', isPrivateKey).optional(),
  DATA_SOURCE_URL: databaseUrl({ writes: false }).optional(),
  HOST: z
    .string()
    .regex(/^[\w.:-]+$/, 'must be a host name or an address, without a port')
    .default('127.0.0.1'),
  PORT: integer(0, 65_535).default(4000),
  WORKER_PORT: integer(0, 65_535).default(4001),
  CALLBOARD_DATA_DIR: z.string().default('.callboard'),
  CALLBOARD_ADMIN_TOKEN: z
    .string()
    .regex(/^[\x21-\x7e]+$/, 'must have no spaces and only characters that an HTTP header can carry')
    .optional(),
  CALLBOARD_SECRET_KEY: parsed(
    'must be 32 bytes in base64, e.g. from "openssl rand -base64 32"',
    parseSecretKey,
  ),
  CALLBOARD_SECRET_KEY_PREVIOUS: parsed(
    'must be 32 bytes in base64, as CALLBOARD_SECRET_KEY',
    parseSecretKey,
  ).optional(),
  CALLBOARD_MAX_CONCURRENT: integer(1, 10_000).optional(),
  CALLBOARD_EGRESS_ALLOW: parsed(
    'must be a comma-separated list of networks, e.g. 10.1.0.0/16,fd00::/8',
    parseNetworks,
  ).optional(),
  CALLBOARD_TRUSTED_PROXIES: parsed(
    'must be a comma-separated list of networks, e.g. 10.1.0.0/16,fd00::/8',
    parseNetworks,
  ).optional(),
  CALLBOARD_CORS_ORIGINS: parsed(
    'must be a comma-separated list of origins without a path, e.g. https://app.example,http://localhost:3000',
    parseOrigins,
  ).optional(),
  CALLBOARD_OPERATIONS: oneOf(['any', 'persisted']).default('any'),
  CALLBOARD_WORKER_CAPABILITIES: parsed(
    'must be a comma-separated list of name=value, e.g. region=eu,gpu=true',
    parseCapabilities,
  ).optional(),
  CALLBOARD_SAMPLE: oneOf(['on', 'off']).default('on'),
  CALLBOARD_OIDC_ISSUER: z.string().optional(),
  CALLBOARD_OIDC_CLIENT_ID: z.string().optional(),
  CALLBOARD_OIDC_CLIENT_SECRET: z.string().optional(),
  CALLBOARD_OIDC_SCOPES: z.string().optional(),
  CALLBOARD_OIDC_GROUPS_CLAIM: z.string().optional(),
  CALLBOARD_OIDC_ADMIN_GROUPS: z.string().optional(),
  CALLBOARD_OIDC_OPERATOR_GROUPS: z.string().optional(),
  CALLBOARD_OIDC_VIEWER_GROUPS: z.string().optional(),
  CALLBOARD_TIMEZONE: parsed('must be an IANA time zone, e.g. Europe/Berlin or UTC', (text) =>
    isTimeZone(text) ? text : undefined,
  ).optional(),
  PUBLIC_URL: url('http:', 'https:').optional(),
  LOG_LEVEL: oneOf(LOG_LEVELS).default('info'),
  NODE_ENV: z.string().optional(),
});
/** Settings of the commands that talk to a server. */
const clientSettings = z.object({
  CALLBOARD_URL: url('http:', 'https:').optional(),
  CALLBOARD_TOKEN: z.string().optional(),
  CALLBOARD_PROFILE: z.string().optional(),
  /** Standard directory of configuration files. */
  XDG_CONFIG_HOME: z.string().default(() => join(homedir(), '.config')),
  ...settings.pick({ HOST: true, PORT: true, CALLBOARD_DATA_DIR: true }).shape,
});
/** Settings that can also be read from the file that `NAME_FILE` names. */
const SECRETS = [
  'DATABASE_URL',
  'DATABASE_DIRECT_URL',
  'DATABASE_MIGRATE_URL',
  'DATA_SOURCE_URL',
  'REDIS_URL',
  'REDIS_TLS_CA',
  'REDIS_TLS_CERT',
  'REDIS_TLS_KEY',
  'CALLBOARD_SECRET_KEY',
  'CALLBOARD_SECRET_KEY_PREVIOUS',
  'CALLBOARD_ADMIN_TOKEN',
  'CALLBOARD_OIDC_CLIENT_SECRET',
  'CALLBOARD_TOKEN',
] as const satisfies readonly (keyof typeof settings.shape | keyof typeof clientSettings.shape)[];
const KNOWN: readonly string[] = [
  ...Object.keys(settings.shape),
  ...Object.keys(clientSettings.shape),
  ...SECRETS.map((name) => `${name}_FILE`),
];

/** Without a configured database, Callboard brings one, and the key of its secrets. */
const embeddedSettings = settings.partial({ DATABASE_URL: true, CALLBOARD_SECRET_KEY: true });
const migrateSettings = settings.pick({
  DATABASE_URL: true,
  DATABASE_DIRECT_URL: true,
  DATABASE_MIGRATE_URL: true,
  LOG_LEVEL: true,
});

type Settings = z.output<typeof settings>;
type EmbeddedSettings = z.output<typeof embeddedSettings>;

/** For `server.js`. */
export function parseServerConfig(env: Environment = process.env): ConfigResult<ServerConfig> {
  const build = (found: Settings) => {
    const oidc = readOidcSettings(found).settings;
    return { ...serverPart(found), ...databasePart(found), ...(oidc && { oidc }) };
  };
  return parse(settings, env, build, (given) => readOidcSettings(given).problems);
}

/** For `worker.js`. */
export function parseWorkerConfig(env: Environment = process.env): ConfigResult<WorkerConfig> {
  const tracing = readTracingSettings(whatIsSet(env));
  return parse(
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
export function parseDevConfig(env: Environment = process.env): ConfigResult<DevConfig> {
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
  return parse(schema, env, build, (given) => [
    ...portsDiffer(given),
    ...readOidcSettings(given).problems,
    ...tracingProblems(),
  ]);
}

/** For `npm run migrate`. */
export function parseMigrateConfig(env: Environment = process.env): ConfigResult<MigrateConfig> {
  return parse(migrateSettings, env, (found) => ({
    ...migratePart(found),
    logLevel: found.LOG_LEVEL,
  }));
}

/** For the commands that talk to a server. */
export function parseClientConfig(env: Environment = process.env): ConfigResult<ClientConfig> {
  return parse(clientSettings, env, (found) => ({
    url: found.CALLBOARD_URL,
    token: found.CALLBOARD_TOKEN,
    profile: found.CALLBOARD_PROFILE,
    profilesFile: join(found.XDG_CONFIG_HOME, 'callboard', 'config.json'),
    local: {
      url: defaultPublicUrl(found.HOST, found.PORT),
      tokenFile: join(found.CALLBOARD_DATA_DIR, 'admin-token'),
    },
  }));
}

/** A variable that is no setting: configuration files name those that hold their secrets. Undefined also if it is empty. */
export function readVariable(name: string, env: Environment = process.env): string | undefined {
  return Object.hasOwn(env, name) ? env[name] || undefined : undefined;
}

/** A setting as it is in force; secrets are hidden. */
export interface SettingInForce {
  name: string;
  /** Null: not set, and there is no default. */
  value: string | null;
  source: 'default' | 'environment' | 'file';
  /** The file that the value is from. */
  file?: string;
}

/** For `callboard config`: every setting, and what is wrong with those that are set. */
export function describeSettings(env: Environment = process.env): {
  settings: SettingInForce[];
  problems: string[];
  warnings: string[];
} {
  const given = whatIsSet(env);
  const values = settingsFromFiles(given, SECRETS).settings;
  const parsedConfig = parseDevConfig(env);
  const described = Object.entries(settings.shape).map(([name, schema]): SettingInForce => {
    const file = given[`${name}_FILE`];
    const value = values[name];
    if (value === undefined) return { name, value: defaultOf(name, schema, values), source: 'default' };
    const shown = isSecret(name) ? hideSecret(value) : value;
    return file === undefined
      ? { name, value: shown, source: 'environment' }
      : { name, value: shown, source: 'file', file };
  });
  return {
    settings: described,
    problems:
      parsedConfig.kind === 'error'
        ? parsedConfig.problems.filter((text) => !text.includes(' is not a setting. '))
        : [],
    warnings: unknownSettings(given, KNOWN).map(({ warning }) => warning),
  };
}

/** Some defaults follow from other settings. */
function defaultOf(name: string, schema: z.ZodType, values: Readonly<Record<string, string>>): string | null {
  const dataDir = values.CALLBOARD_DATA_DIR ?? '.callboard';
  const embedded = values.DATABASE_URL === undefined;
  const port = settings.shape.PORT.safeParse(values.PORT).data ?? 4000;
  const derived: Record<string, string | null> = {
    DATABASE_URL: `embedded PostgreSQL in ${dataDir}`,
    DATA_SOURCE_URL: 'the database itself',
    PUBLIC_URL: defaultPublicUrl(values.HOST ?? '127.0.0.1', port),
    REDIS_URL: 'none: the queue is in PostgreSQL',
    CALLBOARD_SECRET_KEY: embedded ? `in ${dataDir}/secret-key` : null,
    CALLBOARD_EGRESS_ALLOW: embedded ? '127.0.0.0/8,::1/128' : null,
    CALLBOARD_TIMEZONE: 'America/New_York, unless the settings say otherwise',
    NODE_ENV: embedded ? 'development' : 'production',
  };
  if (Object.hasOwn(derived, name)) return derived[name] ?? null;
  const found = schema.safeParse(undefined);
  return found.success && found.data !== undefined ? String(found.data) : null;
}

const isSecret = (name: string) => (SECRETS as readonly string[]).includes(name);

/** Of a URL, address and user are shown; parameters may hold secrets too. */
function hideSecret(value: string): string {
  if (!/^\w+:\/\//.test(value) || !URL.canParse(value)) return '(hidden)';
  const { protocol, username, host, pathname } = new URL(value);
  return `${protocol}//${username && `${username}:***@`}${host}${pathname}`;
}

/** The message for wrong settings. */
export function describeProblems(problems: readonly string[]): string {
  return ['Callboard cannot start with these settings:', ...problems.map((problem) => `  - ${problem}`)].join(
    '\n',
  );
}

/** The message about variables that look like settings but are not; empty: nothing to print. */
export function describeWarnings(warnings: readonly string[]): string {
  return warnings.map((warning) => `Warning: ${warning}\n`).join('');
}

/**
 * The environment of a child process: our own, with these settings, and without the variables that caused
 * warnings.
 */
export function inheritEnvironment(settings: Environment): Record<string, string | undefined> {
  const inherited = { ...process.env };
  for (const { name } of unknownSettings(whatIsSet(inherited), KNOWN)) delete inherited[name];
  for (const name of Object.keys(settings)) delete inherited[`${name}_FILE`];
  return { ...inherited, ...settings };
}

/** The URL under which a server is reached from its own machine; the default of PUBLIC_URL. */
export function defaultPublicUrl(host: string, port: number): string {
  const reachable = { '0.0.0.0': '127.0.0.1', '::': '::1' }[host] ?? host;
  return `http://${isIP(reachable) === 6 ? `[${reachable}]` : reachable}:${port}`;
}

function migratePart(found: Pick<Settings, 'DATABASE_URL' | 'DATABASE_DIRECT_URL' | 'DATABASE_MIGRATE_URL'>) {
  const runtimeUrl = found.DATABASE_DIRECT_URL ?? found.DATABASE_URL;
  const migrateUrl = found.DATABASE_MIGRATE_URL;
  if (migrateUrl !== undefined) return { migrateUrl, migrateSetting: 'DATABASE_MIGRATE_URL', runtimeUrl };
  return {
    migrateUrl: runtimeUrl,
    migrateSetting: found.DATABASE_DIRECT_URL === undefined ? 'DATABASE_URL' : 'DATABASE_DIRECT_URL',
  };
}

function serverPart(found: EmbeddedSettings) {
  return {
    ...commonPart(found),
    port: found.PORT,
    adminToken: found.CALLBOARD_ADMIN_TOKEN,
    timezone: found.CALLBOARD_TIMEZONE,
    trustedProxies: found.CALLBOARD_TRUSTED_PROXIES ?? [],
    corsOrigins: found.CALLBOARD_CORS_ORIGINS ?? [],
    operations: found.CALLBOARD_OPERATIONS,
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

function parse<S, C>(
  schema: z.ZodType<S>,
  env: Environment,
  build: (found: S) => C,
  check: (given: Environment) => string[] = () => [],
): ConfigResult<C> {
  const given = whatIsSet(env);
  const { settings: values, problems: unreadable } = settingsFromFiles(given, SECRETS);
  const result = schema.safeParse(values);
  const unread = new Set(unreadable.map((problem) => problem.split('_FILE ')[0]));
  const problems = [
    ...(result.error?.issues ?? [])
      .filter(({ path }) => !unread.has(path.join('.')))
      .map(({ path, message }) => `${path.join('.')} ${message}`),
    ...unreadable,
    ...redisProblems(values),
    ...check(values),
  ];
  const warnings = unknownSettings(given, KNOWN).map(({ warning }) => warning);
  return result.success && problems.length === 0
    ? { kind: 'ok', config: build(result.data), warnings }
    : { kind: 'error', problems: [...problems, ...warnings] };
}

/** An empty variable counts as not set, because compose files and shells leave such variables. */
function whatIsSet(env: Environment): Record<string, string> {
  return Object.fromEntries(
    Object.entries(env).filter(
      (entry): entry is [string, string] => entry[1] !== undefined && entry[1] !== '',
    ),
  );
}

/** Certificates are only compared with each other and the URL if each is right on its own. */
function redisProblems(values: Environment): string[] {
  const { REDIS_URL, REDIS_TLS_CA, REDIS_TLS_CERT, REDIS_TLS_KEY } = settings.shape;
  const found = z
    .object({ REDIS_URL, REDIS_TLS_CA, REDIS_TLS_CERT, REDIS_TLS_KEY })
    .transform((tls) => ({
      ca: tls.REDIS_TLS_CA,
      cert: tls.REDIS_TLS_CERT,
      key: tls.REDIS_TLS_KEY,
      url: tls.REDIS_URL,
    }))
    .safeParse(values).data;
  return found === undefined ? [] : certificateProblems(found.url, found);
}

/** Server and worker listen on different ports; 0 is any free port. */
function portsDiffer(given: Environment): string[] {
  const port = settings.shape.PORT.safeParse(given.PORT).data;
  const workerPort = settings.shape.WORKER_PORT.safeParse(given.WORKER_PORT).data;
  return port !== 0 && port !== undefined && port === workerPort
    ? [`WORKER_PORT must be another port than PORT: both are ${port}`]
    : [];
}

/**
 * A text that `read` parses. `rule` is the message if it is missing or `read` returns undefined. The message
 * never contains the value.
 */
function parsed<T>(rule: string, read: (text: string) => T | undefined) {
  return z.string({ error: `is required: it ${rule}` }).transform((text, context): T => {
    const value = read(text);
    if (value !== undefined) return value;
    context.addIssue({ code: 'custom', message: rule });
    return z.NEVER;
  });
}

function url(...protocols: string[]) {
  const schemes = protocols.map((protocol) => `${protocol}//…`).join(' or ');
  return parsed(`must be a URL ${schemes}`, (text) =>
    URL.canParse(text) && protocols.includes(new URL(text).protocol) ? text : undefined,
  );
}

/** @param writes whether a standby will not do */
function databaseUrl({ writes = true } = {}) {
  const missing = 'is required: it must be a URL postgresql://… or postgres://…';
  return z.string({ error: missing }).superRefine((text, context) => {
    const message = problemOfDatabaseUrl(text, { writes });
    if (message !== undefined) context.addIssue({ code: 'custom', message });
  });
}

function redisUrl() {
  return z.string().transform((text, context): RedisAddress => {
    const result = parseRedisUrl(text);
    if (result.kind === 'ok') return result.address;
    context.addIssue({ code: 'custom', message: result.problem });
    return z.NEVER;
  });
}

function pem(kind: string, isRight: (text: string) => boolean) {
  return parsed(`must be a ${kind} in PEM`, (text) => (isRight(text) ? text : undefined));
}

function integer(min: number, max: number) {
  return parsed(`must be a whole number from ${min} to ${max}`, (text) => {
    const value = /^\d+$/.test(text) ? Number(text) : Number.NaN;
    return value >= min && value <= max ? value : undefined;
  });
}

function oneOf<T extends string>(values: readonly T[]) {
  return parsed(`must be one of ${values.join(', ')}`, (text) => values.find((value) => value === text));
}

function parseNetworks(text: string): string[] | undefined {
  const networks = text.split(',').map((item) => item.trim());
  return networks.every(isNetwork) ? networks : undefined;
}

function isNetwork(text: string): boolean {
  const [address = '', prefix, ...rest] = text.split('/');
  const family = isIP(address);
  if (family === 0 || prefix === undefined || !/^\d{1,3}$/.test(prefix) || rest.length > 0) return false;
  return Number(prefix) <= (family === 4 ? 32 : 128);
}

function parseCapabilities(text: string): Record<string, string[]> | undefined {
  const found = new Map<string, string[]>();
  for (const item of text.split(',')) {
    const [, name, value] = /^\s*([\w.-]+)\s*=\s*([^\s=]+)\s*$/.exec(item) ?? [];
    if (name === undefined || value === undefined) return undefined;
    found.set(name, [...(found.get(name) ?? []), value]);
  }
  return Object.fromEntries(found);
}
