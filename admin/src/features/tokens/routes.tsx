import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { appRoute } from '../../app/routes.js';
import { KeyRound } from '../../icons/lucide.js';
import type { Feature } from '../../lib/feature.js';

export const tokens = {
  nav: [{ label: 'Tokens', to: '/tokens', icon: KeyRound, order: 90, key: 't' }],
  routes: [
    createRoute({
      getParentRoute: () => appRoute,
      path: '/tokens',
      component: lazyRouteComponent(() => import('./tokens-page.js'), 'TokensPage'),
    }),
  ],
} as const satisfies Feature;
