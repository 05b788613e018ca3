import type { SettingKind as Kind } from '../../domain/config/setting.js';
import { type ListedSetting, listSettings } from '../../services/system/list-settings.js';
import { builder } from '../builder.js';
import { enumOf } from '../types/enum-of.js';

const SettingKind = enumOf<Kind>('SettingKind', 'What values a setting has.', {
  boolean: '`true` or `false`.',
  integer: 'A whole number.',
  duration: 'Milliseconds. In a change of a scheduler setting, also a string such as `30s`.',
  time_zone: 'The name of an IANA time zone.',
  choice: 'One of `choices`.',
  list: 'A list of strings.',
});

/** Enum values have capital letters in the API. */
const shown = (value: unknown, { setting }: ListedSetting) =>
  setting.kind === 'choice' ? String(value).toUpperCase() : value;

const Setting = builder.objectRef<ListedSetting>('Setting').implement({
  description: 'A setting that an admin changes at run time.',
  fields: (t) => ({
    ...t.exposed('String!', {
      key: 'Key in `AgentConfig` under which it is stored: `scheduler`, changed by `updateSchedulerConfig`, or `engine`, changed by `updateEngineConfig`.',
      path: 'Its path in the input of that mutation, with dots: `scheduler.timezone`.',
      description: 'What it means, and its range.',
    }),
    label: t.string({ description: 'Display name.', resolve: ({ setting }) => setting.label }),
    kind: t.field({
      type: SettingKind,
      description: 'Kind of its values.',
      resolve: ({ setting }) => setting.kind,
    }),
    choices: t.stringList({
      description: 'The values to choose from; empty for other kinds.',
      resolve: ({ setting }) => (setting.choices ?? []).map((value) => value.toUpperCase()),
    }),
    unit: t.string({
      nullable: true,
      description: 'Unit of a number. Null if the label contains it.',
      resolve: ({ setting }) => setting.unit ?? null,
    }),
    value: t.field({
      type: 'JSON',
      nullable: true,
      description: 'The value in effect. For an engine setting, the value that is set; null if none is set.',
      resolve: (listed) => shown(listed.value, listed),
    }),
    fallback: t.field({
      type: 'JSON',
      nullable: true,
      description: 'The value that applies if nothing is set. Null if there is no limit.',
      resolve: (listed) => shown(listed.fallback, listed),
    }),
  }),
});

builder.queryField('settings', (t) =>
  t.field({
    type: [Setting],
    description: 'Every setting that an admin changes at run time, with its meaning, value and default.',
    resolve: (_root, _args, { services }) => listSettings(services.pool),
  }),
);
