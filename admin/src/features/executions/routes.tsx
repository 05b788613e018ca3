import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { appRoute } from '../../app/routes.js';
import { Activity } from '../../icons/lucide.js';
import type { Feature } from '../../lib/feature.js';

const getParentRoute = () => appRoute;

export const executions = {
  nav: [{ label: 'Runs', to: '/executions', icon: Activity, order: 30, key: 'e' }],
  routes: [
    createRoute({
      getParentRoute,
      path: '/executions',
      component: lazyRouteComponent(() => import('./list/executions-page.js'), 'ExecutionsPage'),
    }),
    createRoute({
      getParentRoute,
      path: '/executions/$executionId',
      component: lazyRouteComponent(() => import('./detail/execution-page.js'), 'ExecutionPage'),
    }),
  ],
  search: async (client, text) => (await import('./search-executions.js')).searchExecutions(client, text),
} as const satisfies Feature;
