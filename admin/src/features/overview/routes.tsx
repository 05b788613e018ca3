import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { appRoute } from '../../app/routes.js';
import { LayoutDashboard } from '../../icons/lucide.js';
import type { Feature } from '../../lib/feature.js';

export const overview = {
  nav: [{ label: 'Overview', to: '/', icon: LayoutDashboard, order: 0, key: 'o' }],
  routes: [
    createRoute({
      getParentRoute: () => appRoute,
      path: '/',
      component: lazyRouteComponent(() => import('./overview-page.js'), 'OverviewPage'),
    }),
  ],
} as const satisfies Feature;
