/** The contexts of a run, with the current jobs of their steps. */
import type { ContextsFilter } from '../../db/pipelines/page-contexts.js';
import {
  type ContextView,
  countContexts,
  readContext,
  readContexts,
} from '../../services/pipelines/read-contexts.js';
import { builder } from '../builder.js';
import { JobStatus } from '../jobs/job-enums.js';
import { JobExecution } from '../jobs/job-execution.js';
import { connectionType, oldestFirst } from '../lists/connection.js';
import { idPage, toConnection } from '../lists/keyset.js';
import { loadAt, loadById } from '../lists/reference.js';
import { RunStatus } from '../runs/run-enums.js';
import { ScheduleExecution } from '../runs/schedule-execution.js';

const PipelineContext = builder.objectRef<ContextView>('PipelineContext').implement({
  description: 'One run through the steps of a pipeline, for one combination of expanded values.',
  fields: (t) => ({
    contextId: t.exposeID('contextId', { description: 'ID of the context.' }),
    ...t.exposed('JSON!', { params: 'Params of its first step. They distinguish the contexts of a run.' }),
    status: t.expose('status', {
      type: RunStatus,
      description: 'State of the context. Never `PARTIAL`: a step that failed for good makes it `FAILED`.',
    }),
    steps: t.field({
      type: [JobExecution],
      description:
        'The current job of each step (its latest attempt in its latest turn), in the order of the pipeline.',
      resolve: async ({ stepIds }, _args, context, info) => {
        const { agentJobExecution } = context.prisma;
        const jobs = await Promise.all(
          stepIds.map((id) => loadById<typeof JobExecution.$inferType>(context, info, agentJobExecution, id)),
        );
        return jobs.filter((job) => job !== null);
      },
    }),
  }),
});

const PipelineContextFilter = builder.inputType('PipelineContextFilter', {
  description: 'Selects contexts by the current state of a step, as counted in `pipelineGraph`.',
  fields: (t) => ({
    stepId: t.id({ required: true, description: 'ID of the step.' }),
    status: t.field({ type: [JobStatus], required: true, description: 'States of the step.' }),
  }),
});

const IN_ORDER = oldestFirst('PipelineContext');

builder.prismaObjectField(ScheduleExecution, 'contexts', (t) =>
  t.field({
    type: connectionType(PipelineContext),
    description:
      'Contexts of a pipeline run, in the order of the expanded values. Empty if an agent was called.',
    args: {
      ...t.arg.connectionArgs(),
      ...t.arg.fields(PipelineContextFilter, { filter: 'Which contexts to return. Defaults to all.' }),
    },
    select: { metadata: true },
    resolve: async ({ id, metadata }, args, context, info) => {
      const filter = args.filter ? { stepId: args.filter.stepId, statuses: args.filter.status } : null;
      const contexts = await loadAt(context, info, id, async (ids) => {
        const found = await readContexts(context.services.pool, ids, idPage(args, IN_ORDER), filter);
        return ids.map((executionId) => found.get(executionId) ?? []);
      });
      const countFiltered = async (ids: readonly string[], wanted: ContextsFilter) => {
        const counts = await countContexts(context.services.pool, ids, wanted);
        return ids.map((executionId) => counts.get(executionId) ?? 0);
      };
      return toConnection(contexts, args, IN_ORDER, async () =>
        filter
          ? loadAt(context, info, id, (ids) => countFiltered(ids, filter), 'count')
          : contextsIn(metadata),
      );
    },
  }),
);

builder.prismaObjectField(ScheduleExecution, 'context', (t) =>
  t.field({
    type: PipelineContext,
    nullable: true,
    description: 'One context of the run. Null if it does not exist.',
    args: { contextId: t.arg.id({ required: true, description: 'ID of the context.' }) },
    select: { id: true },
    resolve: ({ id }, { contextId }, context, info) =>
      loadAt(context, info, id, async (ids) => {
        const found = await readContext(context.services.pool, ids, contextId);
        return ids.map((executionId) => (found?.scheduleExecutionId === executionId ? found : null));
      }),
  }),
);

/** The number of contexts, as counted by the expansion. */
function contextsIn(metadata: unknown): number {
  const { contexts } = (metadata ?? {}) as { contexts?: unknown };
  return typeof contexts === 'number' ? contexts : 0;
}
