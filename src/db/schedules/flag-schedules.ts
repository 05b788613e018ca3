import type { Queryable } from '../system/queryable.js';
import { TARGET_READY } from './target-ready.js';

const SCOPES = {
  agentId: `s."agentId" = $1 OR s."pipelineId" IN (SELECT id FROM "Pipeline" WHERE steps @> jsonb_build_array(jsonb_build_object('agentId', $1::text)))`,
  pipelineId: `s."pipelineId" = $1`,
  templateId: `s."templateId" = $1`,
};

/**
 * Sets or clears the flag `invalid_target` of the schedules that use an agent, a pipeline or a template,
 * directly or in a step, by whether it can be called.
 *
 * @returns how many schedules changed
 */
export async function flagSchedules(
  client: Queryable,
  target: { agentId: string } | { pipelineId: string } | { templateId: string },
): Promise<number> {
  const [scope, id] =
    'agentId' in target
      ? [SCOPES.agentId, target.agentId]
      : 'pipelineId' in target
        ? [SCOPES.pipelineId, target.pipelineId]
        : [SCOPES.templateId, target.templateId];
  const { rowCount } = await client.query(
    `UPDATE "Schedule" SET flag = CASE WHEN ready THEN NULL ELSE 'invalid_target' END
     FROM (SELECT s.id, ${TARGET_READY} AS ready FROM "Schedule" s WHERE ${scope}) judged
     WHERE "Schedule".id = judged.id
       AND CASE WHEN ready THEN flag = 'invalid_target' ELSE enabled AND flag IS DISTINCT FROM 'invalid_target' END`,
    [id],
  );
  return rowCount ?? 0;
}
