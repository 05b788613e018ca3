import { MAYBE_RECEIVED_CODES, NOT_RECEIVED_CODES } from '../../../domain/agent/circuit.js';
import { isLockTimeout } from '../../../runtime/database/sqlstate.js';
import type { EndedExecution } from '../../runs/end/roll-up.js';
import { deliveryOf, runStatusOf, toConclude } from '../../runs/end/roll-up-sql.js';
import { columns } from '../../system/columns.js';
import type { Queryable } from '../../system/queryable.js';
import type { Lease } from '../claim/claim-attempts.js';

/** How an answer, or its absence, changes an attempt. */
export interface AnswerRecord {
  id: string;
  scheduleExecutionId: string;
  /** 'running' with `accepted`: the agent will report the end. */
  status: 'running' | 'completed' | 'failed';
  accepted: boolean;
  result: unknown;
  error: { message: string; code: string; retryable: boolean; retryAfterMs?: number | undefined } | null;
  metrics: unknown;
  statusCode: number | null;
  /** Null if nothing was sent. */
  durationMs: number | null;
  responseBody: string | null;
  responseTruncated: boolean;
  /** The result is not quite what the agent sent. */
  resultInvalid: boolean;
  /** Time between its claim and its request, in milliseconds. Null if nothing was sent. */
  sentAfterMs: number | null;
}

export interface WrittenAnswers {
  /** Ids that changed. The other attempts no longer belong to this worker. */
  written: ReadonlySet<string>;
  /** Ids that go on, because the agent had accepted them and only the connection was lost. */
  leftToReport: ReadonlySet<string>;
  /** Ids that the agent's open transaction locks, to be tried again. */
  locked: ReadonlySet<string>;
  /** Runs that another transaction locks. Their ended attempts are neither settled nor counted yet. */
  uncounted: string[];
  /** Runs that ended with these answers. */
  ended: EndedExecution[];
  /** Runs that need more than their counters: see {@link Standing}. */
  standing: Standing[];
}

/** The state of a run after answers were counted. */
interface Standing {
  id: string;
  /** All jobs have ended according to the counters. The rows decide the result. */
  done: boolean;
  /** Its newest batch is answered, so the next one or the delivery status is due. */
  answered: boolean;
}

/**
 * Writes many answers in one statement and settles the completed ones: the end of the job, the counters of
 * its run, and the end of the run. Only attempts that still run under this lease change, so a worker that
 * lost its lease or comes after a report or a cancellation changes nothing. Runs are locked first, as
 * everywhere. The statement waits a moment for locks on runs and attempts; with `again`, not at all. The
 * settle loop settles the rest.
 */
export async function writeAnswers(
  client: Queryable,
  lease: Lease,
  answers: readonly AnswerRecord[],
  { again = false }: { again?: boolean } = {},
): Promise<WrittenAnswers> {
  const executionIds = [...new Set(answers.map(({ scheduleExecutionId }) => scheduleExecutionId))];
  const result = ({ stale, leftToReport, ended, standing }: Written) => {
    const written = new Set(answers.flatMap(({ id }) => (stale.has(id) ? [] : [id])));
    return { written, leftToReport, ended, standing };
  };
  const values = [lease.workerId, lease.epoch, executionIds, ...ANSWERS.arrays(answers)];
  if (!again) {
    try {
      return { ...result(await write(client, WAIT_BRIEFLY, values)), locked: new Set(), uncounted: [] };
    } catch (error) {
      if (!isLockTimeout(error)) throw error;
    }
  }
  const written = await write(client, PASS_OVER, values);
  const { rows } = await client.query<{ id: string }>(STILL_RUNNING, [
    lease.workerId,
    lease.epoch,
    [...written.stale],
  ]);
  const uncounted = executionIds.filter((id) => !written.locked.includes(id));
  return { ...result(written), locked: new Set(rows.map(({ id }) => id)), uncounted };
}

interface Written extends Pick<WrittenAnswers, 'leftToReport' | 'ended' | 'standing'> {
  /** Ids that did not change. */
  stale: Set<string>;
  locked: string[];
}

async function write(client: Queryable, text: string, values: unknown[]): Promise<Written> {
  const { rows } = await client.query<{
    stale: string[];
    leftToReport: string[];
    locked: string[];
    executions: (Standing & EndedExecution & { ended: boolean })[] | null;
  }>(text, values);
  const executions = rows[0]?.executions ?? [];
  return {
    stale: new Set(rows[0]?.stale),
    leftToReport: new Set(rows[0]?.leftToReport),
    locked: rows[0]?.locked ?? [],
    ended: executions.filter(({ ended }) => ended),
    standing: executions.filter(({ done, answered }) => done || answered),
  };
}

/**
 * A condition on rows that are found by their ids. Written so that no index fits and the planner estimates
 * half of the rows. Statistics rarely include running attempts, and the index of statuses would read all of
 * these for a few.
 */
export const UNDER_LEASE = `coalesce(a."workerId" = $1 AND a."leaseEpoch" = $2 AND a.status = 'running', false)`;

/**
 * Attempts a of the answers r. The ids are repeated, so that they are looked up whatever size the planner
 * estimates.
 */
export const OF_ANSWERS = 'a.id = r.id AND a.id = ANY (ARRAY(SELECT id FROM answers))';

export const ANSWERS = columns<AnswerRecord>({
  id: 'text',
  status: 'text',
  accepted: 'boolean',
  result: 'jsonb',
  error: 'jsonb',
  metrics: 'jsonb',
  statusCode: 'int',
  durationMs: 'int',
  responseBody: 'text',
  responseTruncated: 'boolean',
  resultInvalid: 'boolean',
  sentAfterMs: 'float8',
});

const codes = (list: readonly string[]) => `(${list.map((code) => `'${code}'`).join(', ')})`;

/**
 * Whether attempt a was the probe of a circuit and answer r says that nobody answered. Its job does not pay
 * for that with a retry. A job without retries must not be sent twice, so for such a job the agent must
 * certainly not have received the request.
 */
const PROBED_IN_VAIN = `r.status = 'failed' AND r."statusCode" IS NULL
        AND (r.error ->> 'code' IN ${codes(NOT_RECEIVED_CODES)} OR r.error ->> 'code' IN ${codes(MAYBE_RECEIVED_CODES)} AND (a."retryConfig" ->> 'maxRetries')::int > 0)
        AND a.id IN (SELECT "probeId" FROM "AgentCircuit")`;

/** Answers of a proxy that says of its own connection to the agent what the codes say of ours. */
const GATEWAY_CODES = ['HTTP_502', 'HTTP_504'];

/**
 * Whether the connection broke, or no answer came in time, after the agent of attempt a had reported `running`.
 * That was an acceptance, so its report still decides: a retry could do the work a second time.
 */
const LEFT_TO_REPORT = `(r.status = 'failed' AND a."acceptedAt" IS NOT NULL AND r.error ->> 'code' IN ${codes([...MAYBE_RECEIVED_CODES, ...GATEWAY_CODES])})`;

/**
 * Sets the columns of attempt a from answer r, and when it was sent. An attempt that was not sent after all has
 * no such time, and so no duration, unless a worker that died may have sent it before. An acceptance keeps the
 * result and error that its agent has written by SQL.
 */
export const ANSWERED = `status = CASE WHEN ${LEFT_TO_REPORT} THEN 'running' ELSE r.status END, "updatedAt" = clock_timestamp(),
      "completedAt" = CASE WHEN r.status = 'completed' THEN coalesce(a."completedAt", clock_timestamp()) ELSE a."completedAt" END,
      "acceptedAt" = CASE WHEN r.accepted THEN coalesce(a."acceptedAt", clock_timestamp()) ELSE a."acceptedAt" END,
      result = CASE WHEN r.accepted OR ${LEFT_TO_REPORT} THEN a.result ELSE r.result END,
      error = CASE WHEN r.accepted OR ${LEFT_TO_REPORT} THEN a.error ELSE r.error END, metrics = coalesce(r.metrics, a.metrics), "statusCode" = r."statusCode",
      "durationMs" = CASE WHEN r.status = 'running' OR ${LEFT_TO_REPORT} THEN NULL ELSE r."durationMs" END,
      "responseBody" = r."responseBody", "responseTruncated" = r."responseTruncated", "resultInvalid" = r."resultInvalid",
      "retriesLeft" = CASE WHEN ${PROBED_IN_VAIN} AND NOT ${LEFT_TO_REPORT} THEN a."retriesLeft" + 1 ELSE a."retriesLeft" END,
      "startedAt" = CASE WHEN a.redeliveries = 0 AND a."startedAt" = a."sentAt" THEN a."sentAt" + r."sentAfterMs" * interval '1 millisecond' ELSE a."startedAt" END,
      "sentAt" = CASE WHEN a.redeliveries = 0 THEN a."sentAt" + r."sentAfterMs" * interval '1 millisecond' ELSE a."sentAt" END`;

/**
 * The setting holds to the end of the statement, which is a transaction of its own, and applies to each wait.
 * Runs are locked briefly, by other writers of answers or the release of a batch. Giving up the wait costs
 * another version of each row, because the attempts are settled later. An agent may lock its attempt for any
 * time.
 */
const WAIT_FOR_EXECUTION = `AND (SELECT set_config('lock_timeout', '500ms', true)) IS NOT NULL ORDER BY id FOR NO KEY UPDATE`;
const WAIT_FOR_ATTEMPT = `AND (SELECT set_config('lock_timeout', '50ms', true) FROM (SELECT count(*) FROM locked) executions) IS NOT NULL`;
const WAIT_BRIEFLY = statement(WAIT_FOR_EXECUTION, WAIT_FOR_ATTEMPT);
const PASS_OVER = statement(
  'ORDER BY id FOR NO KEY UPDATE SKIP LOCKED',
  `AND (SELECT count(*) FROM locked) >= 0 AND a.id = ANY (ARRAY(SELECT a.id FROM "AgentJobExecution" a WHERE a.id = ANY (ARRAY(SELECT id FROM answers)) AND ${UNDER_LEASE} FOR UPDATE OF a SKIP LOCKED))`,
);

const STILL_RUNNING = `SELECT a.id FROM "AgentJobExecution" a WHERE a.id = ANY ($3::text[]) AND ${UNDER_LEASE}`;

/**
 * One plan serves every batch, because the planner's estimates do not depend on the parameters.
 *
 * A first attempt counts as answered with its answer. A step that ended counts when it is settled, because
 * the steps that follow belong to the same batch.
 */
function statement(lock: string, only: string): string {
  const isLocked = `a."scheduleExecutionId" IN (SELECT id FROM locked)`;
  const counts = `a."retryCount" = 0 AND (a."contextId" IS NULL OR r.accepted OR ${LEFT_TO_REPORT})`;
  const after = {
    created: 'e."jobsCreated"',
    completed: '(e."jobsCompleted" + c.completed)',
    failed: 'e."jobsFailed"',
    skipped: 'e."jobsSkipped"',
    cancelled: 'e."jobsCancelled"',
    started: '(e."jobsStarted" + c.started)',
  };
  const unanswered = '(e."jobsUnanswered" - c.answered)';
  const done = `e."runStatus" = 'running' AND ${after.completed} + ${after.failed} + ${after.skipped} + ${after.cancelled} >= ${after.created}`;
  /** The counters agree, and nothing but them is needed. */
  const over = `${done} AND e."targetType" = 'agent' AND ${unanswered} = 0 AND ${after.started} <= ${after.created}`;
  return `WITH answers AS MATERIALIZED (SELECT * FROM ${ANSWERS.from(4, 'r')}), locked AS MATERIALIZED (
    SELECT id FROM "ScheduleExecution" WHERE id = ANY (ARRAY(SELECT unnest($3::text[]))) ${lock}
  ), written AS (
    UPDATE "AgentJobExecution" a SET ${ANSWERED},
      "answersCounted" = a."answersCounted" + CASE WHEN ${counts} AND ${isLocked} THEN 1 ELSE 0 END,
      "settledAt" = CASE WHEN r.status = 'completed' AND a."contextId" IS NULL AND ${isLocked} THEN clock_timestamp() END,
      reason = CASE WHEN r.status = 'completed' AND a.reason = 'no_matching_worker' THEN NULL ELSE a.reason END
    FROM answers r WHERE ${OF_ANSWERS} AND ${UNDER_LEASE} ${only}
    RETURNING a.id, a."scheduleExecutionId", a."settledAt" IS NOT NULL AS settled, ${counts} AND a."answersCounted" = 1 AND ${isLocked} AS first,
      a."acceptedAt" IS NOT NULL OR a."statusCode" BETWEEN 200 AND 299 AS started, r.status = 'failed' AND a.status = 'running' AS "leftToReport"
  ), counted AS (
    SELECT "scheduleExecutionId" AS id, count(*) FILTER (WHERE first)::int AS answered, count(*) FILTER (WHERE first AND started)::int AS started,
      count(*) FILTER (WHERE settled)::int AS completed
    FROM written GROUP BY "scheduleExecutionId"
  ), moved AS (
    UPDATE "ScheduleExecution" e SET "jobsCompleted" = ${after.completed}, "jobsUnanswered" = ${unanswered}, "jobsStarted" = ${after.started},
      "runStatus" = CASE WHEN ${over} THEN ${runStatusOf('e', after)} ELSE e."runStatus" END,
      status = CASE WHEN ${over} THEN ${deliveryOf(after)} ELSE e.status END,
      "nextBatchAt" = CASE WHEN ${over} THEN NULL ELSE e."nextBatchAt" END,
      "completedAt" = CASE WHEN ${over} THEN coalesce(e."completedAt", clock_timestamp()) ELSE e."completedAt" END,
      "toConclude" = CASE WHEN ${over} THEN ${toConclude('e', runStatusOf('e', after))} ELSE e."toConclude" END, "updatedAt" = clock_timestamp()
    FROM counted c WHERE e.id = c.id AND (c.answered > 0 OR c.completed > 0)
    RETURNING e.id, e.id AS "scheduleExecutionId", e."scheduleId", e."traceId", e.status, e."runStatus", e."jobsCreated" AS jobs, e."jobsCompleted" AS completed,
      e."jobsFailed" AS failed, e."jobsSkipped" AS skipped, e."jobsCancelled" AS cancelled,
      round(extract(epoch FROM e."completedAt" - e."executionTime") * 1000)::float8 AS "durationMs", e."toConclude",
      e."runStatus" <> 'running' AND c.completed > 0 AS ended,
      e."runStatus" = 'running' AND e."jobsCompleted" + e."jobsFailed" + e."jobsSkipped" + e."jobsCancelled" >= e."jobsCreated" AS done,
      e."runStatus" = 'running' AND e."jobsUnanswered" <= 0 AND (e."batchCursor" < e.batches - 1 OR e.status = 'pending') AS answered
  )
  SELECT CASE WHEN (SELECT count(*) FROM written) < (SELECT count(*) FROM answers) THEN ARRAY(SELECT id FROM answers EXCEPT SELECT id FROM written) ELSE '{}' END AS stale, ARRAY(SELECT id FROM written WHERE "leftToReport") AS "leftToReport", ARRAY(SELECT id FROM locked) AS locked,
    (SELECT json_agg(moved) FROM moved WHERE ended OR done OR answered) AS executions`;
}
