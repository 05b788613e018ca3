import { page } from '../../app/routes.js';
import { ListChecks } from '../../icons/lucide.js';
import type { Feature } from '../../lib/feature.js';

export const jobs = {
  nav: [{ label: 'Jobs', to: '/jobs', icon: ListChecks, order: 40, key: 'j' }],
  routes: [
    page('/jobs', () => import('./list/jobs-page.js'), 'JobsPage'),
    page('/jobs/$jobId', () => import('./detail/job-page.js'), 'JobPage'),
  ],
  search: async (client, text) => (await import('./search-jobs.js')).searchJobs(client, text),
} as const satisfies Feature;
