import type { JsonObject } from '../domain/json.js';
import type { Queryable } from './queryable.js';

/** The lease under which a worker writes: stale when the epoch has moved on. */
export interface Lease {
  workerId: string;
  epoch: number;
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
  deadlineAt: Date;
  traceId: string;
  /** How often a dead worker may have sent it before. */
  redeliveries: number;
}

const RETURNED = `a.id, a."jobId", a."retryCount", a."agentId", a."agentVersion", a."scheduleId", a."scheduleExecutionId", a."pipelineId",
  a."pipelineStepId", a."contextId", a.turn, a.priority, a.params, a."deadlineAt", a."traceId", a.redeliveries`;

const CLAIM = `UPDATE "AgentJobExecution" a SET status = 'running', "workerId" = $1, "leaseEpoch" = $2,
  "startedAt" = coalesce(a."startedAt", clock_timestamp()), "sentAt" = coalesce(a."sentAt", clock_timestamp()),
  "deadlineAt" = coalesce(a."deadlineAt", clock_timestamp() + a."attemptTimeout" * interval '1 millisecond')`;

const LEASE_HOLDS = `EXISTS (SELECT FROM "Worker" w WHERE w.id = $1 AND w.epoch = $2 AND w.state <> 'dead' AND w."leaseExpiresAt" > clock_timestamp())`;

/**
 * Claims attempts in one statement, committed before any request leaves: first those that a dead or departed worker left
 * unsent or unanswered, then released ones by priority and age. `exceptAgents` are claimed one by one, under their caps.
 */
export async function claimAttempts(
  client: Queryable,
  { workerId, epoch }: Lease,
  limit: number,
  exceptAgents: readonly string[],
): Promise<ClaimedAttempt[]> {
  const { rows } = await client.query<ClaimedAttempt>(
    `WITH unowned AS (
       SELECT id FROM "AgentJobExecution"
       WHERE status = 'running' AND "workerId" IS NULL AND "acceptedAt" IS NULL
       ORDER BY "sentAt" LIMIT $3 FOR UPDATE SKIP LOCKED
     ), ready AS (
       SELECT id FROM "AgentJobExecution"
       WHERE status = 'pending' AND "releasedAt" <= clock_timestamp() AND "agentId" <> ALL ($4::text[])
       ORDER BY priority DESC, "releasedAt", id LIMIT $3 - (SELECT count(*) FROM unowned) FOR UPDATE SKIP LOCKED
     )
     ${CLAIM} WHERE id = ANY (ARRAY(SELECT id FROM unowned UNION ALL SELECT id FROM ready)) AND ${LEASE_HOLDS}
     RETURNING ${RETURNED}`,
    [workerId, epoch, limit, exceptAgents],
  );
  return inOrder(rows);
}

/** Claims attempts of one agent that may run only so many at once, over all workers: in a transaction of its own. */
export async function claimAttemptsOfCappedAgent(
  client: Queryable,
  { workerId, epoch }: Lease,
  limit: number,
  agent: { id: string; maxConcurrency: number },
): Promise<ClaimedAttempt[]> {
  // Locked in its own statement: the count that follows sees what the one before us claimed.
  await client.query(`SELECT pg_advisory_xact_lock(hashtextextended('callboard.cap/' || $1, 0))`, [agent.id]);
  const { rows } = await client.query<ClaimedAttempt>(
    `WITH ready AS (
       SELECT id FROM "AgentJobExecution"
       WHERE "agentId" = $4 AND status = 'pending' AND "releasedAt" <= clock_timestamp()
       ORDER BY priority DESC, "releasedAt", id
       LIMIT greatest(0, least($3, $5 - (SELECT count(*) FROM "AgentJobExecution" WHERE "agentId" = $4 AND status = 'running')))
       FOR UPDATE SKIP LOCKED
     )
     ${CLAIM} WHERE id = ANY (ARRAY(SELECT id FROM ready)) AND ${LEASE_HOLDS}
     RETURNING ${RETURNED}`,
    [workerId, epoch, limit, agent.id, agent.maxConcurrency],
  );
  return inOrder(rows);
}

/** Which of these agents have released attempts waiting. */
export async function agentsWithReadyAttempts(
  client: Queryable,
  agentIds: readonly string[],
): Promise<Set<string>> {
  if (agentIds.length === 0) return new Set();
  const { rows } = await client.query<{ id: string }>(
    `SELECT id FROM unnest($1::text[]) AS agent(id)
     WHERE EXISTS (SELECT FROM "AgentJobExecution" j WHERE j."agentId" = agent.id AND j.status = 'pending' AND j."releasedAt" <= clock_timestamp())`,
    [agentIds],
  );
  return new Set(rows.map(({ id }) => id));
}

/** RETURNING keeps no order; ids are time-ordered. */
function inOrder(rows: ClaimedAttempt[]): ClaimedAttempt[] {
  return rows.sort((a, b) => b.priority - a.priority || (a.id < b.id ? -1 : 1));
}
