import { page } from '../../app/routes.js';
import { Server } from '../../icons/lucide.js';
import type { Feature } from '../../lib/feature.js';
import { WorkerBadge } from './worker-badge.js';

export const workers = {
  nav: [{ label: 'Workers', to: '/workers', icon: Server, order: 70, key: 'w', Badge: WorkerBadge }],
  routes: [
    page('/workers', () => import('./workers-page.js'), 'WorkersPage'),
    page('/workers/$workerId', () => import('./worker-page.js'), 'WorkerPage'),
  ],
  search: async (client, text) => (await import('./search-workers.js')).searchWorkers(client, text),
} as const satisfies Feature;
