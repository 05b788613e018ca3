import type { Actor } from '../../services/access/context.js';
import { builder } from '../builder.js';
import { Role } from './role.js';
import { TokenScope } from './token-scope.js';

const Viewer = builder.objectRef<Actor>('Viewer').implement({
  description: 'The API token, or the person, that this request is authenticated with.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'ID of the API token or person.' }),
    name: t.exposeString('name', {
      description:
        'Name of the API token or person. If a person has an email address, it follows in parentheses.',
    }),
    role: t.expose('role', {
      type: Role,
      description: 'Role of the API token, or the highest role of the groups of the person.',
    }),
    scope: t.field({
      type: TokenScope,
      nullable: true,
      description: 'What the API token is limited to. Null if it is not limited.',
      resolve: ({ scope }) => scope ?? null,
    }),
  }),
});

builder.queryField('me', (t) =>
  t.field({
    type: Viewer,
    nullable: true,
    description: 'The signed-in API token or person. Null if the request is not authenticated.',
    skipTypeScopes: true,
    resolve: (_root, _args, { actor }) => actor ?? null,
  }),
);
