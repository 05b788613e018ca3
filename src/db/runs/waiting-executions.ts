import type { SkipReason } from '../../domain/run/reasons.js';
import type { Queryable } from '../system/queryable.js';
import type { NewExecution } from './insert-executions.js';

/** A run is active while it is pending or running and does not wait itself. Runs of backfills never count. */
const NOTHING_ACTIVE = `NOT EXISTS (
  SELECT FROM "ScheduleExecution" a
  WHERE a."scheduleId" = w."scheduleId" AND a."runStatus" IN ('pending', 'running') AND a."waitingSince" IS NULL AND a.trigger <> 'backfill'
    AND NOT (a.trigger = 'manual' AND a."expandedAt" IS NULL AND a."fireAt" > clock_timestamp()))`;

const WAITING = `w."waitingSince" IS NOT NULL AND w."runStatus" = 'pending'`;

/** Schedules with a waiting run that is no longer blocked but was not started. */
export async function schedulesToPromote(client: Queryable): Promise<string[]> {
  const { rows } = await client.query<{ id: string }>(
    `SELECT DISTINCT w."scheduleId" AS id FROM "ScheduleExecution" w WHERE ${WAITING} AND ${NOTHING_ACTIVE} LIMIT 1000`,
  );
  return rows.map(({ id }) => id);
}

/**
 * Locks the waiting runs of locked schedules.
 * @returns schedules with a waiting run that another transaction has locked
 */
export async function lockWaiting(client: Queryable, scheduleIds: readonly string[]): Promise<Set<string>> {
  if (scheduleIds.length === 0) return new Set();
  const waiting = `"scheduleId" = ANY ($1::text[]) AND "waitingSince" IS NOT NULL AND "runStatus" = 'pending'`;
  const { rows: free } = await client.query<{ id: string }>(
    `SELECT id FROM "ScheduleExecution" WHERE ${waiting} ORDER BY id FOR UPDATE SKIP LOCKED`,
    [scheduleIds],
  );
  const { rows } = await client.query<{ scheduleId: string }>(
    `SELECT DISTINCT "scheduleId" FROM "ScheduleExecution" WHERE ${waiting} AND id <> ALL ($2::text[])`,
    [scheduleIds, free.map(({ id }) => id)],
  );
  return new Set(rows.map(({ scheduleId }) => scheduleId));
}

/**
 * Starts the oldest waiting run of each schedule without an active run. The caller has locked the schedules
 * in an earlier statement, so a claim that saw the last run as active has already recorded the run that waits
 * for it.
 *
 * @returns the runs that may be expanded now
 */
export async function promoteWaiting(client: Queryable, scheduleIds: readonly string[]): Promise<string[]> {
  if (scheduleIds.length === 0) return [];
  const { rows } = await client.query<{ id: string }>(
    `UPDATE "ScheduleExecution" e SET "waitingSince" = NULL, reason = NULL
     FROM (
       SELECT DISTINCT ON (w."scheduleId") w.id FROM "ScheduleExecution" w
       WHERE w."scheduleId" = ANY ($1::text[]) AND ${WAITING} AND ${NOTHING_ACTIVE}
       ORDER BY w."scheduleId", w."slotAt", w.id
     ) next
     WHERE e.id = next.id AND e."waitingSince" IS NOT NULL AND e."runStatus" = 'pending'
     RETURNING e.id`,
    [scheduleIds],
  );
  return rows.map(({ id }) => id);
}

/**
 * Skips the waiting runs of a locked schedule, whether they wait for an earlier run or for a time (jitter, a
 * spread catch-up).
 * @returns how many
 */
export async function skipWaiting(
  client: Queryable,
  scheduleId: string,
  reason: SkipReason,
): Promise<number> {
  const { rowCount } = await client.query(
    `UPDATE "ScheduleExecution" w SET status = 'skipped', "runStatus" = NULL, reason = $2, "waitingSince" = NULL,
       "lastSlotAt" = "slotAt", "missedCount" = 1
     WHERE "scheduleId" = $1 AND trigger = 'schedule' AND "runStatus" = 'pending' AND "cancelRequestedAt" IS NULL
       AND ("waitingSince" IS NOT NULL OR ("expandedAt" IS NULL AND "fireAt" > clock_timestamp()))`,
    [scheduleId, reason],
  );
  return rowCount ?? 0;
}

/**
 * Moves waiting runs to a newer slot of their locked schedules. The caller has locked the runs too, and
 * records the slots that they waited for. This keeps one row for what waits, and one for consecutive misses.
 *
 * @returns the runs that were moved; a slot that is already recorded is not used again
 */
export async function moveWaiting(
  client: Queryable,
  executions: readonly NewExecution[],
): Promise<Set<string>> {
  if (executions.length === 0) return new Set();
  const { rows } = await client.query<{ id: string }>(
    `UPDATE "ScheduleExecution" w SET "slotAt" = m."slotAt", "fireAt" = m."fireAt", "executionTime" = m."executionTime", source = m.source,
       decision = m.decision, snapshot = m.snapshot, "targetType" = m."targetType", "agentId" = m."agentId", "pipelineId" = m."pipelineId"
     FROM jsonb_to_recordset($1::jsonb) AS m(id text, "slotAt" timestamptz, "fireAt" timestamptz, "executionTime" timestamptz, source text,
       decision jsonb, snapshot jsonb, "targetType" text, "agentId" text, "pipelineId" text)
     WHERE w.id = m.id AND ${WAITING} AND NOT EXISTS (
       SELECT FROM "ScheduleExecution" known
       WHERE known."scheduleId" = w."scheduleId" AND known."slotAt" = m."slotAt" AND known.trigger = 'schedule')
     RETURNING w.id`,
    [JSON.stringify(executions)],
  );
  return new Set(rows.map(({ id }) => id));
}
