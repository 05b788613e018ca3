import type { Client } from '@urql/core';
import type { Found } from '../../lib/feature.js';
import { linkTo } from '../../lib/link-to.js';
import { isUuid } from '../../lib/uuid.js';
import { nameOf } from './execution-words.js';
import { ExecutionFindDocument } from './executions.generated.js';
import { texts } from './texts.js';

const t = texts.common;

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
      label: t.runOf(nameOf(execution)),
      detail: `…${id.slice(-8)}`,
      group: t.runs,
      keywords: [text],
      link: linkTo.run(id),
    },
  ];
}
