import { type AgentConfigView, getAgentConfig, setAgentConfig } from '../../services/agents/agent-config.js';
import { TOKEN_NAME, tokenName } from '../access/token-name.js';
import { builder } from '../builder.js';
import { actorOf } from '../context.js';
import { answer, resultUnion } from '../types/errors.js';

const AgentConfig = builder.objectRef<AgentConfigView>('AgentConfig').implement({
  description: 'What an agent is sent as `config` with every request.',
  fields: (t) => ({
    value: t.expose('value', { type: 'JSON', nullable: true, description: 'Null: it has none.' }),
    updatedAt: t.expose('updatedAt', { type: 'DateTime', nullable: true }),
    updatedBy: t.exposeString('updatedBy', { nullable: true }),
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
    description: 'Null: there is no such agent.',
    authScopes: { admin: true },
    args: { agentId: t.arg.id({ required: true }) },
    resolve: async (_root, { agentId }, { services }) =>
      (await getAgentConfig(services.pool, agentId)) ?? null,
  }),
);

builder.mutationField('setAgentConfig', (t) =>
  t.field({
    type: resultUnion('SetAgentConfig', AgentConfig),
    description: 'Replaces it as a whole; null removes it. Requests from now on carry the new one.',
    authScopes: { admin: true },
    args: { agentId: t.arg.id({ required: true }), value: t.arg({ type: 'JSON' }) },
    resolve: (_root, { agentId, value }, context) =>
      answer(
        setAgentConfig(context.services, actorOf(context), { agentId, value: value ?? null }),
        (config) => config,
      ),
  }),
);
