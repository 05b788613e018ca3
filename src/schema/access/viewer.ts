import type { Actor } from '../../services/access/context.js';
import { builder } from '../builder.js';
import { Role } from '../types/enums.js';

const Viewer = builder.objectRef<Actor>('Viewer').implement({
  description: 'Who asks.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Of the API token.' }),
    name: t.exposeString('name'),
    role: t.expose('role', { type: Role }),
  }),
});

builder.queryField('me', (t) =>
  t.field({
    type: Viewer,
    nullable: true,
    description: 'Null when not signed in.',
    skipTypeScopes: true,
    resolve: (_root, _args, { actor }) => actor ?? null,
  }),
);
