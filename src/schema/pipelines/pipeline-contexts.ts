/** The contexts of an execution: each combination of expanded values, with the steps that it runs through. */
import {
  type ContextView,
  countContexts,
  readContext,
  readContexts,
} from '../../services/pipelines/read-contexts.js';
import { builder } from '../builder.js';
import { JobExecution } from '../jobs/job-execution.js';
import { connectionType, OLDEST_FIRST } from '../lists/connection.js';
import { idPage, toConnection } from '../lists/keyset.js';
import { loadAt, loadById } from '../lists/reference.js';
import { ScheduleExecution } from '../runs/schedule-execution.js';
import { JobStatus, RunStatus } from '../types/enums.js';

const PipelineContext = builder.objectRef<ContextView>('PipelineContext').implement({
  description: 'A run of a pipeline for one combination of expanded values.',
  fields: (t) => ({
    contextId: t.exposeID('contextId'),
    params: t.expose('params', {
      type: 'JSON',
      description: 'What its first step is called with: it tells contexts apart.',
    }),
    status: t.expose('status', {
      type: RunStatus,
      description: 'Never PARTIAL: one step that failed for good makes it FAILED.',
    }),
    steps: t.field({
      type: [JobExecution],
      description:
        'The current job of each step, its latest attempt of its latest turn, in the order of the pipeline.',
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
  description: 'Contexts in which a step is in one of these statuses now, as pipelineGraph counts them.',
  fields: (t) => ({
    stepId: t.id({ required: true }),
    status: t.field({ type: [JobStatus], required: true }),
  }),
});

builder.prismaObjectField(ScheduleExecution, 'contexts', (t) =>
  t.field({
    type: connectionType(PipelineContext),
    description: 'In the order of the values; empty when an agent was called.',
    args: { ...t.arg.connectionArgs(), filter: t.arg({ type: PipelineContextFilter }) },
    select: { metadata: true },
    resolve: async ({ id, metadata }, args, context, info) => {
      const filter = args.filter ? { stepId: args.filter.stepId, statuses: args.filter.status } : null;
      const contexts = await loadAt(context, info, id, async (ids) => {
        const found = await readContexts(context.services.pool, ids, idPage(args), filter);
        return ids.map((executionId) => found.get(executionId) ?? []);
      });
      return toConnection(contexts, args, OLDEST_FIRST, async () =>
        filter ? countContexts(context.services.pool, id, filter) : contextsIn(metadata),
      );
    },
  }),
);

builder.prismaObjectField(ScheduleExecution, 'context', (t) =>
  t.field({
    type: PipelineContext,
    nullable: true,
    description: 'One of its contexts; null: it has none of that id.',
    args: { contextId: t.arg.id({ required: true }) },
    select: { id: true },
    resolve: async ({ id }, { contextId }, { services }) =>
      (await readContext(services.pool, id, contextId)) ?? null,
  }),
);

/** As its expansion counted them. */
function contextsIn(metadata: unknown): number {
  const { contexts } = (metadata ?? {}) as { contexts?: unknown };
  return typeof contexts === 'number' ? contexts : 0;
}
