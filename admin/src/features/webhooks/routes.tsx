import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { appRoute } from '../../app/routes.js';
import { Webhook } from '../../icons/lucide.js';
import type { Feature } from '../../lib/feature.js';

const formPages = () => import('./webhook-form-pages.js');

export const webhooks = {
  nav: [{ label: 'Webhooks', to: '/webhooks', icon: Webhook, order: 75, key: 'h' }],
  routes: [
    createRoute({
      getParentRoute: () => appRoute,
      path: '/webhooks',
      component: lazyRouteComponent(() => import('./webhooks-page.js'), 'WebhooksPage'),
    }),
    createRoute({
      getParentRoute: () => appRoute,
      path: '/webhooks/new',
      component: lazyRouteComponent(formPages, 'NewWebhookPage'),
    }),
    createRoute({
      getParentRoute: () => appRoute,
      path: '/webhooks/$webhookId',
      component: lazyRouteComponent(() => import('./webhook-page.js'), 'WebhookPage'),
    }),
    createRoute({
      getParentRoute: () => appRoute,
      path: '/webhooks/$webhookId/edit',
      component: lazyRouteComponent(formPages, 'EditWebhookPage'),
    }),
  ],
  search: async (client, text) => (await import('./search-webhooks.js')).searchWebhooks(client, text),
} as const satisfies Feature;
