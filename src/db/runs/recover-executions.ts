import type { Queryable } from '../system/queryable.js';

const TO_EXPAND = `"expandedAt" IS NULL AND "runStatus" = 'pending' AND "waitingSince" IS NULL AND "cancelRequestedAt" IS NULL AND "fireAt" <= $1`;

/** Where a page of executions to expand ended. */
export interface ExpandCursor {
  fireAt: Date;
  id: string;
}

export interface ExpandPage {
  ids: string[];
  /** Where the next page starts; null: this was the last. */
  next: ExpandCursor | null;
}

/**
 * Executions that are due and not expanded yet, by `fireAt`; without those postponed to a later try.
 *
 * @param after where the page before ended, or a place to start
 */
export async function executionsToExpand(
  client: Queryable,
  now: Date,
  limit: number,
  after: ExpandCursor | null = null,
): Promise<ExpandPage> {
  const { rows } = await client.query<ExpandCursor>(
    `SELECT id, "fireAt" FROM "ScheduleExecution"
     WHERE ${TO_EXPAND} AND ("fireAt", id) > ($3::timestamptz, $4::text) AND ("nextTryAt" IS NULL OR "nextTryAt" <= $1)
     ORDER BY "fireAt", id LIMIT $2`,
    [now, limit, after?.fireAt ?? '-infinity', after?.id ?? ''],
  );
  return { ids: rows.map(({ id }) => id), next: rows.length < limit ? null : (rows.at(-1) ?? null) };
}

/** Executions that were postponed, and whose next try is due. */
export async function expansionsToTryAgain(client: Queryable, now: Date, limit: number): Promise<string[]> {
  const { rows } = await client.query<{ id: string }>(
    `SELECT id FROM "ScheduleExecution" WHERE ${TO_EXPAND} AND "nextTryAt" <= $1 ORDER BY "nextTryAt" LIMIT $2`,
    [now, limit],
  );
  return rows.map(({ id }) => id);
}

/** Running executions all of whose jobs have ended and are settled, and that nobody has rolled up. */
export async function executionsToRollUp(
  client: Queryable,
  among: readonly string[] | null,
): Promise<string[]> {
  const { rows } = await client.query<{ id: string }>(
    `SELECT e.id FROM "ScheduleExecution" e WHERE e."runStatus" = 'running' AND ($1::text[] IS NULL OR e.id = ANY ($1)) AND NOT has_open_jobs(e.id)
     LIMIT 1000`,
    [among],
  );
  return rows.map(({ id }) => id);
}
