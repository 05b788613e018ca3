import { page } from '../../app/routes.js';
import { Webhook } from '../../icons/lucide.js';
import type { Feature } from '../../lib/feature.js';

const formPages = () => import('./webhook-form-pages.js');

export const webhooks = {
  nav: [
    {
      label: 'Webhooks',
      to: '/webhooks',
      icon: Webhook,
      order: 75,
      key: 'h',
      create: { label: 'Create webhook', to: '/webhooks/new' },
    },
  ],
  routes: [
    page('/webhooks', () => import('./webhooks-page.js'), 'WebhooksPage'),
    page('/webhooks/new', formPages, 'NewWebhookPage'),
    page('/webhooks/$webhookId', () => import('./webhook-page.js'), 'WebhookPage'),
    page('/webhooks/$webhookId/edit', formPages, 'EditWebhookPage'),
  ],
  search: async (client, text) => (await import('./search-webhooks.js')).searchWebhooks(client, text),
} as const satisfies Feature;
