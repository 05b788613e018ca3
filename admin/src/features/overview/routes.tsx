import { page } from '../../app/routes.js';
import { LayoutDashboard } from '../../icons/lucide.js';
import type { Feature } from '../../lib/feature.js';

export const overview = {
  nav: [{ label: 'Overview', to: '/', icon: LayoutDashboard, order: 0, key: 'o' }],
  routes: [page('/', () => import('./overview-page.js'), 'OverviewPage')],
} as const satisfies Feature;
