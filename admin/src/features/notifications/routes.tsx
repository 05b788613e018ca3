import { page } from '../../app/routes.js';
import { Bell } from '../../icons/lucide.js';
import type { Feature } from '../../lib/feature.js';

export const notifications = {
  nav: [{ label: 'Notifications', to: '/notifications', icon: Bell, order: 80, key: 'n' }],
  routes: [
    page('/notifications', () => import('./notifications-page.js'), 'NotificationsPage'),
    page('/notifications/$notificationId', () => import('./notification-page.js'), 'NotificationPage'),
  ],
} as const satisfies Feature;
