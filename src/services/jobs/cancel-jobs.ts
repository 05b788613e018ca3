import { type CancelledAttempt, cancelAttempts } from '../../db/jobs/cancel-attempts.js';
import { loadLatestAttempts, lockExecution } from '../../db/runs/lock-execution.js';
import { retryDeadlock } from '../../db/system/retry-deadlock.js';
import { type Pool, withTransaction } from '../../runtime/pool.js';
import type { Actor, ServiceDeps } from '../access/context.js';
import { recordAudits } from '../access/record-audit.js';
import { type BulkOutcome, type BulkRequest, namedJobs, outcomeOf } from '../system/in-bulk.js';
import { conflict, notFound, ok, type Refusal, type Result } from '../system/result.js';
import { notifyCancelled } from './notify-cancelled.js';
import { unlessHeld } from './unless-held.js';

type Refused = { id: string; refusal: Refusal }[];

/** Ends the open attempts of these jobs as `cancelJob` does, each judged for itself: up to 1 000 of one execution in one transaction. */
export async function cancelJobs(
  deps: ServiceDeps,
  actor: Actor,
  input: { jobIds: readonly string[] } & BulkRequest,
): Promise<Result<BulkOutcome>> {
  const named = namedJobs(input);
  if (named.kind === 'answer') return named.answer;
  const { ids } = named;
  const attempts: CancelledAttempt[] = [];
  const refused: Refused = [];
  const { byExecution, unknown } = await groupJobs(deps.pool, ids);
  refused.push(...unknown.map((id) => ({ id, refusal: notFound('job', id) })));
  for (const [executionId, jobs] of inParts(byExecution)) {
    const cancelled = await unlessHeld(() => cancelOf(deps.pool, executionId, jobs));
    if (cancelled.kind !== 'ok') {
      refused.push(...jobs.map((id) => ({ id, refusal: cancelled })));
      continue;
    }
    attempts.push(...cancelled.value);
    const done = new Set(cancelled.value.map(({ jobId }) => jobId));
    refused.push(...jobs.filter((id) => !done.has(id)).map((id) => ({ id, refusal: OVER })));
  }
  notifyCancelled(deps, attempts);
  deps.logger.info('jobs.cancelled', { jobs: attempts.length, refused: refused.length, actor: actor.id });
  return ok(outcomeOf(ids.length, attempts.length, refused));
}

/** Jobs of one transaction: it holds their execution no longer than that takes. */
const JOBS_AT_ONCE = 1_000;

function* inParts(byExecution: ReadonlyMap<string, string[]>): Generator<[string, string[]]> {
  for (const [executionId, jobs] of byExecution)
    for (let from = 0; from < jobs.length; from += JOBS_AT_ONCE)
      yield [executionId, jobs.slice(from, from + JOBS_AT_ONCE)];
}

const OVER = conflict('This job has already ended or is just ending.');

/** The jobs of each execution; executions in the order of their ids, as every transaction locks them. */
async function groupJobs(
  pool: Pool,
  jobIds: readonly string[],
): Promise<{ byExecution: Map<string, string[]>; unknown: string[] }> {
  const known = await loadLatestAttempts(pool, jobIds);
  const executionOf = new Map(known.map((attempt) => [attempt.jobId, attempt.scheduleExecutionId]));
  const byExecution = new Map<string, string[]>();
  for (const id of [...new Set(executionOf.values())].sort()) byExecution.set(id, []);
  for (const [jobId, executionId] of executionOf) byExecution.get(executionId)?.push(jobId);
  return { byExecution, unknown: jobIds.filter((id) => !executionOf.has(id)) };
}

function cancelOf(
  pool: Pool,
  scheduleExecutionId: string,
  jobIds: readonly string[],
): Promise<Result<CancelledAttempt[]>> {
  return retryDeadlock(() =>
    withTransaction(pool, async (client) => {
      await lockExecution(client, scheduleExecutionId);
      const attempts = await cancelAttempts(client, { scheduleExecutionId, jobIds });
      await recordAudits(
        client,
        { action: 'cancelJobs', entityType: 'JobExecution' },
        attempts.map(({ jobId }) => jobId),
      );
      return ok(attempts);
    }),
  );
}
