import { authentication, malformed, signature } from './check-access.js';
import { answer, duplicate, health, report } from './check-answers.js';
import { cancel, largeRequest, largeResult, retryAfter, slowBody } from './check-limits.js';
import { type CheckName, type CheckResult, type Finding, type Grade, gradeOf, skipped } from './grade.js';
import { Trial, type TrialAgent, type TrialDeps } from './trial.js';

export interface GradeParams {
  /** Params of an ordinary, short job. */
  params?: unknown;
  /** Params of a job that takes some seconds, to cancel it. Defaults to `params`. */
  slowParams?: unknown;
  /** Params that make the agent fail with a retryable error. */
  retryParams?: unknown;
  /** Params with which the agent returns a large result. */
  largeParams?: unknown;
}

/** No check begins after this time. */
const BEGIN_MS = 40_000;

/**
 * Calls the agent about fifteen times, as a worker does, and says what it does well and what to fix. Takes up
 * to a minute. Records nothing: the ids of the calls do not exist.
 */
export async function gradeAgent(
  deps: TrialDeps,
  agent: TrialAgent,
  given: GradeParams = {},
): Promise<Grade> {
  const { params = {}, slowParams = params, retryParams, largeParams } = given;
  const trial = new Trial(deps, agent);
  const startedAt = performance.now();
  const checks: CheckResult[] = [];

  async function check(name: CheckName, run: () => Promise<Finding>): Promise<void> {
    const began = performance.now();
    const isLate = deps.signal?.aborted || began - startedAt > BEGIN_MS;
    const finding = isLate ? skipped('There was no time left.') : await run();
    checks.push({ name, ...finding, durationMs: Math.round(performance.now() - began) });
  }

  await check('health', () => health(trial));
  const first = await trial.call(params);
  await check('answer', () => answer(trial, first));
  // If the agent cannot be reached, the other checks are pointless.
  if (first.statusCode === null) return gradeOf(checks);
  await check('report', () => report(trial, first));
  await check('duplicate', () => duplicate(trial, params));
  await check('signature', () => signature(trial, params));
  await check('authentication', () => authentication(trial, params));
  await check('malformed', () => malformed(trial));
  await check('slow-body', () => slowBody(trial, params));
  await check('large-request', () => largeRequest(trial, params));
  await check('large-result', () => largeResult(trial, largeParams));
  await check('retry-after', () => retryAfter(trial, retryParams));
  await check('cancel', () => cancel(trial, slowParams));
  return gradeOf(checks);
}
