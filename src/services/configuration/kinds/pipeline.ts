import { createPipeline } from '../../pipelines/create-pipeline.js';
import { deletePipeline } from '../../pipelines/delete-pipeline.js';
import { updatePipeline } from '../../pipelines/update-pipeline.js';
import { changedFields, type ObjectKind } from './object-kind.js';
import { tableReads } from './table-reads.js';

export const pipelineKind: ObjectKind = {
  ...tableReads('Pipeline', 'Pipeline'),
  operatedFields: ['enabled'],
  create: (deps, actor, { key, fields, managedBy }) =>
    createPipeline(deps, actor, { ...fields, key }, { managedBy }),
  update: (deps, actor, { id, wanted, changed }) =>
    updatePipeline(deps, actor, {
      id,
      input: changedFields(wanted.fields, changed),
      managedBy: wanted.managedBy,
    }),
  remove: (deps, actor, id) => deletePipeline(deps, actor, { id }),
};
