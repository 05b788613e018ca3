import type { Queryable } from '../../db/system/queryable.js';
import type { Issue } from '../../domain/issue.js';
import { checkSteps, createPipelineInput, formIssues, stepsInput } from './pipeline-input.js';

/** Everything that is wrong with a new pipeline. Empty if it could be created. Writes nothing. */
export async function checkPipeline(client: Queryable, input: unknown): Promise<Issue[]> {
  const fields = createPipelineInput.safeParse(input);
  // The steps are checked as soon as their own form is valid, whatever the other fields contain.
  const steps = stepsInput.safeParse(input);
  return [
    ...(fields.success ? [] : formIssues(fields.error, createPipelineInput, input)),
    ...(steps.success ? await checkSteps(client, steps.data.steps) : []),
  ];
}
