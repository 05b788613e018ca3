import type { AttemptStatus } from '../../domain/job/states.js';
import type { Queryable } from '../system/queryable.js';

export interface LockedStep {
  status: AttemptStatus;
  isSettled: boolean;
}

/**
 * Locks the latest attempts of a context for the rest of the transaction, so that none of them starts or ends
 * meanwhile. The caller has locked the run.
 */
export async function lockContext(
  client: Queryable,
  scheduleExecutionId: string,
  contextId: string,
): Promise<LockedStep[]> {
  const { rows } = await client.query<LockedStep>(
    `SELECT status, "settledAt" IS NOT NULL AS "isSettled" FROM "AgentJobExecution"
     WHERE "contextId" = $2 AND "scheduleExecutionId" = $1 AND "isLatest" ORDER BY id FOR UPDATE`,
    [scheduleExecutionId, contextId],
  );
  return rows;
}
