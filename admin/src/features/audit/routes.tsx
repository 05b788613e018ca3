import { page } from '../../app/routes.js';
import { ScrollText } from '../../icons/lucide.js';
import type { Feature } from '../../lib/feature.js';

export const audit = {
  nav: [{ label: 'Audit log', to: '/audit', icon: ScrollText, order: 95, key: 'u' }],
  routes: [page('/audit', () => import('./audit-page.js'), 'AuditPage')],
} as const satisfies Feature;
