import { ENGINE_SETTINGS } from '../../domain/config/engine-config.js';
import { aboutDefault, aboutSettingInMs } from '../../domain/config/setting-texts.js';
import {
  type EngineConfiguration,
  getEngineConfig,
  updateEngineConfig,
} from '../../services/system/engine-config.js';
import { builder } from '../builder.js';
import { mutationOf } from '../types/mutation.js';

/** Each setting with what it means, its range, and the setting that it overrides or its default. */
const SETTINGS = ENGINE_SETTINGS.map(({ name, setting, overrides }) => {
  const otherwise = overrides ? `Overrides \`${overrides}\`.` : aboutDefault(setting, { inMs: true });
  return { name, description: `${aboutSettingInMs(setting)} ${otherwise}` };
});

const EngineSettings = builder.objectRef<EngineConfiguration['inForce']>('EngineSettings').implement({
  description: 'Settings of the workers.',
  fields: (t) =>
    Object.fromEntries(SETTINGS.map(({ name, description }) => [name, t.exposeInt(name, { description })])),
});

const EngineConfig = builder.objectRef<EngineConfiguration>('EngineConfig').implement({
  description:
    'Settings of the workers. Changes take effect immediately. Each setting overrides its counterpart in `schedulerConfig`.',
  fields: (t) => ({
    ...Object.fromEntries(
      SETTINGS.map(({ name, description }) => [
        name,
        t.int({
          nullable: true,
          description: `${description} Null if not set.`,
          resolve: ({ set }) => set[name] ?? null,
        }),
      ]),
    ),
    ...t.exposed(EngineSettings, {
      inForce: 'The values in effect: what is set, otherwise `schedulerConfig`, otherwise the defaults.',
    }),
    fallback: t.field({
      type: EngineSettings,
      description: 'The values that would be in effect if nothing were set.',
      resolve: (config) => config.fallback,
    }),
  }),
});

const UpdateEngineConfigInput = builder.inputType('UpdateEngineConfigInput', {
  description:
    'Changes to the settings of the workers. Omitted settings keep their value; null clears a setting.',
  fields: (t) => Object.fromEntries(SETTINGS.map(({ name, description }) => [name, t.int({ description })])),
});

builder.queryField('engineConfig', (t) =>
  t.field({
    type: EngineConfig,
    description: 'Settings of the workers.',
    resolve: (_root, _args, { services }) => getEngineConfig(services.pool),
  }),
);

builder.mutationField('updateEngineConfig', (t) =>
  mutationOf(EngineConfig)(t, {
    by: 'admin',
    description: 'Changes the settings of the workers.',
    args: { input: t.arg({ type: UpdateEngineConfigInput, required: true, description: 'The changes.' }) },
    run: (deps, actor, { input }) => updateEngineConfig(deps, actor, input),
  }),
);
