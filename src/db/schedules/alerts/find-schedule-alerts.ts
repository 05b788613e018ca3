import {
  type AlertCandidate,
  type AlertTerms,
  alertOf,
  type ScheduleAlert,
} from '../../../domain/schedule/alert.js';
import { alongIndex } from '../../system/along-index.js';
import type { Queryable } from '../../system/queryable.js';
import { TARGET_PROBLEM } from './target-problem.js';

export interface FoundScheduleAlert extends ScheduleAlert {
  scheduleId: string;
  scheduleName: string;
}

type Row = AlertCandidate & { id: string; name: string; now: Date };

/** Schedules that may need an alert. */
export const CANDIDATES = `SELECT id, name, "nextRunAt", flag, "updatedAt" FROM "Schedule" WHERE enabled AND NOT template`;

/**
 * Enabled schedules that should run and do not, the longest first, at most `limit` of each kind. Each kind
 * reads a partial index of such schedules only.
 *
 * @param terms their `graceMs`: `alertGraceMs(scheduler.checkInterval)`
 */
export async function findScheduleAlerts(
  client: Queryable,
  terms: AlertTerms,
  limit: number,
): Promise<FoundScheduleAlert[]> {
  const { rows } = await client.query<Row>(
    `WITH clock AS MATERIALIZED (SELECT clock_timestamp() AS now),
     found AS (
       (${CANDIDATES} AND "nextRunAt" < (SELECT now FROM clock) - $1::float8 * interval '1 millisecond' ORDER BY "nextRunAt" LIMIT $2)
       UNION
       (${CANDIDATES} AND flag IS NOT NULL ORDER BY id LIMIT $2)
       UNION
       (${CANDIDATES} AND "nextRunAt" IS NULL ORDER BY id LIMIT $2)
     )
     SELECT f.*, clock.now, coalesce(skipped."slotAt", f."updatedAt") AS "flaggedSince",
       CASE WHEN f.flag = 'invalid_target' THEN (SELECT ${TARGET_PROBLEM} FROM "Schedule" s WHERE s.id = f.id) END AS "targetProblem"
     FROM found f CROSS JOIN clock
     LEFT JOIN LATERAL (
       -- Consecutive misses share one row, and the first slot of the newest row is the start.
       SELECT e."slotAt" FROM (
         SELECT "slotAt", reason FROM "ScheduleExecution"
         WHERE ${alongIndex('"scheduleId"', 'f.id')} ORDER BY "scheduleId" DESC, id DESC LIMIT 1) e
       WHERE e.reason = f.flag) skipped ON true`,
    [terms.graceMs, limit],
  );
  return rows
    .flatMap(({ id, name, now, ...candidate }) => {
      const alert = alertOf(candidate, now, terms);
      return alert === null ? [] : [{ ...alert, scheduleId: id, scheduleName: name }];
    })
    .sort((a, b) => a.since.getTime() - b.since.getTime());
}
