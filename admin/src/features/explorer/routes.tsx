import { page } from '../../app/routes.js';
import { SquareTerminal } from '../../icons/lucide.js';
import type { Feature } from '../../lib/feature.js';

export const explorer = {
  nav: [{ label: 'GraphQL', to: '/explorer', icon: SquareTerminal, order: 95, isExplorer: true }],
  routes: [page('/explorer', () => import('./explorer-page.js'), 'ExplorerPage')],
} as const satisfies Feature;
