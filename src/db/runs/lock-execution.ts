import type { RunStatus } from '../../domain/job/states.js';
import type { GroupedError } from '../../domain/run/errors.js';
import type { Queryable } from '../system/queryable.js';

export interface LockedRun {
  id: string;
  targetType: 'agent' | 'pipeline';
  /** Null if the run was skipped. */
  runStatus: RunStatus | null;
  /** Why the run has its current status, for example 'replaced'. */
  reason: string | null;
  isExpanded: boolean;
  cancelRequested: boolean;
}

const LOCKED_RUN = `id, "targetType", "runStatus", reason, "expandedAt" IS NOT NULL AS "isExpanded", "cancelRequestedAt" IS NOT NULL AS "cancelRequested"`;

/**
 * Locks a run for the rest of the transaction. This is a statement of its own, so that later statements read
 * from a snapshot taken after the wait.
 */
export async function lockExecution(client: Queryable, id: string): Promise<LockedRun | undefined> {
  const { rows } = await client.query<LockedRun>(
    `SELECT ${LOCKED_RUN} FROM "ScheduleExecution" WHERE id = $1 FOR UPDATE`,
    [id],
  );
  return rows[0];
}

/** Locks a run without waiting. Undefined also if another transaction has locked it. */
export async function tryLockExecution(client: Queryable, id: string): Promise<LockedRun | undefined> {
  const { rows } = await client.query<LockedRun>(
    `SELECT ${LOCKED_RUN} FROM "ScheduleExecution" WHERE id = $1 FOR UPDATE SKIP LOCKED`,
    [id],
  );
  return rows[0];
}

/** Locks many runs, always in the same order. */
export async function lockRuns(client: Queryable, ids: readonly string[]): Promise<LockedRun[]> {
  const { rows } = await client.query<LockedRun>(
    `SELECT ${LOCKED_RUN} FROM "ScheduleExecution" WHERE id = ANY ($1::text[]) ORDER BY id FOR UPDATE`,
    [ids],
  );
  return rows;
}

export interface RunToSettle extends Pick<LockedRun, 'id' | 'cancelRequested'> {
  errors: GroupedError[];
}

/**
 * Locks runs like `lockRuns`, but without waiting: skips those that another transaction has locked. A worker
 * that settles one looks again after its commit.
 */
export async function tryLockRuns(client: Queryable, ids: readonly string[]): Promise<RunToSettle[]> {
  const { rows } = await client.query<RunToSettle>(
    `SELECT id, "cancelRequestedAt" IS NOT NULL AS "cancelRequested", errors FROM "ScheduleExecution"
     WHERE id = ANY ($1::text[]) ORDER BY id FOR UPDATE SKIP LOCKED`,
    [ids],
  );
  return rows;
}
