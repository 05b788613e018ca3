import { builder } from '../builder.js';

/** `hint`: the last characters, for people to tell one from another. */
export interface StoredSecret {
  set: boolean;
  hint: string | null;
}

export const Secret = builder.objectRef<StoredSecret>('Secret').implement({
  description: 'A stored secret: it went in, and never comes out.',
  fields: (t) => ({
    set: t.exposeBoolean('set'),
    hint: t.exposeString('hint', { nullable: true, description: 'The last four characters.' }),
  }),
});
