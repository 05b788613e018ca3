import type { LimitedAgent, Load } from '../../domain/agent/admission.js';
import { type Circuit, CLOSED, contactOf } from '../../domain/agent/circuit.js';
import type { Permits } from '../../domain/agent/rate-limit.js';
import { READY } from '../jobs/claim/read-ready.js';
import { IS_CANCELLED_NEXT } from '../jobs/end/cancel-attempts.js';
import { lockMutexes } from '../system/mutex.js';
import type { Queryable } from '../system/queryable.js';

/**
 * Locks the limits of agents for the rest of the transaction. This is a statement of its own, so that later
 * statements see what other transactions claimed before the lock was free.
 */
export async function lockAgents(client: Queryable, ids: readonly string[]): Promise<void> {
  await lockMutexes(
    client,
    ids.map((id) => `agent/${id}`),
  );
}

interface LoadRow extends Circuit {
  id: string;
  now: Date;
  ready: boolean;
  left: boolean;
  /** Counted up to the concurrency limit. */
  running: number;
  permits: Permits | null;
  throttled: boolean;
  probeStatus: string | null;
  probeAnswered: boolean;
  probeLeft: boolean;
  probeError: { code?: unknown; message?: unknown } | null;
}

/** Loads how much work agents have. Only waiting attempts that this worker can serve count. */
export async function loadAgents(
  client: Queryable,
  agents: readonly LimitedAgent[],
  served: readonly string[],
): Promise<Load[]> {
  const { rows } = await client.query<LoadRow>(
    `SELECT agent.id, statement_timestamp() AS now,
       EXISTS (
         SELECT FROM unnest($3::text[]) AS served(key) CROSS JOIN LATERAL (
           SELECT FROM "AgentJobExecution" j WHERE ${READY} AND j."agentId" = agent.id AND j.requirements = served.key
           ORDER BY j.priority DESC, j."releasedAt", j.id LIMIT 1) one) AS ready,
       EXISTS (
         SELECT FROM "AgentJobExecution" j WHERE j.status = 'running' AND j."workerId" IS NULL AND j."acceptedAt" IS NULL
           AND j."agentId" = agent.id AND j.requirements = ANY ($3::text[]) AND NOT ${IS_CANCELLED_NEXT}) AS "left",
       CASE WHEN agent.cap > 0 THEN (SELECT count(*) FROM (
         SELECT FROM "AgentJobExecution" r WHERE r."agentId" = agent.id AND r.status = 'running' LIMIT agent.cap) counted) ELSE 0 END AS running,
       pace.permits, pace."throttledAt" IS NOT NULL AS throttled, c.state, c.failures, c."failedProbes", c."openedAt", c."nextProbeAt", c."probeId", c.reason,
       probe.status AS "probeStatus", probe."statusCode" IS NOT NULL OR probe."acceptedAt" IS NOT NULL AS "probeAnswered",
       probe."workerId" IS NULL AS "probeLeft", probe.error AS "probeError"
     FROM unnest($1::text[], $2::int[]) AS agent(id, cap)
     LEFT JOIN "AgentPace" pace ON pace."agentId" = agent.id
     LEFT JOIN "AgentCircuit" c ON c."agentId" = agent.id
     LEFT JOIN "AgentJobExecution" probe ON probe.id = c."probeId"`,
    [agents.map(({ id }) => id), agents.map(({ maxConcurrency }) => maxConcurrency ?? 0), served],
  );
  return rows.map(toLoad);
}

function toLoad(row: LoadRow): Load {
  const { id, now, ready, left, running, permits, throttled } = row;
  return {
    id,
    now,
    ready,
    left,
    running,
    permits: permits ?? [],
    throttled,
    circuit: circuitOf(row),
    probe: probeOf(row),
  };
}

function probeOf({ probeId, probeStatus, probeAnswered, probeLeft, probeError }: LoadRow): Load['probe'] {
  if (probeId === null) return null;
  if (probeStatus === 'running' && !probeAnswered) return probeLeft ? 'left' : 'under_way';
  return { ended: contactOf(probeAnswered, probeError) };
}

export function circuitOf({
  state,
  failures,
  failedProbes,
  openedAt,
  nextProbeAt,
  probeId,
  reason,
}: Circuit): Circuit {
  return state ? { state, failures, failedProbes, openedAt, nextProbeAt, probeId, reason } : CLOSED;
}

/** Loads the circuits of locked agents. An agent that has never failed has a closed circuit. */
export async function loadCircuits(
  client: Queryable,
  agentIds: readonly string[],
): Promise<{ now: Date; circuits: Map<string, Circuit> }> {
  const { rows } = await client.query<Circuit & { agentId: string; now: Date }>(
    `SELECT agent.id AS "agentId", clock_timestamp() AS now, c.state, c.failures, c."failedProbes", c."openedAt", c."nextProbeAt", c."probeId", c.reason
     FROM unnest($1::text[]) AS agent(id) LEFT JOIN "AgentCircuit" c ON c."agentId" = agent.id`,
    [agentIds],
  );
  return {
    now: rows[0]?.now ?? new Date(),
    circuits: new Map(rows.map((row) => [row.agentId, circuitOf(row)])),
  };
}

/**
 * Locks the circuits of locked agents for the rest of the transaction. Skips circuits that another
 * transaction has locked: an agent that changes its address by SQL resets its circuit, and may leave its
 * transaction open.
 *
 * @returns the agents whose circuit is locked
 */
export async function lockCircuits(client: Queryable, agentIds: readonly string[]): Promise<Set<string>> {
  if (agentIds.length === 0) return new Set();
  const { rows } = await client.query<{ id: string }>(
    `SELECT "agentId" AS id FROM "AgentCircuit" WHERE "agentId" = ANY ($1::text[]) FOR UPDATE SKIP LOCKED`,
    [agentIds],
  );
  return new Set(rows.map(({ id }) => id));
}

/** Writes the circuits of locked agents. Agents that are not registered are skipped. */
export async function writeCircuits(
  client: Queryable,
  circuits: ReadonlyMap<string, Circuit>,
): Promise<void> {
  if (circuits.size === 0) return;
  const rows = [...circuits].map(([agentId, circuit]) => ({ ...circuit, agentId }));
  await client.query(
    `INSERT INTO "AgentCircuit" ("agentId", state, failures, "failedProbes", "openedAt", "nextProbeAt", "probeId", reason, "updatedAt")
     SELECT c."agentId", c.state, c.failures, c."failedProbes", c."openedAt", c."nextProbeAt", c."probeId", c.reason, clock_timestamp()
     FROM jsonb_to_recordset($1::jsonb) AS c("agentId" text, state text, failures int, "failedProbes" int, "openedAt" timestamptz, "nextProbeAt" timestamptz,
       "probeId" text, reason text)
     WHERE c."agentId" IN (SELECT id FROM "AgentRegistry")
     ON CONFLICT ("agentId") DO UPDATE SET state = EXCLUDED.state, failures = EXCLUDED.failures, "failedProbes" = EXCLUDED."failedProbes",
       "openedAt" = EXCLUDED."openedAt", "nextProbeAt" = EXCLUDED."nextProbeAt", "probeId" = EXCLUDED."probeId", reason = EXCLUDED.reason,
       "updatedAt" = EXCLUDED."updatedAt"`,
    [JSON.stringify(rows)],
  );
}

/** Agents that have failed since their last answer. */
export async function failingAgents(client: Queryable): Promise<string[]> {
  const { rows } = await client.query<{ id: string }>(
    `SELECT "agentId" AS id FROM "AgentCircuit" WHERE failures > 0 OR state <> 'closed'`,
  );
  return rows.map(({ id }) => id);
}

/**
 * Stores the permits of rate-limited agents, and whether jobs wait for a permit.
 *
 * @returns true if jobs of an agent began to wait
 */
export async function writePaces(
  client: Queryable,
  paces: readonly { id: string; permits: Permits; exhausted: boolean }[],
): Promise<boolean> {
  if (paces.length === 0) return false;
  const { rows } = await client.query<{ throttled: boolean }>(
    `INSERT INTO "AgentPace" AS pace ("agentId", permits, "throttledAt", "updatedAt")
     SELECT p.id, p.permits, CASE WHEN p.exhausted AND EXISTS (
       SELECT FROM "AgentJobExecution" j WHERE ${READY} AND j."agentId" = p.id) THEN statement_timestamp() END, statement_timestamp()
     FROM jsonb_to_recordset($1::jsonb) AS p(id text, permits jsonb, exhausted boolean)
     WHERE p.id IN (SELECT id FROM "AgentRegistry")
     ON CONFLICT ("agentId") DO UPDATE SET permits = EXCLUDED.permits, "updatedAt" = EXCLUDED."updatedAt",
       "throttledAt" = CASE WHEN EXCLUDED."throttledAt" IS NOT NULL THEN coalesce(pace."throttledAt", EXCLUDED."throttledAt") END
     RETURNING "throttledAt" = "updatedAt" AS throttled`,
    [JSON.stringify(paces)],
  );
  return rows.some(({ throttled }) => throttled);
}
