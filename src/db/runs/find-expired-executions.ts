import { alongIndex } from '../system/along-index.js';
import { idOfAge } from '../system/id-of-age.js';
import type { Queryable } from '../system/queryable.js';

/**
 * For each existing schedule, the newest run that ran and the newest skipped one are kept, whatever their
 * age. With `OFFSET 0`, PostgreSQL looks up one run at a time and never reads all schedules.
 */
const SUPERSEDED = `(e."scheduleId" IS NULL OR CASE WHEN e.status = 'skipped' THEN EXISTS (${newer(`n.status = 'skipped'`)})
    ELSE EXISTS (${newer(`n.status <> 'skipped'`)}) END
  OR NOT EXISTS (SELECT FROM "Schedule" s WHERE s.id = e."scheduleId" OFFSET 0))`;

function newer(condition: string): string {
  return `SELECT FROM "ScheduleExecution" n WHERE ${alongIndex('n."scheduleId"', 'e."scheduleId"')} AND n.id > e.id AND ${condition} OFFSET 0`;
}

/**
 * The age of a run is counted from its end, so that long runs stay as long as short ones. A row of skipped
 * slots is as old as the last of them.
 */
const OLDER = `greatest(e."completedAt", e."executionTime", e."lastSlotAt") < statement_timestamp() - $1 * interval '1 millisecond'`;

/** Its schedule has been updated after its end. */
const CONCLUDED = `NOT e."toConclude"`;
const ENDED = `(e."runStatus" IS NULL OR e."runStatus" IN ('succeeded', 'partial', 'failed', 'cancelled')) AND ${CONCLUDED}`;

export interface ExpiredPage {
  /** Runs to delete. */
  ids: string[];
  /** Where the next page starts. Null if every run that is old enough was checked. */
  after: string | null;
}

/**
 * Finds runs that ended longer than `maxAgeMs` ago. Scans the primary key, whose ids are ordered by time, and
 * reads a page of `limit` rows, however many of them must stay.
 *
 * @param after end of the previous page
 */
export async function findAgedExecutions(
  client: Queryable,
  maxAgeMs: number,
  after: string,
  limit: number,
): Promise<ExpiredPage> {
  const { rows } = await client.query<{ id: string; expired: boolean }>(
    `SELECT e.id, ${ENDED} AND ${OLDER} AND ${SUPERSEDED} AS expired
     FROM (
       SELECT * FROM "ScheduleExecution"
       WHERE id > $2 AND id < ${idOfAge('$1')} ORDER BY id LIMIT $3
     ) e ORDER BY e.id`,
    [maxAgeMs, after, limit],
  );
  return {
    ids: rows.filter(({ expired }) => expired).map(({ id }) => id),
    after: rows.length < limit ? null : (rows.at(-1)?.id ?? null),
  };
}

/** The ended runs of a schedule with one outcome, in the order of their index. */
const OF_OUTCOME = `${alongIndex('e."scheduleId"', 's.id')} AND ${alongIndex('e."runStatus"', 'outcome')}
  AND e."runStatus" IN ('succeeded', 'partial', 'failed', 'cancelled')`;

/**
 * Finds runs beyond the history limits of their schedules, the oldest of each outcome first. Runs with dead letters that were not
 * replayed stay until they are too old.
 */
export async function findSurplusExecutions(client: Queryable, limit: number): Promise<string[]> {
  const { rows } = await client.query<{ id: string }>(
    `SELECT surplus.id
     FROM "Schedule" s
     CROSS JOIN LATERAL (VALUES
       (ARRAY['succeeded'], s."successfulHistoryLimit"), (ARRAY['partial', 'failed', 'cancelled'], s."failedHistoryLimit")
     ) AS history(outcomes, kept)
     CROSS JOIN LATERAL (
       -- The newest run beyond the limit.
       SELECT each.id FROM unnest(history.outcomes) AS outcome CROSS JOIN LATERAL (
         SELECT e.id FROM "ScheduleExecution" e WHERE ${OF_OUTCOME}
         ORDER BY e."scheduleId" DESC, e."runStatus" DESC, e.id DESC LIMIT history.kept + 1) each
       ORDER BY each.id DESC OFFSET history.kept LIMIT 1
     ) last
     CROSS JOIN unnest(history.outcomes) AS outcome
     CROSS JOIN LATERAL (
       SELECT e.id FROM "ScheduleExecution" e
       WHERE ${OF_OUTCOME} AND e.id <= last.id AND ${CONCLUDED} AND ${SUPERSEDED}
         AND NOT EXISTS (
           SELECT FROM "AgentJobExecution" j WHERE j."scheduleExecutionId" = e.id AND j."isLatest" AND j.status = 'dead_letter' OFFSET 0)
       ORDER BY e."scheduleId", e."runStatus", e.id LIMIT $1
     ) surplus
     WHERE history.kept IS NOT NULL AND (s."successfulHistoryLimit" IS NOT NULL OR s."failedHistoryLimit" IS NOT NULL)
     LIMIT $1`,
    [limit],
  );
  return rows.map(({ id }) => id);
}
