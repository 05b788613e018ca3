import { page } from '../../app/routes.js';
import { KeyRound } from '../../icons/lucide.js';
import type { Feature } from '../../lib/feature.js';

export const tokens = {
  nav: [{ label: 'Tokens', to: '/tokens', icon: KeyRound, order: 90, key: 't' }],
  routes: [page('/tokens', () => import('./tokens-page.js'), 'TokensPage')],
} as const satisfies Feature;
