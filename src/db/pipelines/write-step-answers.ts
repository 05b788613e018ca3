import type { Lease } from '../jobs/claim/claim-attempts.js';
import { ANSWERED, ANSWERS, type AnswerRecord, OF_ANSWERS, UNDER_LEASE } from '../jobs/end/write-answers.js';
import type { Queryable } from '../system/queryable.js';

/** Settings of a transaction that writes answers of steps. */
export const FINISHING = { 'callboard.finishing': 'on' } as const;

export interface WrittenStep {
  id: string;
  jobId: string;
  scheduleExecutionId: string;
  contextId: string;
  pipelineStepId: string;
  /** True for a first attempt, which counts as answered from now on. */
  first: boolean;
}

/**
 * Writes answers that complete pipeline steps, and settles these steps. The caller has locked their runs, and
 * applies the consequences in the same transaction. Only attempts that still run under this lease change. The
 * statement can be sent before the transaction is known to have begun: without the settings in {@link
 * FINISHING}, which the transaction sets first, it changes nothing.
 */
export async function writeStepAnswers(
  client: Queryable,
  { workerId, epoch }: Lease,
  answers: readonly AnswerRecord[],
): Promise<WrittenStep[]> {
  const { rows } = await client.query<WrittenStep>(
    `WITH answers AS MATERIALIZED (SELECT * FROM ${ANSWERS.from(3, 'r')})
     UPDATE "AgentJobExecution" a SET ${ANSWERED}, "answersCounted" = a."answersCounted" + 1, "settledAt" = clock_timestamp(),
       reason = CASE WHEN a.reason = 'no_matching_worker' THEN NULL ELSE a.reason END
     FROM answers r WHERE ${OF_ANSWERS} AND ${UNDER_LEASE} AND current_setting('callboard.finishing', true) = 'on'
     RETURNING a.id, a."jobId", a."scheduleExecutionId", a."contextId", a."pipelineStepId", a."retryCount" = 0 AND a."answersCounted" = 1 AS first`,
    [workerId, epoch, ...ANSWERS.arrays(answers)],
  );
  return rows;
}
