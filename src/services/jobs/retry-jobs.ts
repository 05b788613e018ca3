import {
  countDeadLetters,
  type DeadLetterFilter,
  oldestDeadLetters,
} from '../../db/jobs/find/find-dead-letters.js';
import type { ReplayedJob } from '../../db/jobs/replay-attempts.js';
import type { Queryable } from '../../db/system/queryable.js';
import { retryDeadlock } from '../../db/system/retry-deadlock.js';
import { isDatabaseAway } from '../../runtime/database/database-error.js';
import { type Pool, withTransaction } from '../../runtime/database/pool.js';
import { codeOf, isLockTimeout, isRefusedError } from '../../runtime/database/sqlstate.js';
import type { Actor, ServiceDeps } from '../access/context.js';
import {
  answerBefore,
  type BulkOutcome,
  type BulkRequest,
  MAX_BULK,
  namedJobs,
  outcomeOf,
  type Refused,
} from '../system/in-bulk.js';
import { conflict, ok, type Result } from '../system/result.js';
import type { UseCase } from '../system/use-case.js';
import { groupByRun } from './group-by-run.js';
import { type Replay, replayJobs } from './replay-jobs.js';

/**
 * Starts a new attempt of a failed or cancelled job, with a fresh retry budget. In a pipeline, steps that
 * were skipped because of the job wait for it again.
 * @returns the new attempt
 */
export const retryJob: UseCase<{ jobId: string }, ReplayedJob> = async (deps, actor, { jobId }) => {
  const retry = async (client: Queryable): Promise<Result<ReplayedJob>> => {
    const { replayed, refused } = await replayJobs(client, [jobId], 'retryJob');
    const [job] = replayed;
    const [one] = refused;
    if (job) return ok(job);
    if (one) return one.refusal;
    throw new Error('the job was neither retried nor refused');
  };
  const result = await retryDeadlock(() => withTransaction(deps.pool, retry));
  if (result.kind === 'ok') deps.logger.info('job.retried', { ...result.value, actor: actor.id });
  return result;
};

/** Retries jobs as `retryJob` does, each on its own. */
export const retryJobs: UseCase<{ jobIds: readonly string[] } & BulkRequest, BulkOutcome> = async (
  deps,
  actor,
  input,
) => {
  const named = namedJobs(input);
  if (named.kind === 'answer') return named.answer;
  return ok(await replayAll(deps, actor, named.ids, named.ids.length));
};

/**
 * Retries dead letters, the oldest first, at most 10,000 at once. Retried jobs no longer match, so
 * the call can be repeated.
 */
export const retryDeadLetters: UseCase<{ filter: DeadLetterFilter } & BulkRequest, BulkOutcome> = async (
  deps,
  actor,
  { filter, ...request },
) => {
  const matched = await countDeadLetters(deps.pool, filter);
  const before = answerBefore(request, matched);
  if (before) return before;
  return ok(await replayAll(deps, actor, await oldestDeadLetters(deps.pool, filter, MAX_BULK), matched));
};

async function replayAll(
  deps: ServiceDeps,
  actor: Actor,
  jobIds: readonly string[],
  matched: number,
): Promise<BulkOutcome> {
  let changed = 0;
  const refused: Refused[] = [];
  for (const part of await inParts(deps, jobIds)) {
    const done = await replayPart(deps, part);
    changed += done.replayed.length;
    refused.push(...done.refused);
  }
  deps.logger.info('jobs.retried', { jobs: changed, refused: refused.length, actor: actor.id });
  return outcomeOf(matched, changed, refused);
}

/** Jobs for one transaction, grouped by run. */
type Part = string[][];

const JOBS_AT_ONCE = 500;

/** Jobs of one run stay together, because reopening a run counts all its rows. */
async function inParts({ pool }: { pool: Pool }, jobIds: readonly string[]): Promise<Part[]> {
  const { byRun, unknown } = await groupByRun(pool, jobIds);
  const parts: Part[] = [];
  let size = JOBS_AT_ONCE;
  for (const jobs of [...byRun.values(), unknown]) {
    if (jobs.length === 0) continue;
    if (size + jobs.length > JOBS_AT_ONCE) {
      parts.push([]);
      size = 0;
    }
    parts.at(-1)?.push(jobs);
    size += jobs.length;
  }
  return parts;
}

/**
 * Retries the jobs of some runs. If the rows of one run are locked or damaged, the other runs are
 * retried without it.
 */
async function replayPart(deps: ServiceDeps, part: Part): Promise<Replay> {
  const jobIds = part.flat();
  try {
    return await retryDeadlock(() =>
      withTransaction(deps.pool, (client) => replayJobs(client, jobIds, 'retryJobs')),
    );
  } catch (error) {
    if (!concernsSomeRuns(error)) throw error;
    if (part.length === 1) return refuseAll(deps, jobIds, error);
    const middle = part.length >> 1;
    const first = await replayPart(deps, part.slice(0, middle));
    const second = await replayPart(deps, part.slice(middle));
    return {
      replayed: [...first.replayed, ...second.replayed],
      refused: [...first.refused, ...second.refused],
    };
  }
}

function refuseAll({ logger }: ServiceDeps, jobIds: readonly string[], error: unknown): Replay {
  const isLocked = isLockTimeout(error);
  if (!isLocked) logger.error('jobs.not_retried', { err: error, jobs: jobIds.length, jobId: jobIds[0] });
  const refusal = conflict(
    isLocked
      ? 'This run is locked by another transaction. Try again.'
      : 'The stored rows of this run are inconsistent, so nothing was retried. See the server log.',
  );
  return { replayed: [], refused: jobIds.map((id) => ({ id, refusal })) };
}

/** Whether other runs may not have the problem: a row is locked or refused, or a snapshot cannot be read. */
function concernsSomeRuns(error: unknown): boolean {
  if (codeOf(error) !== '') return isLockTimeout(error) || isRefusedError(error);
  return !isDatabaseAway(error);
}
