import { expect, test } from 'vitest';
import { explainWaiting, type WaitingJob } from '../../../src/domain/job/explain-waiting.js';

const now = new Date('2026-11-20T12:00:00Z');
const later = new Date('2026-11-20T12:05:00Z');
const agent = { id: 'analysis', isKnown: true, maxConcurrency: null, running: 0, throttled: null };
const execution = { batches: 4, batchCursor: 1, nextBatchAt: null };
const inLine: WaitingJob = {
  now,
  releasedAt: now,
  retryAt: null,
  reason: null,
  batchIndex: 1,
  openDependencies: null,
  execution,
  agent,
  workers: { alive: 2, claiming: 2 },
};
const notReleased: WaitingJob = { ...inLine, releasedAt: null };
const step: WaitingJob = { ...notReleased, openDependencies: [] };

test.each<[string, WaitingJob, string]>([
  [
    'a batch that is about to start',
    { ...notReleased, batchIndex: 2, execution: { ...execution, nextBatchAt: later } },
    'It belongs to batch 3 of 4, which begins at 2026-11-20T12:05:00.000Z.',
  ],
  [
    'a batch behind another',
    { ...notReleased, batchIndex: 3 },
    'It belongs to batch 4 of 4; jobs of batch 2 have not been answered yet.',
  ],
  [
    'a batch behind one that is about to start',
    { ...notReleased, batchIndex: 3, execution: { ...execution, nextBatchAt: later } },
    'It belongs to batch 4 of 4; jobs of batch 2 have not been answered yet.',
  ],
  [
    'the second batch',
    { ...notReleased, batchIndex: 1, execution: { ...execution, batchCursor: 0 } },
    'It belongs to batch 2 of 4; jobs of batch 1 have not been answered yet.',
  ],
  [
    'the first batch',
    { ...notReleased, batchIndex: 0, execution: { ...execution, batchCursor: -1 } },
    'It belongs to batch 1 of 4; the first batch is about to begin.',
  ],
  [
    'a step that depends on one',
    { ...step, openDependencies: ['extract'] },
    'It waits for the step extract.',
  ],
  [
    'a step that depends on two',
    { ...step, openDependencies: ['extract', 'load'] },
    'It waits for the steps extract, load.',
  ],
  [
    'a step that depends on nothing open',
    step,
    'It waits for its turn in its context: steps with parallel: false run alone.',
  ],
  [
    'a step whose wait for a retry is over',
    { ...step, retryAt: now },
    'It waits for its turn in its context: steps with parallel: false run alone.',
  ],
  ['a job of a batch that has begun', notReleased, 'It is about to be queued.'],
  [
    'a step that waits for a retry',
    { ...step, retryAt: later },
    'The next attempt is due at 2026-11-20T12:05:00.000Z.',
  ],
  [
    'a retry',
    { ...inLine, releasedAt: later, retryAt: later },
    'The next attempt is due at 2026-11-20T12:05:00.000Z.',
  ],
  ['no worker', { ...inLine, workers: { alive: 0, claiming: 0 } }, 'No worker is running.'],
  ['draining workers', { ...inLine, workers: { alive: 1, claiming: 0 } }, 'All workers are draining.'],
  [
    'no matching worker',
    { ...inLine, reason: 'no_matching_worker' },
    'No running worker meets its requirements.',
  ],
  [
    'a deleted agent',
    { ...inLine, agent: { ...agent, isKnown: false } },
    'Agent "analysis" is no longer registered: the job fails when its turn comes.',
  ],
  [
    'an open circuit',
    { ...inLine, agent: { ...agent, throttled: { reason: 'circuit_open', until: later } } },
    'Agent "analysis" cannot be reached; the next probe is due at 2026-11-20T12:05:00.000Z.',
  ],
  [
    'a probe in progress',
    { ...inLine, agent: { ...agent, throttled: { reason: 'circuit_open', until: null } } },
    'Agent "analysis" could not be reached; one job has been sent as a probe.',
  ],
  [
    'a rate limit',
    { ...inLine, agent: { ...agent, throttled: { reason: 'rate_limited', until: later } } },
    'Agent "analysis" has reached its rate limit; the next call is possible at 2026-11-20T12:05:00.000Z.',
  ],
  [
    'a rate limit without a known end',
    { ...inLine, agent: { ...agent, throttled: { reason: 'rate_limited', until: null } } },
    'Agent "analysis" has reached its rate limit.',
  ],
  [
    'a concurrency limit',
    { ...inLine, agent: { ...agent, maxConcurrency: 3, running: 3 } },
    'Agent "analysis" has reached its limit of 3 running attempts.',
  ],
  [
    'room within the concurrency limit',
    { ...inLine, agent: { ...agent, maxConcurrency: 3, running: 2 } },
    'It is queued until a worker has room for it.',
  ],
  ['only room at a worker', inLine, 'It is queued until a worker has room for it.'],
])('%s', (_, job, expected) => {
  expect(explainWaiting(job).message).toBe(expected);
});
