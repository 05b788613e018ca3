import type { Client } from '@urql/core';
import type { Found } from '../../lib/feature.js';
import { linkTo } from '../../lib/link-to.js';
import { texts } from './texts.js';
import { WebhookListDocument } from './webhooks.generated.js';

const t = texts.common;

/** For the command palette. */
export async function searchWebhooks(client: Client, search: string): Promise<Found[]> {
  const { data } = await client.query(WebhookListDocument, { first: 5, filter: { search } });
  return (data?.webhooks.edges ?? []).map(({ node: { id, name } }) => ({
    id: `webhook ${id}`,
    label: name,
    group: t.webhooks,
    keywords: [search],
    link: linkTo.webhook(id),
  }));
}
