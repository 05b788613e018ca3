import { deliveryStatus } from '../domain/job/states.js';
import type { Queryable } from './queryable.js';

const UNSENT = deliveryStatus({ created: 0, answered: 0 });

/**
 * Asks executions to stop because a newer one takes their place: nothing of them is expanded, released or retried any more.
 * Those without jobs end here, since there is nothing to settle. The schedules are locked by the caller. What was asked already is
 * not touched: whoever stops it may wait for an agent, and no claim is to wait with him.
 *
 * @returns those that have jobs, whose open attempts are still to be ended: for agents may hold these
 */
export async function requestReplacement(client: Queryable, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return [];
  const { rows } = await client.query<{ id: string; isExpanded: boolean }>(
    `UPDATE "ScheduleExecution" SET "cancelRequestedAt" = clock_timestamp(), "nextBatchAt" = NULL, reason = 'replaced',
       "completedAt" = CASE WHEN "expandedAt" IS NULL THEN clock_timestamp() END,
       "runStatus" = CASE WHEN "expandedAt" IS NULL THEN 'cancelled' ELSE "runStatus" END,
       status = CASE WHEN "expandedAt" IS NULL THEN $2 ELSE status END
     WHERE id IN (
       SELECT id FROM "ScheduleExecution"
       WHERE id = ANY ($1::text[]) AND "runStatus" IN ('pending', 'running') AND "cancelRequestedAt" IS NULL ORDER BY id FOR UPDATE)
     RETURNING id, "expandedAt" IS NOT NULL AS "isExpanded"`,
    [ids, UNSENT],
  );
  return rows.flatMap(({ id, isExpanded }) => (isExpanded ? [id] : []));
}

/** Running executions that were asked to stop and still have open attempts. */
export async function executionsToStop(client: Queryable): Promise<string[]> {
  const { rows } = await client.query<{ id: string }>(
    `SELECT e.id FROM "ScheduleExecution" e
     WHERE e."cancelRequestedAt" IS NOT NULL AND e."runStatus" = 'running' AND EXISTS (
       SELECT FROM "AgentJobExecution" j WHERE j."scheduleExecutionId" = e.id AND j.status IN ('pending', 'running') OFFSET 0)
     LIMIT 1000`,
  );
  return rows.map(({ id }) => id);
}
