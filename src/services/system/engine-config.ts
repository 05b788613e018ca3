import { loadConfigValue, lockConfigValue, writeConfigValue } from '../../db/system/config-values.js';
import type { Queryable } from '../../db/system/queryable.js';
import {
  type EngineConfig,
  type EngineSettings,
  engineSettings,
  parseEngineConfig,
  validateEngineConfig,
} from '../../domain/config/engine-config.js';
import { withTransaction } from '../../runtime/database/pool.js';
import { readSchedulerConfig } from './read-settings.js';
import { invalid, ok } from './result.js';
import type { UseCase } from './use-case.js';

export interface EngineConfiguration {
  set: EngineConfig;
  /** The values in effect: what is set, then the scheduler's settings, then the defaults. */
  inForce: EngineSettings;
  /** The values that would be in effect if nothing were set. */
  fallback: EngineSettings;
}

export async function getEngineConfig(client: Queryable): Promise<EngineConfiguration> {
  const [stored, scheduler] = await Promise.all([
    loadConfigValue(client, 'engine'),
    readSchedulerConfig(client),
  ]);
  const set = parseEngineConfig(stored).config;
  return { set, inForce: engineSettings(set, scheduler), fallback: engineSettings({}, scheduler) };
}

/** Changes the given settings. Null clears one. Workers apply them immediately. */
export const updateEngineConfig: UseCase<Readonly<Record<string, unknown>>, EngineConfiguration> = async (
  deps,
  actor,
  patch,
) => {
  const wanted = Object.fromEntries(Object.entries(patch).filter(([, value]) => value !== undefined));
  const given = validateEngineConfig(withoutNulls(wanted));
  if (given.kind === 'error') return invalid(given.issues);
  const configuration = await withTransaction(deps.pool, async (client) => {
    const stored = await lockConfigValue(client, 'engine');
    const config = withoutNulls({ ...parseEngineConfig(stored).config, ...wanted });
    await writeConfigValue(client, 'engine', config, actor);
    return getEngineConfig(client);
  });
  deps.logger.info('config.updated', { key: 'engine', settings: Object.keys(wanted), actor: actor.id });
  return ok(configuration);
};

function withoutNulls(values: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null));
}
