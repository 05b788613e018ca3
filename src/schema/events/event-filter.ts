/** Applies the filters of lists to events in memory, once per subscription and event, without a query. */
import type { OutboxEvent } from '../../events/outbox-event.js';
import { JOB_FILTER_COLUMNS, type JobExecutionFilterInput } from '../jobs/job-execution-filter.js';
import { idsFrom } from '../lists/time-ordered-id.js';
import type { ScheduleExecutionFilterInput } from '../runs/schedule-execution-filter.js';
import { codedError } from '../types/coded-error.js';

type Test = (event: OutboxEvent) => boolean;

/** @throws GraphQLError `BAD_USER_INPUT` for conditions on values that events do not carry */
export function jobEventFilter(filter: JobExecutionFilterInput): Test {
  refuse(filter, ['search']);
  const wanted = JOB_FILTER_COLUMNS.flatMap((column) =>
    filter[column] == null ? [] : [[column, filter[column]] as const],
  );
  const statuses = filter.status && new Set<string>(filter.status);
  const inTime = createdWithin(filter);
  return (event) =>
    wanted.every(([column, value]) => event[column] === value) &&
    (!statuses || statuses.has(event.status)) &&
    inTime(event);
}

/** @throws GraphQLError `BAD_USER_INPUT` for conditions on values that events do not carry */
export function executionEventFilter(filter: ScheduleExecutionFilterInput): Test {
  refuse(filter, ['search', 'trigger', 'status', 'deliveryStatus', 'reason', 'targetType', 'backfillId']);
  const { scheduleId, agentId, pipelineId } = filter;
  const statuses = filter.runStatus && new Set<string>(filter.runStatus);
  const inTime = createdWithin(filter);
  return (event) =>
    (scheduleId == null || event.scheduleId === scheduleId) &&
    (agentId == null || event.agentId === agentId) &&
    (pipelineId == null || event.pipelineId === pipelineId) &&
    (!statuses || statuses.has(event.status)) &&
    inTime(event);
}

function createdWithin({ from, to }: { from?: Date | null | undefined; to?: Date | null | undefined }): Test {
  const first = from && idsFrom(from);
  const end = to && idsFrom(to);
  return ({ entityId }) => (!first || entityId >= first) && (!end || entityId < end);
}

function refuse(filter: Readonly<Record<string, unknown>>, names: readonly string[]): void {
  const used = names.filter((name) => filter[name] != null);
  if (used.length === 0) return;
  throw codedError('BAD_USER_INPUT', `A subscription cannot filter by ${used.join(', ')}.`);
}
