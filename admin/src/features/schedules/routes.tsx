import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { appRoute } from '../../app/routes.js';
import { CalendarClock } from '../../icons/lucide.js';
import type { Feature } from '../../lib/feature.js';

const getParentRoute = () => appRoute;

export const schedules = {
  nav: [{ label: 'Schedules', to: '/scheduler/schedules', icon: CalendarClock, order: 10, key: 's' }],
  routes: [
    createRoute({
      getParentRoute,
      path: '/scheduler/schedules',
      component: lazyRouteComponent(() => import('./list/schedules-page.js'), 'SchedulesPage'),
    }),
    createRoute({
      getParentRoute,
      path: '/scheduler/schedules/new',
      component: lazyRouteComponent(() => import('./form/schedule-form-pages.js'), 'CreateSchedulePage'),
    }),
    createRoute({
      getParentRoute,
      path: '/scheduler/schedules/$id',
      component: lazyRouteComponent(() => import('./detail/schedule-page.js'), 'SchedulePage'),
    }),
    createRoute({
      getParentRoute,
      path: '/scheduler/schedules/$id/edit',
      component: lazyRouteComponent(() => import('./form/schedule-form-pages.js'), 'EditSchedulePage'),
    }),
  ],
  search: async (client, text) => (await import('./list/search-schedules.js')).searchSchedules(client, text),
} as const satisfies Feature;
