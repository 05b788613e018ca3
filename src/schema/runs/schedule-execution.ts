import { CREATOR_NAME } from '../access/token-name.js';
import { Agent } from '../agents/agent.js';
import { builder } from '../builder.js';
import { loadJson } from '../jobs/large-values.js';
import { finderOf } from '../lists/item.js';
import { reference } from '../lists/reference.js';
import { Pipeline } from '../pipelines/pipeline.js';
import { enumColumn } from '../types/enum-of.js';
import { byId, mutationOf } from '../types/mutation.js';
import { Node } from '../types/node.js';
import { RunStatus, TargetType } from './run-enums.js';
import { DELIVERY_STATUS, RUN_COUNTS, RUN_START_TIMES, RUN_TIMES } from './run-fields.js';

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
    params: t.field({
      type: 'JSON',
      nullable: true,
      description:
        'Params of the run, with data source strings not expanded. In a list, a value over 16 KiB reads `{"truncated": true, "bytes": …}`. Null if there are none.',
      resolve: ({ id }, _args, context, info) => loadJson(context, info, ['ScheduleExecution', 'params', id]),
    }),
    ...t.exposed('JSON!', {
      metadata: 'Additional information about the run, such as the number of contexts.',
    }),
    traceId: t.exposeString('traceId', { description: 'W3C trace ID, shared by all jobs of the run.' }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'Time the run was created.' }),
    updatedAt: t.expose('updatedAt', { type: 'DateTime', description: 'Time the run last changed.' }),
    ...t.exposed('String', {
      createdBy: 'ID of the API token or person that triggered the run. Null if neither triggered it.',
    }),
    createdByName: t.string(CREATOR_NAME),
  }),
});

/** Reads a run with the fields that the operation selects. Null if it does not exist. */
export const findScheduleExecution = finderOf(ScheduleExecution, (prisma) => prisma.scheduleExecution);

export const runMutation = mutationOf(ScheduleExecution, byId(findScheduleExecution));
