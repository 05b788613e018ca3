import { insertRow } from '../../db/system/write-row.js';
import { uuidv7 } from '../../runtime/ids.js';
import { type CreateUseCase, createOnce } from '../system/create-once.js';
import { invalid, ok } from '../system/result.js';
import { keyTaken } from '../system/stable-key.js';
import { checkPipeline } from './check-pipeline.js';
import { createPipelineInput, pipelineColumns } from './pipeline-input.js';

export const createPipeline: CreateUseCase = async (
  deps,
  actor,
  input,
  { idempotencyKey, managedBy = null } = {},
) => {
  const fields = createPipelineInput.safeParse(input);
  const id = uuidv7();
  const once = { operation: 'createPipeline', input, idempotencyKey };
  const result = await createOnce(deps, once, async (client) => {
    const issues = await checkPipeline(client, input);
    if (issues.length > 0 || !fields.success) return invalid(issues);
    const columns = { id, ...pipelineColumns(fields.data), createdBy: actor.id, managedBy };
    const isNew = await insertRow(client, 'Pipeline', columns);
    return isNew ? ok({ id }) : keyTaken(client, 'Pipeline', fields.data.key);
  });
  if (result.kind === 'ok' && !result.value.repeated)
    deps.logger.info('pipeline.created', { pipelineId: id, actor: actor.id });
  return result;
};
