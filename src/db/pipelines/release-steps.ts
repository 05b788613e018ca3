import type { Queryable } from '../system/queryable.js';

/** Releases steps, all at the same instant. Of steps with equal priority, the order of their ids decides. */
export async function releaseSteps(client: Queryable, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await client.query(
    `UPDATE "AgentJobExecution" j SET "releasedAt" = now.at, "enqueuedAt" = coalesce(j."enqueuedAt", now.at)
     FROM (SELECT clock_timestamp() AS at) now WHERE j.id = ANY ($1::text[]) AND j.status = 'pending'`,
    [ids],
  );
}

/**
 * Clears the expired waits of steps that other steps of their context still block. Such steps no longer wait
 * for an instant: they are evaluated when those other steps end.
 */
export async function endWaits(client: Queryable, ids: readonly string[], now: Date): Promise<void> {
  if (ids.length === 0) return;
  await client.query(
    `UPDATE "AgentJobExecution" SET "retryAt" = CASE WHEN "retryAt" > $2 THEN "retryAt" END,
       "dependencyDeadlineAt" = CASE WHEN "dependencyDeadlineAt" > $2 THEN "dependencyDeadlineAt" END
     WHERE id = ANY ($1::text[]) AND status = 'pending'`,
    [ids, now],
  );
}

/**
 * Ends steps that will not run. They are settled at once, since the caller decides everything that follows.
 */
export async function skipSteps(
  client: Queryable,
  skips: readonly { id: string; reason: string }[],
): Promise<void> {
  if (skips.length === 0) return;
  await client.query(
    `UPDATE "AgentJobExecution" j SET status = 'skipped', reason = s.reason, "settledAt" = clock_timestamp()
     FROM unnest($1::text[], $2::text[]) AS s(id, reason) WHERE j.id = s.id AND j.status = 'pending'`,
    [skips.map(({ id }) => id), skips.map(({ reason }) => reason)],
  );
}

/**
 * Fails steps that waited too long for their dependencies. As with any failure, the consequences are applied
 * when the steps are settled.
 */
export async function timeOutSteps(client: Queryable, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await client.query(
    `UPDATE "AgentJobExecution" SET status = 'failed', reason = 'dependency_timeout',
       error = '{"message": "What this step depends on did not end within its dependencyTimeout.", "code": "DEPENDENCY_TIMEOUT", "retryable": false}'
     WHERE id = ANY ($1::text[]) AND status = 'pending'`,
    [ids],
  );
}

/** A new row for a step that runs again, in another turn of a loop or because its context starts over. */
export interface StepAgain {
  /** Id of the row to repeat. */
  after: string;
  id: string;
  jobId: string;
  turn: number;
  contextRetry: number;
  /** The jobIds. */
  dependencies: readonly string[];
  /** Milliseconds from now until the first of these steps may start. Null: start at once. */
  waitMs: number | null;
}

/**
 * Inserts rows for steps that run again, each as a new job. Only steps without dependencies wait for
 * `waitMs`. The others wait for their dependencies.
 */
export async function insertStepsAgain(client: Queryable, again: readonly StepAgain[]): Promise<void> {
  if (again.length === 0) return;
  await client.query(
    `INSERT INTO "AgentJobExecution" (id, "jobId", supersedes, turn, "contextRetry", "retryAt", dependencies, "retriesLeft",
       "scheduleExecutionId", "scheduleId", "agentId", "agentVersion", "pipelineId", "pipelineStepId", "contextId", priority, params,
       "batchIndex", "attemptTimeout", "heartbeatTimeout", "maxQueueTime", "retryConfig", "traceId", requirements, "dependencyTimeout", "dependencyDeadlineAt")
     SELECT r.id, r."jobId", a.id, r.turn, r."contextRetry",
       CASE WHEN r.dependencies = '{}' THEN now.at + r."waitMs" * interval '1 millisecond' END, r.dependencies,
       (a."retryConfig" ->> 'maxRetries')::int,
       a."scheduleExecutionId", a."scheduleId", a."agentId", a."agentVersion", a."pipelineId", a."pipelineStepId", a."contextId", a.priority, a.params,
       a."batchIndex", a."attemptTimeout", a."heartbeatTimeout", a."maxQueueTime", a."retryConfig", a."traceId", a.requirements, a."dependencyTimeout",
       now.at + (coalesce(r."waitMs", 0) + a."dependencyTimeout") * interval '1 millisecond'
     FROM jsonb_to_recordset($1::jsonb)
       AS r(after text, id text, "jobId" text, turn int, "contextRetry" int, dependencies text[], "waitMs" float8)
     JOIN "AgentJobExecution" a ON a.id = r.after
     CROSS JOIN (SELECT clock_timestamp() AS at) now`,
    [JSON.stringify(again)],
  );
}

/** Makes the dependents of a repeated step wait for its new job. */
export async function redirectDependents(
  client: Queryable,
  contextIds: readonly string[],
  jobs: readonly { from: string; to: string }[],
): Promise<void> {
  if (jobs.length === 0) return;
  await client.query(
    `WITH moved AS (SELECT * FROM unnest($2::text[], $3::text[]) AS m("from", "to"))
     UPDATE "AgentJobExecution" j SET dependencies = ARRAY(
       SELECT coalesce(m."to", d.job) FROM unnest(j.dependencies) WITH ORDINALITY AS d(job, place) LEFT JOIN moved m ON m."from" = d.job ORDER BY d.place)
     WHERE j."contextId" = ANY ($1::text[]) AND j.status = 'pending' AND j.dependencies && (SELECT array_agg("from") FROM moved)
       AND NOT (j."jobId" = ANY ($3::text[]))`,
    [contextIds, jobs.map(({ from }) => from), jobs.map(({ to }) => to)],
  );
}
