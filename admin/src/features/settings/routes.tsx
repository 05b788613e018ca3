import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { appRoute } from '../../app/routes.js';
import { Settings } from '../../icons/lucide.js';
import type { Feature } from '../../lib/feature.js';

export const settings = {
  nav: [{ label: 'Settings', to: '/settings', icon: Settings, order: 100, key: ',' }],
  routes: [
    createRoute({
      getParentRoute: () => appRoute,
      path: '/settings',
      component: lazyRouteComponent(() => import('./settings-page.js'), 'SettingsPage'),
    }),
  ],
} as const satisfies Feature;
