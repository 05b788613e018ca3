import { cancelContext } from '../../services/pipelines/cancel-context.js';
import { rerunFrom } from '../../services/pipelines/rerun-from.js';
import { builder } from '../builder.js';
import { runMutation } from '../runs/schedule-execution.js';

builder.mutationFields((t) => ({
  cancelContext: runMutation(t, {
    by: 'operator',
    description:
      'Cancels the waiting and running jobs of one context of a pipeline run. Other contexts continue. A response that has already reached a worker counts.',
    args: {
      scheduleExecutionId: t.arg.id({ required: true, description: 'ID of the run.' }),
      contextId: t.arg.id({ required: true, description: 'ID of the context.' }),
    },
    run: cancelContext,
  }),
  rerunFrom: runMutation(t, {
    by: 'operator',
    description:
      'Runs a step of one context and all later steps again, however they ended. Earlier steps are kept.',
    args: {
      scheduleExecutionId: t.arg.id({ required: true, description: 'ID of the run.' }),
      contextId: t.arg.id({ required: true, description: 'ID of the context.' }),
      stepId: t.arg.id({ required: true, description: 'ID of the step to start from.' }),
    },
    run: rerunFrom,
  }),
}));
