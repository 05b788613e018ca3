/** Explains why one job does not run. */
import type { Throttled } from '../agent/admission.js';

export interface WaitingJob {
  now: Date;
  /** From this time on, a worker may claim it. */
  releasedAt: Date | null;
  retryAt: Date | null;
  /** The reason recorded on the job. */
  reason: string | null;
  batchIndex: number;
  /** Steps it depends on that have not ended. Null if the job is not a step. */
  openDependencies: readonly string[] | null;
  execution: { batches: number; batchCursor: number; nextBatchAt: Date | null };
  agent: {
    id: string;
    isKnown: boolean;
    maxConcurrency: number | null;
    /** Counted up to the limit. */
    running: number;
    throttled: Throttled | null;
  };
  /** Running workers, and how many of these claim work. */
  workers: { alive: number; claiming: number };
}

const WAITING_REASONS = [
  /** It waits for a batch before its own, for its dependencies, or for its place among them. */
  'not_released',
  /** It waits before the next attempt. */
  'retry_delay',
  'no_worker',
  'workers_draining',
  'no_matching_worker',
  'circuit_open',
  'rate_limited',
  /** Its agent runs as many attempts as it may. */
  'max_concurrency',
  /** It waits until a worker has room for it. */
  'free_slot',
] as const;
export type WaitingReason = (typeof WAITING_REASONS)[number];

export interface Waiting {
  reason: WaitingReason;
  /** One sentence for people. */
  message: string;
}

/** The first thing that must happen for a pending job to start. */
export function explainWaiting(job: WaitingJob): Waiting {
  if (job.releasedAt === null) return beforeRelease(job);
  if (job.releasedAt > job.now) return nextAttempt(job.releasedAt);
  return queued(job);
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
        ? `${its}; the first batch is about to begin.`
        : `${its}; jobs of batch ${batchCursor + 1} have not been answered yet.`,
    );
  }
  if (retryAt !== null && retryAt > now) return nextAttempt(retryAt);
  if (openDependencies && openDependencies.length > 0)
    return because(
      `It waits for ${openDependencies.length === 1 ? 'the step' : 'the steps'} ${openDependencies.join(', ')}.`,
    );
  return because(
    openDependencies === null
      ? 'It is about to be queued.'
      : 'It waits for its turn in its context: steps with parallel: false run alone.',
  );
}

function queued({ reason, agent, workers }: WaitingJob): Waiting {
  const { id, throttled, maxConcurrency, running } = agent;
  const because = (kind: WaitingReason, message: string): Waiting => ({ reason: kind, message });
  if (workers.alive === 0) return because('no_worker', 'No worker is running.');
  if (workers.claiming === 0) return because('workers_draining', 'All workers are draining.');
  if (reason === 'no_matching_worker')
    return because('no_matching_worker', 'No running worker meets its requirements.');
  if (!agent.isKnown)
    return because('free_slot', `Agent "${id}" is no longer registered: the job fails when its turn comes.`);
  if (throttled?.reason === 'circuit_open')
    return because(
      'circuit_open',
      throttled.until === null
        ? `Agent "${id}" could not be reached; one job has been sent as a probe.`
        : `Agent "${id}" cannot be reached; the next probe is due at ${iso(throttled.until)}.`,
    );
  if (throttled?.reason === 'rate_limited')
    return because(
      'rate_limited',
      `Agent "${id}" has reached its rate limit${throttled.until ? `; the next call is possible at ${iso(throttled.until)}` : ''}.`,
    );
  if (maxConcurrency !== null && running >= maxConcurrency)
    return because(
      'max_concurrency',
      `Agent "${id}" has reached its limit of ${maxConcurrency} running ${maxConcurrency === 1 ? 'attempt' : 'attempts'}.`,
    );
  return because('free_slot', 'It is queued until a worker has room for it.');
}

function iso(at: Date): string {
  return at.toISOString();
}
