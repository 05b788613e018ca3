import type pg from 'pg';
import { checkPipeline } from '../engine/pipelines/pipeline-invariants.js';
import { NOTE_CHANGES_AFTER_END } from '../support/changes-after-end.js';
import type { Arrival } from './simulated-network.js';
import { LEASE_MS } from './simulated-worker.js';

/** The time from which another worker may own what a worker held. */
export interface LeaseEnd {
  worker: string;
  at: number;
}

export interface Story {
  arrivals: readonly Arrival[];
  leaseEnds: readonly LeaseEnd[];
  /** Schedules that were never disabled before `peaceAt`. */
  uninterrupted: readonly string[];
  peaceAt: Date;
  /** The database's clock never jumped, so instants can be compared. */
  hasSteadyClock: boolean;
}

/** Fails with the first invariant that a finished run has broken. */
export async function checkRun(pool: pg.Pool, story: Story): Promise<void> {
  await none(pool, 'a slot ran or was recorded twice', DOUBLE_SLOTS, [
    story.hasSteadyClock ? null : story.uninterrupted,
  ]);
  await none(pool, 'a slot neither ran nor was recorded', LOST_SLOTS, [story.uninterrupted, story.peaceAt]);
  await none(pool, 'a value has two jobs', DOUBLE_JOBS);
  await none(pool, 'a job has not exactly one latest attempt', LATEST);
  await none(pool, 'counters differ from the rows', COUNTERS);
  await none(pool, 'an ended attempt changed', 'SELECT * FROM public.changed_after_end');
  await none(pool, 'two jobs of a limited agent ran at once', 'SELECT * FROM public.over_limit');
  await none(
    pool,
    'an execution ended otherwise than its jobs say',
    `SELECT id, "runStatus", "jobsCreated", "jobsCompleted", "jobsFailed" FROM "ScheduleExecution"
     WHERE status <> 'skipped' AND "cancelRequestedAt" IS NULL AND "targetType" = 'agent' AND reason IS NULL AND
       "runStatus" <> CASE WHEN "jobsFailed" + "jobsCancelled" = 0 THEN 'succeeded' WHEN "jobsCompleted" > 0 THEN 'partial'
         WHEN "jobsFailed" > 0 THEN 'failed' ELSE 'cancelled' END`,
  );
  await none(pool, 'a value has no job', LOST_VALUES);
  await none(pool, 'a job is in a batch of others', WRONG_BATCHES);
  await none(pool, 'a chunk of jobs is left', 'SELECT "executionId", part, jobs FROM "JobChunk"');
  await holdSends(pool, story);
  if (!story.hasSteadyClock) return;
  await none(pool, 'a batch began before the one before it was answered', EARLY_BATCHES);
  const { rows } = await pool.query<{ id: string }>(
    `SELECT id FROM "ScheduleExecution" WHERE "targetType" = 'pipeline' AND "runStatus" <> 'cancelled' AND "jobsCreated" > 0`,
  );
  for (const { id } of rows) await checkPipeline(pool, id);
}

async function none(pool: pg.Pool, what: string, query: string, values: unknown[] = []): Promise<void> {
  const { rows } = await pool.query(query, values);
  if (rows.length > 0) throw new Error(`${what}: ${JSON.stringify(rows.slice(0, 5))}`);
}

/**
 * An attempt reaches its agent more than once only if the lease ended under which it was sent before, and
 * nothing was recorded by then.
 */
async function holdSends(pool: pg.Pool, { arrivals, leaseEnds: ends, hasSteadyClock }: Story): Promise<void> {
  const { rows } = await pool.query<{
    id: string;
    sentAt: Date | null;
    acceptedAt: Date | null;
    completedAt: Date | null;
    status: string;
  }>(`SELECT id, "sentAt", "acceptedAt", "completedAt", status FROM "AgentJobExecution"`);
  const attempts = new Map(rows.map((row) => [row.id, row]));
  const before = new Map<string, Arrival>();
  for (const arrival of arrivals) {
    const row = attempts.get(arrival.attemptId);
    if (!row) throw new Error(`a call for an attempt that nobody wanted: ${JSON.stringify(arrival)}`);
    if (!row.sentAt) throw new Error(`a call is not recorded as sent: ${JSON.stringify([arrival, row])}`);
    const last = before.get(arrival.attemptId);
    before.set(arrival.attemptId, arrival);
    if (!last) continue;
    const end = ends.find(({ worker, at }) => worker === last.worker && at <= arrival.at);
    if (!end) throw new Error(`called again without an ended lease: ${JSON.stringify([last, arrival])}`);
    if (!hasSteadyClock) continue;
    const recordedAt = Math.min(Number(row.acceptedAt ?? Infinity), Number(row.completedAt ?? Infinity));
    const lastEnd = Math.max(...ends.filter(({ at }) => at <= arrival.at).map(({ at }) => at));
    if (recordedAt < last.at || (recordedAt + LEASE_MS < lastEnd && !arrival.redelivery))
      throw new Error(`called again though its answer was recorded: ${JSON.stringify([last, arrival, row])}`);
  }
}

/**
 * If the clock went back and the schedule was enabled again after that, it starts from that moment: slots
 * that were recorded as skipped under the wrong time may run then. $1 are the schedules for which even that
 * is excluded; null: all.
 */
const DOUBLE_SLOTS = `SELECT a."scheduleId", a.id, a.status, a.reason, a."slotAt", a."lastSlotAt", a."missedCount",
    b.id AS other, b.status AS "otherStatus", b.reason AS "otherReason", b."slotAt" AS "otherSlotAt", b."lastSlotAt" AS "otherLastSlotAt" FROM "ScheduleExecution" a JOIN "ScheduleExecution" b
  ON a."scheduleId" = b."scheduleId" AND a.id < b.id AND a.trigger = 'schedule' AND b.trigger = 'schedule'
  AND tstzrange(a."slotAt", coalesce(a."lastSlotAt", a."slotAt"), '[]') && tstzrange(b."slotAt", coalesce(b."lastSlotAt", b."slotAt"), '[]')
  WHERE $1::text[] IS NULL OR a."scheduleId" = ANY ($1) OR (a.status <> 'skipped' AND b.status <> 'skipped')`;

/** Each point of the grid up to an instant has a run or a reason. */
const LOST_SLOTS = `SELECT s.id, due.slots, done.slots AS done FROM "Schedule" s
  CROSS JOIN LATERAL (SELECT greatest(0, floor(extract(epoch FROM $2 - s."startAt") * 1000 / s."interval")::int + 1) AS slots) due
  CROSS JOIN LATERAL (SELECT coalesce(sum(greatest(1, "missedCount")), 0)::int AS slots FROM "ScheduleExecution" e
    WHERE e."scheduleId" = s.id AND e.trigger = 'schedule' AND e."slotAt" <= $2 AND (e.status <> 'skipped' OR e.reason IS NOT NULL)) done
  WHERE s.id = ANY ($1::text[]) AND done.slots < due.slots`;

const DOUBLE_JOBS = `SELECT "scheduleExecutionId", params, "pipelineStepId", "contextId", turn, "contextRetry" FROM "AgentJobExecution"
  WHERE "isLatest" GROUP BY 1, 2, 3, 4, 5, 6 HAVING count(*) > 1`;

const LATEST = `SELECT "jobId", count(*) FILTER (WHERE "isLatest") AS latest FROM "AgentJobExecution" j
  WHERE "pipelineStepId" IS NULL GROUP BY 1 HAVING count(*) FILTER (WHERE "isLatest") <> 1`;

const COUNTERS = `SELECT e.id, e."jobsCreated", e."jobsCompleted", e."jobsFailed", e."jobsCancelled", r.* FROM "ScheduleExecution" e
  CROSS JOIN LATERAL (SELECT count(*) FILTER (WHERE "isLatest")::int AS latest,
    count(*) FILTER (WHERE "isLatest" AND status = 'completed')::int AS completed,
    count(*) FILTER (WHERE "isLatest" AND status IN ('failed', 'dead_letter'))::int AS failed,
    count(*) FILTER (WHERE "isLatest" AND status = 'cancelled')::int AS cancelled
    FROM "AgentJobExecution" j WHERE j."scheduleExecutionId" = e.id) r
  WHERE e.status <> 'skipped'
    AND (e."jobsCreated", e."jobsCompleted", e."jobsFailed", e."jobsCancelled") IS DISTINCT FROM (r.latest, r.completed, r.failed, r.cancelled)`;

const ALL_ITEMS = `e.snapshot -> 'params' ->> 'item' LIKE 'db:item:all:%' AND e."targetType" = 'agent'`;

/** Each value of a data source has a job, unless the run was cancelled or not expanded. */
const LOST_VALUES = `SELECT e.id, i.id AS item FROM "ScheduleExecution" e CROSS JOIN public."Item" i
  WHERE ${ALL_ITEMS} AND e."runStatus" IN ('succeeded', 'partial', 'failed') AND e."cancelRequestedAt" IS NULL AND e.reason IS NULL
    AND NOT EXISTS (SELECT FROM "AgentJobExecution" j WHERE j."scheduleExecutionId" = e.id AND j.params ->> 'item' = i.id::text)`;

/** The n-th value belongs to the batch with the number n / batchSize. */
const WRONG_BATCHES = `SELECT e.id, j.params, j."batchIndex" FROM "ScheduleExecution" e JOIN "AgentJobExecution" j ON j."scheduleExecutionId" = e.id
  WHERE ${ALL_ITEMS} AND j."batchIndex" <> ((j.params ->> 'item')::int - 1) / (e.metadata ->> 'batchSize')::int`;

/**
 * A job of a later batch was released less than `staggerDelay` after the last answer of an earlier one. Jobs
 * that wait for an open circuit do not delay later batches.
 */
const EARLY_BATCHES = `SELECT e.id, later."batchIndex", later."releasedAt", before."batchIndex" AS "before", before."acceptedAt", before."completedAt"
  FROM "ScheduleExecution" e JOIN "AgentJobExecution" later ON later."scheduleExecutionId" = e.id JOIN "AgentJobExecution" before ON before."scheduleExecutionId" = e.id
  WHERE ${ALL_ITEMS} AND later."retryCount" = 0 AND before."retryCount" = 0 AND later."batchIndex" > before."batchIndex" AND later."releasedAt" IS NOT NULL
    AND before."agentId" NOT IN (SELECT "agentId" FROM public.opened_circuit)
    AND later."releasedAt" < coalesce(least(before."acceptedAt", before."completedAt"), 'infinity') + (e.metadata ->> 'staggerDelay')::int * interval '1 millisecond'`;

/** Watches what no row shows afterward. */
export const WATCH = `${NOTE_CHANGES_AFTER_END}
  CREATE TABLE public.over_limit (at timestamptz, running int);
  CREATE FUNCTION public.note_over_limit() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$
  DECLARE running int;
  BEGIN
    SELECT count(*) INTO running FROM callboard."AgentJobExecution" WHERE "agentId" = 'limited' AND status = 'running';
    IF running > 1 THEN INSERT INTO public.over_limit VALUES (sim.now(), running); END IF;
    RETURN NULL;
  END $$;
  CREATE TRIGGER zz_note_over_limit AFTER UPDATE ON callboard."AgentJobExecution" FOR EACH ROW
    WHEN (NEW."agentId" = 'limited' AND NEW.status = 'running' AND OLD.status <> 'running') EXECUTE FUNCTION public.note_over_limit();
  CREATE TABLE public.opened_circuit ("agentId" text);
  CREATE FUNCTION public.note_opened_circuit() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$
  BEGIN
    INSERT INTO public.opened_circuit VALUES (NEW."agentId");
    RETURN NULL;
  END $$;
  CREATE TRIGGER zz_note_opened_circuit AFTER INSERT OR UPDATE ON callboard."AgentCircuit" FOR EACH ROW
    WHEN (NEW.state <> 'closed') EXECUTE FUNCTION public.note_opened_circuit();`;
