import type { Queryable } from '../../system/queryable.js';

const TO_EXPAND = `"expandedAt" IS NULL AND "runStatus" = 'pending' AND "waitingSince" IS NULL AND "cancelRequestedAt" IS NULL AND "fireAt" <= $1`;

/** The end of a page of runs to expand. */
export interface ExpandCursor {
  fireAt: Date;
  id: string;
}

export interface ExpandPage {
  ids: string[];
  /** Where the next page starts. Null if this was the last page. */
  next: ExpandCursor | null;
}

/**
 * Finds runs that are due and not expanded yet, by `fireAt`, except those postponed to a later try.
 *
 * @param after end of the previous page, or a start
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

/** Finds postponed runs whose next try is due. */
export async function expansionsToTryAgain(client: Queryable, now: Date, limit: number): Promise<string[]> {
  const { rows } = await client.query<{ id: string }>(
    `SELECT id FROM "ScheduleExecution" WHERE ${TO_EXPAND} AND "nextTryAt" <= $1 ORDER BY "nextTryAt" LIMIT $2`,
    [now, limit],
  );
  return rows.map(({ id }) => id);
}
