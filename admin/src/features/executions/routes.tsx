import { page } from '../../app/routes.js';
import { Activity } from '../../icons/lucide.js';
import type { Feature } from '../../lib/feature.js';

export const executions = {
  nav: [{ label: 'Runs', to: '/executions', icon: Activity, order: 30, key: 'e' }],
  routes: [
    page('/executions', () => import('./list/executions-page.js'), 'ExecutionsPage'),
    page('/executions/$executionId', () => import('./detail/execution-page.js'), 'ExecutionPage'),
  ],
  search: async (client, text) => (await import('./search-executions.js')).searchExecutions(client, text),
} as const satisfies Feature;
