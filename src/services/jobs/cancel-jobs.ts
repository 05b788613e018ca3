import { type CancelledAttempt, cancelAttempts } from '../../db/jobs/end/cancel-attempts.js';
import { loadLatestAttempt } from '../../db/jobs/find/load-latest-attempts.js';
import { recordAudits } from '../access/record-audit.js';
import { changeRun, type RunChange } from '../runs/change-run.js';
import { type BulkOutcome, type BulkRequest, namedJobs, outcomeOf, type Refused } from '../system/in-bulk.js';
import { conflict, notFound, ok } from '../system/result.js';
import { orRefusal } from '../system/unwritable.js';
import type { UseCase } from '../system/use-case.js';
import { cancelAfterWorkers, gracePeriod } from './cancel-after-workers.js';
import { groupByRun } from './group-by-run.js';

/**
 * Ends the open attempt of a job, or its wait for a retry. The other jobs of the run continue. An answer that
 * a worker has received counts.
 *
 * @returns the attempt's ID
 */
export const cancelJob: UseCase<{ jobId: string }, { id: string; jobId: string }> = async (
  deps,
  actor,
  { jobId },
) => {
  const known = await loadLatestAttempt(deps.pool, jobId);
  if (!known) return notFound('job', jobId);
  const { scheduleExecutionId } = known;
  const result = await cancelAfterWorkers(
    deps.pool,
    { scheduleExecutionId, jobIds: [jobId] },
    gracePeriod(),
    () =>
      changeRun(deps, scheduleExecutionId, async (change) => {
        const [cancelled] = await cancelIn(change, [jobId], 'cancelJob');
        if (cancelled) return ok({ id: cancelled.executionId, jobId });
        const latest = (await loadLatestAttempt(change.client, jobId)) ?? known;
        return conflict(
          latest.isSettled
            ? `This job has already ended (${latest.status}).`
            : 'An attempt of this job has just ended and is being processed. Try again.',
        );
      }),
  );
  if (result.kind === 'ok') deps.logger.info('job.cancelled', { ...result.value, actor: actor.id });
  return result;
};

/**
 * Cancels these jobs as `cancelJob` does, each on its own: up to 1,000 jobs of one run in one transaction.
 */
export const cancelJobs: UseCase<{ jobIds: readonly string[] } & BulkRequest, BulkOutcome> = async (
  deps,
  actor,
  input,
) => {
  const named = namedJobs(input);
  if (named.kind === 'answer') return named.answer;
  const { ids } = named;
  const { byRun, unknown } = await groupByRun(deps.pool, ids);
  const refused: Refused[] = unknown.map((id) => ({ id, refusal: notFound('job', id) }));
  let changed = 0;
  const grace = gracePeriod();
  for (const [runId, jobs] of inParts(byRun)) {
    const scope = { scheduleExecutionId: runId, jobIds: jobs };
    // A run that is locked refuses its own jobs only: those of earlier runs are already cancelled.
    const result = await orRefusal(
      cancelAfterWorkers(deps.pool, scope, grace, () =>
        changeRun(deps, runId, async (change) => ok(await cancelIn(change, jobs, 'cancelJobs'))),
      ),
    );
    const done = new Set(result.kind === 'ok' ? result.value.map(({ jobId }) => jobId) : []);
    const refusal = result.kind === 'ok' ? ENDED : result;
    changed += done.size;
    refused.push(...jobs.filter((id) => !done.has(id)).map((id) => ({ id, refusal })));
  }
  deps.logger.info('jobs.cancelled', { jobs: changed, refused: refused.length, actor: actor.id });
  return ok(outcomeOf(ids.length, changed, refused));
};

const ENDED = conflict('This job has already ended or is just ending.');

async function cancelIn(
  { client, run, cancelled }: RunChange,
  jobIds: readonly string[],
  action: 'cancelJob' | 'cancelJobs',
): Promise<CancelledAttempt[]> {
  const attempts = await cancelAttempts(client, { scheduleExecutionId: run.id, jobIds });
  cancelled(attempts);
  await recordAudits(
    client,
    { action, entityType: 'JobExecution' },
    attempts.map(({ jobId }) => jobId),
  );
  return attempts;
}

/** Limit for one transaction, which locks the run. */
const JOBS_AT_ONCE = 1_000;

function* inParts(byRun: ReadonlyMap<string, string[]>): Generator<[string, string[]]> {
  for (const [runId, jobs] of byRun)
    for (let from = 0; from < jobs.length; from += JOBS_AT_ONCE)
      yield [runId, jobs.slice(from, from + JOBS_AT_ONCE)];
}
