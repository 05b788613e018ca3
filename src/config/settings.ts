/** Every setting: its name, form and default. */
import { homedir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { isTimeZone } from '../domain/schedule/cron/zone.js';
import { DEFAULT_REDIS_PREFIX, isCertificate, isPrivateKey } from '../runtime/redis-settings.js';
import { parseSecretKey } from '../runtime/secrets/secret-key.js';
import { LOG_LEVELS } from '../runtime/telemetry/logger.js';
import {
  databaseUrl,
  httpUrl,
  integer,
  oneOf,
  parseCapabilities,
  parsed,
  parseNetworks,
  pem,
  redisUrl,
} from './value-types.js';

export const settings = z.object({
  DATABASE_URL: databaseUrl(),
  DATABASE_DIRECT_URL: databaseUrl().optional(),
  DATABASE_MIGRATE_URL: databaseUrl().optional(),
  REDIS_URL: redisUrl().optional(),
  REDIS_PREFIX: z
    .string()
    .regex(/^[\w.-]{1,64}$/, 'must be 1 to 64 letters, digits, "_", "." or "-"')
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
    .regex(/^[\x21-\x7e]+$/, 'must contain only printable ASCII characters, without spaces')
    .optional(),
  CALLBOARD_SECRET_KEY: parsed(
    'must be 32 bytes in base64, e.g. from "openssl rand -base64 32"',
    parseSecretKey,
  ),
  CALLBOARD_SECRET_KEY_PREVIOUS: parsed(
    'must be 32 bytes in base64, like CALLBOARD_SECRET_KEY',
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
  CALLBOARD_GRAPHIQL: oneOf(['true', 'false']).optional(),
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
  PUBLIC_URL: httpUrl.optional(),
  LOG_LEVEL: oneOf(LOG_LEVELS).default('info'),
  NODE_ENV: z.string().optional(),
});

/** Settings of the commands that talk to a server. */
export const clientSettings = z.object({
  CALLBOARD_URL: httpUrl.optional(),
  CALLBOARD_TOKEN: z.string().optional(),
  CALLBOARD_PROFILE: z.string().optional(),
  /** Standard directory of configuration files. */
  XDG_CONFIG_HOME: z.string().default(() => join(homedir(), '.config')),
  ...settings.pick({ HOST: true, PORT: true, CALLBOARD_DATA_DIR: true }).shape,
});

/** Settings that can also be read from the file that `NAME_FILE` names. */
export const SECRETS = [
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

export const KNOWN_SETTINGS: readonly string[] = [
  ...Object.keys(settings.shape),
  ...Object.keys(clientSettings.shape),
  ...SECRETS.map((name) => `${name}_FILE`),
];

/** Without a configured database, Callboard brings one, and the key of its secrets. */
export const embeddedSettings = settings.partial({ DATABASE_URL: true, CALLBOARD_SECRET_KEY: true });

/** Settings of `npm run migrate`. */
export const migrateSettings = settings.pick({
  DATABASE_URL: true,
  DATABASE_DIRECT_URL: true,
  DATABASE_MIGRATE_URL: true,
  LOG_LEVEL: true,
});

export type Settings = z.output<typeof settings>;
export type EmbeddedSettings = z.output<typeof embeddedSettings>;

/**
 * A comma-separated list of origins, exactly as browsers send them in `Origin`.
 *
 * @returns undefined if one of them is no origin, such as `*`, `null` or an address with a path
 */
function parseOrigins(text: string): string[] | undefined {
  const origins = text.split(',').map((item) => item.trim());
  return origins.every(isOrigin) ? origins : undefined;
}

function isOrigin(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { origin, protocol } = new URL(text);
  return origin === text && ['http:', 'https:'].includes(protocol);
}
