import type { Client } from '@urql/core';
import type { Found } from '../../lib/feature.js';
import { linkTo } from '../../lib/link-to.js';
import { isUuid } from '../../lib/uuid.js';
import { nameOf } from './execution-words.js';
import { ExecutionFindDocument } from './executions.generated.js';

/** For the command palette, by the full ID. */
export async function searchExecutions(client: Client, text: string): Promise<Found[]> {
  const id = text.trim().toLowerCase();
  if (!isUuid(id)) return [];
  const { data } = await client.query(ExecutionFindDocument, { id });
  const execution = data?.scheduleExecution;
  if (!execution) return [];
  return [
    {
      id: `run ${id}`,
      label: `Run of ${nameOf(execution)}`,
      detail: `…${id.slice(-8)}`,
      group: 'Runs',
      keywords: [text],
      link: linkTo.run(id),
    },
  ];
}
