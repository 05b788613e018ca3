/** Checks of health, answers, reports, and repeated delivery of an attempt. */
import { isDeepStrictEqual } from 'node:util';
import { checkHealth } from '../../http/agents/check-health.js';
import { parseJson } from '../../http/client/parse-json.js';
import { validate } from '../json-schema/json-schema.js';
import { type Finding, failed, passed, skipped, warning } from './grade.js';
import type { Trial, TrialCall } from './trial.js';

/** How long to wait for a report that must not come, or that is optional. */
const EXTRA_REPORT_MS = 2_000;

export async function health(trial: Trial): Promise<Finding> {
  const { call, healthCheck = null } = trial.agent;
  const found = await checkHealth(trial.http, { ...call, healthCheck });
  if (found.status === 'healthy') return passed('The health check answers that the agent is healthy.');
  const said = found.message ?? 'no message';
  return warning(
    `The health check says that the agent is ${found.status}: ${said}.`,
    'Answer GET requests to the health endpoint with 200 and { "status": "healthy" }.',
  );
}

export async function answer(trial: Trial, first: TrialCall): Promise<Finding> {
  const { outcome } = first;
  if (outcome.kind === 'accepted') return passed(`The agent accepted the job (${first.statusCode}).`);
  if (outcome.kind === 'failed') return describeFailure(first);
  const issue = await schemaIssue(trial, outcome.result);
  if (issue !== undefined) return failed(issue, 'Return a result that the outputSchema describes.');
  const parsed = parseJson(first.body);
  const isReport =
    parsed.kind === 'json' && (parsed.value as { status?: unknown } | null)?.status === 'completed';
  return isReport
    ? passed('The agent completed the job in its response.')
    : passed('The agent completed the job. The whole body is the result, because it has no "status".');
}

function describeFailure({ outcome, statusCode }: TrialCall): Finding {
  const { message, code, retryable } = (outcome as Extract<typeof outcome, { kind: 'failed' }>).error;
  const fix =
    statusCode === 401 || statusCode === 403
      ? 'Register the credentials and the signing secret that the agent expects.'
      : code === 'REJECTED'
        ? 'Grade the agent with params that it accepts.'
        : statusCode === null
          ? 'Check that the agent runs, and that the server can reach its URL.'
          : retryable
            ? 'Grade the agent while it can work, or fix what fails.'
            : 'Answer with 200 and { "status": "completed", "result": … }, or with 202.';
  return failed(`The job failed: ${message} (${code}).`, fix);
}

export async function report(trial: Trial, first: TrialCall): Promise<Finding> {
  if (first.outcome.kind !== 'accepted') return skipped('The agent did not answer 202.');
  const end = await trial.end(first.executionId);
  if (end === undefined) {
    const isAlive = trial.reports.some(({ executionId }) => executionId === first.executionId);
    const fix =
      'POST the result to callback.url with the token. If the work takes longer, grade the agent with params of a short job. Reports by SQL cannot be graded.';
    const message = `No report ended the job within ${trial.reportMs / 1000} seconds.`;
    return isAlive ? warning(`${message} The agent did report progress.`, fix) : failed(message, fix);
  }
  if (end.status === 'failed')
    return failed(
      `The agent reported a failure: ${end.message ?? 'no message'}.`,
      'Fix what fails, or grade the agent with other params.',
    );
  const issue = await schemaIssue(trial, end.result ?? null);
  if (issue !== undefined && 'result' in end)
    return failed(issue, 'Report a result that the outputSchema describes. Callboard answers 422 otherwise.');
  return passed('The agent reported the result by callback.');
}

async function schemaIssue({ agent }: Trial, result: unknown): Promise<string | undefined> {
  const [issue] = await validate(agent.outputSchema ?? null, result, { path: ['result'] });
  return issue && `The result does not match the outputSchema: ${issue.path.join('.')} ${issue.message}.`;
}

const DUPLICATE_FIX =
  'Remember the Idempotency-Key of each attempt. When it arrives again, answer 409 while the work continues, and repeat the response when it has ended.';

/** Delivers an attempt again, as a worker does when another one died before it received the answer. */
export async function duplicate(trial: Trial, params: unknown): Promise<Finding> {
  const first = await trial.call(params);
  if (first.outcome.kind === 'failed') return skipped('The agent failed the job.');
  const { executionId } = first;
  const second = await trial.call(params, { executionId });
  if (second.outcome.kind === 'failed') {
    const { message, code } = second.outcome.error;
    return failed(
      `The agent failed an attempt that was delivered again: ${message} (${code}).`,
      DUPLICATE_FIX,
    );
  }
  if (first.outcome.kind === 'completed' && second.outcome.kind === 'completed') {
    return isDeepStrictEqual(first.outcome.result, second.outcome.result)
      ? passed('An attempt that was delivered again got the same response.')
      : failed('An attempt that was delivered again was run again: its result differs.', DUPLICATE_FIX);
  }
  if (first.outcome.kind === 'completed') {
    const end = await trial.end(executionId, EXTRA_REPORT_MS);
    const message = 'The agent accepted an attempt that it had already answered, and did not report its end.';
    return end
      ? passed('The agent recognized an attempt that was delivered again, and reported its end.')
      : warning(
          message,
          'Repeat the response. The first one may have been lost, and the job would wait for its timeout.',
        );
  }
  const end = await trial.end(executionId);
  if (end === undefined)
    return warning(
      'The agent accepted the attempt twice, and did not report its end in time.',
      DUPLICATE_FIX,
    );
  await trial.pause(EXTRA_REPORT_MS);
  const ends = [...trial.endsOf(executionId)];
  const results = second.outcome.kind === 'completed' ? [second.outcome.result] : [];
  const isSame =
    ends.every(({ status, result }) => status === end.status && isDeepStrictEqual(result, end.result)) &&
    results.every((result) => isDeepStrictEqual(result, end.result));
  return isSame
    ? passed('An attempt that was delivered again was not run again.')
    : failed('An attempt that was delivered again was run again: its reports differ.', DUPLICATE_FIX);
}
