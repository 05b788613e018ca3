import { ENABLED } from '../../agents/load-agent.js';

/**
 * SQL: the first obstacle to `TARGET_READY` of schedule `s` as a `TargetProblem`. Null if there is none, or the
 * stored steps of its pipeline are invalid.
 */
export const TARGET_PROBLEM = `(SELECT to_jsonb(problem) - 'place' FROM (
  SELECT 0::bigint AS place, 'template' AS kind, s."templateId" AS id, t.name,
         CASE WHEN t.id IS NULL THEN 'missing' WHEN NOT t.template THEN 'not_template' ELSE 'disabled' END AS state,
         NULL AS "stepId", NULL AS "pipelineName"
  FROM (SELECT) one LEFT JOIN "Schedule" t ON t.id = s."templateId"
  WHERE s."templateId" IS NOT NULL AND (t.template AND t.enabled) IS NOT TRUE
  UNION ALL
  SELECT 0, 'agent', s."agentId", a.name, CASE WHEN a.id IS NULL THEN 'missing' ELSE 'disabled' END, NULL, NULL
  FROM (SELECT) one LEFT JOIN "AgentRegistry" a ON a.id = s."agentId"
  WHERE s."targetType" <> 'pipeline' AND ${ENABLED} IS NOT TRUE
  UNION ALL
  SELECT 0, 'pipeline', s."pipelineId", p.name, CASE WHEN p.id IS NULL THEN 'missing' ELSE 'disabled' END, NULL, NULL
  FROM (SELECT) one LEFT JOIN "Pipeline" p ON p.id = s."pipelineId"
  WHERE s."targetType" = 'pipeline' AND p.enabled IS NOT TRUE
  UNION ALL
  SELECT step.place, 'step', step.value ->> 'agentId', a.name, CASE WHEN a.id IS NULL THEN 'missing' ELSE 'disabled' END,
         step.value ->> 'stepId', p.name
  FROM "Pipeline" p
  CROSS JOIN LATERAL jsonb_array_elements(CASE jsonb_typeof(p.steps) WHEN 'array' THEN p.steps ELSE '[]' END)
    WITH ORDINALITY AS step (value, place)
  LEFT JOIN "AgentRegistry" a ON a.id = step.value ->> 'agentId'
  WHERE s."targetType" = 'pipeline' AND p.id = s."pipelineId" AND ${ENABLED} IS NOT TRUE
  ORDER BY place LIMIT 1) problem)`;
