import type { ClaimedAttempt } from '../../db/jobs/claim/claim-attempts.js';
import { beginContexts } from '../../db/pipelines/begin-contexts.js';
import {
  armNextBatches,
  countAcceptances,
  dueBatches,
  executionsToAdvance,
  lockDueBatches,
  postponeBatch,
  type ReleasedBatch,
  releasableBatches,
} from '../../db/runs/advance-batches.js';
import type { EndedExecution } from '../../db/runs/end/roll-up.js';
import { claimChunk } from '../../db/runs/expand/claim-chunk.js';
import { hastenChunks } from '../../db/runs/expand/job-chunks.js';
import { tryLockRuns } from '../../db/runs/lock-execution.js';
import { type BatchClaim, releaseClaimedBatch, releaseNextBatches } from '../../db/runs/release-batches.js';
import type { Queryable } from '../../db/system/queryable.js';
import { type Pool, withTransaction } from '../../runtime/database/pool.js';
import { isLockTimeout } from '../../runtime/database/sqlstate.js';
import { BRIEFLY } from '../jobs/locked-runs.js';
import { advanceContexts } from '../pipelines/advance-contexts.js';
import { rollUpDelivered } from './roll-up-executions.js';

/**
 * Schedules the next batch of each run whose newest batch is answered, or sets the delivery status after the
 * last one. Decided under the lock of the run, so that only one of two answers that arrive together does
 * this.
 * @param among the changed runs; null examines all
 * @param quietMs see `executionsToAdvance`
 * @param uncounted runs with answers that their counters do not include. They are counted although other jobs
 * of the batch are still unanswered, because the last answer checks only the counters.
 * @returns `busy`: runs that another transaction locks at the moment; call again
 */
export async function advanceBatches(
  pool: Pool,
  among: readonly string[] | null,
  { quietMs = 0, uncounted = [] }: { quietMs?: number; uncounted?: readonly string[] } = {},
): Promise<{ advanced: number; busy: string[]; ended: EndedExecution[] }> {
  const candidates = [...new Set([...uncounted, ...(await executionsToAdvance(pool, among, quietMs))])];
  if (candidates.length === 0) return { advanced: 0, busy: [], ended: [] };
  return withTransaction(pool, async (client) => {
    const locked = (await tryLockRuns(client, candidates)).map(({ id }) => id);
    await countAcceptances(client, locked);
    const ended = await rollUpDelivered(client, await armNextBatches(client, locked));
    return { advanced: locked.length, busy: candidates.filter((id) => !locked.includes(id)), ended };
  });
}

/** A batch of contexts begins with the steps that depend on no other. */
async function beginPipelines(client: Queryable, batches: ReleasedBatch[]): Promise<ReleasedBatch[]> {
  const begun: ReleasedBatch[] = [];
  for (const batch of batches) {
    if (batch.targetType === 'agent') begun.push(batch);
    else
      begun.push({
        ...batch,
        released: await beginBatch(client, batch.scheduleExecutionId, batch.batchIndex),
      });
  }
  return begun;
}

/** @returns the number of released steps */
async function beginBatch(
  client: Queryable,
  scheduleExecutionId: string,
  batchIndex: number,
): Promise<number> {
  const contextIds = await beginContexts(client, scheduleExecutionId, batchIndex);
  const { released } = await advanceContexts(client, [{ id: scheduleExecutionId, contextIds }]);
  return released;
}

export interface BatchRelease {
  batches: ReleasedBatch[];
  /** Jobs that this worker claimed when it released them. */
  claimed: ClaimedAttempt[];
  more: boolean;
  ended: EndedExecution[];
  /** Answered runs that another transaction locks at the moment. */
  busy: string[];
  /** The run, if the claimed jobs were not rows before. */
  chunked?: string;
  /** Whether jobs of a due batch are not rows, and should be now, because this worker cannot claim them. */
  hastened?: boolean;
  /** Whether jobs became rows of a run that was cancelled meanwhile. They have to be stopped. */
  isCancelled?: boolean;
}

export const NOTHING_RELEASED: BatchRelease = { batches: [], claimed: [], ended: [], more: false, busy: [] };

/**
 * Releases every batch that is due, large ones in parts. If `more` is true, call again immediately.
 * @param claim if only one batch is due and it is not of a pipeline, its jobs are claimed as they are
 * released
 */
export async function releaseDueBatches(
  pool: Pool,
  limit: number,
  claim?: BatchClaim,
): Promise<BatchRelease> {
  try {
    const [first, second] = claim ? await dueBatches(pool, 2) : [];
    if (claim && first?.targetType === 'agent' && !second) return await releaseClaimed(pool, first.id, claim);
    return await withTransaction(
      pool,
      async (client) => {
        const due = await lockDueBatches(client, limit);
        return due.length === 0 ? NOTHING_RELEASED : await release(client, due, limit);
      },
      BRIEFLY,
    );
  } catch (error) {
    if (!isLockTimeout(error)) throw error;
    return releaseEach(pool, limit);
  }
}

/**
 * Releases each batch in its own transaction, because another transaction locks a job. That batch
 * waits; the others are released.
 */
async function releaseEach(pool: Pool, limit: number): Promise<BatchRelease> {
  const released: BatchRelease = { ...NOTHING_RELEASED, batches: [], ended: [] };
  for (const id of await releasableBatches(pool, limit)) {
    try {
      const { batches, ended, more, hastened } = await withTransaction(
        pool,
        async (client) => release(client, await lockDueBatches(client, 1, id)),
        BRIEFLY,
      );
      released.more ||= more;
      released.hastened ||= hastened;
      released.batches.push(...batches);
      released.ended.push(...ended);
    } catch (error) {
      if (!isLockTimeout(error)) throw error;
      await postponeBatch(pool, id);
    }
  }
  return released;
}

/** @param limit if so many are due, others may be due as well */
async function release(
  client: Queryable,
  due: readonly string[],
  limit = Number.POSITIVE_INFINITY,
): Promise<BatchRelease> {
  const batches = await beginPipelines(client, await releaseNextBatches(client, due));
  // A batch without jobs left to release counts as answered.
  const empty = batches
    .filter(({ released, more }) => released === 0 && !more)
    .map(({ scheduleExecutionId }) => scheduleExecutionId);
  const ended = empty.length > 0 ? await rollUpDelivered(client, await armNextBatches(client, empty)) : [];
  // The jobs that are left are locked by other transactions. Other runs need not wait.
  const stuck = batches.filter(({ released, more }) => released === 0 && more);
  const notReleased = stuck.filter(({ chunked }) => !chunked);
  if (due.length > 1) for (const batch of notReleased) await postponeBatch(client, batch.scheduleExecutionId);
  const chunked = batches.filter((batch) => batch.chunked).map(({ scheduleExecutionId: id }) => id);
  const hastened = chunked.length > 0 && (await hastenChunks(client, chunked));
  const some = batches.filter(({ released }) => released > 0);
  // Runs that wait until their jobs are rows are skipped after their chunks have been made due. Otherwise, the same
  // ones would be found again.
  const others = due.length === limit && (hastened || stuck.length - notReleased.length < limit);
  const more = others || some.some((batch) => batch.more);
  return { ...NOTHING_RELEASED, batches: some, ended, hastened, more };
}

/** Claims jobs that are rows, then those that are not yet. */
async function releaseClaimed(pool: Pool, executionId: string, claim: BatchClaim): Promise<BatchRelease> {
  const fromChunk = () => claimFromChunk(pool, executionId, claim);
  if (claim.chunked === executionId) {
    const release = await fromChunk();
    if (release) return release;
  }
  const { batch, claimed } = await releaseClaimedBatch(pool, executionId, claim);
  if (!batch) return (await fromChunk()) ?? NOTHING_RELEASED;
  if (batch.released > 0) return { ...NOTHING_RELEASED, batches: [batch], claimed, more: batch.more };
  const { ended, busy } = await advanceBatches(pool, [executionId]);
  return { ...NOTHING_RELEASED, ended, busy };
}

async function claimFromChunk(
  pool: Pool,
  executionId: string,
  claim: BatchClaim,
): Promise<BatchRelease | undefined> {
  const chunk = await claimChunk(pool, executionId, claim);
  if (!chunk) return undefined;
  const { batchIndex, claimed, isCancelled } = chunk;
  if (isCancelled) return { ...NOTHING_RELEASED, isCancelled };
  const jobs = { released: claimed.length, claimed: claimed.length, priority: claimed[0]?.priority ?? 0 };
  const batch: ReleasedBatch = {
    scheduleExecutionId: executionId,
    batchIndex,
    ...jobs,
    more: true,
    targetType: 'agent',
  };
  return { ...NOTHING_RELEASED, batches: [batch], claimed, more: true, chunked: executionId };
}
