import { queryFromInfo } from '@pothos/plugin-prisma';
import type { GraphQLResolveInfo } from 'graphql';
import { plainRow, type Query } from '../../db/reader/plain-query.js';
import type { WrittenRow } from '../../db/system/insert-together.js';
import { CREATOR_NAME } from '../access/token-name.js';
import { builder } from '../builder.js';
import type { GraphQLContext } from '../context.js';
import { loadJson } from '../jobs/large-values.js';
import { RetryConfig, readRetryConfig } from '../jobs/retry-config.js';
import { nestedRows, newestFirst } from '../lists/connection.js';
import { ScheduleExecution } from '../runs/schedule-execution.js';
import { ScheduleExecutionFilter, scheduleExecutionWhere } from '../runs/schedule-execution-filter.js';
import {
  scheduleExecutionOrder as executionOrder,
  ScheduleExecutionConnection,
} from '../runs/schedule-execution-queries.js';
import { BlockReason } from '../types/codes.js';
import { Node } from '../types/node.js';
import { MANAGED_BY, STABLE_KEY } from '../types/stable-key.js';

export const Schedule = builder.prismaObject('Schedule', {
  description: 'Runs an agent or a pipeline, repeatedly or once, with given params.',
  interfaces: [Node],
  select: { id: true },
  fields: (t) => ({
    id: t.exposeID('id', { description: 'ID of the schedule.' }),
    ...t.exposed('String', {
      key: STABLE_KEY,
      description: 'What the schedule is for. Null if not set.',
      managedBy: MANAGED_BY,
    }),
    name: t.exposeString('name', { description: 'Display name.' }),
    labels: t.exposeStringList('labels', {
      description:
        'Labels, in alphabetical order. Lists can be filtered by them, and API tokens can be limited to them.',
    }),
    params: t.field({
      type: 'JSON',
      description:
        'Parameters of the runs. Data source strings are not expanded. In a list, a value over 16 KiB reads `{"truncated": true, "bytes": …}`.',
      resolve: ({ id }, _args, context, info) => loadJson(context, info, ['Schedule', 'params', id]),
    }),
    retryConfig: t.field({
      type: RetryConfig,
      nullable: true,
      description: 'Retry policy of the jobs. Null to use the agent’s.',
      select: { retryConfig: true },
      resolve: ({ retryConfig }) => readRetryConfig(retryConfig),
    }),
    ...t.exposed('Duration', {
      timeout: 'Time limit for one attempt, counted from its first send. Null to use the agent’s.',
      maxQueueTime: 'How long a released job may wait to start. Null to use the agent’s.',
      zombieThresholdMs:
        'How long a whole run may last before it is stopped and fails. Null if it is not limited.',
    }),
    ...t.exposed('Int!', {
      priority: 'Priority of the jobs. Jobs with a higher number start first.',
      runCount: 'Number of runs so far.',
      failureCount: 'Consecutive failed runs since the last success.',
    }),
    enabled: t.exposeBoolean('enabled', { description: 'Whether the schedule runs when it is due.' }),
    blockedReason: t.field({
      type: BlockReason.type,
      nullable: true,
      description: 'Why an enabled schedule is blocked and cannot run. Null if it is not blocked.',
      select: { flag: true },
      resolve: ({ flag }) => BlockReason.read(flag),
    }),
    ...t.exposed('DateTime!', {
      createdAt: 'Time the schedule was created.',
      updatedAt: 'Time the schedule was last changed.',
    }),
    createdBy: t.exposeString('createdBy', {
      description: 'ID of the API token or person that created the schedule.',
    }),
    createdByName: t.string(CREATOR_NAME),
    executions: t.field({
      type: ScheduleExecutionConnection,
      description: 'Runs of the schedule, newest first, including skipped slots.',
      args: {
        ...t.arg.connectionArgs(),
        ...t.arg.fields(ScheduleExecutionFilter, { filter: 'Which runs to return. Defaults to all.' }),
        orderBy: t.arg({ type: executionOrder.input, description: 'Sort order. Defaults to newest first.' }),
      },
      ...nestedRows('executions', {
        delegateOf: (prisma) => prisma.scheduleExecution,
        column: 'scheduleId',
        order: executionOrder,
        byDefault: newestFirst('ScheduleExecution'),
        where: scheduleExecutionWhere,
      }),
    }),
  }),
});

builder.prismaObjectField(ScheduleExecution, 'schedule', (t) =>
  t.relation('schedule', {
    nullable: true,
    description: 'The schedule. Null if the run was triggered without one or the schedule has been deleted.',
  }),
);

/**
 * Reads a schedule with the fields that the operation selects. Null if it does not exist.
 * @param row the row that a statement has just returned; used as it is if the operation selects
 * nothing else
 */
export function findSchedule(
  context: GraphQLContext,
  info: GraphQLResolveInfo,
  where: string | { id: string } | { key: string },
  row?: WrittenRow,
) {
  const query = queryFromInfo({ context, info, typeName: 'Schedule' });
  const plain = row && plainRow('Schedule', query as Query, row);
  if (plain) return plain as unknown as typeof Schedule.$inferType;
  return context.prisma.schedule.findUnique({
    ...query,
    where: typeof where === 'string' ? { id: where } : where,
  });
}
