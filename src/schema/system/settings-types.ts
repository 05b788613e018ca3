/** Types and inputs that follow from the descriptions of settings. */
import type { InputRef, ObjectRef } from '@pothos/core';
import { isGroup, type Setting, type SettingGroup } from '../../domain/config/setting.js';
import { aboutDefault, aboutSetting } from '../../domain/config/setting-texts.js';
import { type BuilderTypes, builder } from '../builder.js';
import { Backoff } from '../jobs/job-enums.js';

type Values = Record<string, unknown>;

/** What a setting means, with its range and default. */
const describe = (of: Setting | SettingGroup) =>
  isGroup(of) ? of.about : `${aboutSetting(of)} ${aboutDefault(of)}`;

/** The scalar or enum of a setting's values. */
function typeOf({ kind, choices }: Setting) {
  if (kind === 'choice' && choices?.includes('exponential')) return Backoff;
  if (kind === 'list') return ['String' as const] as ['String'];
  return ({ boolean: 'Boolean', integer: 'Int', duration: 'Duration', time_zone: 'String' } as const)[
    kind as 'integer'
  ];
}

export function settingsType<V extends object = Values>(group: SettingGroup): ObjectRef<BuilderTypes, V, V> {
  return builder.objectRef<V>(group.typeName).implement({
    description: group.about,
    fields: (t) =>
      Object.fromEntries(
        Object.entries(group.settings).map(([name, of]) => [
          name,
          t.field({
            // The values are those of the descriptions, which the compiler cannot follow here.
            type: (isGroup(of) ? settingsType(of) : typeOf(of)) as 'JSON',
            description: describe(of),
            nullable: !isGroup(of) && of.byDefault === null,
            resolve: (values) => (values as Values)[name] as never,
          }),
        ]),
      ),
  });
}

/** The input that changes a group of settings. */
export function settingsInput(group: SettingGroup, name = `${group.typeName}Input`): InputRef<Values> {
  return builder.inputType(name, {
    description: group.about,
    fields: (t) =>
      Object.fromEntries(
        Object.entries(group.settings).map(([field, of]) => [
          field,
          t.field({
            type: (isGroup(of) ? settingsInput(of) : typeOf(of)) as 'JSON',
            description: describe(of),
          }),
        ]),
      ),
  }) as unknown as InputRef<Values>;
}
