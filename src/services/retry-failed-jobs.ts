import { lockExecution } from '../db/lock-execution.js';
import { replayJobs } from '../db/replay-jobs.js';
import { withTransaction } from '../runtime/pool.js';
import type { Actor, ServiceDeps } from './context.js';
import { conflict, notFound, ok, type Result } from './result.js';

export interface RetriedJobs {
  /** The execution. */
  id: string;
  retriedJobs: number;
}

/** Begins all jobs of an execution anew that have failed for good. Cancelled ones stay as they are. */
export async function retryFailedJobs(
  deps: ServiceDeps,
  actor: Actor,
  { scheduleExecutionId: id }: { scheduleExecutionId: string },
): Promise<Result<RetriedJobs>> {
  const result = await withTransaction(deps.pool, async (client): Promise<Result<RetriedJobs>> => {
    if (!(await lockExecution(client, id))) return notFound('execution', id);
    const replayed = await replayJobs(client, {
      scheduleExecutionId: id,
      statuses: ['failed', 'dead_letter'],
    });
    if (replayed.length === 0)
      return conflict('No job of this execution has failed for good: there is nothing to retry.');
    return ok({ id, retriedJobs: replayed.length });
  });
  if (result.kind === 'ok') deps.logger.info('execution.retried', { ...result.value, actor: actor.id });
  return result;
}
