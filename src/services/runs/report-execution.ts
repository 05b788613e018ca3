/**
 * The callback of agents, `POST /agent/v1/executions/:executionId`: progress or the end of an
 * accepted attempt.
 */
import { z } from 'zod';
import {
  applyReport,
  hasOtherResult,
  loadReported,
  type ReportedAttempt,
} from '../../db/jobs/end/apply-report.js';
import { recordHeartbeat } from '../../db/jobs/record-heartbeat.js';
import { toJsonb } from '../../db/system/to-jsonb.js';
import type { Issue } from '../../domain/issue.js';
import { isEnded } from '../../domain/job/states.js';
import { holdsLargeNumber } from '../../domain/json.js';
import { isTooDeep, MAX_DEPTH } from '../../http/client/parse-json.js';
import { verifyCallbackToken } from '../../http/incoming/callback-token.js';
import type { ServiceDeps } from '../access/context.js';
import { passOnTrialReport } from '../conformance/database-inbox.js';
import { isTrialId } from '../conformance/trial.js';
import { validateValue } from '../json-schema/json-schema.js';
import { parseInput } from '../system/parse-input.js';

const MAX_RESULT_BYTES = 256 * 1024;
const MAX_OTHER_BYTES = 64 * 1024;
const MAX_MESSAGE = 4_096;
const ROUNDED =
  'Numbers that 64-bit floating point cannot represent were rounded: send such numbers as text.';

/** Agents are written in any language, so unknown members are ignored. */
const reportSchema = z.object(
  {
    status: z.enum(['running', 'completed', 'failed'], 'must be "running", "completed" or "failed"'),
    result: z.unknown().optional(),
    error: z
      .union(
        [
          z.string().transform((message) => ({ message })),
          z.looseObject({
            message: z.string('must be a string'),
            code: z.union([z.string(), z.number()]).nullish(),
            retryable: z.boolean('must be true or false').nullish(),
          }),
        ],
        'must be an object {message, code?, retryable?}',
      )
      .nullish(),
    metrics: z.record(z.string(), z.unknown(), 'must be an object').nullish(),
    /** With `running`: from now on the agent sends heartbeats, and counts as lost when they stop. */
    heartbeat: z.boolean('must be true or false').nullish(),
  },
  'must be an object {status, result?, error?, metrics?}',
);
type Report = z.output<typeof reportSchema>;

export interface ReportInput {
  executionId: string;
  /** Token of the Authorization header; undefined if there was none. */
  token: string | undefined;
  /** Parsed JSON. */
  body: unknown;
  /** Whether parsing rounded numbers. */
  isRounded?: boolean;
}

/** The answer to the agent. */
export interface ReportAnswer {
  status: 200 | 401 | 404 | 409 | 413 | 422 | 503;
  body: { status: string; message?: string } | { error: string; issues?: Issue[] };
}

export const WRONG_TOKEN =
  'Send the token that came with this execution (callback.token) as "Authorization: Bearer <token>".';

/** Whether the token is the one that was sent with this attempt. Does not use the database. */
export function mayReport(
  { secretKey, previousSecretKey }: Pick<ServiceDeps, 'secretKey' | 'previousSecretKey'>,
  { executionId, token }: Pick<ReportInput, 'executionId' | 'token'>,
): boolean {
  if (token === undefined) return false;
  const keys = previousSecretKey ? [secretKey, previousSecretKey] : [secretKey];
  return keys.some((key) => verifyCallbackToken(key, executionId, token));
}

/**
 * Stores a report. Reporting the same end again is accepted, but another result changes nothing; a different end
 * is refused. A result that does not match the agent's `outputSchema` is refused too, and the attempt keeps running.
 */
export async function reportExecution(
  deps: ServiceDeps,
  { executionId, token, body, isRounded = false }: ReportInput,
): Promise<ReportAnswer> {
  if (!mayReport(deps, { executionId, token })) {
    return refuse(401, WRONG_TOKEN);
  }
  if (isTooDeep(body)) return refuse(422, `The report is nested deeper than ${MAX_DEPTH} levels.`);
  const parsed = parseInput(reportSchema, body);
  if (parsed.kind !== 'ok') return refuse(422, 'The report is malformed.', parsed.issues);
  const report = parsed.value;
  if (isTrialId(executionId)) {
    await passOnTrialReport(deps, executionId, body);
    return { status: 200, body: { status: report.status } };
  }
  const attempt = await loadReported(deps.pool, executionId);
  if (!attempt) return refuse(404, 'There is no such execution.');
  if (attempt.status !== 'running') return answerEnded(deps, executionId, attempt, report);
  const problem = await checkReport(report, attempt);
  if (problem) return problem;

  const applied = await applyReport(deps.pool, {
    executionId,
    status: report.status,
    result: report.status === 'completed' ? toJsonb(report.result) : null,
    error: report.status === 'failed' ? errorOf(report) : null,
    metrics: toJsonb(report.metrics),
    resultInvalid: isRounded && report.status === 'completed' && holdsLargeNumber(report.result),
  });
  if (applied.kind === 'too_large') {
    return refuse(413, 'result is larger than 256 KiB: store it elsewhere and report a reference.');
  }
  if (applied.kind === 'locked') {
    return refuse(
      503,
      'An open transaction has locked this attempt. Commit it or roll it back, then report again.',
    );
  }
  if (applied.kind === 'ok') {
    if (report.status === 'running') await recordHeartbeat(deps.pool, executionId, report.heartbeat === true);
    deps.logger.info('attempt.reported', { executionId, status: applied.status });
    return { status: 200, body: { status: applied.status, ...(isRounded && { message: ROUNDED }) } };
  }
  // The attempt has ended in the meantime.
  const now = await loadReported(deps.pool, executionId);
  return now ? answerEnded(deps, executionId, now, report) : refuse(404, 'There is no such execution.');
}

async function checkReport(
  report: Report,
  { outputSchema }: ReportedAttempt,
): Promise<ReportAnswer | undefined> {
  const tooLarge = (
    [
      ['result', MAX_RESULT_BYTES],
      ['error', MAX_OTHER_BYTES],
      ['metrics', MAX_OTHER_BYTES],
    ] as const
  ).find(([part, max]) => Buffer.byteLength(toJsonb(report[part]) ?? '') > max);
  if (tooLarge) {
    const [part, max] = tooLarge;
    return refuse(
      413,
      `${part} is larger than ${max / 1024} KiB: store it elsewhere and report a reference.`,
    );
  }
  if (report.status !== 'completed') return undefined;
  const verdict = await validateValue(outputSchema, report.result ?? null, {
    path: ['result'],
    whenBusy: 'refuse',
  });
  switch (verdict.kind) {
    case 'valid':
      return undefined;
    case 'busy':
      return refuse(503, 'Too many reports are being checked. Report again.');
    case 'invalid':
      return refuse(
        422,
        "The result does not match the agent's outputSchema; the attempt keeps running.",
        verdict.issues,
      );
  }
}

/**
 * A retryable failure without a retry left is stored as a dead letter. A report without a result repeats the
 * end only.
 */
async function answerEnded(
  { pool, logger }: ServiceDeps,
  executionId: string,
  { status }: ReportedAttempt,
  report: Report,
): Promise<ReportAnswer> {
  if (!isEnded(status))
    return refuse(409, 'This execution has not been sent to an agent yet, so no agent can report on it.');
  const reported = status === 'dead_letter' ? 'failed' : status;
  if (report.status !== reported)
    return refuse(409, `This execution has already ended as ${status}: it cannot become ${report.status}.`);
  if (status !== 'completed' || report.result === undefined) return { status: 200, body: { status } };
  if (!(await hasOtherResult(pool, executionId, toJsonb(report.result))))
    return { status: 200, body: { status } };
  logger.warn('attempt.other_result', { executionId }, 'An agent reported a second, different result');
  const message =
    'This execution has already ended as completed, with another result: the first result stays.';
  return { status: 200, body: { status, message } };
}

/** The agent decides whether to retry. The default is no. */
function errorOf({ error }: Report): string | null {
  if (!error) return null;
  const { message, ...rest } = error;
  return toJsonb({
    ...rest,
    message: message.slice(0, MAX_MESSAGE),
    retryable: 'retryable' in error && error.retryable === true,
  });
}

function refuse(status: Exclude<ReportAnswer['status'], 200>, error: string, issues?: Issue[]): ReportAnswer {
  return { status, body: issues ? { error, issues } : { error } };
}
