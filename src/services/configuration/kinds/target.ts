/** The target of a schedule or webhook: documents use keys, the API uses IDs. */
import { findByKey } from '../../../db/configuration/read-objects.js';
import type { Fields } from '../../../domain/configuration/compare-fields.js';
import type { ServiceDeps } from '../../access/context.js';
import { invalidAt, ok, type Result } from '../../system/result.js';

export interface TargetIds {
  agentId: unknown;
  pipelineId: string | null;
  scheduleId: string | null;
  templateId: string | null;
}

const REFERENCES = [
  { field: 'pipelineKey', id: 'pipelineId', table: 'Pipeline' },
  { field: 'scheduleKey', id: 'scheduleId', table: 'Schedule' },
  { field: 'templateKey', id: 'templateId', table: 'Schedule' },
] as const;

/** The IDs for the keys in `fields`. */
export async function resolveTarget({ pool }: ServiceDeps, fields: Fields): Promise<Result<TargetIds>> {
  const ids: TargetIds = {
    agentId: fields.agentId ?? null,
    pipelineId: null,
    scheduleId: null,
    templateId: null,
  };
  for (const { field, id, table } of REFERENCES) {
    const key = fields[field];
    if (typeof key !== 'string') continue;
    const found = await findByKey(pool, table, key);
    if (found === undefined)
      return invalidAt([field], `There is no ${table.toLowerCase()} with the key ${JSON.stringify(key)}`);
    ids[id] = found;
  }
  return ok(ids);
}
