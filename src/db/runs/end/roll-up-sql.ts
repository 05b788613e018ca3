/**
 * The roll-up rules of domain/job/states as SQL over counters, for the statement that counts answers: it ends
 * a run together with its last job. A test compares both implementations.
 */
import { RUN_TIMEOUT } from './overdue-runs.js';

/** SQL expressions for the counters of a run whose jobs have all ended. */
export interface CounterSql {
  created: string;
  completed: string;
  failed: string;
  cancelled: string;
  /** First attempts that an agent accepted. */
  started: string;
}

/** @param execution alias of the run's row */
export function runStatusOf(execution: string, { completed, failed, cancelled }: CounterSql): string {
  return `CASE
    WHEN ${execution}."cancelRequestedAt" IS NOT NULL THEN CASE WHEN ${execution}.reason IS NOT DISTINCT FROM '${RUN_TIMEOUT}' THEN 'failed' ELSE 'cancelled' END
    WHEN ${completed} > 0 THEN CASE WHEN ${failed} + ${cancelled} > 0 THEN 'partial' ELSE 'succeeded' END
    WHEN ${failed} > 0 THEN 'failed' WHEN ${cancelled} > 0 THEN 'cancelled' ELSE 'succeeded' END`;
}

export function deliveryOf({ created, started }: CounterSql): string {
  return `CASE WHEN ${started} >= ${created} THEN 'success' WHEN ${started} > 0 THEN 'partial' ELSE 'failed' END`;
}

/**
 * Whether the end of a run matters to its schedule, for a statement that also sets `updatedAt`. The trigger
 * `mark_conclusion` does the same for all other statements, but takes six times as long for a run. A test
 * compares both.
 */
export function toConclude(execution: string, runStatus: string): string {
  return `CASE WHEN ${execution}."scheduleId" IS NOT NULL AND ${execution}.trigger <> 'backfill' THEN ${runStatus} = 'failed'
      OR EXISTS (SELECT FROM "Schedule" s WHERE s.id = ${execution}."scheduleId"
        AND (s."concurrencyPolicy" = 'queue' OR (s."failureCount" > 0 AND ${runStatus} = 'succeeded')))
      OR EXISTS (SELECT FROM "ScheduleExecution" w WHERE w."scheduleId" = ${execution}."scheduleId" AND w."waitingSince" IS NOT NULL AND w."runStatus" = 'pending')
    ELSE ${execution}."toConclude" END`;
}
