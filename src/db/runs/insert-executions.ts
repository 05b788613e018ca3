import type { RunReason } from '../../domain/run/reasons.js';
import type { Snapshot } from '../../domain/run/snapshot.js';
import { columns } from '../system/columns.js';
import type { Queryable } from '../system/queryable.js';

/** A new run of a slot or a manual trigger, or a record of slots that do not run (`status: 'skipped'`). */
export interface NewExecution {
  id: string;
  scheduleId: string | null;
  targetType: 'agent' | 'pipeline';
  agentId: string | null;
  pipelineId: string | null;
  trigger: 'schedule' | 'manual' | 'webhook' | 'backfill';
  /** Why the governor chose the slot. Null if no governor planned it. */
  source: string | null;
  reason: RunReason | null;
  slotAt: Date | null;
  lastSlotAt: Date | null;
  missedCount: number;
  fireAt: Date;
  executionTime: Date;
  /** Since when the run waits for an earlier run of its schedule. It is not expanded meanwhile. */
  waitingSince?: Date | null;
  status: 'pending' | 'skipped';
  decision: unknown;
  snapshot: Snapshot;
  /** 32 hex digits, not all zero. */
  traceId: string;
  createdBy: string | null;
}

/**
 * Inserts runs in one statement. A slot that is already recorded is left as it is: the unique index on
 * (scheduleId, slotAt) ensures that each slot happens once.
 *
 * @returns the ids of the inserted runs
 */
export async function insertExecutions(
  client: Queryable,
  executions: readonly NewExecution[],
): Promise<string[]> {
  if (executions.length === 0) return [];
  const { rows } = await client.query<{ id: string }>(
    `INSERT INTO "ScheduleExecution" (${EXECUTION_COLUMNS}, "runStatus")
     SELECT ${EXECUTION_COLUMNS}, CASE WHEN status = 'skipped' THEN NULL ELSE 'pending' END
     FROM ${EXECUTIONS.from(1, 'e')}
     ${ONCE}
     RETURNING id`,
    EXECUTIONS.arrays(executions),
  );
  return rows.map(({ id }) => id);
}

export const EXECUTION_COLUMNS = `id, "scheduleId", "targetType", "agentId", "pipelineId", trigger, source, reason, "slotAt", "lastSlotAt",
       "missedCount", "fireAt", "executionTime", "waitingSince", status, decision, snapshot, "traceId", "createdBy"`;
export const EXECUTIONS = columns<NewExecution>({
  id: 'text',
  scheduleId: 'text',
  targetType: 'text',
  agentId: 'text',
  pipelineId: 'text',
  trigger: 'text',
  source: 'text',
  reason: 'text',
  slotAt: 'timestamptz',
  lastSlotAt: 'timestamptz',
  missedCount: 'int',
  fireAt: 'timestamptz',
  executionTime: 'timestamptz',
  waitingSince: 'timestamptz',
  status: 'text',
  decision: 'jsonb',
  snapshot: 'jsonb',
  traceId: 'text',
  createdBy: 'text',
});
/** Ensures that each slot happens once. */
export const ONCE = `ON CONFLICT ("scheduleId", "slotAt") WHERE trigger = 'schedule' DO NOTHING`;
