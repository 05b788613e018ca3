import { loadAgentConfig, type StoredAgentConfig } from '../../db/agents/agent-config.js';
import { setAgentConfig } from '../../services/agents/agent-config.js';
import { TOKEN_NAME, tokenName } from '../access/token-name.js';
import { builder } from '../builder.js';
import { mutationOf } from '../types/mutation.js';

const AgentConfig = builder.objectRef<StoredAgentConfig>('AgentConfig').implement({
  description: 'JSON that an agent receives as `config` with every request.',
  fields: (t) => ({
    ...t.exposed('JSON', { value: 'The value. Null if none is set.' }),
    ...t.exposed('DateTime', { updatedAt: 'Time of the last change. Null if it was never set.' }),
    ...t.exposed('String', {
      updatedBy: 'ID of the API token or person that made the last change. Null if it was never set.',
    }),
    updatedByName: t.string({
      ...TOKEN_NAME,
      resolve: ({ updatedBy }, _args, context, info) => tokenName(context, info, updatedBy),
    }),
  }),
});

builder.queryField('agentConfig', (t) =>
  t.field({
    type: AgentConfig,
    nullable: true,
    description: 'Config of an agent. Null if the agent does not exist. Requires the role `ADMIN`.',
    authScopes: { admin: true },
    args: { agentId: t.arg.id({ required: true, description: 'ID of the agent.' }) },
    resolve: async (_root, { agentId }, { services }) =>
      (await loadAgentConfig(services.pool, agentId)) ?? null,
  }),
);

builder.mutationField('setAgentConfig', (t) =>
  mutationOf(AgentConfig)(t, {
    by: 'admin',
    description: 'Replaces the config of an agent. Later requests to the agent carry the new value.',
    args: {
      agentId: t.arg.id({ required: true, description: 'ID of the agent.' }),
      value: t.arg({ type: 'JSON', description: 'The new value. Null removes the config.' }),
    },
    run: (deps, actor, { agentId, value }) => setAgentConfig(deps, actor, { agentId, value: value ?? null }),
  }),
);
