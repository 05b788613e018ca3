/** "Why does it not run?", for one job, in words. */
import type { Parked } from '../agent/admission.js';

export interface WaitingJob {
  now: Date;
  /** Its turn has come: a worker may claim it from then on. */
  releasedAt: Date | null;
  retryAt: Date | null;
  /** What was noted on it. */
  reason: string | null;
  batchIndex: number;
  /** Steps it depends on that have not ended; null: it is no step. */
  openDependencies: readonly string[] | null;
  execution: { batches: number; batchCursor: number; nextBatchAt: Date | null };
  agent: {
    id: string;
    isKnown: boolean;
    maxConcurrency: number | null;
    /** Counted up to the cap. */
    running: number;
    parked: Parked | null;
  };
  /** Workers that are alive; of these, those that claim work. */
  workers: { alive: number; claiming: number };
}

/** What a pending job waits for, the first thing that would have to happen. */
export function explainWaiting(job: WaitingJob): string {
  if (job.releasedAt === null) return beforeRelease(job);
  if (job.releasedAt > job.now) return `The next attempt is due at ${iso(job.releasedAt)}.`;
  return inLine(job);
}

function beforeRelease({ batchIndex, retryAt, now, openDependencies, execution }: WaitingJob): string {
  const { batches, batchCursor, nextBatchAt } = execution;
  if (batchIndex > batchCursor) {
    const its = `It belongs to batch ${batchIndex + 1} of ${batches}`;
    if (batchIndex === batchCursor + 1 && nextBatchAt !== null)
      return `${its}, which begins at ${iso(nextBatchAt)}.`;
    return batchCursor < 0
      ? `${its}; the first is about to begin.`
      : `${its}; jobs of batch ${batchCursor + 1} are still to be answered.`;
  }
  if (retryAt !== null && retryAt > now) return `The next attempt is due at ${iso(retryAt)}.`;
  if (openDependencies && openDependencies.length > 0)
    return `It waits for ${openDependencies.length === 1 ? 'the step' : 'the steps'} ${openDependencies.join(', ')}.`;
  return openDependencies === null
    ? 'It is about to be put in line.'
    : 'It waits for its turn among the steps of its context: one that is not parallel runs alone.';
}

function inLine({ reason, agent, workers }: WaitingJob): string {
  const { id, parked, maxConcurrency, running } = agent;
  if (workers.alive === 0) return 'No worker is running.';
  if (workers.claiming === 0) return 'All workers are being drained.';
  if (reason === 'no_matching_worker') return 'No living worker can do what it requires.';
  if (!agent.isKnown) return `Agent "${id}" is not registered any more: the job fails when its turn comes.`;
  if (parked?.reason === 'circuit_open')
    return parked.until === null
      ? `Nobody answered at agent "${id}"; one job has been sent to see whether it is back.`
      : `Nobody answers at agent "${id}"; the next attempt to reach it is due at ${iso(parked.until)}.`;
  if (parked?.reason === 'rate_limited')
    return `Agent "${id}" has had as many calls as its rate limit allows${parked.until ? `; the next may go at ${iso(parked.until)}` : ''}.`;
  if (maxConcurrency !== null && running >= maxConcurrency)
    return `Agent "${id}" is at its cap of ${maxConcurrency} running ${maxConcurrency === 1 ? 'attempt' : 'attempts'}.`;
  return 'It is in line for the next free slot of a worker.';
}

function iso(at: Date): string {
  return at.toISOString();
}
