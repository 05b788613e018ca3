import type { KeyedRow } from '../../../db/configuration/read-objects.js';
import type { ServiceDeps } from '../../access/context.js';
import { createPipeline } from '../../pipelines/create-pipeline.js';
import { deletePipeline } from '../../pipelines/delete-pipeline.js';
import { updatePipeline } from '../../pipelines/update-pipeline.js';
import {
  changedFields,
  columnsOf,
  fieldNames,
  type ObjectKind,
  type StoredObject,
  storedFields,
} from './object-kind.js';
import { tableReads } from './table-reads.js';

const COLUMNS = fieldNames('Pipeline', ['key']);

export const pipelineKind: ObjectKind = {
  kind: 'Pipeline',
  operatedFields: ['enabled'],
  ...tableReads('Pipeline', describe),
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

function describe(_deps: ServiceDeps, keyed: KeyedRow): StoredObject {
  const { key, row } = keyed;
  return {
    id: row.id,
    key,
    name: row.name,
    managedBy: row.managedBy,
    fields: storedFields('Pipeline', key, columnsOf(keyed, COLUMNS)),
    secretAt: () => undefined,
  };
}
