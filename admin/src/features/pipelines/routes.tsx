import { page } from '../../app/routes.js';
import { Workflow } from '../../icons/lucide.js';
import type { Feature } from '../../lib/feature.js';

export const pipelines = {
  nav: [
    {
      label: 'Pipelines',
      to: '/scheduler/pipelines',
      icon: Workflow,
      order: 20,
      key: 'p',
      create: { label: 'Create pipeline', to: '/scheduler/pipelines/new' },
    },
  ],
  routes: [
    page('/scheduler/pipelines', () => import('./list/pipelines-page.js'), 'PipelinesPage'),
    page('/scheduler/pipelines/new', () => import('./editor/editor-pages.js'), 'CreatePipelinePage'),
    page('/scheduler/pipelines/$id', () => import('./detail/pipeline-page.js'), 'PipelinePage'),
    page('/scheduler/pipelines/$id/edit', () => import('./editor/editor-pages.js'), 'EditPipelinePage'),
  ],
  search: async (client, text) =>
    (await import('../../components/forms/entity-search.js')).findEntities(client, 'pipeline', text),
} as const satisfies Feature;
