import { page } from '../../app/routes.js';
import { Bot } from '../../icons/lucide.js';
import type { Feature } from '../../lib/feature.js';

export const agents = {
  nav: [
    {
      label: 'Agents',
      to: '/agents',
      icon: Bot,
      order: 60,
      key: 'a',
      create: { label: 'Register agent', to: '/agents/new' },
    },
  ],
  routes: [
    page('/agents', () => import('./agents-page.js'), 'AgentsPage'),
    page('/agents/new', () => import('./form/agent-form-pages.js'), 'RegisterAgentPage'),
    page('/agents/$agentId', () => import('./detail/agent-page.js'), 'AgentPage'),
    page('/agents/$agentId/edit', () => import('./form/agent-form-pages.js'), 'EditAgentPage'),
  ],
  search: async (client, text) =>
    (await import('../../components/forms/entity-search.js')).findEntities(client, 'agent', text),
} as const satisfies Feature;
