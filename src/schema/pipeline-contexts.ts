/** The contexts of an execution: each combination of expanded values, with the steps that it runs through. */
import { type ContextView, readContexts } from '../services/read-contexts.js';
import { builder } from './builder.js';
import { connectionType, OLDEST_FIRST } from './connection.js';
import { RunStatus } from './enums.js';
import { JobExecution } from './job-execution.js';
import { idPage, toConnection } from './keyset.js';
import { loadAt, loadById } from './reference.js';
import { ScheduleExecution } from './schedule-execution.js';

const PipelineContext = builder.objectRef<ContextView>('PipelineContext').implement({
  description: 'A run of a pipeline for one combination of expanded values.',
  fields: (t) => ({
    contextId: t.exposeID('contextId'),
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

builder.prismaObjectField(ScheduleExecution, 'contexts', (t) =>
  t.field({
    type: connectionType(PipelineContext),
    description: 'In the order of the values; empty when an agent was called.',
    args: t.arg.connectionArgs(),
    select: { metadata: true },
    resolve: async ({ id, metadata }, args, context, info) => {
      const contexts = await loadAt(context, info, id, async (ids) => {
        const found = await readContexts(context.services.pool, ids, idPage(args));
        return ids.map((executionId) => found.get(executionId) ?? []);
      });
      return toConnection(contexts, args, OLDEST_FIRST, async () => contextsIn(metadata));
    },
  }),
);

/** As its expansion counted them. */
function contextsIn(metadata: unknown): number {
  const { contexts } = (metadata ?? {}) as { contexts?: unknown };
  return typeof contexts === 'number' ? contexts : 0;
}
