import { page } from '../../app/routes.js';
import { MailX } from '../../icons/lucide.js';
import type { Feature } from '../../lib/feature.js';
import { DeadLetterBadge } from './dead-letter-badge.js';

export const deadLetters = {
  nav: [
    { label: 'Dead letters', to: '/dead-letters', icon: MailX, order: 50, key: 'd', Badge: DeadLetterBadge },
  ],
  routes: [page('/dead-letters', () => import('./dead-letters-page.js'), 'DeadLettersPage')],
} as const satisfies Feature;
