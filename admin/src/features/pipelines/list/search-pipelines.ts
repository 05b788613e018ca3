import type { Client } from '@urql/core';
import type { Found } from '../../../lib/feature.js';
import { linkTo } from '../../../lib/link-to.js';
import { PipelineSearchDocument } from './pipeline-list.generated.js';

/** For the command palette. */
export async function searchPipelines(client: Client, search: string): Promise<Found[]> {
  const { data } = await client.query(PipelineSearchDocument, { search });
  return (data?.pipelines.edges ?? []).map(({ node: { id, name } }) => ({
    id: `pipeline ${id}`,
    label: name,
    detail: 'pipeline',
    group: 'Pipelines',
    keywords: [search],
    link: linkTo.pipeline(id),
  }));
}
