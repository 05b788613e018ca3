import type { DispatchToken } from '../../queue/queues.js';
import type { Released } from '../signals.js';

/**
 * A token wakes one idle worker, which then works until nothing is left, so a small release needs few tokens.
 */
const ATTEMPTS_PER_TOKEN = 50;
/**
 * The maximum number of tokens for a release. Each costs the queue as much as a job. Every worker finds one,
 * even if some take several.
 */
const TOKENS_PER_WORKER = 4;

/**
 * Queue tasks for a released batch or a part of it. Each release adds its own, regardless of tasks of earlier
 * releases.
 */
export function tokensFor(
  { scheduleExecutionId, batchIndex, released }: Released,
  workers: number,
): DispatchToken[] {
  const parts = Math.min(Math.ceil(released / ATTEMPTS_PER_TOKEN), TOKENS_PER_WORKER * Math.max(workers, 2));
  const round = Date.now();
  return Array.from({ length: parts }, (_, part) => ({ scheduleExecutionId, batchIndex, part, round }));
}
