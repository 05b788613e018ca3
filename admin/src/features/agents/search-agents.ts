import type { Client } from '@urql/core';
import type { Found } from '../../lib/feature.js';
import { linkTo } from '../../lib/link-to.js';
import { AgentSearchDocument } from './agents.generated.js';

/** For the command palette. */
export async function searchAgents(client: Client, search: string): Promise<Found[]> {
  const { data } = await client.query(AgentSearchDocument, { search });
  return (data?.agents.edges ?? []).map(({ node: { id, name } }) => ({
    id: `agent ${id}`,
    label: name,
    detail: id,
    group: 'Agents',
    keywords: [search],
    link: linkTo.agent(id),
  }));
}
