import { seed } from '../harness/callboard.mjs';

/** Rows per statement: enough to be fast, few enough that memory and WAL stay bounded. */
const CHUNK = 100_000;
const JOBS_PER_RUN = 500;

/**
 * A history of so many attempts, in runs of 500 jobs of 100 schedules and 20 agents each: 95 % completed, 4 % failed, 1 % dead letters;
 * and so many schedules, of which none is due.
 *
 * @param history.from the number of attempts that already exist
 */
export async function seedHistory(db, { attempts, schedules, from: first = 0 }) {
  await seed(db, async (client) => {
    await client.query(
      `INSERT INTO "Schedule" (id, name, repeat, "interval", "nextRunAt", timezone, "targetType", "agentId", "createdBy")
       SELECT uuid_v7(), 'schedule ' || md5(n::text), 'repeating', 3600000, now() + interval '1 day' + n * interval '1 s', 'UTC', 'agent', 'agent', 'bench'
       FROM generate_series(1, $1::int) n`,
      [schedules],
    );
    await client.query(
      `INSERT INTO "ScheduleExecution" (id, "scheduleId", "targetType", "agentId", trigger, status, "runStatus", snapshot, batches, "batchCursor",
         "jobsCreated", "jobsEnqueued", "jobsCompleted", "jobsFailed", "executionTime", "traceId", "slotAt", "fireAt", "expandedAt", "completedAt", "createdAt")
       SELECT 'run-' || lpad(n::text, 8, '0'), (SELECT id FROM "Schedule" ORDER BY id LIMIT 1), 'agent', 'agent', 'schedule', 'success', 'partial', '{"priority": 0}', 1, 0,
         ${JOBS_PER_RUN}, ${JOBS_PER_RUN}, 475, 25, at, md5(n::text), at, at, at, at, at
       FROM generate_series($1::int + 1, $2::int) n, LATERAL (SELECT now() - ($2::int - n) * interval '1 minute' AS at) a`,
      [first / JOBS_PER_RUN, (first + attempts) / JOBS_PER_RUN],
    );
    const end = first + attempts;
    for (let from = first; from < end; from += CHUNK)
      await client.query(
        `INSERT INTO "AgentJobExecution" (id, "jobId", "agentId", "scheduleExecutionId", "scheduleId", params, "attemptTimeout", "retryConfig", "retriesLeft", "traceId",
           "releasedAt", "enqueuedAt", status, "startedAt", "sentAt", "statusCode", "durationMs", result, error, "responseBody", "completedAt", "settledAt", "createdAt")
         SELECT uuid_v7(), md5(n::text), 'agent-' || n % 20, e.id, e."scheduleId", jsonb_build_object('id', n), 60000, '{}', 3, e."traceId",
           e."fireAt", e."fireAt", s.status, e."fireAt", e."fireAt", CASE WHEN s.status = 'completed' THEN 200 ELSE 500 END, 12,
           CASE WHEN s.status = 'completed' THEN to_jsonb(n) END,
           CASE WHEN s.status <> 'completed' THEN jsonb_build_object('code', 'HTTP_500', 'message', 'The agent answered 500.') END,
           '{"status":"completed"}', e."fireAt", e."fireAt", e."fireAt"
         FROM generate_series($1::int + 1, $2::int) n
         JOIN "ScheduleExecution" e ON e.id = 'run-' || lpad(((n - 1) / ${JOBS_PER_RUN} + 1)::text, 8, '0'),
           LATERAL (SELECT CASE n % 100 WHEN 0 THEN 'dead_letter' WHEN 1 THEN 'failed' WHEN 2 THEN 'failed' WHEN 3 THEN 'failed' WHEN 4 THEN 'failed' ELSE 'completed' END AS status) s`,
        [from, Math.min(from + CHUNK, end)],
      );
  });
  for (const table of ['Schedule', 'ScheduleExecution', 'AgentJobExecution'])
    await db.query(`VACUUM ANALYZE "${table}"`);
}

/** The ID of the run in the middle of the history. */
export const middleRun = (attempts) =>
  `run-${String(Math.round(attempts / JOBS_PER_RUN / 2)).padStart(8, '0')}`;
