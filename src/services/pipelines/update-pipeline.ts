import { lockPipeline } from '../../db/pipelines/load-pipeline.js';
import { flagSchedules } from '../../db/schedules/flag-schedules.js';
import type { Queryable } from '../../db/system/queryable.js';
import { updateRow } from '../../db/system/write-row.js';
import { withTransaction } from '../../runtime/database/pool.js';
import { onlyGiven } from '../system/parse-input.js';
import { invalid, notFound, ok, type Result } from '../system/result.js';
import { orTakenKey, takenKey } from '../system/stable-key.js';
import { ownerColumn, type UpdateRequest } from '../system/update-request.js';
import type { UseCase } from '../system/use-case.js';
import { checkSteps, formIssues, pipelineColumns, updatePipelineInput } from './pipeline-input.js';

/**
 * Changes the given fields and leaves the rest. Null clears an optional field; steps are replaced as
 * a whole. Active runs keep the steps they started with. Schedules that run the pipeline are blocked
 * or unblocked accordingly.
 */
export const updatePipeline: UseCase<UpdateRequest> = async (deps, actor, { id, input, managedBy }) => {
  const parsed = updatePipelineInput.safeParse(input);
  if (!parsed.success) return invalid(formIssues(parsed.error, updatePipelineInput, input));
  const patch = onlyGiven(parsed.data, input);
  const update = async (client: Queryable): Promise<Result<{ id: string }>> => {
    if (!(await lockPipeline(client, id))) return notFound('pipeline', id);
    const taken = await takenKey(client, 'Pipeline', patch.key, id);
    if (taken) return taken;
    const issues = patch.steps ? await checkSteps(client, patch.steps) : [];
    if (issues.length > 0) return invalid(issues);
    await updateRow(client, 'Pipeline', id, { ...pipelineColumns(patch), ...ownerColumn(managedBy) });
    await flagSchedules(client, { pipelineId: id });
    return ok({ id });
  };
  const result = await orTakenKey(deps.pool, 'Pipeline', patch.key, () => withTransaction(deps.pool, update));
  if (result.kind === 'ok')
    deps.logger.info('pipeline.updated', { pipelineId: id, actor: actor.id, fields: Object.keys(patch) });
  return result;
};
