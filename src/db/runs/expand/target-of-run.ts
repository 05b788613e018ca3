import type { Queryable } from '../../system/queryable.js';

/** The ID of a run's schedule, or of the agent or pipeline that it calls. Undefined if there is no such run. */
export async function targetOfRun(client: Queryable, executionId: string): Promise<string | undefined> {
  const { rows } = await client.query<{ target: string | null }>(
    `SELECT coalesce("scheduleId", "agentId", "pipelineId") AS target FROM "ScheduleExecution" WHERE id = $1`,
    [executionId],
  );
  return rows[0]?.target ?? undefined;
}
