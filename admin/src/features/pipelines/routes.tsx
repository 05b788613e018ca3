import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { appRoute } from '../../app/routes.js';
import { Workflow } from '../../icons/lucide.js';
import type { Feature } from '../../lib/feature.js';

const getParentRoute = () => appRoute;

export const pipelines = {
  nav: [{ label: 'Pipelines', to: '/scheduler/pipelines', icon: Workflow, order: 20, key: 'p' }],
  routes: [
    createRoute({
      getParentRoute,
      path: '/scheduler/pipelines',
      component: lazyRouteComponent(() => import('./list/pipelines-page.js'), 'PipelinesPage'),
    }),
    createRoute({
      getParentRoute,
      path: '/scheduler/pipelines/new',
      component: lazyRouteComponent(() => import('./editor/editor-pages.js'), 'CreatePipelinePage'),
    }),
    createRoute({
      getParentRoute,
      path: '/scheduler/pipelines/$id',
      component: lazyRouteComponent(() => import('./detail/pipeline-page.js'), 'PipelinePage'),
    }),
    createRoute({
      getParentRoute,
      path: '/scheduler/pipelines/$id/edit',
      component: lazyRouteComponent(() => import('./editor/editor-pages.js'), 'EditPipelinePage'),
    }),
  ],
  search: async (client, text) => (await import('./list/search-pipelines.js')).searchPipelines(client, text),
} as const satisfies Feature;
