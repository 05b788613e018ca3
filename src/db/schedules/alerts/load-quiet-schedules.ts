import type { QuietSchedule } from '../../../domain/explain/why-not.js';
import type { Queryable } from '../../system/queryable.js';
import { FLEET } from '../../workers/count-workers.js';
import { TARGET_PROBLEM } from './target-problem.js';

export type QuietScheduleRow = Omit<QuietSchedule, 'schedulerEnabled'> & { id: string };

/** Backfills do not block other runs. */
const ACTIVE = `a."scheduleId" = s.id AND a."runStatus" IN ('pending', 'running') AND a."waitingSince" IS NULL AND a.trigger <> 'backfill'`;

/** Reads what explains why schedules do not run now. */
export async function loadQuietSchedules(
  client: Queryable,
  ids: readonly string[],
): Promise<QuietScheduleRow[]> {
  const { rows } = await client.query<QuietScheduleRow>(
    `SELECT s.id, clock_timestamp() AS now, s.enabled, s.template, s.flag, s."agentId", s."pipelineId", s."activatedAt", s."pausedUntil", s."pauseNote",
            CASE WHEN s.flag = 'invalid_target' THEN ${TARGET_PROBLEM} END AS "targetProblem",
            s."nextRunAt", s.decision, (
              SELECT a.id FROM "ScheduleExecution" a
              WHERE ${ACTIVE} AND EXISTS (
                SELECT FROM "ScheduleExecution" w WHERE w."scheduleId" = s.id AND w."waitingSince" IS NOT NULL AND w."runStatus" = 'pending')
              ORDER BY a.id LIMIT 1) AS "waitingFor",
            CASE WHEN s."concurrencyPolicy" = 'forbid' THEN (
              SELECT a.id FROM "ScheduleExecution" a WHERE ${ACTIVE} ORDER BY a.id LIMIT 1) END AS "forbiddenBy",
            (SELECT to_jsonb(fleet) FROM (${FLEET}) fleet) AS workers
     FROM "Schedule" s WHERE s.id = ANY ($1::text[])`,
    [ids],
  );
  return rows;
}
