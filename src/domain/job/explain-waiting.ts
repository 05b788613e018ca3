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

export const WAITING_REASONS = [
  /** A batch before its own, its steps' dependencies, or its place among them. */
  'not_released',
  /** The pause before the next attempt. */
  'retry_delay',
  'no_worker',
  'workers_draining',
  'no_matching_worker',
  'circuit_open',
  'rate_limited',
  /** Its agent runs as many attempts as it may. */
  'max_concurrency',
  /** A free slot of a worker. */
  'free_slot',
] as const;
export type WaitingReason = (typeof WAITING_REASONS)[number];

/** What a pending job waits for. */
export interface Waiting {
  reason: WaitingReason;
  /** For people. */
  message: string;
}

/** The first thing that would have to happen for a pending job to start. */
export function explainWaiting(job: WaitingJob): Waiting {
  if (job.releasedAt === null) return beforeRelease(job);
  if (job.releasedAt > job.now) return nextAttempt(job.releasedAt);
  return inLine(job);
}

function nextAttempt(at: Date): Waiting {
  return { reason: 'retry_delay', message: `The next attempt is due at ${iso(at)}.` };
}

function beforeRelease({ batchIndex, retryAt, now, openDependencies, execution }: WaitingJob): Waiting {
  const { batches, batchCursor, nextBatchAt } = execution;
  const because = (message: string): Waiting => ({ reason: 'not_released', message });
  if (batchIndex > batchCursor) {
    const its = `It belongs to batch ${batchIndex + 1} of ${batches}`;
    if (batchIndex === batchCursor + 1 && nextBatchAt !== null)
      return because(`${its}, which begins at ${iso(nextBatchAt)}.`);
    return because(
      batchCursor < 0
        ? `${its}; the first is about to begin.`
        : `${its}; jobs of batch ${batchCursor + 1} are still to be answered.`,
    );
  }
  if (retryAt !== null && retryAt > now) return nextAttempt(retryAt);
  if (openDependencies && openDependencies.length > 0)
    return because(
      `It waits for ${openDependencies.length === 1 ? 'the step' : 'the steps'} ${openDependencies.join(', ')}.`,
    );
  return because(
    openDependencies === null
      ? 'It is about to be put in line.'
      : 'It waits for its turn among the steps of its context: one that is not parallel runs alone.',
  );
}

function inLine({ reason, agent, workers }: WaitingJob): Waiting {
  const { id, parked, maxConcurrency, running } = agent;
  const because = (kind: WaitingReason, message: string): Waiting => ({ reason: kind, message });
  if (workers.alive === 0) return because('no_worker', 'No worker is running.');
  if (workers.claiming === 0) return because('workers_draining', 'All workers are being drained.');
  if (reason === 'no_matching_worker')
    return because('no_matching_worker', 'No living worker can do what it requires.');
  if (!agent.isKnown)
    return because(
      'free_slot',
      `Agent "${id}" is not registered any more: the job fails when its turn comes.`,
    );
  if (parked?.reason === 'circuit_open')
    return because(
      'circuit_open',
      parked.until === null
        ? `Nobody answered at agent "${id}"; one job has been sent to see whether it is back.`
        : `Nobody answers at agent "${id}"; the next attempt to reach it is due at ${iso(parked.until)}.`,
    );
  if (parked?.reason === 'rate_limited')
    return because(
      'rate_limited',
      `Agent "${id}" has had as many calls as its rate limit allows${parked.until ? `; the next may go at ${iso(parked.until)}` : ''}.`,
    );
  if (maxConcurrency !== null && running >= maxConcurrency)
    return because(
      'max_concurrency',
      `Agent "${id}" is at its cap of ${maxConcurrency} running ${maxConcurrency === 1 ? 'attempt' : 'attempts'}.`,
    );
  return because('free_slot', 'It is in line for the next free slot of a worker.');
}

function iso(at: Date): string {
  return at.toISOString();
}
