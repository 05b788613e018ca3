import type { JsonObject } from '../../../domain/json.js';
import type { UpstreamResult } from '../../pipelines/load-upstream.js';
import type { Queryable } from '../../system/queryable.js';
import { IS_CANCELLED_NEXT } from '../end/cancel-attempts.js';
import { ORDER, PAST_STOPPING, READY, type Reading, SPARE, STOPPING, STRAIGHT } from './read-ready.js';

/** The lease under which a worker writes. It is stale if the worker's row has a later epoch. */
export interface Lease {
  workerId: string;
  epoch: number;
}

/** How many attempts a limited agent may be sent. The caller has locked its limits. */
interface Allowance {
  id: string;
  /** Attempts in all. */
  total: number;
  /** How many of these may be attempts that do not run yet. */
  fresh: number;
}

export interface ClaimLimits {
  /** All agents with a limit or an open circuit. */
  limited?: readonly string[];
  /** The limited agents that may be called now. */
  allowed?: readonly Allowance[];
  /** Looks agent by agent, so that jobs which wait for a limited agent, perhaps a million, are not read. */
  byAgent?: boolean;
  /** Keys of the requirements that this worker can serve; default: only the empty one. */
  served?: readonly string[];
  /**
   * How long claimed attempts may wait until they are sent, in milliseconds. Their deadlines are extended by
   * it.
   */
  sendWithinMs?: number;
}

/** The key of jobs without requirements, which any worker can serve. */
const ASKS_FOR_NOTHING = [''];

/** An attempt that this worker has to send. */
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
  /** jobIds whose results are sent with the request */
  dependencies: readonly string[];
  deadlineAt: Date;
  /** milliseconds until `deadlineAt`, by the database's clock at the claim */
  msLeft: number;
  traceId: string;
  /** How often workers that died may have sent it before. */
  redeliveries: number;
  /** milliseconds of silence after acceptance that count as lost */
  heartbeatTimeout: number | null;
  /** Results of its dependencies, if they are known without reading them. */
  upstream?: readonly UpstreamResult[];
}

/** The columns of a {@link ClaimedAttempt}. */
export const RETURNED = `a.id, a."jobId", a."retryCount", a."agentId", a."agentVersion", a."scheduleId", a."scheduleExecutionId", a."pipelineId",
  a."pipelineStepId", a."contextId", a.turn, a.priority, a.params, a.dependencies, a."deadlineAt", a."traceId", a.redeliveries, a."heartbeatTimeout",
  date_part('epoch', a."deadlineAt" - clock_timestamp()) * 1000 AS "msLeft"`;

/** All released attempts, due or not. */
const WAITING = `status = 'pending' AND "releasedAt" IS NOT NULL`;
/** The order of the index of released attempts. Any other index would read history as well. */
const BY_AGENT_ORDER = `"agentId", requirements, priority DESC, "releasedAt", id`;
const UNOWNED = `status = 'running' AND "workerId" IS NULL AND "acceptedAt" IS NULL AND requirements = ANY ($4::text[])
  AND NOT ${IS_CANCELLED_NEXT}`;

/**
 * Limited agents: those that the worker knows of, and those that became limited a moment ago. The same change
 * wakes the worker, so their jobs wait for the round that knows their limits. Jobs of an unregistered agent
 * are claimed, and fail.
 */
const LIMITED_NOW = `SELECT id FROM "AgentRegistry" WHERE "maxConcurrency" IS NOT NULL OR "rateLimit" IS NOT NULL
  UNION ALL SELECT c."agentId" FROM "AgentCircuit" c JOIN "AgentRegistry" a ON a.id = c."agentId" WHERE c.state <> 'closed'`;
export const LIMITED = `limited(id) AS MATERIALIZED (SELECT unnest($5::text[]) UNION ALL ${LIMITED_NOW})`;
/**
 * Written so that the planner estimates half of the rows. If most jobs are for one agent, it would otherwise
 * expect none, and read and sort all waiting jobs for a few.
 */
export const notLimited = (agentId: string) =>
  `coalesce(${agentId} <> ALL (ARRAY(SELECT id FROM limited)), true)`;

const NOT_RECLAIMED = '$3 - (SELECT count(*) FROM reclaimed)';

/** Claimable attempts, in the order of all that wait. */
const inLine = ({ lock }: Reading) => `free AS (
  SELECT ready.* FROM unnest($4::text[]) AS served(key) CROSS JOIN LATERAL (
    ${lock('requirements = served.key', NOT_RECLAIMED, ` AND ${notLimited('"agentId"')}`)}) ready
)`;

/**
 * The same, agent by agent: it skips agents that may not be called now, however many jobs wait for them. It
 * looks at a few more than wanted, because other workers lock some of them.
 */
const agentByAgent = ({ read }: Reading) => `agents(id) AS (
  (SELECT "agentId" FROM "AgentJobExecution" WHERE ${WAITING} ORDER BY ${BY_AGENT_ORDER} LIMIT 1)
  UNION ALL
  SELECT (SELECT "agentId" FROM "AgentJobExecution" WHERE ${WAITING} AND "agentId" > agents.id ORDER BY ${BY_AGENT_ORDER} LIMIT 1)
  FROM agents WHERE agents.id IS NOT NULL
), heads AS (
  SELECT agents.id AS "agentId", served.key FROM agents CROSS JOIN unnest($4::text[]) AS served(key) CROSS JOIN LATERAL (
    ${read('"agentId" = agents.id AND requirements = served.key', '1')}) head
  WHERE ${notLimited('agents.id')}
  ORDER BY head.priority DESC, head."releasedAt", head.id LIMIT $3 + ${SPARE}
), candidates AS MATERIALIZED (
  SELECT ready.id FROM heads CROSS JOIN LATERAL (
    ${read('j."agentId" = heads."agentId" AND requirements = heads.key', `$3 + ${SPARE}`)}) ready
  ORDER BY priority DESC, "releasedAt", ready.id LIMIT $3 + ${SPARE}
), free AS (
  SELECT id, priority, "releasedAt" FROM "AgentJobExecution"
  WHERE id = ANY (ARRAY(SELECT id FROM candidates)) AND ${READY}
  ORDER BY ${ORDER} LIMIT ${NOT_RECLAIMED} FOR UPDATE SKIP LOCKED
)`;

/**
 * Claims attempts in one statement, committed before any request leaves: first those that a dead or departed
 * worker left unsent or unanswered, then released ones by priority and age. Jobs of `limited` agents are
 * claimed only as far as `allowed` says. Jobs that this worker cannot serve are not read, because
 * requirements are the first column of the indexes. Runs that were asked to stop before the statement began
 * are passed over, by a second statement if there are any.
 */
export async function claimAttempts(
  client: Queryable,
  { workerId, epoch }: Lease,
  limit: number,
  {
    limited = [],
    allowed = [],
    byAgent = false,
    served = ASKS_FOR_NOTHING,
    sendWithinMs = 0,
  }: ClaimLimits = {},
): Promise<ClaimedAttempt[]> {
  const kind = `${allowed.length > 0 ? 'allowed' : 'free'}${byAgent ? 'ByAgent' : 'InLine'}` as const;
  const ofAllowed = [
    allowed.map(({ id }) => id),
    allowed.map(({ total }) => total),
    allowed.map(({ fresh }) => fresh),
  ];
  const values = [
    workerId,
    epoch,
    limit,
    served,
    limited,
    sendWithinMs,
    ...(allowed.length > 0 ? ofAllowed : []),
  ];
  const { rows } = await client.query<ClaimedAttempt>(CLAIM[kind], values);
  if (!isStopping(rows)) return inOrder(rows);
  const past = await client.query<ClaimedAttempt>(CLAIM_PAST_STOPPING[kind], values);
  return inOrder(past.rows);
}

/**
 * The same in a cheaper statement, for a worker whose last claim was full: only released attempts, and none
 * while any agent is limited or any run is stopping. Finding few or none does not mean that few wait.
 */
export async function claimMore(
  client: Queryable,
  { workerId, epoch }: Lease,
  limit: number,
  { served = ASKS_FOR_NOTHING, sendWithinMs = 0 }: Pick<ClaimLimits, 'served' | 'sendWithinMs'> = {},
): Promise<ClaimedAttempt[]> {
  const { rows } = await client.query<ClaimedAttempt>(CLAIM_MORE, [
    workerId,
    epoch,
    limit,
    served,
    sendWithinMs,
  ]);
  return inOrder(rows);
}

export const HOLDS_LEASE = `EXISTS (SELECT FROM "Worker" w WHERE w.id = $1 AND w.epoch = $2 AND w.state <> 'dead' AND w."leaseExpiresAt" > clock_timestamp())`;

const unownedOfFree = ({ unowned }: Reading) => `unowned AS (
  SELECT id FROM "AgentJobExecution" WHERE ${UNOWNED} AND ${unowned} AND ${notLimited('"agentId"')} ORDER BY "sentAt" LIMIT $3 FOR UPDATE SKIP LOCKED
)`;

/** Attempts of allowed agents: those that dead workers left, and those that wait. */
const measured = ({ lock, unowned }: Reading) => `allowed AS (
  SELECT * FROM unnest($7::text[], $8::int[], $9::int[]) AS agent(id, total, fresh)
), resent AS (
  SELECT unowned.id, allowed.id AS "agentId" FROM allowed CROSS JOIN LATERAL (
    SELECT id FROM "AgentJobExecution" j WHERE ${UNOWNED} AND ${unowned} AND j."agentId" = allowed.id
    ORDER BY "sentAt" LIMIT allowed.total FOR UPDATE SKIP LOCKED) unowned
), reclaimed AS (
  (SELECT id FROM unowned UNION ALL SELECT id FROM resent) LIMIT $3
), measured AS (
  SELECT ready.* FROM (
    SELECT id, greatest(0, least($3, fresh, total - (SELECT count(*) FROM resent WHERE "agentId" = allowed.id))) AS room FROM allowed OFFSET 0
  ) agent CROSS JOIN LATERAL (
    SELECT each.* FROM unnest($4::text[]) AS served(key) CROSS JOIN LATERAL (
      ${lock('j."agentId" = agent.id AND j.requirements = served.key', 'agent.room')}) each
    ORDER BY ${ORDER} LIMIT agent.room) ready
)`;

const NONE_MEASURED = 'reclaimed AS (SELECT id FROM unowned)';
const ALL_READY = '(SELECT * FROM free UNION ALL SELECT * FROM measured)';

const claims = (reading: Reading) => ({
  freeInLine: claim(reading, NONE_MEASURED, inLine(reading), 'free'),
  freeByAgent: claim(reading, NONE_MEASURED, agentByAgent(reading), 'free'),
  allowedInLine: claim(reading, measured(reading), inLine(reading), ALL_READY),
  allowedByAgent: claim(reading, measured(reading), agentByAgent(reading), ALL_READY),
});

function claim(reading: Reading, measured: string, free: string, ready: string): string {
  return `WITH RECURSIVE ${LIMITED}, stopping(id) AS MATERIALIZED (${STOPPING}), ${unownedOfFree(reading)}, ${measured}, ${free}, first AS (
       SELECT id FROM ${ready} ready ORDER BY ${ORDER} LIMIT ${NOT_RECLAIMED}
     ), claimed AS (
       ${begin('$6')} WHERE id = ANY (ARRAY(SELECT id FROM reclaimed UNION ALL SELECT id FROM first))
         AND ${HOLDS_LEASE}
       RETURNING ${RETURNED}
     ) SELECT * FROM claimed ${reading.orElse}`;
}

/** Whether {@link CLAIM} has claimed nothing because a run is stopping. Its only row is then empty. */
const isStopping = (rows: readonly { id: string | null }[]) => rows[0]?.id === null;

const CLAIM = claims(STRAIGHT);
const CLAIM_PAST_STOPPING = claims(PAST_STOPPING);

function begin(sendWithinMs: string): string {
  return `UPDATE "AgentJobExecution" a SET status = 'running', "workerId" = $1, "leaseEpoch" = $2, reason = NULL, "updatedAt" = clock_timestamp(),
       redeliveries = a.redeliveries + (a."cancelRequestedAt" IS NOT NULL AND a."sentAt" IS NOT NULL)::int, "cancelRequestedAt" = NULL,
       "startedAt" = coalesce(a."startedAt", clock_timestamp()), "sentAt" = coalesce(a."sentAt", clock_timestamp()),
       "deadlineAt" = coalesce(a."deadlineAt", clock_timestamp() + (a."attemptTimeout" + ${sendWithinMs}::float8) * interval '1 millisecond')`;
}

/**
 * The parameters are in subqueries, so that one plan serves every claim. Planning each claim again would take
 * longer than claiming fifty attempts.
 */
const CLAIM_MORE = `WITH ready AS (
    SELECT each.* FROM unnest((SELECT $4::text[])) AS served(key) CROSS JOIN LATERAL (
      SELECT id, priority, "releasedAt" FROM "AgentJobExecution"
      WHERE ${READY} AND requirements = served.key AND NOT EXISTS (${LIMITED_NOW}) AND NOT EXISTS (${STOPPING})
      ORDER BY ${ORDER} LIMIT (SELECT $3::int) FOR UPDATE SKIP LOCKED) each
  )
  ${begin('$5')} WHERE id = ANY (ARRAY(SELECT id FROM ready ORDER BY ${ORDER} LIMIT (SELECT $3::int))) AND ${HOLDS_LEASE}
  RETURNING ${RETURNED}`;

/** RETURNING keeps no order. Ids ascend with time. */
export function inOrder(rows: ClaimedAttempt[]): ClaimedAttempt[] {
  return rows.sort((a, b) => b.priority - a.priority || (a.id < b.id ? -1 : 1));
}
