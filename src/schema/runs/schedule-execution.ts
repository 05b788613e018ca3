import { whyNow } from '../../domain/explain/why-now.js';
import { CREATOR_NAME } from '../access/token-name.js';
import { Agent } from '../agents/agent.js';
import { builder } from '../builder.js';
import { readInstant } from '../jobs/job-error.js';
import { isFiltered, JobExecutionFilter, jobExecutionWhere } from '../jobs/job-execution-filter.js';
import { JobExecutionConnection, jobExecutionOrder as jobOrder } from '../jobs/job-execution-queries.js';
import { CutValue, loadJson } from '../jobs/large-values.js';
import { countRelated, nestedPage, OLDEST_FIRST } from '../lists/connection.js';
import { finderOf } from '../lists/item.js';
import { toConnection } from '../lists/keyset.js';
import { reference } from '../lists/reference.js';
import { Pipeline } from '../pipelines/pipeline.js';
import { Decision } from '../schedules/decision.js';
import { RunSource } from '../types/codes.js';
import { enumColumn } from '../types/enum-of.js';
import { byId, mutationOf } from '../types/mutation.js';
import { Node } from '../types/node.js';
import { ExecutionTrigger, RunStatus, TargetType } from './run-enums.js';
import { DELIVERY_STATUS, REASON_CODE, RUN_COUNTS, RUN_START_TIMES, RUN_TIMES } from './run-fields.js';

interface StoredExecutionError {
  message?: unknown;
  timestamp?: unknown;
  count?: unknown;
}

const ExecutionError = builder.objectRef<StoredExecutionError>('ExecutionError').implement({
  description: 'An error of a run. Equal errors are counted together.',
  fields: (t) => ({
    message: t.string({ description: 'Error message.', resolve: ({ message }) => String(message ?? '') }),
    timestamp: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'Time of the first occurrence. Null if unknown.',
      resolve: ({ timestamp }) => readInstant(timestamp),
    }),
    count: t.int({
      description: 'Number of occurrences.',
      resolve: ({ count }) => (typeof count === 'number' ? count : 1),
    }),
  }),
});

/** The stored errors of a run, or one entry that says why they are not shown. */
function readErrors(errors: unknown): StoredExecutionError[] {
  if (errors instanceof CutValue)
    return [
      {
        message: `The errors are ${errors.bytes.toLocaleString('en')} bytes long. Open the run to see them.`,
      },
    ];
  return Array.isArray(errors) ? (errors as StoredExecutionError[]) : [];
}

export const ScheduleExecution = builder.prismaObject('ScheduleExecution', {
  description: 'A run: one slot of a schedule, or one trigger of a schedule, pipeline or agent.',
  interfaces: [Node],
  select: { id: true },
  fields: (t) => ({
    id: t.exposeID('id', { description: 'ID of the run.' }),
    ...t.exposed('ID', {
      scheduleId: 'ID of the schedule. Null if the run was triggered without one.',
      agentId: 'ID of the agent called. Null if a pipeline is run.',
      pipelineId: 'ID of the pipeline. Null if an agent is called.',
    }),
    ...t.exposed(TargetType, { targetType: 'Whether the run calls an agent or a pipeline.' }),
    agent: t.field({
      ...reference('agentId', Agent, (prisma) => prisma.agentRegistry),
      description:
        'The agent called, in its current state. Null if a pipeline is run or the agent has been deleted.',
    }),
    pipeline: t.field({
      ...reference('pipelineId', Pipeline, (prisma) => prisma.pipeline),
      description:
        'The pipeline, in its current state. Null if an agent is called or the pipeline has been deleted.',
    }),
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
    ...t.exposed('DateTime', RUN_TIMES),
    ...t.exposed('DateTime!', RUN_START_TIMES),
    ...t.exposed('Int!', RUN_COUNTS),
    deliveryStatus: t.field({ ...DELIVERY_STATUS, select: { status: true } }),
    status: t.field({
      ...DELIVERY_STATUS,
      deprecationReason: 'Use `deliveryStatus`: the state of a run is `runStatus`.',
      select: { status: true },
    }),
    runStatus: t.field({
      ...enumColumn('runStatus', RunStatus),
      nullable: true,
      description: 'State of the run. Null if the slot was skipped.',
    }),
    jobsEnqueued: t.exposeInt('jobsEnqueued', { description: 'Number of jobs released so far.' }),
    batches: t.exposeInt('batches', {
      description: 'Number of batches the jobs are divided into. 0 before expansion.',
    }),
    batchesBegun: t.int({
      description: 'Number of batches started.',
      select: { batchCursor: true },
      resolve: ({ batchCursor }) => batchCursor + 1,
    }),
    ...t.exposed('DateTime', {
      nextBatchAt: 'Time the next batch starts. Null if it waits for the preceding batch or there is none.',
      expandedAt: 'Time the jobs were created. Null before expansion.',
    }),
    params: t.field({
      type: 'JSON',
      nullable: true,
      description:
        'Params of the run, with data source strings not expanded. In a list, a value over 16 KiB reads `{"truncated": true, "bytes": …}`. Null if there are none.',
      resolve: ({ id }, _args, context, info) => loadJson(context, info, ['ScheduleExecution', 'params', id]),
    }),
    errors: t.field({
      type: [ExecutionError],
      description: 'The first 100 errors. Equal errors are counted together.',
      resolve: async ({ id }, _args, context, info) =>
        readErrors(await loadJson(context, info, ['ScheduleExecution', 'errors', id])),
    }),
    ...t.exposed('JSON!', {
      metadata: 'Additional information about the run, such as the number of contexts.',
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
    traceId: t.exposeString('traceId', { description: 'W3C trace ID, shared by all jobs of the run.' }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'Time the run was created.' }),
    updatedAt: t.expose('updatedAt', { type: 'DateTime', description: 'Time the run last changed.' }),
    ...t.exposed('String', {
      createdBy: 'ID of the API token or person that triggered the run. Null if neither triggered it.',
    }),
    createdByName: t.string(CREATOR_NAME),
    jobs: t.field({
      type: JobExecutionConnection,
      description: 'Jobs of the run, oldest first by default.',
      args: {
        ...t.arg.connectionArgs(),
        filter: t.arg({ type: JobExecutionFilter, description: 'Which jobs to return. Defaults to all.' }),
        orderBy: t.arg({ type: jobOrder.input, description: 'Sort order. Defaults to oldest first.' }),
      },
      select: (args, _context, nestedSelection) =>
        ({
          jobsCreated: true,
          jobs: nestedSelection(
            nestedPage(
              args,
              jobOrder.orderOf(args.orderBy, OLDEST_FIRST),
              jobExecutionWhere(args.filter ?? {}),
            ),
            ['edges', 'node'],
          ),
        }) as { jobsCreated: true; jobs: true },
      resolve: (execution, args, context, info) =>
        toConnection(execution.jobs, args, jobOrder.orderOf(args.orderBy, OLDEST_FIRST), async () =>
          isFiltered(args.filter)
            ? countRelated(context, info, {
                delegate: context.prisma.agentJobExecution,
                column: 'scheduleExecutionId',
                value: execution.id,
                where: jobExecutionWhere(args.filter ?? {}),
              })
            : execution.jobsCreated,
        ),
    }),
  }),
});

/** Reads a run with the fields that the operation selects. Null if it does not exist. */
export const findScheduleExecution = finderOf(ScheduleExecution, (prisma) => prisma.scheduleExecution);

export const runMutation = mutationOf(ScheduleExecution, byId(findScheduleExecution));
