/** Applies the filters of lists to events in memory, once per subscription and event, without a query. */
import type { OutboxEvent } from '../../events/outbox-event.js';
import { JOB_FILTER_COLUMNS, type JobExecutionFilterInput } from '../jobs/job-execution-filter.js';
import { idsFrom } from '../lists/time-ordered-id.js';
import type { ScheduleExecutionFilterInput } from '../runs/schedule-execution-filter.js';
import { codedError } from '../types/coded-error.js';

type Test = (event: OutboxEvent) => boolean;

/** @throws GraphQLError `BAD_USER_INPUT` for conditions on values that events do not carry */
export function jobEventFilter(filter: JobExecutionFilterInput): Test {
  allowOnly(filter, [...JOB_FILTER_COLUMNS, 'status', 'from', 'to', 'latestAttempt']);
  return eventFilter(filter, JOB_FILTER_COLUMNS, filter.status);
}

const EXECUTION_COLUMNS = ['scheduleId', 'agentId', 'pipelineId'] as const;

/** @throws GraphQLError `BAD_USER_INPUT` for conditions on values that events do not carry */
export function executionEventFilter(filter: ScheduleExecutionFilterInput): Test {
  allowOnly(filter, [...EXECUTION_COLUMNS, 'runStatus', 'from', 'to']);
  return eventFilter(filter, EXECUTION_COLUMNS, filter.runStatus);
}

type Column = (typeof JOB_FILTER_COLUMNS)[number];

function eventFilter(
  filter: Partial<Record<Column, string | null | undefined>> &
    Partial<Record<'from' | 'to', Date | null | undefined>>,
  columns: readonly Column[],
  wantedStatuses: readonly string[] | null | undefined,
): Test {
  const wanted = columns.flatMap((column) =>
    filter[column] == null ? [] : [[column, filter[column]] as const],
  );
  const statuses = wantedStatuses && new Set(wantedStatuses);
  const first = filter.from && idsFrom(filter.from);
  const end = filter.to && idsFrom(filter.to);
  return (event) =>
    wanted.every(([column, value]) => event[column] === value) &&
    (!statuses || statuses.has(event.status)) &&
    (!first || event.entityId >= first) &&
    (!end || event.entityId < end);
}

/** Other conditions, and those that are added later, are refused: ignoring one would let all events through. */
function allowOnly(filter: object, names: readonly string[]): void {
  const others = Object.entries(filter).flatMap(([name, wanted]) =>
    wanted == null || names.includes(name) ? [] : [name],
  );
  if (others.length === 0) return;
  throw codedError('BAD_USER_INPUT', `A subscription cannot filter by ${others.join(', ')}.`);
}
