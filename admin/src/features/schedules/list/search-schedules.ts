import type { Client } from '@urql/core';
import type { Command } from '../../../lib/commands.js';
import { ScheduleSearchDocument } from './schedule-list.generated.js';

/** For the command palette. */
export async function searchSchedules(
  client: Client,
  search: string,
  go: (path: string) => void,
): Promise<Command[]> {
  const { data } = await client.query(ScheduleSearchDocument, { search });
  return (data?.schedules.edges ?? []).map(({ node: { id, name } }) => ({
    id: `schedule ${id}`,
    label: name,
    detail: id.slice(-8),
    group: 'Schedules',
    keywords: [search],
    run: () => go(`/scheduler/schedules/${id}`),
  }));
}
