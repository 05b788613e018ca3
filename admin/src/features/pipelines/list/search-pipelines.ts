import type { Client } from '@urql/core';
import type { Command } from '../../../lib/commands.js';
import { PipelineSearchDocument } from './pipeline-list.generated.js';

/** For the command palette. */
export async function searchPipelines(
  client: Client,
  search: string,
  go: (path: string) => void,
): Promise<Command[]> {
  const { data } = await client.query(PipelineSearchDocument, { search });
  return (data?.pipelines.edges ?? []).map(({ node: { id, name } }) => ({
    id: `pipeline ${id}`,
    label: name,
    detail: 'pipeline',
    group: 'Pipelines',
    keywords: [search],
    run: () => go(`/scheduler/pipelines/${id}`),
  }));
}
