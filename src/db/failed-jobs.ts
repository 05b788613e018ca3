import type { Queryable } from './queryable.js';

const FAILED = `"scheduleExecutionId" = $1 AND "isLatest" AND "settledAt" IS NOT NULL AND status IN ('failed', 'dead_letter')`;

/** Attempts with which jobs of an execution have failed for good. */
export async function loadFailedAttempts(client: Queryable, scheduleExecutionId: string): Promise<string[]> {
  const { rows } = await client.query<{ id: string }>(
    `SELECT id FROM "AgentJobExecution" WHERE ${FAILED} ORDER BY id`,
    [scheduleExecutionId],
  );
  return rows.map(({ id }) => id);
}

/** Contexts of an execution in which a step has failed for good, in this turn or an earlier one. */
export async function loadFailedContexts(client: Queryable, scheduleExecutionId: string): Promise<string[]> {
  const { rows } = await client.query<{ contextId: string }>(
    `SELECT DISTINCT "contextId" FROM "AgentJobExecution" WHERE ${FAILED} AND "contextId" IS NOT NULL ORDER BY "contextId"`,
    [scheduleExecutionId],
  );
  return rows.map(({ contextId }) => contextId);
}
