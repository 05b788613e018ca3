import type { Queryable } from '../../db/system/queryable.js';
import { ENGINE_SETTINGS } from '../../domain/config/engine-config.js';
import { DEFAULT_SCHEDULER_CONFIG } from '../../domain/config/scheduler-config.js';
import { SCHEDULER_SETTINGS } from '../../domain/config/scheduler-settings.js';
import { pathsOf, type Setting, valueAt } from '../../domain/config/setting.js';
import { aboutSetting } from '../../domain/config/setting-texts.js';
import { getEngineConfig } from './engine-config.js';
import { readSchedulerConfig } from './read-settings.js';

/** A run-time setting with its value. */
export interface ListedSetting {
  /** The key of `AgentConfig` that it is stored under. */
  key: 'scheduler' | 'engine';
  /** Its path in the stored value, and in the input that changes it. */
  path: string;
  setting: Setting;
  description: string;
  /** The value in effect. For engine settings: the value that is set, or null. */
  value: unknown;
  /** The value that applies if nothing is set. */
  fallback: unknown;
}

/** Every setting that an admin changes at run time. */
export async function listSettings(client: Queryable): Promise<ListedSetting[]> {
  const [scheduler, engine] = await Promise.all([readSchedulerConfig(client), getEngineConfig(client)]);
  return [
    ...pathsOf(SCHEDULER_SETTINGS).map(([path, setting]) => ({
      key: 'scheduler' as const,
      path,
      setting,
      description: aboutSetting(setting),
      value: valueAt(scheduler, path),
      fallback: valueAt(DEFAULT_SCHEDULER_CONFIG, path),
    })),
    ...ENGINE_SETTINGS.map(({ name, setting, overrides }) => ({
      key: 'engine' as const,
      path: name,
      setting,
      description: `${aboutSetting(setting)}${overrides ? ` Overrides ${overrides}.` : ''}`,
      value: engine.set[name] ?? null,
      fallback: engine.fallback[name],
    })),
  ];
}
