/** Checks of sizes, slow networks, Retry-After and cancellation. */
import { STORED_BODY_BYTES } from '../../http/client/read-body.js';
import { type Finding, failed, passed, skipped, warning } from './grade.js';
import { slowly, type Trial, type TrialCall } from './trial.js';

/** The size of the largest upstream results that Callboard sends. */
const UPSTREAM_BYTES = 1_000_000;
const SLOW_PARTS = 8;
const SLOW_PAUSE_MS = 150;
const STOP_MS = 3_000;

export async function slowBody(trial: Trial, params: unknown): Promise<Finding> {
  if (trial.agent.call.method === 'GET') return skipped('GET requests have no body.');
  const slow = await trial.call(params, {
    alter: (request) => {
      const body = String(request.body);
      request.headers['Content-Length'] = String(Buffer.byteLength(body));
      request.body = slowly(body, SLOW_PARTS, SLOW_PAUSE_MS);
    },
  });
  return slow.outcome.kind === 'failed'
    ? failed(
        `A request that arrived slowly failed: ${slow.outcome.error.message}.`,
        'Read the body until Content-Length bytes have arrived, however many pieces they come in.',
      )
    : passed('A request that arrived slowly was read.');
}

export async function largeRequest(trial: Trial, params: unknown): Promise<Finding> {
  if (trial.agent.call.method === 'GET') return skipped('GET requests have no body.');
  const upstream = { large: { status: 'completed', result: 'x'.repeat(UPSTREAM_BYTES) } };
  const { outcome } = await trial.call(params, { upstream });
  return outcome.kind === 'failed'
    ? failed(
        `A request of 1 MB failed: ${outcome.error.message}.`,
        'Accept bodies of up to 2 MiB. Steps of pipelines receive the results of the steps before them.',
      )
    : passed('A request of 1 MB was read.');
}

export async function largeResult(trial: Trial, largeParams: unknown): Promise<Finding> {
  const fix = 'Store large results elsewhere, and return a reference. Callboard stores up to 256 KiB.';
  if (largeParams !== undefined) {
    const failure = await endOf(trial, await trial.call(largeParams));
    if (failure === undefined) return skipped('No report came in time.');
    if (failure.kind === 'completed') return passed('A large result was within the limit.');
    const isOurs = failure.code === 'RESPONSE_TOO_LARGE';
    return isOurs
      ? failed(failure.message, fix)
      : passed(`The agent refuses results that are too large: ${failure.message}`);
  }
  const sizes = [
    ...trial.reports.map(({ resultBytes }) => resultBytes),
    ...trial.outcomes.map((outcome) => (outcome.kind === 'completed' ? jsonBytes(outcome.result) : 0)),
  ];
  const largest = Math.max(0, ...sizes);
  const isTooLarge = trial.outcomes.some(
    (one) => one.kind === 'failed' && one.error.code === 'RESPONSE_TOO_LARGE',
  );
  if (isTooLarge || largest > STORED_BODY_BYTES) return failed('A result was larger than 256 KiB.', fix);
  return passed(`The largest result had ${largest.toLocaleString('en')} bytes.`);
}

/** How an attempt ended, by the answer or by a report. */
async function endOf(trial: Trial, { executionId, outcome }: TrialCall) {
  if (outcome.kind === 'completed') return { kind: 'completed' as const };
  if (outcome.kind === 'failed') return { kind: 'failed' as const, ...outcome.error };
  const end = await trial.end(executionId);
  if (end === undefined) return undefined;
  if (end.status === 'failed') return { kind: 'failed' as const, code: '', message: end.message ?? '' };
  if (end.resultBytes <= STORED_BODY_BYTES) return { kind: 'completed' as const };
  const message = `The agent reported a result of ${end.resultBytes.toLocaleString('en')} bytes`;
  return { kind: 'failed' as const, code: 'RESPONSE_TOO_LARGE', message };
}

export async function retryAfter(trial: Trial, retryParams: unknown): Promise<Finding> {
  const fix =
    'Send Retry-After, in seconds, with 429, 503 and retryable failures. Otherwise, the retry policy decides alone.';
  if (retryParams === undefined) {
    const unsaid = trial.outcomes.some(
      (one) => one.kind === 'failed' && one.error.retryable && one.retryAfterMs === undefined,
    );
    return unsaid
      ? warning('The agent reported a retryable failure without Retry-After.', fix)
      : skipped('No call had a retryable failure, so there was no Retry-After to check.');
  }
  const { outcome, executionId } = await trial.call(retryParams);
  if (outcome.kind === 'accepted') {
    const end = await trial.end(executionId);
    return end?.status === 'failed'
      ? passed('The agent reported the failure. Reports have no Retry-After.')
      : failed(
          'The agent did not fail with these params.',
          'Give params that make the agent fail with a retryable error.',
        );
  }
  if (outcome.kind === 'completed' || !outcome.error.retryable)
    return failed(
      'With these params, the agent did not fail with a retryable error.',
      'Answer with "retryable": true, 429 or 503.',
    );
  return outcome.retryAfterMs === undefined
    ? warning('The agent reported a retryable failure without Retry-After.', fix)
    : passed(`The agent asks for a retry after ${outcome.retryAfterMs / 1000} seconds.`);
}

export async function cancel(trial: Trial, params: unknown): Promise<Finding> {
  if (trial.agent.cancelUrl === null) return skipped('The agent is registered without a cancelUrl.');
  const executionId = trial.newId();
  const call = trial.call(params, { executionId });
  const early = await Promise.race([call, trial.pause(500)]);
  if (early && early.outcome.kind === 'failed')
    return skipped(`The job failed: ${early.outcome.error.message}.`);
  const notice = await trial.cancel(executionId);
  if (notice.kind === 'failed')
    return failed(
      `The agent did not accept the cancellation notice: ${notice.message}.`,
      'Answer 200 to POST requests to the cancelUrl, also for attempts that have ended.',
    );
  if (early?.outcome.kind === 'completed')
    return passed('The agent accepted the cancellation notice. The job had already ended.');
  const before = trial.endsOf(executionId).length;
  if (before > 0) return passed('The agent accepted the cancellation notice. The job had already ended.');
  const end = await trial.end(executionId, STOP_MS);
  return end?.status === 'completed'
    ? warning(
        'The agent went on with a cancelled job, and reported it.',
        'Stop the work when the notice arrives, and do not report it.',
      )
    : passed('The agent stopped a cancelled job.');
}

function jsonBytes(value: unknown): number {
  return Buffer.byteLength(JSON.stringify(value) ?? '');
}
