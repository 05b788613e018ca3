import { tryMutex } from '../../system/mutex.js';
import type { Queryable } from '../../system/queryable.js';

export interface ExpandableExecution {
  id: string;
  scheduleId: string | null;
  targetType: 'agent' | 'pipeline';
  agentId: string | null;
  pipelineId: string | null;
  /** The stored snapshot, unchecked: schedules may be written by SQL. */
  snapshot: unknown;
  traceId: string;
}

const EXPANDABLE = `"expandedAt" IS NULL AND "runStatus" = 'pending' AND "cancelRequestedAt" IS NULL AND "waitingSince" IS NULL
  AND "fireAt" <= clock_timestamp()`;

/** Also excludes runs that wait for their next try. */
export const EXPANDABLE_NOW = `${EXPANDABLE} AND ("nextTryAt" IS NULL OR "nextTryAt" <= clock_timestamp())`;

/**
 * Locks the expansion of a run for the rest of the transaction. Undefined if another worker has locked it, or
 * if the run is expanded, cancelled or not due. The try was counted before, by `beginExpansionTry`. The lock
 * is not on the run's row, so that an operator can cancel the run (which writes the row) during the
 * expansion.
 */
export async function lockExpansion(
  client: Queryable,
  executionId: string,
): Promise<ExpandableExecution | undefined> {
  if (!(await tryMutex(client, `expand/${executionId}`))) return undefined;
  const { rows } = await client.query<ExpandableExecution>(
    `SELECT id, "scheduleId", "targetType", "agentId", "pipelineId", snapshot, "traceId" FROM "ScheduleExecution"
     WHERE id = $1 AND ${EXPANDABLE}`,
    [executionId],
  );
  return rows[0];
}

/**
 * Those of these runs that could be expanded, judged by committed data. If none of the callers has locked
 * them, another transaction has.
 */
async function stillExpandable(client: Queryable, executionIds: readonly string[]): Promise<string[]> {
  if (executionIds.length === 0) return [];
  const { rows } = await client.query<{ id: string }>(
    `SELECT id FROM "ScheduleExecution" WHERE id = ANY ($1::text[]) AND ${EXPANDABLE_NOW}`,
    [executionIds],
  );
  return rows.map(({ id }) => id);
}

/**
 * Whether a run that could not be started is expandable and nobody expands it, because another transaction
 * locked its row for some other purpose. The lock is free again when this statement ends, unless the client
 * is in a transaction.
 */
export async function isStillExpandable(client: Queryable, executionId: string): Promise<boolean> {
  const { rows } = await client.query(
    `SELECT FROM "ScheduleExecution" WHERE id = $1 AND ${EXPANDABLE_NOW} AND try_mutex('expand/' || $1)`,
    [executionId],
  );
  return rows.length > 0;
}

/**
 * Locks many runs for short expansions, by their rows instead of the expansion lock. Rows that another
 * transaction has locked are `locked`. Reads at most `maxBytes` of snapshots, but at least one. The ids of
 * the remaining runs are `later`.
 */
export async function lockExpansions(
  client: Queryable,
  executionIds: readonly string[],
  maxBytes: number,
): Promise<{ executions: ExpandableExecution[]; later: string[]; locked: string[] }> {
  const { rows } = await client.query<ExpandableExecution & { fits: boolean }>(
    `WITH locked AS (
       SELECT id, "scheduleId", "targetType", "agentId", "pipelineId", snapshot, "traceId" FROM "ScheduleExecution"
       WHERE id = ANY ($1::text[]) AND ${EXPANDABLE_NOW} ORDER BY id FOR UPDATE SKIP LOCKED
     ), measured AS (
       SELECT locked.*, sum(octet_length(snapshot::text)) OVER so_far <= $2::bigint OR row_number() OVER so_far = 1 AS fits
       FROM locked WINDOW so_far AS (ORDER BY id)
     )
     SELECT id, "scheduleId", "targetType", "agentId", "pipelineId", CASE WHEN fits THEN snapshot END AS snapshot, "traceId", fits FROM measured ORDER BY id`,
    [executionIds, maxBytes],
  );
  const locked = new Set(rows.map(({ id }) => id));
  return {
    locked: await stillExpandable(
      client,
      executionIds.filter((id) => !locked.has(id)),
    ),
    executions: rows.flatMap(({ fits, ...execution }) => (fits ? [execution] : [])),
    later: rows.flatMap(({ id, fits }) => (fits ? [] : [id])),
  };
}
