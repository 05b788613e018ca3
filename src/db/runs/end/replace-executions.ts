import { deliveryStatus } from '../../../domain/job/states.js';
import { among } from '../../system/among.js';
import type { Queryable } from '../../system/queryable.js';

const UNSENT = deliveryStatus({ created: 0, started: 0 });

/** The run has not ended, and was not asked to stop. */
const UNASKED = `"runStatus" IN ('pending', 'running') AND "cancelRequestedAt" IS NULL`;

/**
 * Asks runs to stop because a newer run replaces them. From then on, none of their jobs is created, released
 * or retried. Runs without jobs end at once, since there is nothing to settle. Runs that another transaction
 * has locked are skipped, so that no claim waits for them: pass those to `deferReplacement`.
 *
 * @returns the runs that have jobs, whose open attempts must be ended
 */
export async function requestReplacement(client: Queryable, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return [];
  const { rows } = await client.query<{ id: string; isExpanded: boolean }>(
    `UPDATE "ScheduleExecution" SET "cancelRequestedAt" = clock_timestamp(), "nextBatchAt" = NULL, reason = 'replaced',
       "completedAt" = CASE WHEN "expandedAt" IS NULL THEN clock_timestamp() END,
       "runStatus" = CASE WHEN "expandedAt" IS NULL THEN 'cancelled' ELSE "runStatus" END,
       status = CASE WHEN "expandedAt" IS NULL THEN $2 ELSE status END
     WHERE id IN (
       SELECT id FROM "ScheduleExecution" WHERE id = ANY ($1::text[]) AND ${UNASKED} ORDER BY id FOR UPDATE SKIP LOCKED)
     RETURNING id, "expandedAt" IS NOT NULL AS "isExpanded"`,
    [ids, UNSENT],
  );
  return rows.flatMap(({ id, isExpanded }) => (isExpanded ? [id] : []));
}

/**
 * Records those of these runs that `requestReplacement` could not ask to stop, so that a worker does so
 * later.
 * @returns how many
 */
export async function deferReplacement(client: Queryable, ids: readonly string[]): Promise<number> {
  if (ids.length === 0) return 0;
  const { rowCount } = await client.query(
    `INSERT INTO "PendingReplacement" ("executionId")
     SELECT id FROM "ScheduleExecution" WHERE id = ANY ($1::text[]) AND ${UNASKED} ON CONFLICT DO NOTHING`,
    [ids],
  );
  return rowCount ?? 0;
}

/** Whether there are deferred replacements. There hardly ever are, and this check runs often. */
export async function hasDeferredReplacements(client: Queryable): Promise<boolean> {
  const { rows } = await client.query<{ found: boolean }>(
    'SELECT EXISTS (SELECT FROM "PendingReplacement") AS found',
  );
  return rows[0]?.found ?? false;
}

/** Locks up to `limit` deferred replacements, of these runs or of all. @returns the runs */
export async function lockDeferredReplacements(
  client: Queryable,
  limit: number,
  ids: readonly string[] | null = null,
): Promise<string[]> {
  const { rows } = await client.query<{ executionId: string }>(
    `SELECT "executionId" FROM "PendingReplacement" WHERE ${among(ids, '"executionId"')} LIMIT $2 FOR UPDATE SKIP LOCKED`,
    [ids, limit],
  );
  return rows.map(({ executionId }) => executionId);
}

/**
 * Deletes those of these locked replacements whose run was asked to stop or has ended.
 * @returns the others
 */
export async function settleDeferredReplacements(
  client: Queryable,
  ids: readonly string[],
): Promise<string[]> {
  if (ids.length === 0) return [];
  const { rows } = await client.query<{ executionId: string }>(
    `DELETE FROM "PendingReplacement" p WHERE "executionId" = ANY ($1::text[])
       AND NOT EXISTS (SELECT FROM "ScheduleExecution" e WHERE e.id = p."executionId" AND ${UNASKED})
     RETURNING "executionId"`,
    [ids],
  );
  const settled = new Set(rows.map(({ executionId }) => executionId));
  return ids.filter((id) => !settled.has(id));
}

/** Finds running runs that were asked to stop and still have open attempts, in `ids` or in all runs. */
export async function executionsToStop(
  client: Queryable,
  ids: readonly string[] | null = null,
): Promise<string[]> {
  const { rows } = await client.query<{ id: string }>(
    `SELECT e.id FROM "ScheduleExecution" e
     WHERE ${among(ids, 'e.id')} AND e."cancelRequestedAt" IS NOT NULL AND e."runStatus" = 'running' AND EXISTS (
       SELECT FROM "AgentJobExecution" j WHERE j."scheduleExecutionId" = e.id AND j.status IN ('pending', 'running') OFFSET 0)
     LIMIT 1000`,
    [ids],
  );
  return rows.map(({ id }) => id);
}
