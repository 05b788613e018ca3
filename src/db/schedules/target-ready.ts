import { ENABLED } from '../agents/load-agent.js';

/**
 * SQL: whether the target of schedule `s` can be called now. Its agent must be registered and enabled, or its
 * pipeline must exist and be enabled with the agents of all steps. A template that it runs must exist and be
 * enabled as well. It is read for one schedule at a time: for `EXISTS`, PostgreSQL may read all templates
 * first.
 */
export const TARGET_READY = `coalesce((s."templateId" IS NULL OR (
  SELECT t.template AND t.enabled FROM "Schedule" t WHERE t.id = s."templateId")) AND CASE s."targetType"
  WHEN 'pipeline' THEN (
    SELECT p.enabled AND NOT EXISTS (
      SELECT FROM jsonb_array_elements(CASE jsonb_typeof(p.steps) WHEN 'array' THEN p.steps ELSE '[]' END) step
      WHERE NOT EXISTS (SELECT FROM "AgentRegistry" a WHERE a.id = step ->> 'agentId' AND ${ENABLED}))
    FROM "Pipeline" p WHERE p.id = s."pipelineId")
  ELSE (SELECT ${ENABLED} FROM "AgentRegistry" a WHERE a.id = s."agentId") END, false)`;
