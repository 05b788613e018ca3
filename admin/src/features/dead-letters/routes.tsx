import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { appRoute } from '../../app/routes.js';
import { MailX } from '../../icons/lucide.js';
import type { Feature } from '../../lib/feature.js';
import { DeadLetterBadge } from './dead-letter-badge.js';

export const deadLetters = {
  nav: [
    { label: 'Dead letters', to: '/dead-letters', icon: MailX, order: 50, key: 'd', Badge: DeadLetterBadge },
  ],
  routes: [
    createRoute({
      getParentRoute: () => appRoute,
      path: '/dead-letters',
      component: lazyRouteComponent(() => import('./dead-letters-page.js'), 'DeadLettersPage'),
    }),
  ],
} as const satisfies Feature;
