import { IS_SENT } from '../jobs/end/running-attempts.js';
import { measureQueue } from '../system/measure/measure-queue.js';
import type { Queryable } from '../system/queryable.js';

/** Work that waits while there is no worker. */
export interface IdleWork {
  /** When the oldest work became ready. Null if there is none. */
  since: Date | null;
  /** Schedules with a due slot, counted up to `most`. */
  dueSchedules: number;
  /** The names of the first few schedules. */
  names: string[];
  /** Jobs that are ready, counted up to `most`. */
  jobs: number;
}

type Row = Omit<IdleWork, 'jobs'>;

/**
 * Reads only the head of partial indexes.
 * @param slots whether due slots count as work; false while the scheduler is disabled
 */
export async function measureIdleWork(
  client: Queryable,
  { slots, most, names }: { slots: boolean; most: number; names: number },
): Promise<IdleWork> {
  const { rows } = await client.query<Row>(
    `WITH due AS MATERIALIZED (
       SELECT "nextRunAt", name FROM "Schedule" WHERE $1 AND enabled AND "nextRunAt" <= statement_timestamp() ORDER BY "nextRunAt" LIMIT $2)
     SELECT least(
         (SELECT min("nextRunAt") FROM due),
         (SELECT min("fireAt") FROM "ScheduleExecution"
          WHERE "expandedAt" IS NULL AND "runStatus" = 'pending' AND "waitingSince" IS NULL AND "fireAt" <= statement_timestamp()),
         (SELECT min("nextBatchAt") FROM "ScheduleExecution" WHERE "nextBatchAt" <= statement_timestamp()),
         -- Sent by a worker that died and not accepted, or ended but not settled.
         (SELECT min("sentAt") FROM "AgentJobExecution" WHERE ${IS_SENT}),
         (SELECT "completedAt" FROM "AgentJobExecution"
          WHERE "settledAt" IS NULL AND status IN ('completed', 'failed', 'cancelled', 'skipped', 'dead_letter')
          ORDER BY "scheduleExecutionId" LIMIT 1)) AS since,
       (SELECT count(*)::int FROM due) AS "dueSchedules",
       ARRAY(SELECT name FROM due ORDER BY "nextRunAt" LIMIT $3) AS names`,
    [slots, most, names],
  );
  const { depth, oldestReadyAt } = await measureQueue(client, most);
  const { since = null, dueSchedules = 0, names: first = [] } = rows[0] ?? {};
  const earliest = [since, oldestReadyAt].filter((at) => at !== null);
  return {
    since: earliest.length === 0 ? null : new Date(Math.min(...earliest.map((at) => at.getTime()))),
    dueSchedules,
    names: first,
    jobs: depth,
  };
}
