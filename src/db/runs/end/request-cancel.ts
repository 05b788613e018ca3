import { deliveryStatus } from '../../../domain/job/states.js';
import type { Queryable } from '../../system/queryable.js';

/**
 * Marks a run as cancelled by a person. A run without jobs has nothing that the engine could settle, so it ends
 * here. The caller has locked the run.
 */
export async function requestCancel(
  client: Queryable,
  { id, isExpanded }: { id: string; isExpanded: boolean },
): Promise<void> {
  await client.query(
    isExpanded
      ? `UPDATE "ScheduleExecution" SET "cancelRequestedAt" = clock_timestamp(), "nextBatchAt" = NULL WHERE id = $1`
      : `UPDATE "ScheduleExecution" SET "cancelRequestedAt" = clock_timestamp(), "completedAt" = clock_timestamp(),
           "runStatus" = 'cancelled', status = '${deliveryStatus({ created: 0, started: 0 })}', reason = 'operator' WHERE id = $1`,
    [id],
  );
}
