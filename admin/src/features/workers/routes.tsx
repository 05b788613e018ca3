import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { appRoute } from '../../app/routes.js';
import { Server } from '../../icons/lucide.js';
import type { Feature } from '../../lib/feature.js';

const getParentRoute = () => appRoute;

export const workers = {
  nav: [{ label: 'Workers', to: '/workers', icon: Server, order: 70, key: 'w' }],
  routes: [
    createRoute({
      getParentRoute,
      path: '/workers',
      component: lazyRouteComponent(() => import('./workers-page.js'), 'WorkersPage'),
    }),
    createRoute({
      getParentRoute,
      path: '/workers/$workerId',
      component: lazyRouteComponent(() => import('./worker-page.js'), 'WorkerPage'),
    }),
  ],
  search: async (client, text) => (await import('./search-workers.js')).searchWorkers(client, text),
} as const satisfies Feature;
