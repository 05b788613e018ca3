import {
  type AlertCandidate,
  type AlertTerms,
  alertOf,
  type ScheduleAlert,
} from '../../../domain/schedule/alert.js';
import type { Queryable } from '../../system/queryable.js';
import { CANDIDATES } from './find-schedule-alerts.js';

export interface StuckSchedule extends ScheduleAlert {
  scheduleId: string;
  scheduleName: string;
}

/** The last schedule of each part of a page. */
export interface AfterStuck {
  overdue: { at: Date; id: string } | null;
  unplanned: string | null;
}

/** Where the first page begins. */
export const BEFORE_STUCK: AfterStuck = { overdue: null, unplanned: null };

type Row = Omit<AlertCandidate, 'flaggedSince'> & { id: string; name: string; now: Date };

/**
 * A page of the enabled schedules that are overdue, or that have no next run and are not blocked: at most `limit` of
 * each kind. Each kind reads a partial index of such schedules only.
 *
 * @returns `next` where the next page begins, unless this was the last
 */
export async function findStuckSchedules(
  client: Queryable,
  terms: AlertTerms,
  limit: number,
  { overdue, unplanned }: AfterStuck,
): Promise<{ stuck: StuckSchedule[]; next: AfterStuck | null }> {
  const { rows } = await client.query<Row>(
    `WITH clock AS MATERIALIZED (SELECT clock_timestamp() AS now),
     found AS (
       (${CANDIDATES} AND "nextRunAt" < (SELECT now FROM clock) - $1::float8 * interval '1 millisecond'
          AND ("nextRunAt", id) > (coalesce($3::timestamptz, '-infinity'), coalesce($4::text, ''))
        ORDER BY "nextRunAt", id LIMIT $2)
       UNION ALL
       (${CANDIDATES} AND "nextRunAt" IS NULL AND flag IS NULL AND id > coalesce($5::text, '') ORDER BY id LIMIT $2)
     )
     SELECT found.*, clock.now FROM found CROSS JOIN clock ORDER BY "nextRunAt", id`,
    [terms.graceMs, limit, overdue?.at ?? null, overdue?.id ?? null, unplanned],
  );
  const stuck = rows.flatMap(({ id, name, now, ...row }) => {
    const alert = alertOf({ ...row, flaggedSince: row.updatedAt }, now, terms);
    return alert === null ? [] : [{ ...alert, scheduleId: id, scheduleName: name }];
  });
  const late = rows.filter((row) => row.nextRunAt !== null);
  const last = late.at(-1);
  const isLast = late.length < limit && rows.length - late.length < limit;
  const next = {
    overdue: last?.nextRunAt ? { at: last.nextRunAt, id: last.id } : overdue,
    unplanned: rows.length > late.length ? (rows.at(-1)?.id ?? null) : unplanned,
  };
  return { stuck, next: isLast ? null : next };
}
