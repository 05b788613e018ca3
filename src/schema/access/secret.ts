import { builder } from '../builder.js';

/** `hint` is the last characters, so that people can distinguish secrets. */
export interface StoredSecret {
  set: boolean;
  hint: string | null;
}

export const Secret = builder.objectRef<StoredSecret>('Secret').implement({
  description: 'A stored secret. Its value can be written but never read.',
  fields: (t) => ({
    set: t.exposeBoolean('set', { description: 'Whether a value is stored.' }),
    ...t.exposed('String', {
      hint: 'The last four characters. Null if no value is stored or it is too short to show any.',
    }),
  }),
});
