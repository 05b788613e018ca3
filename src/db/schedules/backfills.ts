import { tryMutex } from '../system/mutex.js';
import type { Queryable } from '../system/queryable.js';

/** A slot of a backfill that becomes a run. */
export interface BackfillSlot {
  id: string;
  slotAt: Date;
  source: string;
  decision: unknown;
  /** 32 hex digits, not all zero. */
  traceId: string;
}

export interface OpenBackfill {
  id: string;
  scheduleId: string;
  /** Whether runs can start now, or the backfill can end. */
  isActionable: boolean;
}

const UNDER_WAY = `SELECT count(*)::int FROM "ScheduleExecution" e WHERE e."backfillId" = b.id AND e."runStatus" IN ('pending', 'running')`;

/** Open backfills: those in which runs can start or that can end, then the others, the oldest of each first. */
export async function openBackfills(client: Queryable, limit: number): Promise<OpenBackfill[]> {
  const { rows } = await client.query<OpenBackfill>(
    `SELECT b.id, b."scheduleId",
       CASE WHEN b."cursorSlotAt" >= b."to" THEN (${UNDER_WAY}) = 0 ELSE (${UNDER_WAY}) < b."maxConcurrency" END AS "isActionable"
     FROM "Backfill" b WHERE b.status IN ('pending', 'running') ORDER BY "isActionable" DESC, b.id LIMIT $1`,
    [limit],
  );
  return rows;
}

export interface LockedBackfill {
  id: string;
  scheduleId: string;
  from: Date;
  to: Date;
  maxConcurrency: number;
  repeatExisting: boolean;
  timing: unknown;
  /** All slots up to here are done; `to`: no slot is left. */
  cursorSlotAt: Date | null;
  status: 'pending' | 'running' | 'completed' | 'cancelled';
}

/**
 * Locks a backfill until the transaction ends. The lock has a statement of its own, so that later statements
 * read the rows under it.
 *
 * @param whenLocked what to do if another transaction has locked it
 */
export async function lockBackfill(
  client: Queryable,
  id: string,
  whenLocked: 'wait' | 'skip',
): Promise<LockedBackfill | undefined> {
  const { rows } = await client.query<LockedBackfill>(
    `SELECT id, "scheduleId", "from", "to", "maxConcurrency", "repeatExisting", timing, "cursorSlotAt", status
     FROM "Backfill" WHERE id = $1 FOR UPDATE${whenLocked === 'skip' ? ' SKIP LOCKED' : ''}`,
    [id],
  );
  return rows[0];
}

/**
 * Locks the search for slots that have not run, because two backfills of a schedule must not search at the
 * same time.
 *
 * @returns false if another backfill is searching
 */
export function lockSlotsOf(client: Queryable, scheduleId: string): Promise<boolean> {
  return tryMutex(client, `backfill/${scheduleId}`);
}

/**
 * Slots in `[from, to)` that have a run that was not cancelled, from the schedule or a backfill, in epoch
 * milliseconds.
 */
export async function filledSlots(
  client: Queryable,
  scheduleId: string,
  from: Date,
  to: Date,
): Promise<Set<number>> {
  const range = `"scheduleId" = $1 AND "slotAt" >= $2 AND "slotAt" < $3 AND "runStatus" <> 'cancelled'`;
  const { rows } = await client.query<{ slotAt: Date }>(
    `SELECT "slotAt" FROM "ScheduleExecution" WHERE ${range} AND trigger = 'schedule' AND status <> 'skipped'
     UNION SELECT "slotAt" FROM "ScheduleExecution" WHERE ${range} AND trigger = 'backfill'`,
    [scheduleId, from, to],
  );
  return new Set(rows.map(({ slotAt }) => slotAt.getTime()));
}

export async function openBackfillRuns(client: Queryable, backfillId: string): Promise<string[]> {
  const { rows } = await client.query<{ id: string }>(
    `SELECT id FROM "ScheduleExecution" WHERE "backfillId" = $1 AND "runStatus" IN ('pending', 'running') ORDER BY id`,
    [backfillId],
  );
  return rows.map(({ id }) => id);
}

/** Inserts runs for slots of a locked backfill, from its snapshot. @returns the ids of the new runs */
export async function insertBackfillExecutions(
  client: Queryable,
  backfillId: string,
  slots: readonly BackfillSlot[],
): Promise<string[]> {
  if (slots.length === 0) return [];
  const { rows } = await client.query<{ id: string }>(
    `INSERT INTO "ScheduleExecution" (id, "scheduleId", "targetType", "agentId", "pipelineId", trigger, source, "slotAt", "fireAt", "executionTime",
       decision, snapshot, "traceId", "createdBy", "backfillId")
     SELECT s.id, b."scheduleId", b."targetType", b."agentId", b."pipelineId", 'backfill', s.source, s."slotAt", now.at, now.at,
       s.decision, b.snapshot, s."traceId", b."createdBy", b.id
     FROM jsonb_to_recordset($2::jsonb) AS s(id text, source text, "slotAt" timestamptz, decision jsonb, "traceId" text)
     JOIN "Backfill" b ON b.id = $1 CROSS JOIN (SELECT clock_timestamp() AS at) now
     ON CONFLICT ("backfillId", "slotAt") WHERE trigger = 'backfill' DO NOTHING
     RETURNING id`,
    [backfillId, JSON.stringify(slots)],
  );
  return rows.map(({ id }) => id);
}

/** Stores the progress of a locked backfill. At its end, slots that had run meanwhile count as existing. */
export async function moveBackfill(
  client: Queryable,
  id: string,
  { created, cursorSlotAt, isEnded }: { created: number; cursorSlotAt: Date; isEnded: boolean },
): Promise<void> {
  await client.query(
    `UPDATE "Backfill" SET created = created + $2, "cursorSlotAt" = $3, status = CASE WHEN $4 THEN 'completed' ELSE 'running' END,
       "completedAt" = CASE WHEN $4 THEN clock_timestamp() END,
       existing = CASE WHEN $4 AND NOT "repeatExisting" THEN greatest(0, total - created - $2) ELSE existing END
     WHERE id = $1`,
    [id, created, cursorSlotAt, isEnded],
  );
}

/** Stops a locked backfill from starting runs. */
export async function endBackfill(client: Queryable, id: string): Promise<void> {
  await client.query(
    `UPDATE "Backfill" SET status = 'cancelled', "completedAt" = clock_timestamp() WHERE id = $1`,
    [id],
  );
}

/** Counts the runs of a backfill by result. */
export interface BackfillProgress {
  backfillId: string;
  runStatus: string;
  count: number;
}

export async function countBackfillExecutions(
  client: Queryable,
  backfillIds: readonly string[],
): Promise<BackfillProgress[]> {
  const { rows } = await client.query<BackfillProgress>(
    `SELECT "backfillId", "runStatus", count(*)::int AS count FROM "ScheduleExecution" WHERE "backfillId" = ANY ($1::text[]) GROUP BY 1, 2`,
    [backfillIds],
  );
  return rows;
}
