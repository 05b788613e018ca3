import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { appRoute } from '../../app/routes.js';
import { Bell } from '../../icons/lucide.js';
import type { Feature } from '../../lib/feature.js';

export const notifications = {
  nav: [{ label: 'Notifications', to: '/notifications', icon: Bell, order: 80, key: 'n' }],
  routes: [
    createRoute({
      getParentRoute: () => appRoute,
      path: '/notifications',
      component: lazyRouteComponent(() => import('./notifications-page.js'), 'NotificationsPage'),
    }),
    createRoute({
      getParentRoute: () => appRoute,
      path: '/notifications/$notificationId',
      component: lazyRouteComponent(() => import('./notification-page.js'), 'NotificationPage'),
    }),
  ],
} as const satisfies Feature;
