import type { Actor } from '../../services/access/context.js';
import { builder } from '../builder.js';
import { Role } from '../types/enums.js';

const Viewer = builder.objectRef<Actor>('Viewer').implement({
  description: 'The API token that this request is authenticated with.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'ID of the API token.' }),
    name: t.exposeString('name', { description: 'Name of the API token.' }),
    role: t.expose('role', { type: Role, description: 'Role of the API token.' }),
  }),
});

builder.queryField('me', (t) =>
  t.field({
    type: Viewer,
    nullable: true,
    description: 'The signed-in API token. Null if the request is not authenticated.',
    skipTypeScopes: true,
    resolve: (_root, _args, { actor }) => actor ?? null,
  }),
);
