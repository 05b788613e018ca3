import type { LogLevel } from '../runtime/telemetry/logger.js';
import { ENVIRONMENT, type Environment } from './environment.js';
import { type ConfigResult, readSettings } from './read-settings.js';
import { migrateSettings, type Settings } from './settings.js';

/** Settings of `npm run migrate`. */
export interface MigrateConfig {
  /** URL of the user who migrates, from `DATABASE_MIGRATE_URL`, `DATABASE_DIRECT_URL` or `DATABASE_URL`. */
  migrateUrl: string;
  /** The setting that `migrateUrl` comes from. */
  migrateSetting: string;
  /** URL of the user that server and worker run as, if that is another one. */
  runtimeUrl?: string;
  logLevel: LogLevel;
}

/** For `npm run migrate`. */
export function parseMigrateConfig(env: Environment = ENVIRONMENT): ConfigResult<MigrateConfig> {
  return readSettings(migrateSettings, env, (found) => ({
    ...migratePart(found),
    logLevel: found.LOG_LEVEL,
  }));
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
