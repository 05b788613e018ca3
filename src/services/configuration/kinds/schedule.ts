import type { KeyedRow } from '../../../db/configuration/read-objects.js';
import type { Fields } from '../../../domain/configuration/compare-fields.js';
import type { ServiceDeps } from '../../access/context.js';
import { createSchedule } from '../../schedules/create-schedule.js';
import { deleteSchedule } from '../../schedules/delete-schedule.js';
import { updateSchedule } from '../../schedules/update-schedule.js';
import {
  changedFields,
  columnsOf,
  fieldNames,
  type ObjectKind,
  type StoredObject,
  storedFields,
} from './object-kind.js';
import { tableReads } from './table-reads.js';
import { resolveTarget, type TargetIds } from './target.js';

const TARGET_FIELDS = ['agentId', 'pipelineKey', 'templateKey'];
const COLUMNS = fieldNames('Schedule', ['key', 'pipelineKey', 'templateKey']);

export const scheduleKind: ObjectKind = {
  kind: 'Schedule',
  operatedFields: ['enabled'],
  ...tableReads('Schedule', describe),
  async create(deps, actor, { key, fields, managedBy }) {
    const target = await resolveTarget(deps, fields);
    if (target.kind !== 'ok') return target;
    const input = { ...inputOf(fields), ...targetInput(target.value), key };
    return createSchedule(deps, actor, input, { managedBy });
  },
  async update(deps, actor, { id, wanted: { fields, managedBy }, changed }) {
    const input = inputOf(changedFields(fields, changed));
    if (!TARGET_FIELDS.some((name) => changed.has(name)))
      return updateSchedule(deps, actor, { id, input, managedBy });
    const target = await resolveTarget(deps, fields);
    if (target.kind !== 'ok') return target;
    return updateSchedule(deps, actor, { id, input: { ...input, ...targetInput(target.value) }, managedBy });
  },
  remove: (deps, actor, id) => deleteSchedule(deps, actor, { id }),
};

/** A schedule that runs a template has no target of its own. */
function targetInput({ agentId, pipelineId, templateId }: TargetIds) {
  const targetType = templateId !== null ? undefined : pipelineId !== null ? 'pipeline' : 'agent';
  return { agentId, pipelineId, templateId, targetType };
}

/** Instants are text in documents. */
function inputOf({ pipelineKey: _pipeline, templateKey: _template, ...fields }: Fields): Fields {
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [
      name,
      (name === 'startAt' || name === 'endAt') && typeof value === 'string' ? new Date(value) : value,
    ]),
  );
}

function describe(_deps: ServiceDeps, keyed: KeyedRow): StoredObject {
  const { key, row, pipelineKey, templateKey } = keyed;
  // The stored target of a schedule with a template is the template's.
  const target = row.templateId === null ? { pipelineKey } : { templateKey, agentId: null };
  return {
    id: row.id,
    key,
    name: row.name,
    managedBy: row.managedBy,
    fields: storedFields('Schedule', key, { ...columnsOf(keyed, COLUMNS), ...target }),
    secretAt: () => undefined,
  };
}
