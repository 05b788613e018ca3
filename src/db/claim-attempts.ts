import type { JsonObject } from '../domain/json.js';
import type { Queryable } from './queryable.js';

/** The lease under which a worker writes: stale when the epoch has moved on. */
export interface Lease {
  workerId: string;
  epoch: number;
}

/** An agent that runs only so many attempts at once, over all workers. */
export interface CappedAgent {
  id: string;
  maxConcurrency: number;
}

/** An attempt that this worker is to send now. */
export interface ClaimedAttempt {
  id: string;
  jobId: string;
  retryCount: number;
  agentId: string;
  agentVersion: string | null;
  scheduleId: string | null;
  scheduleExecutionId: string;
  pipelineId: string | null;
  pipelineStepId: string | null;
  contextId: string | null;
  turn: number;
  priority: number;
  params: JsonObject;
  /** jobIds whose results are sent along */
  dependencies: string[];
  deadlineAt: Date;
  /** milliseconds until `deadlineAt`, by the database's clock at the claim */
  msLeft: number;
  traceId: string;
  /** How often a dead worker may have sent it before. */
  redeliveries: number;
}

const RETURNED = `a.id, a."jobId", a."retryCount", a."agentId", a."agentVersion", a."scheduleId", a."scheduleExecutionId", a."pipelineId",
  a."pipelineStepId", a."contextId", a.turn, a.priority, a.params, a.dependencies, a."deadlineAt", a."traceId", a.redeliveries,
  (extract(epoch FROM a."deadlineAt" - clock_timestamp()) * 1000)::float8 AS "msLeft"`;

/** Instants are stored to the millisecond, rounded: what was released this very moment may seem to lie half of one ahead. */
const READY = `status = 'pending' AND "releasedAt" <= statement_timestamp() + interval '1 millisecond'`;

/** Locks the agents' caps for the rest of the transaction. In its own statement: the count that follows sees what others claimed before. */
export async function lockCaps(client: Queryable, agents: readonly CappedAgent[]): Promise<void> {
  await client.query(
    `SELECT pg_advisory_xact_lock(hashtextextended('callboard.cap/' || id, 0)) FROM unnest($1::text[]) AS agent(id) ORDER BY id`,
    [agents.map(({ id }) => id)],
  );
}

/**
 * Claims attempts in one statement, committed before any request leaves: first those that a dead or departed worker left
 * unsent or unanswered, then released ones by priority and age. Of `capped` agents only those in `roomy` take part, up to their
 * caps, which are locked.
 */
export async function claimAttempts(
  client: Queryable,
  { workerId, epoch }: Lease,
  limit: number,
  capped: readonly CappedAgent[] = [],
  roomy: readonly CappedAgent[] = [],
): Promise<ClaimedAttempt[]> {
  const { rows } = await client.query<ClaimedAttempt>(
    `WITH unowned AS (
       SELECT id FROM "AgentJobExecution"
       WHERE status = 'running' AND "workerId" IS NULL AND "acceptedAt" IS NULL
       ORDER BY "sentAt" LIMIT $3 FOR UPDATE SKIP LOCKED
     ), free AS (
       SELECT id, priority, "releasedAt" FROM "AgentJobExecution"
       WHERE ${READY} AND "agentId" <> ALL ($4::text[])
       ORDER BY priority DESC, "releasedAt", id LIMIT $3 - (SELECT count(*) FROM unowned) FOR UPDATE SKIP LOCKED
     ), capped AS (
       SELECT ready.* FROM unnest($5::text[], $6::int[]) AS agent(id, cap) CROSS JOIN LATERAL (
         SELECT j.id, j.priority, j."releasedAt" FROM "AgentJobExecution" j
         WHERE ${READY} AND j."agentId" = agent.id
         ORDER BY j.priority DESC, j."releasedAt", j.id
         LIMIT greatest(0, least($3, agent.cap - (SELECT count(*) FROM "AgentJobExecution" r WHERE r."agentId" = agent.id AND r.status = 'running')))
         FOR UPDATE SKIP LOCKED) ready
     ), first AS (
       SELECT id FROM (SELECT * FROM free UNION ALL SELECT * FROM capped) ready
       ORDER BY priority DESC, "releasedAt", id LIMIT $3 - (SELECT count(*) FROM unowned)
     )
     UPDATE "AgentJobExecution" a SET status = 'running', "workerId" = $1, "leaseEpoch" = $2,
       "startedAt" = coalesce(a."startedAt", clock_timestamp()), "sentAt" = coalesce(a."sentAt", clock_timestamp()),
       "deadlineAt" = coalesce(a."deadlineAt", clock_timestamp() + a."attemptTimeout" * interval '1 millisecond')
     WHERE id = ANY (ARRAY(SELECT id FROM unowned UNION ALL SELECT id FROM first))
       AND EXISTS (SELECT FROM "Worker" w WHERE w.id = $1 AND w.epoch = $2 AND w.state <> 'dead' AND w."leaseExpiresAt" > clock_timestamp())
     RETURNING ${RETURNED}`,
    [
      workerId,
      epoch,
      limit,
      capped.map(({ id }) => id),
      roomy.map(({ id }) => id),
      roomy.map(({ maxConcurrency }) => maxConcurrency),
    ],
  );
  return inOrder(rows);
}

/** Which of these agents have released attempts waiting, and room to run one. Not locked: counted again under the lock. */
export async function agentsWithRoom(
  client: Queryable,
  capped: readonly CappedAgent[],
): Promise<CappedAgent[]> {
  if (capped.length === 0) return [];
  const { rows } = await client.query<{ id: string }>(
    `SELECT id FROM unnest($1::text[], $2::int[]) AS agent(id, cap)
     WHERE EXISTS (SELECT FROM "AgentJobExecution" j WHERE ${READY} AND j."agentId" = agent.id)
       AND (SELECT count(*) FROM "AgentJobExecution" r WHERE r."agentId" = agent.id AND r.status = 'running') < agent.cap`,
    [capped.map(({ id }) => id), capped.map(({ maxConcurrency }) => maxConcurrency)],
  );
  const ids = new Set(rows.map(({ id }) => id));
  return capped.filter(({ id }) => ids.has(id));
}

/** RETURNING keeps no order; ids are time-ordered. */
function inOrder(rows: ClaimedAttempt[]): ClaimedAttempt[] {
  return rows.sort((a, b) => b.priority - a.priority || (a.id < b.id ? -1 : 1));
}
