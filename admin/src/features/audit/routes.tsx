import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { appRoute } from '../../app/routes.js';
import { ScrollText } from '../../icons/lucide.js';
import type { Feature } from '../../lib/feature.js';

export const audit = {
  nav: [{ label: 'Audit log', to: '/audit', icon: ScrollText, order: 95, key: 'u' }],
  routes: [
    createRoute({
      getParentRoute: () => appRoute,
      path: '/audit',
      component: lazyRouteComponent(() => import('./audit-page.js'), 'AuditPage'),
    }),
  ],
} as const satisfies Feature;
