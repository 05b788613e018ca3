/** The settings of each kind of channel, as output and as input, from the table of kinds. */
import { z } from 'zod';
import { SECRET } from '../../domain/input-forms.js';
import { CHANNEL_KINDS, CHANNEL_TYPES, type StoredChannel } from '../../domain/notification/channel.js';
import type { ChannelKind } from '../../domain/notification/channels/channel-kind.js';
import { layersOf, unwrap } from '../../domain/schema-layers.js';
import { Secret } from '../access/secret.js';
import { builder } from '../builder.js';

export const CHANNEL_SETTINGS = CHANNEL_TYPES.map((type) => {
  const kind = CHANNEL_KINDS[type];
  const name = `${type.charAt(0).toUpperCase()}${type.slice(1)}Channel`;
  return {
    type,
    description: `Settings of ${kind.noun}.`,
    output: outputType(name, kind),
    input: inputType(`${name}Input`, kind),
  };
});

function outputType(name: string, { about, settings }: ChannelKind) {
  return builder.objectRef<StoredChannel>(name).implement({
    description: about,
    fields: (t) =>
      mapValues(settings, ({ form, output }, setting) =>
        isSecret(form)
          ? t.field({
              type: Secret,
              description: output,
              resolve: (channel) => ({
                set: channel[setting] !== null,
                hint: channel[`${setting}Hint`] as string | null,
              }),
            })
          : t.field({
              type: scalarOf(form),
              nullable: form.safeParse(null).success,
              description: output,
              resolve: (channel) => channel[setting] as string,
            }),
      ),
  });
}

function inputType(name: string, { about, settings }: ChannelKind) {
  return builder.inputType(name, {
    description: about,
    fields: (t) =>
      mapValues(settings, ({ form, output, input }) => {
        const absent = form.safeParse(undefined);
        return t.field({
          type: scalarOf(form),
          description: input ?? output,
          required: !absent.success || absent.data != null,
          defaultValue: absent.data as string,
        });
      }),
  });
}

function mapValues<T, R>(record: Readonly<Record<string, T>>, map: (value: T, name: string) => R) {
  return Object.fromEntries(Object.entries(record).map(([name, value]) => [name, map(value, name)]));
}

/** The type of a setting. To the compiler it is always a string, because settings are not known by name. */
function scalarOf(form: z.ZodType) {
  const inner = unwrap(form);
  if (inner instanceof z.ZodArray) return ['String'] as unknown as 'String';
  if (inner instanceof z.ZodNumber) return 'Int' as 'String';
  return inner instanceof z.ZodBoolean ? ('Boolean' as 'String') : 'String';
}

function isSecret(form: z.ZodType): boolean {
  return layersOf(form).some((layer) => layer.meta()?.title === SECRET.title);
}
