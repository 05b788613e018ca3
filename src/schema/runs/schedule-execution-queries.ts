import { runsWithin } from '../access/within-scope.js';
import { builder } from '../builder.js';
import { connectionType, orderInput } from '../lists/connection.js';
import { itemById } from '../lists/item.js';
import { listField } from '../lists/list-field.js';
import { isEmptyFilter } from '../types/bulk.js';
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
  scheduleExecutions: listField(t, ScheduleExecutionConnection, {
    description: 'Runs, newest first by default.',
    filter: ScheduleExecutionFilter,
    which: 'Which runs to return. Defaults to all.',
    order: scheduleExecutionOrder,
    rows: (filter, { prisma }) => ({
      delegate: prisma.scheduleExecution,
      where: scheduleExecutionWhere(filter),
      within: runsWithin,
      history: { table: 'ScheduleExecution', isWhole: isEmptyFilter(filter) },
      search: executionSearchScope(filter),
    }),
  }),
}));
