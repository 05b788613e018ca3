import { expect, test } from 'vitest';
import { type EndedState, type Settlement, settle } from '../../../src/domain/job/settlement.js';

/** A retryable failure of a first attempt. */
const failure: EndedState = {
  status: 'failed',
  error: { retryable: true },
  retriesLeft: 3,
  retryConfig: { maxRetries: 3, backoff: 'linear', delay: 1_000 },
  cancelRequested: false,
};
const end: Settlement = { kind: 'end' };
const retryIn = (delayMs: number): Settlement => ({ kind: 'retry', delayMs });

test.each<[string, Partial<EndedState>, Settlement]>([
  ['a retryable failure', {}, retryIn(1_000)],
  ['the second failure of a budget', { retriesLeft: 2 }, retryIn(2_000)],
  ['the failure before the last retry', { retriesLeft: 1 }, retryIn(3_000)],
  ['a failure without retries left', { retriesLeft: 0 }, end],
  ['a probe that nobody answered, which keeps its retry', { retriesLeft: 4 }, retryIn(1_000)],
  ['a failure that says nothing of retries', { error: {} }, end],
  ['a failure without an error', { error: null }, end],
  ['a failure with retryable as text', { error: { retryable: 'true' } }, end],
  ['a failure of a run that is being cancelled', { cancelRequested: true }, end],
  ['a completed attempt', { status: 'completed' }, end],
  ['a dead letter', { status: 'dead_letter' }, end],
  ['a cancelled attempt', { status: 'cancelled' }, end],
  [
    'a longer wait that the agent asks for',
    { error: { retryable: true, retryAfterMs: 9_000 } },
    retryIn(9_000),
  ],
  ['a wait as text', { error: { retryable: true, retryAfterMs: '9000' } }, retryIn(1_000)],
])('%s', (_, about, settlement) => {
  expect(settle({ ...failure, ...about }, 0)).toEqual(settlement);
});
