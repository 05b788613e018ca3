/**
 * Engine settings, stored in `AgentConfig` under `engine`. Names and defaults are those of other
 * schedulers. Each one that is set overrides the scheduler setting with the same meaning. All are
 * optional, and durations are in milliseconds.
 */
import { z } from 'zod';
import type { Issue } from '../issue.js';
import { issuesOf, parseLeniently } from '../parse-leniently.js';
import type { SchedulerConfig } from './scheduler-config.js';
import { ALIASES, ENGINE_ONLY_SETTINGS, SCHEDULER_SETTINGS } from './scheduler-settings.js';
import { pathsOf, type Setting, valueAt, wholeNumber } from './setting.js';

type EngineSettingName = keyof typeof ALIASES | keyof typeof ENGINE_ONLY_SETTINGS;

/** The settings in effect. */
export type EngineSettings = Record<EngineSettingName, number>;

/** The settings that are set. */
export type EngineConfig = Partial<EngineSettings>;

interface EngineSetting {
  name: EngineSettingName;
  setting: Setting;
  /** Path of the scheduler setting that it overrides. */
  overrides?: string;
}

const scheduler = new Map(pathsOf(SCHEDULER_SETTINGS));

export const ENGINE_SETTINGS = [
  ...Object.entries(ALIASES).map(([name, overrides]) => ({
    name,
    setting: scheduler.get(overrides),
    overrides,
  })),
  ...Object.entries(ENGINE_ONLY_SETTINGS).map(([name, setting]) => ({ name, setting })),
] as readonly EngineSetting[];

const schema: z.ZodType<EngineConfig> = z.strictObject(
  Object.fromEntries(
    ENGINE_SETTINGS.map(({ name, setting: { range = { min: 0, max: 0 } } }) => [
      name,
      wholeNumber(range.min, range.max).optional(),
    ]),
  ),
);

/**
 * Reads the stored value, which may have been written by SQL. Unusable settings count as not set and are
 * listed in `issues`.
 */
export function parseEngineConfig(value: unknown): { config: EngineConfig; issues: Issue[] } {
  const { value: config, issues } = parseLeniently(schema, value ?? {});
  return { config: config ?? {}, issues };
}

/** Strict validation, for a change. */
export function validateEngineConfig(
  value: unknown,
): { kind: 'ok'; config: EngineConfig } | { kind: 'error'; issues: Issue[] } {
  const parsed = schema.safeParse(value);
  if (parsed.success) return { kind: 'ok', config: parsed.data };
  return { kind: 'error', issues: issuesOf(parsed.error, schema) };
}

/** Resolves each setting: the engine setting, otherwise the scheduler setting, otherwise the default. */
export function engineSettings(set: EngineConfig, config: SchedulerConfig): EngineSettings {
  const values = ENGINE_SETTINGS.map(({ name, setting, overrides }) => [
    name,
    set[name] ?? (overrides === undefined ? setting.byDefault : valueAt(config, overrides)),
  ]);
  return Object.fromEntries(values) as EngineSettings;
}
