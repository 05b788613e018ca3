import { runsWithin } from '../access/within-scope.js';
import { builder } from '../builder.js';
import { connectionType, findConnection, NEWEST_FIRST, orderInput } from '../lists/connection.js';
import { itemById } from '../lists/item.js';
import { findScheduleExecution, ScheduleExecution } from './schedule-execution.js';
import {
  executionSearchScope,
  ScheduleExecutionFilter,
  scheduleExecutionWhere,
} from './schedule-execution-filter.js';

export const ScheduleExecutionConnection = connectionType(ScheduleExecution);

export const scheduleExecutionOrder = orderInput('ScheduleExecution', {
  CREATED_AT: { column: 'id', description: 'By time of creation.' },
});

builder.queryFields((t) => ({
  scheduleExecution: itemById(t, ScheduleExecution, 'run', findScheduleExecution),
  scheduleExecutions: t.field({
    type: ScheduleExecutionConnection,
    description: 'Runs, newest first by default.',
    args: {
      ...t.arg.connectionArgs(),
      filter: t.arg({ type: ScheduleExecutionFilter, description: 'Which runs to return. Defaults to all.' }),
      orderBy: t.arg({
        type: scheduleExecutionOrder.input,
        description: 'Sort order. Defaults to newest first.',
      }),
    },
    resolve: (_root, args, context, info) =>
      findConnection<typeof ScheduleExecution.$inferType>(context, info, {
        delegate: context.prisma.scheduleExecution,
        args,
        order: scheduleExecutionOrder.orderOf(args.orderBy, NEWEST_FIRST),
        where: scheduleExecutionWhere(args.filter ?? {}),
        within: runsWithin,
        history: {
          table: 'ScheduleExecution',
          isWhole: Object.values(args.filter ?? {}).every((value) => value == null),
        },
        search: executionSearchScope(args.filter ?? {}),
      }),
  }),
}));
