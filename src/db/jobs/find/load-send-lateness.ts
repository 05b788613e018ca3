import type { Queryable } from '../../system/queryable.js';

/**
 * Seconds from the planned start of scheduled runs to the send of these attempts. Other attempts are left
 * out.
 */
export async function loadSendLateness(client: Queryable, attemptIds: readonly string[]): Promise<number[]> {
  const { rows } = await client.query<{ seconds: number }>(
    `SELECT greatest(0, extract(epoch FROM a."sentAt" - e."fireAt"))::float8 AS seconds
     FROM unnest($1::text[]) AS sent(id) JOIN "AgentJobExecution" a ON a.id = sent.id
     JOIN "ScheduleExecution" e ON e.id = a."scheduleExecutionId"
     WHERE e.trigger = 'schedule' AND a."sentAt" IS NOT NULL`,
    [attemptIds],
  );
  return rows.map(({ seconds }) => seconds);
}
