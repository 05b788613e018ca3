import { builder } from '../builder.js';

/** Every type that implements it has an entry in `system/node.ts`. */
export const Node = builder.interfaceRef<{ id: string }>('Node').implement({
  description: 'An object that `node` finds by its type and ID.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'ID of the object, unique among objects of its type.' }),
  }),
});
