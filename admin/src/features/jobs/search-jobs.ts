import type { Client } from '@urql/core';
import type { Found } from '../../lib/feature.js';
import { linkTo } from '../../lib/link-to.js';
import { isUuid } from '../../lib/uuid.js';
import { JobAttemptsDocument } from './jobs.generated.js';
import { texts } from './texts.js';

const t = texts.search;

/** For the command palette, by the full ID of the job or of one of its attempts. */
export async function searchJobs(client: Client, text: string): Promise<Found[]> {
  const id = text.trim().toLowerCase();
  if (!isUuid(id)) return [];
  const { data } = await client.query(JobAttemptsDocument, { id });
  if (!data || (data.jobExecutions.edges.length === 0 && !data.jobExecution)) return [];
  return [
    {
      id: `job ${id}`,
      label: data.jobExecution ? t.attempt : texts.common.job,
      detail: `…${id.slice(-8)}`,
      group: texts.common.jobs,
      keywords: [text],
      link: linkTo.job(id),
    },
  ];
}
