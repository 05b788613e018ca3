import type { Queryable } from '../system/queryable.js';

export interface ContextRef {
  scheduleExecutionId: string;
  contextId: string;
}

/**
 * Finds contexts in which the wait before a retry or for dependencies is over, the longest due first. A
 * context is returned once for each such step. The conditions do not use `clock_timestamp()`, because an
 * index cannot evaluate it: the query would also read steps that are not due yet.
 */
export async function contextsDue(client: Queryable, limit: number): Promise<ContextRef[]> {
  const waiting = `j.status = 'pending' AND j."releasedAt" IS NULL AND j."contextId" IS NOT NULL`;
  const going = `EXISTS (SELECT FROM "ScheduleExecution" e WHERE e.id = j."scheduleExecutionId" AND e."runStatus" = 'running' AND e."cancelRequestedAt" IS NULL)`;
  const due = (instant: string) =>
    `(SELECT j."scheduleExecutionId", j."contextId" FROM "AgentJobExecution" j
      WHERE ${waiting} AND j.${instant} <= statement_timestamp() AND ${going} ORDER BY j.${instant} LIMIT ${Number(limit)})`;
  const { rows } = await client.query<ContextRef>(
    `${due('"retryAt"')} UNION ALL ${due('"dependencyDeadlineAt"')}`,
  );
  return rows;
}

/**
 * Finds contexts that have begun and have pending steps, but in which no step is queued, running, unsettled
 * or waiting for an instant. Nothing else would ever continue them.
 */
export async function contextsStuck(client: Queryable, limit: number): Promise<ContextRef[]> {
  const { rows } = await client.query<ContextRef>(
    `SELECT DISTINCT j."scheduleExecutionId", j."contextId"
     FROM "AgentJobExecution" j JOIN "ScheduleExecution" e ON e.id = j."scheduleExecutionId"
     WHERE e."runStatus" = 'running' AND e."cancelRequestedAt" IS NULL AND e."targetType" = 'pipeline' AND j."batchIndex" <= e."batchCursor"
       AND j.status = 'pending' AND j."releasedAt" IS NULL AND j."contextId" IS NOT NULL AND j."isLatest"
       AND NOT EXISTS (
         SELECT FROM "AgentJobExecution" o WHERE o."contextId" = j."contextId" AND o."isLatest" AND o."settledAt" IS NULL
           AND (o.status <> 'pending' OR o."releasedAt" IS NOT NULL OR o."retryAt" IS NOT NULL))
     LIMIT $1`,
    [limit],
  );
  return rows;
}

/** Counts the contexts of all runs that have a queued or running step. */
export async function countContextsInFlight(client: Queryable): Promise<number> {
  const { rows } = await client.query<{ contexts: number }>('SELECT count_contexts_in_flight() AS contexts');
  return rows[0]?.contexts ?? 0;
}
