import { page } from '../../app/routes.js';
import { Settings } from '../../icons/lucide.js';
import type { Feature } from '../../lib/feature.js';

export const settings = {
  nav: [{ label: 'Settings', to: '/settings', icon: Settings, order: 100, key: ',' }],
  routes: [page('/settings', () => import('./settings-page.js'), 'SettingsPage')],
} as const satisfies Feature;
