import type { Client } from '@urql/core';
import type { Command } from '../../lib/commands.js';
import { AgentSearchDocument } from './agents.generated.js';

/** For the command palette. */
export async function searchAgents(
  client: Client,
  search: string,
  go: (path: string) => void,
): Promise<Command[]> {
  const { data } = await client.query(AgentSearchDocument, { search });
  return (data?.agents.edges ?? []).map(({ node: { id, name } }) => ({
    id: `agent ${id}`,
    label: name,
    detail: id,
    group: 'Agents',
    keywords: [search],
    run: () => go(`/agents/${encodeURIComponent(id)}`),
  }));
}
