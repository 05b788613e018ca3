import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { appRoute } from '../../app/routes.js';
import { Bot } from '../../icons/lucide.js';
import type { Feature } from '../../lib/feature.js';

const getParentRoute = () => appRoute;

export const agents = {
  nav: [{ label: 'Agents', to: '/agents', icon: Bot, order: 60, key: 'a' }],
  routes: [
    createRoute({
      getParentRoute,
      path: '/agents',
      component: lazyRouteComponent(() => import('./agents-page.js'), 'AgentsPage'),
    }),
    createRoute({
      getParentRoute,
      path: '/agents/new',
      component: lazyRouteComponent(() => import('./form/agent-form-pages.js'), 'RegisterAgentPage'),
    }),
    createRoute({
      getParentRoute,
      path: '/agents/$agentId',
      component: lazyRouteComponent(() => import('./detail/agent-page.js'), 'AgentPage'),
    }),
    createRoute({
      getParentRoute,
      path: '/agents/$agentId/edit',
      component: lazyRouteComponent(() => import('./form/agent-form-pages.js'), 'EditAgentPage'),
    }),
  ],
  search: async (client, text) => (await import('./search-agents.js')).searchAgents(client, text),
} as const satisfies Feature;
