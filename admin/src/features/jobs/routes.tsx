import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { appRoute } from '../../app/routes.js';
import { ListChecks } from '../../icons/lucide.js';
import type { Feature } from '../../lib/feature.js';

const getParentRoute = () => appRoute;

export const jobs = {
  nav: [{ label: 'Jobs', to: '/jobs', icon: ListChecks, order: 40, key: 'j' }],
  routes: [
    createRoute({
      getParentRoute,
      path: '/jobs',
      component: lazyRouteComponent(() => import('./list/jobs-page.js'), 'JobsPage'),
    }),
    createRoute({
      getParentRoute,
      path: '/jobs/$jobId',
      component: lazyRouteComponent(() => import('./detail/job-page.js'), 'JobPage'),
    }),
  ],
  search: async (client, text) => (await import('./search-jobs.js')).searchJobs(client, text),
} as const satisfies Feature;
