import type { z } from 'zod';
import { ENVIRONMENT, type Environment, whatIsSet } from './environment.js';
import { defaultPublicUrl, parseDevConfig } from './process-config.js';
import { SECRETS, settings } from './settings.js';
import { settingsFromFiles } from './settings-from-files.js';
import { unknownSettings } from './unknown-settings.js';

/** The effective value of a setting, with secrets hidden. */
interface SettingInForce {
  name: string;
  /** Null if it is not set and has no default. */
  value: string | null;
  source: 'default' | 'environment' | 'file';
  /** The file that the value comes from. */
  file?: string;
}

/** Every setting, and the problems with those that are set, for `callboard config`. */
export function describeSettings(env: Environment = ENVIRONMENT): {
  settings: SettingInForce[];
  problems: string[];
  warnings: string[];
} {
  const given = whatIsSet(env);
  const values = settingsFromFiles(given).settings;
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
    warnings: unknownSettings(given).map(({ warning }) => warning),
  };
}

/** The default of a setting, which may depend on other settings. */
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
    CALLBOARD_GRAPHIQL: String((values.NODE_ENV ?? (embedded ? 'development' : '')) === 'development'),
    NODE_ENV: embedded ? 'development' : 'production',
  };
  if (Object.hasOwn(derived, name)) return derived[name] ?? null;
  const found = schema.safeParse(undefined);
  return found.success && found.data !== undefined ? String(found.data) : null;
}

const isSecret = (name: string) => (SECRETS as readonly string[]).includes(name);

/** Shows the address and user of a URL. Parameters may contain secrets too. */
function hideSecret(value: string): string {
  if (!/^\w+:\/\//.test(value) || !URL.canParse(value)) return '(hidden)';
  const { protocol, username, host, pathname } = new URL(value);
  return `${protocol}//${username && `${username}:***@`}${host}${pathname}`;
}
