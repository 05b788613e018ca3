import { insertRow } from '../db/write-row.js';
import { uuidv7 } from '../runtime/ids.js';
import { withTransaction } from '../runtime/pool.js';
import { checkPipeline } from './check-pipeline.js';
import type { Actor, ServiceDeps } from './context.js';
import { createPipelineInput, pipelineColumns } from './pipeline-input.js';
import { invalid, ok, type Result } from './result.js';

/** Creates a pipeline, if nothing at all is wrong with it. */
export async function createPipeline(
  deps: ServiceDeps,
  actor: Actor,
  input: unknown,
): Promise<Result<{ id: string }>> {
  const fields = createPipelineInput.safeParse(input);
  const id = uuidv7();
  const result = await withTransaction(deps.pool, async (client): Promise<Result<{ id: string }>> => {
    const issues = await checkPipeline(client, input);
    if (issues.length > 0 || !fields.success) return invalid(issues);
    await insertRow(client, 'Pipeline', { id, ...pipelineColumns(fields.data), createdBy: actor.id });
    return ok({ id });
  });
  if (result.kind === 'ok') deps.logger.info('pipeline.created', { pipelineId: id, actor: actor.id });
  return result;
}
