import type { Queryable } from '../../db/system/queryable.js';
import type { Issue } from '../../domain/issue.js';
import { checkSteps, createPipelineInput, formIssues, stepsInput } from './pipeline-input.js';

/** Everything wrong with a pipeline that is to be created, all at once; empty: it could be. Writes nothing. */
export async function checkPipeline(client: Queryable, input: unknown): Promise<Issue[]> {
  const fields = createPipelineInput.safeParse(input);
  // Judged as soon as its own form is right, whatever the rest of it says.
  const steps = stepsInput.safeParse(input);
  return [
    ...(fields.success ? [] : formIssues(fields.error, createPipelineInput, input)),
    ...(steps.success ? await checkSteps(client, steps.data.steps) : []),
  ];
}
