import { TOKEN_NAME, tokenName } from '../access/token-name.js';
import { builder } from '../builder.js';
import { Agent } from './agent.js';
import { AgentEnvironment } from './agent-enums.js';

const AgentDeployment = builder.prismaObject('AgentVersionDeployment', {
  name: 'AgentDeployment',
  description: 'The version of an agent that is active in an environment.',
  select: { id: true },
  fields: (t) => ({
    id: t.exposeID('id', { description: 'ID of the deployment.' }),
    version: t.exposeString('version', { description: 'The active version.' }),
    ...t.exposed(AgentEnvironment, { environment: 'The environment.' }),
    deployedAt: t.expose('deployedAt', { type: 'DateTime', description: 'Time of the deployment.' }),
    deployedBy: t.exposeString('deployedBy', {
      description: 'ID of the API token or person that deployed the version.',
    }),
    deployedByName: t.string({
      ...TOKEN_NAME,
      select: { deployedBy: true },
      resolve: ({ deployedBy }, _args, context, info) => tokenName(context, info, deployedBy),
    }),
    previousVersions: t.exposeStringList('previousVersions', {
      description: 'Versions that were active before, oldest first. A rollback returns to the last one.',
    }),
  }),
});

builder.prismaObjectField(Agent, 'deployments', (t) =>
  t.relation('deployments', {
    type: AgentDeployment,
    description: 'The active version in each environment.',
    query: { orderBy: { environment: 'asc' } },
  }),
);
