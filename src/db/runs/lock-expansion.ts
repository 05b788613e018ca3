import { tryMutex } from '../system/mutex.js';
import type { Queryable } from '../system/queryable.js';

export interface ExpandableExecution {
  id: string;
  scheduleId: string | null;
  targetType: 'agent' | 'pipeline';
  agentId: string | null;
  pipelineId: string | null;
  /** As it was stored: schedules are written by SQL too. */
  snapshot: unknown;
  traceId: string;
}

const EXPANDABLE = `"expandedAt" IS NULL AND "runStatus" = 'pending' AND "cancelRequestedAt" IS NULL AND "waitingSince" IS NULL
  AND "fireAt" <= clock_timestamp()`;

/** Not between two tries either. */
export const EXPANDABLE_NOW = `${EXPANDABLE} AND ("nextTryAt" IS NULL OR "nextTryAt" <= clock_timestamp())`;

/**
 * Takes the right to expand an execution for the rest of the transaction; undefined when another worker has it, when it is
 * done, cancelled, or not due. Its try has begun before (`beginExpansionTry`).
 * Not by its row, so that an operator can cancel (which writes the row) while it is expanded.
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

/** Which of these could be expanded now, as far as committed: those that nobody expanded are held by another transaction. */
async function stillExpandable(client: Queryable, executionIds: readonly string[]): Promise<string[]> {
  if (executionIds.length === 0) return [];
  const { rows } = await client.query<{ id: string }>(
    `SELECT id FROM "ScheduleExecution" WHERE id = ANY ($1::text[]) AND ${EXPANDABLE_NOW}`,
    [executionIds],
  );
  return rows.map(({ id }) => id);
}

/**
 * Whether an execution that could not be begun could be expanded now, and nobody expands it: another transaction held its row, which may
 * do something else with it. The lock is free again when this statement ends, unless the client is in a transaction.
 */
export async function isLeftOver(client: Queryable, executionId: string): Promise<boolean> {
  const { rows } = await client.query(
    `SELECT FROM "ScheduleExecution" WHERE id = $1 AND ${EXPANDABLE_NOW} AND try_mutex('expand/' || $1)`,
    [executionId],
  );
  return rows.length > 0;
}

/**
 * The same as `lockExpansion` for many at once, by their rows, for an expansion that is over in a moment. Rows that another
 * transaction holds are `held`. Only the first `maxBytes` of snapshots are read, and at least one: the ids of the others are `later`.
 */
export async function lockExpansions(
  client: Queryable,
  executionIds: readonly string[],
  maxBytes: number,
): Promise<{ executions: ExpandableExecution[]; later: string[]; held: string[] }> {
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
    held: await stillExpandable(
      client,
      executionIds.filter((id) => !locked.has(id)),
    ),
    executions: rows.flatMap(({ fits, ...execution }) => (fits ? [execution] : [])),
    later: rows.flatMap(({ id, fits }) => (fits ? [] : [id])),
  };
}
