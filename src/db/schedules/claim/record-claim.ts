import type { JsonObject } from '../../../domain/json.js';
import { HOLDS_LEASE, type Lease, LIMITED, notLimited } from '../../jobs/claim/claim-attempts.js';
import { EXECUTION_COLUMNS, EXECUTIONS, type NewExecution, ONCE } from '../../runs/insert-executions.js';
import { JOB_COLUMNS, JOB_VALUES, SINGLE_JOBS, type SingleJob } from '../../runs/insert-single-jobs.js';
import type { Queryable } from '../../system/queryable.js';
import { ADVANCES, advanced, nextDue, type ScheduleAdvance } from './advance-schedules.js';

export interface ClaimRecord {
  executions: readonly NewExecution[];
  /** Jobs of runs that are a single call and may start. */
  jobs: readonly SingleJob[];
  advances: readonly ScheduleAdvance[];
  /** For each advance, the runs that count. A run that is not new does not. */
  runIds: readonly (readonly string[])[];
}

export interface RecordOptions {
  /** The instant of the decision. */
  now: Date;
  /** Others may be due as well, so `nextDueAt` is not asked for. That query would pass every slot of the burst. */
  areMoreDue: boolean;
  /** Schedules that are left out of `nextDueAt`. */
  except?: readonly string[] | undefined;
}

/** What the claiming worker may send at once. */
export interface SendAtOnce {
  lease: Lease;
  /** The largest number of jobs, the most urgent first. */
  limit: number;
  /** Keys of the requirements that the worker can serve. */
  served: readonly string[];
  /** Agents with a limit or an open circuit. */
  limited: readonly string[];
  /** How long jobs may wait until they are sent, in milliseconds. Their deadlines are extended by it. */
  sendWithinMs: number;
}

/** A job that was inserted as claimed. */
export interface ClaimedJob {
  id: string;
  /** As stored. */
  params: JsonObject;
  deadlineAt: string;
  msLeft: number;
}

interface RecordedClaim {
  /** Ids of the new runs. */
  executionIds: string[];
  /** Jobs that are claimed already, under the lease of the worker. */
  claimed: ClaimedJob[];
  /**
   * When the next schedule is due that is not left out, whether it is one of these or not. Null if none is, or
   * if not asked for.
   */
  nextDueAt: Date | null;
}

/** Records what was prepared. @param atOnce what the claiming worker may send, if anything */
type Recording = (client: Queryable, atOnce?: SendAtOnce) => Promise<RecordedClaim>;

/**
 * Prepares the record of a claim before its slots are due, so that only the statement remains. It records the
 * decisions: runs, the jobs of single calls, and the next runs of the schedules. A slot that is recorded already
 * stays unchanged, gets no job and does not count, because the unique index on (scheduleId, slotAt) makes each slot
 * run once. A schedule that this slot would have ended stays enabled without a next run, so that it is planned
 * again.
 *
 * All timestamps are those of the statement, because the transaction may have begun before the slot.
 *
 * Jobs that `atOnce` can send are inserted as claimed by that worker, which sends them after the commit.
 */
export function prepareRecord(
  { executions, jobs, advances, runIds }: ClaimRecord,
  { now, areMoreDue, except = [] }: RecordOptions,
): Recording {
  const executionArrays = EXECUTIONS.arrays(executions);
  const jobArrays = SINGLE_JOBS.arrays(jobs).slice(0, -1); // all but "claimed"
  const advanceArrays = ADVANCES.arrays(advances, { runIds });
  return async (client, atOnce) => {
    const claimed = new Set(atOnce && mostUrgent(jobs, atOnce));
    const { rows } = await client.query<RecordedClaim>(RECORD, [
      atOnce?.lease.workerId ?? null,
      atOnce?.lease.epoch ?? null,
      executions.length,
      atOnce?.served ?? [],
      atOnce?.limited ?? [],
      now,
      atOnce?.sendWithinMs ?? 0,
      areMoreDue,
      except,
      ...executionArrays,
      ...jobArrays,
      `{${jobs.map((job) => claimed.has(job)).join()}}`,
      ...advanceArrays,
    ]);
    return rows[0] as RecordedClaim;
  };
}

function mostUrgent(jobs: readonly SingleJob[], { limit, served, limited }: SendAtOnce): SingleJob[] {
  const free = jobs.filter(
    ({ requirements, agentId }) => served.includes(requirements) && !limited.includes(agentId),
  );
  return free.length <= limit ? free : free.sort((a, b) => b.priority - a.priority).slice(0, limit);
}

const FIRST_EXECUTIONS = 10;
const FIRST_JOBS = FIRST_EXECUTIONS + EXECUTIONS.count;
const FIRST_ADVANCES = FIRST_JOBS + SINGLE_JOBS.count;

const RECORD = `WITH RECURSIVE ${LIMITED}, jobs AS MATERIALIZED (
    SELECT * FROM ${SINGLE_JOBS.from(FIRST_JOBS, 'j')}
  ), recorded AS (
    INSERT INTO "ScheduleExecution" (${EXECUTION_COLUMNS}, "runStatus", "expandedAt", "jobsCreated", "jobsEnqueued", "jobsUnanswered", batches, "batchCursor", metadata, "staggerDelay", "createdAt", "updatedAt")
    SELECT ${EXECUTION_COLUMNS}, CASE WHEN status = 'skipped' THEN NULL WHEN metadata IS NULL THEN 'pending' ELSE 'running' END,
      CASE WHEN metadata IS NOT NULL THEN clock_timestamp() END, had.jobs, had.jobs, had.jobs, had.jobs, had.jobs - 1, coalesce(metadata, '{}'), coalesce((metadata ->> 'staggerDelay')::int, 0), statement_timestamp(), statement_timestamp()
    FROM ${EXECUTIONS.from(FIRST_EXECUTIONS, 'e')}
    LEFT JOIN (SELECT "scheduleExecutionId", metadata FROM jobs) job ON job."scheduleExecutionId" = e.id
    CROSS JOIN LATERAL (SELECT CASE WHEN metadata IS NULL THEN 0 ELSE 1 END AS jobs) had
    ${ONCE}
    RETURNING id
  ), inserted AS (
    INSERT INTO "AgentJobExecution" (${JOB_COLUMNS}, status, "workerId", "leaseEpoch", "startedAt", "sentAt", "deadlineAt", "createdAt", "updatedAt")
    SELECT ${JOB_VALUES}, CASE WHEN claim.at IS NULL THEN 'pending' ELSE 'running' END, CASE WHEN claim.at IS NOT NULL THEN $1 END, CASE WHEN claim.at IS NOT NULL THEN $2::int END,
      claim.at, claim.at, claim.at + (j."attemptTimeout" + $7::float8) * interval '1 millisecond', statement_timestamp(), statement_timestamp()
    FROM jobs j JOIN recorded ON recorded.id = j."scheduleExecutionId"
    CROSS JOIN (SELECT ${HOLDS_LEASE} AS "holdsLease") lease
    CROSS JOIN LATERAL (SELECT CASE WHEN lease."holdsLease" AND j.claimed AND j.requirements = ANY ($4::text[]) AND ${notLimited('j."agentId"')} THEN clock_timestamp() END AS at) claim
    RETURNING id, status, params, "deadlineAt"
  ), moved AS MATERIALIZED (
    SELECT m.id, m."nextRunAt", m."nextRunSource", m.decision, m.runs - repeats AS runs, m.ran AND (repeats = 0 OR repeats < jsonb_array_length(m."runIds")) AS ran,
      m.handled, m.enabled OR repeats > 0 AS enabled, m.deleted, m.flag, m."dropPause", m."dropOneShot", m."dropHints"
    FROM ${ADVANCES.from(FIRST_ADVANCES, 'm')}
    CROSS JOIN LATERAL (SELECT CASE WHEN (SELECT count(*) FROM recorded) < $3::int THEN
      (SELECT count(*)::int FROM jsonb_array_elements_text(m."runIds") run(id) WHERE run.id NOT IN (SELECT id FROM recorded)) ELSE 0 END AS repeats) repeated
  ), ${advanced('$6')}
  SELECT ARRAY(SELECT id FROM recorded) AS "executionIds", CASE WHEN NOT $8::boolean THEN (${nextDue('$9')}) END AS "nextDueAt",
    (SELECT coalesce(json_agg(json_build_object('id', id, 'params', params, 'deadlineAt', "deadlineAt",
      'msLeft', extract(epoch FROM "deadlineAt" - clock_timestamp()) * 1000)), '[]') FROM inserted WHERE status = 'running') AS claimed`;
