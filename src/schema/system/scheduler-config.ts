import {
  type SchedulerConfig as Config,
  DEFAULT_SCHEDULER_CONFIG,
} from '../../domain/config/scheduler-config.js';
import { SCHEDULER_SETTINGS } from '../../domain/config/scheduler-settings.js';
import { getSchedulerConfig } from '../../services/system/read-settings.js';
import { updateSchedulerConfig } from '../../services/system/update-scheduler-config.js';
import { builder } from '../builder.js';
import { ValidationIssue } from '../types/errors.js';
import { mutationOf } from '../types/mutation.js';
import { settingsInput, settingsType } from './settings-types.js';

const SchedulerConfig = settingsType<Config>(SCHEDULER_SETTINGS);

builder.objectFields(SchedulerConfig, (t) => ({
  defaults: t.field({
    type: SchedulerConfig,
    description: 'Default of every setting. Null in an update returns to it.',
    resolve: () => DEFAULT_SCHEDULER_CONFIG,
  }),
  issues: t.field({
    type: [ValidationIssue],
    description: 'Problems in the stored settings, which can be written by SQL. The defaults apply instead.',
    resolve: async (_config, _args, { services }) => (await getSchedulerConfig(services.pool)).issues,
  }),
}));

const UpdateSchedulerConfigInput = settingsInput(
  {
    ...SCHEDULER_SETTINGS,
    about:
      'Changes to the settings. Omitted settings keep their value; null returns a setting to its default.',
  },
  'UpdateSchedulerConfigInput',
);

builder.queryField('schedulerConfig', (t) =>
  t.field({
    type: SchedulerConfig,
    description: 'Settings of the scheduler.',
    resolve: async (_root, _args, { services }) => (await getSchedulerConfig(services.pool)).config,
  }),
);

builder.mutationField('updateSchedulerConfig', (t) =>
  mutationOf(SchedulerConfig, ({ config }: { config: Config }) => config)(t, {
    by: 'admin',
    description: 'Changes the settings of the scheduler.',
    args: { input: t.arg({ type: UpdateSchedulerConfigInput, required: true, description: 'The changes.' }) },
    run: (deps, actor, { input }) => updateSchedulerConfig(deps, actor, input),
  }),
);
