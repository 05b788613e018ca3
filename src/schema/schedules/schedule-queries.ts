import { LIMITS } from '../../domain/limits.js';
import { schedulesWithin } from '../access/within-scope.js';
import { builder } from '../builder.js';
import { connectionType, findConnection, NEWEST_FIRST, orderInput } from '../lists/connection.js';
import { itemByIdOrKey } from '../lists/item.js';
import { isUuid } from '../lists/time-ordered-id.js';

import { findSchedule, Schedule } from './schedule.js';
import { ScheduleFilter, scheduleWhere } from './schedule-filter.js';

const ScheduleConnection = connectionType(Schedule);
const order = orderInput('Schedule', {
  CREATED_AT: { column: 'id', description: 'By time of creation.' },
  NAME: { column: 'name', description: 'By name.' },
  NEXT_RUN_AT: {
    column: 'nextRunAt',
    nullable: true,
    instants: true,
    description: 'By time of the next run. Schedules without one come last when ascending.',
  },
  LAST_RUN_AT: {
    column: 'lastRunAt',
    nullable: true,
    instants: true,
    description: 'By time of the last run. Schedules without one come last when ascending.',
  },
});

builder.queryFields((t) => ({
  schedule: itemByIdOrKey(t, Schedule, 'schedule', findSchedule),
  schedules: t.field({
    type: ScheduleConnection,
    description: 'Schedules, newest first by default.',
    args: {
      ...t.arg.connectionArgs(),
      filter: t.arg({ type: ScheduleFilter, description: 'Which schedules to return. Defaults to all.' }),
      orderBy: t.arg({ type: order.input, description: 'Sort order. Defaults to newest first.' }),
    },
    resolve: (_root, args, context, info) =>
      findConnection<typeof Schedule.$inferType>(context, info, {
        delegate: context.prisma.schedule,
        args,
        order: order.orderOf(args.orderBy, NEWEST_FIRST),
        where: scheduleWhere(args.filter ?? {}),
        within: schedulesWithin,
        search:
          args.filter?.search && !isUuid(args.filter.search.trim())
            ? { within: {}, rows: LIMITS.searchedRows }
            : undefined,
      }),
  }),
}));
