import type { Fields } from '../../../domain/configuration/compare-fields.js';
import { createSchedule } from '../../schedules/create-schedule.js';
import { deleteSchedule } from '../../schedules/delete-schedule.js';
import { updateSchedule } from '../../schedules/update-schedule.js';
import { changedFields, type ObjectKind } from './object-kind.js';
import { tableReads } from './table-reads.js';
import { resolveTarget, type TargetIds } from './target.js';

const TARGET_FIELDS = ['agentId', 'pipelineKey', 'templateKey'];

export const scheduleKind: ObjectKind = {
  ...tableReads('Schedule', 'Schedule', {
    // The stored target of a schedule with a template is the template's.
    fieldsOf: ({ row, pipelineKey, templateKey }) =>
      row.templateId === null ? { pipelineKey } : { templateKey, agentId: null },
  }),
  operatedFields: ['enabled'],
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
