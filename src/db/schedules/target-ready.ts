import { ENABLED } from '../agents/load-agent.js';

/**
 * SQL, true or false: what the schedule `s` calls can be called now. The agent is registered and enabled; or the pipeline exists
 * and is enabled, and so is the agent of each of its steps. A template that it runs is there and enabled, too.
 */
export const TARGET_READY = `coalesce((s."templateId" IS NULL OR EXISTS (
  SELECT FROM "Schedule" t WHERE t.id = s."templateId" AND t.template AND t.enabled)) AND CASE s."targetType"
  WHEN 'pipeline' THEN (
    SELECT p.enabled AND NOT EXISTS (
      SELECT FROM jsonb_array_elements(CASE jsonb_typeof(p.steps) WHEN 'array' THEN p.steps ELSE '[]' END) step
      WHERE NOT EXISTS (SELECT FROM "AgentRegistry" a WHERE a.id = step ->> 'agentId' AND ${ENABLED}))
    FROM "Pipeline" p WHERE p.id = s."pipelineId")
  ELSE (SELECT ${ENABLED} FROM "AgentRegistry" a WHERE a.id = s."agentId") END, false)`;
