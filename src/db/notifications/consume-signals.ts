import type { Signal } from '../../domain/notification/group-signals.js';
import type { NotificationKind } from '../../domain/notification/notification.js';
import type { Queryable } from '../system/queryable.js';

/**
 * Kinds that triggers signal. The other kinds report something that does not happen, which only a periodic
 * check finds.
 */
type SignalKind = Exclude<NotificationKind, 'schedule_stuck' | 'no_worker' | 'worker_back' | 'jobs_waiting'>;

export interface ConsumedSignal {
  kind: SignalKind;
  subjectId: string;
  at: Date;
}

/**
 * Deletes and returns the oldest signals, except those that another worker is reading. If the transaction
 * fails, they stay.
 */
export async function consumeSignals(client: Queryable, limit: number): Promise<ConsumedSignal[]> {
  const { rows } = await client.query<ConsumedSignal>(
    `WITH consumed AS (
       DELETE FROM "NotificationSignal" WHERE pos IN (
         SELECT pos FROM "NotificationSignal" ORDER BY pos LIMIT $1 FOR UPDATE SKIP LOCKED)
       RETURNING pos, kind, "subjectId", at)
     SELECT kind, "subjectId", at FROM consumed ORDER BY pos`,
    [limit],
  );
  return rows;
}

const JOBS = `
  SELECT j.id AS "subjectId", j."scheduleId", j."pipelineId", j."agentId", left(j.error ->> 'message', 1000) AS message,
    jsonb_build_object('jobId', j."jobId", 'executionId', j."scheduleExecutionId",
      'schedule', coalesce(s.name, e.snapshot ->> 'scheduleName'), 'pipeline', p.name, 'agent', a.name) AS data
  FROM "AgentJobExecution" j
  LEFT JOIN "ScheduleExecution" e ON e.id = j."scheduleExecutionId"
  LEFT JOIN "Schedule" s ON s.id = j."scheduleId"
  LEFT JOIN "Pipeline" p ON p.id = j."pipelineId"
  LEFT JOIN "AgentRegistry" a ON a.id = j."agentId"
  WHERE j.id = ANY ($1::text[]) AND j."isLatest"`;

/**
 * Reads the current rows, so that problems that were solved meanwhile (replayed jobs, unblocked schedules)
 * are not reported.
 */
const SUBJECTS: Record<SignalKind, string> = {
  dead_letter: JOBS,
  job_failed: JOBS,
  execution_failed: `
    SELECT e.id AS "subjectId", e."scheduleId", e."pipelineId", e."agentId", left(e.errors -> 0 ->> 'message', 1000) AS message,
      jsonb_build_object('executionId', e.id, 'schedule', coalesce(s.name, e.snapshot ->> 'scheduleName'),
        'pipeline', coalesce(p.name, e.snapshot #>> '{pipeline,name}'), 'agent', a.name) AS data
    FROM "ScheduleExecution" e
    LEFT JOIN "Schedule" s ON s.id = e."scheduleId"
    LEFT JOIN "Pipeline" p ON p.id = e."pipelineId"
    LEFT JOIN "AgentRegistry" a ON a.id = e."agentId"
    WHERE e.id = ANY ($1::text[]) AND e."runStatus" = 'failed'`,
  schedule_flagged: `
    SELECT s.id AS "subjectId", s.id AS "scheduleId", s."pipelineId", s."agentId", s.flag AS message,
      jsonb_build_object('schedule', s.name, 'pipeline', p.name, 'agent', a.name) AS data
    FROM "Schedule" s
    LEFT JOIN "Pipeline" p ON p.id = s."pipelineId"
    LEFT JOIN "AgentRegistry" a ON a.id = s."agentId"
    WHERE s.id = ANY ($1::text[]) AND s.enabled AND s.flag IS NOT NULL`,
  worker_dead: `
    SELECT id AS "subjectId", NULL AS "scheduleId", NULL AS "pipelineId", NULL AS "agentId",
      format('Worker %s (process %s) sent its last heartbeat at %s UTC.', id, pid, to_char("heartbeatAt" AT TIME ZONE 'UTC', 'YYYY-MM-DD HH24:MI:SS')) AS message,
      jsonb_build_object('host', host) AS data
    FROM "Worker" WHERE id = ANY ($1::text[])`,
  circuit_open: `
    SELECT c."agentId" AS "subjectId", NULL AS "scheduleId", NULL AS "pipelineId", c."agentId", left(c.reason, 1000) AS message,
      jsonb_build_object('agent', a.name) AS data
    FROM "AgentCircuit" c LEFT JOIN "AgentRegistry" a ON a.id = c."agentId" WHERE c."agentId" = ANY ($1::text[]) AND c.state <> 'closed'`,
};

/** Adds the details of the subjects to signals. Drops signals whose subject no longer has the problem. */
export async function describeSignals(
  client: Queryable,
  signals: readonly ConsumedSignal[],
): Promise<Signal[]> {
  const described: Signal[] = [];
  for (const kind of new Set(signals.map((signal) => signal.kind))) {
    const own = signals.filter((signal) => signal.kind === kind);
    const { rows } = await client.query<Omit<Signal, 'kind' | 'at'>>(SUBJECTS[kind], [
      own.map(({ subjectId }) => subjectId),
    ]);
    const subjects = new Map(rows.map((row) => [row.subjectId, row]));
    for (const { subjectId, at } of own) {
      const subject = subjects.get(subjectId);
      if (subject) described.push({ kind, at, ...subject });
    }
  }
  return described;
}
