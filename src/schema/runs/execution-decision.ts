/** What started a run, and why it took place or was skipped. */
import { whyNow } from '../../domain/explain/why-now.js';
import { builder } from '../builder.js';
import { Decision } from '../schedules/decision.js';
import { RunSource } from '../types/codes.js';
import { ExecutionTrigger } from './run-enums.js';
import { REASON_CODE } from './run-fields.js';
import { ScheduleExecution } from './schedule-execution.js';

builder.prismaObjectFields(ScheduleExecution, (t) => ({
  ...t.exposed(ExecutionTrigger, { trigger: 'What started the run.' }),
  slotSource: t.field({
    type: RunSource.type,
    nullable: true,
    description: 'What determined the slot. Null for runs that were not started by a schedule’s timing.',
    select: { source: true },
    resolve: ({ source }) => RunSource.read(source),
  }),
  source: t.exposeString('source', {
    nullable: true,
    description: 'What determined the slot. Null for runs that were not started by a schedule’s timing.',
    deprecationReason: 'Use `slotSource`, which is an enum.',
  }),
  reasonCode: t.field({ ...REASON_CODE, select: { reason: true } }),
  reason: t.exposeString('reason', {
    nullable: true,
    description: REASON_CODE.description,
    deprecationReason: 'Use `reasonCode`, which is an enum.',
  }),
  slotDecision: t.field({
    type: Decision.type,
    nullable: true,
    description: 'How the slot was decided. Null for runs without a decision.',
    select: { decision: true },
    resolve: ({ decision }) => Decision.read(decision),
  }),
  decision: t.expose('decision', {
    type: 'JSON',
    nullable: true,
    description: 'How the slot was decided. Null for runs without a decision.',
    deprecationReason: 'Use `slotDecision`, which is typed.',
  }),
  why: t.string({
    description: 'Why the run took place or was skipped, in plain words.',
    select: {
      trigger: true,
      status: true,
      runStatus: true,
      reason: true,
      slotAt: true,
      lastSlotAt: true,
      missedCount: true,
      fireAt: true,
      executionTime: true,
      decision: true,
    },
    resolve: (execution) => whyNow(execution),
  }),
}));
