import type { Client } from '@urql/core';
import type { Found } from '../../../lib/feature.js';
import { linkTo } from '../../../lib/link-to.js';
import { ScheduleSearchDocument } from './schedule-list.generated.js';

/** For the command palette. */
export async function searchSchedules(client: Client, search: string): Promise<Found[]> {
  const { data } = await client.query(ScheduleSearchDocument, { search });
  return (data?.schedules.edges ?? []).map(({ node: { id, name } }) => ({
    id: `schedule ${id}`,
    label: name,
    detail: id.slice(-8),
    group: 'Schedules',
    keywords: [search],
    link: linkTo.schedule(id),
  }));
}
