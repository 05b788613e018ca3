import { page } from '../../app/routes.js';
import { CalendarClock } from '../../icons/lucide.js';
import type { Feature } from '../../lib/feature.js';

export const schedules = {
  nav: [
    {
      label: 'Schedules',
      to: '/scheduler/schedules',
      icon: CalendarClock,
      order: 10,
      key: 's',
      create: { label: 'Create schedule', to: '/scheduler/schedules/new' },
    },
  ],
  routes: [
    page('/scheduler/schedules', () => import('./list/schedules-page.js'), 'SchedulesPage'),
    page('/scheduler/schedules/new', () => import('./form/schedule-form-pages.js'), 'CreateSchedulePage'),
    page('/scheduler/schedules/$id', () => import('./detail/schedule-page.js'), 'SchedulePage'),
    page('/scheduler/schedules/$id/edit', () => import('./form/schedule-form-pages.js'), 'EditSchedulePage'),
  ],
  search: async (client, text) =>
    (await import('../../components/forms/entity-search.js')).findEntities(client, 'schedule', text),
} as const satisfies Feature;
