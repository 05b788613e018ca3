import { type CancelledAttempt, cancelAttempts } from '../../db/jobs/cancel-attempts.js';
import { loadLatestAttempt, lockExecution } from '../../db/runs/lock-execution.js';
import { retryDeadlock } from '../../db/system/retry-deadlock.js';
import { withTransaction } from '../../runtime/pool.js';
import type { Actor, ServiceDeps } from '../access/context.js';
import { recordAudit } from '../access/record-audit.js';
import { conflict, notFound, ok, type Result } from '../system/result.js';
import { notifyCancelled } from './notify-cancelled.js';
import { unlessHeld } from './unless-held.js';

/** Ends a job's open attempt, also one that waits for its retry; the rest of the execution goes on. @returns the attempt's id */
export async function cancelJob(
  deps: ServiceDeps,
  actor: Actor,
  { jobId }: { jobId: string },
): Promise<Result<{ id: string; jobId: string }>> {
  let attempts: CancelledAttempt[] = [];
  const result = await unlessHeld(() =>
    retryDeadlock(() =>
      withTransaction(deps.pool, async (client): Promise<Result<{ id: string; jobId: string }>> => {
        const known = await loadLatestAttempt(client, jobId);
        if (!known) return notFound('job', jobId);
        const { scheduleExecutionId } = known;
        await lockExecution(client, scheduleExecutionId);
        attempts = await cancelAttempts(client, { scheduleExecutionId, jobIds: [jobId] });
        const cancelled = attempts[0];
        if (cancelled) {
          await recordAudit(client, { action: 'cancelJob', entityType: 'JobExecution', entityId: jobId });
          return ok({ id: cancelled.executionId, jobId });
        }
        const latest = (await loadLatestAttempt(client, jobId)) ?? known;
        return conflict(
          latest.isSettled
            ? `This job has already ended (${latest.status}).`
            : 'An attempt of this job has just ended and is being processed. Try again.',
        );
      }),
    ),
  );
  if (result.kind !== 'ok') return result;
  notifyCancelled(deps, attempts);
  deps.logger.info('job.cancelled', { ...result.value, actor: actor.id });
  return result;
}
