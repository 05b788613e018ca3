import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { SquareTerminal } from 'lucide-react';
import { appRoute } from '../../app/routes.js';
import type { Feature } from '../../lib/feature.js';

export const explorer = {
  nav: [{ label: 'GraphQL', to: '/explorer', icon: SquareTerminal, order: 95, isExplorer: true }],
  routes: [
    createRoute({
      getParentRoute: () => appRoute,
      path: '/explorer',
      component: lazyRouteComponent(() => import('./explorer-page.js'), 'ExplorerPage'),
    }),
  ],
} as const satisfies Feature;
