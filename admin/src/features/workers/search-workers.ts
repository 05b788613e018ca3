import type { Client } from '@urql/core';
import type { Found } from '../../lib/feature.js';
import { linkTo } from '../../lib/link-to.js';
import { texts } from './texts.js';
import { WorkerSearchDocument } from './workers.generated.js';

/** For the command palette: live workers by host, process or ID. There are few, so all are read and filtered here. */
export async function searchWorkers(client: Client, search: string): Promise<Found[]> {
  const { data } = await client.query(WorkerSearchDocument, {});
  const wanted = search.toLowerCase();
  return (data?.workers.edges ?? [])
    .filter(({ node: { id, host, pid } }) => texts.searched(host, pid, id).toLowerCase().includes(wanted))
    .slice(0, 5)
    .map(({ node: { id, host, pid } }) => ({
      id: `worker ${id}`,
      label: `${host} · ${pid}`,
      detail: `…${id.slice(-8)}`,
      group: texts.common.workers,
      keywords: [search],
      link: linkTo.worker(id),
    }));
}
