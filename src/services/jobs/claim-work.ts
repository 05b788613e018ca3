import {
  loadAgents,
  lockAgents,
  lockCircuits,
  writeCircuits,
  writePaces,
} from '../../db/agents/agent-loads.js';
import {
  type ClaimedAttempt,
  type ClaimLimits,
  claimAttempts,
  claimMore,
  type Lease,
} from '../../db/jobs/claim/claim-attempts.js';
import type { Queryable } from '../../db/system/queryable.js';
import { type Admission, admit, type LimitedAgent, type Load } from '../../domain/agent/admission.js';
import { beginProbe, type Circuit, type CircuitSettings } from '../../domain/agent/circuit.js';
import { permit, permitsLeft, validMs } from '../../domain/agent/rate-limit.js';
import { type Pool, withTransaction } from '../../runtime/database/pool.js';
import { isLockTimeout } from '../../runtime/database/sqlstate.js';
import type { Logger } from '../../runtime/telemetry/logger.js';
import type { AgentDirectory } from '../agents/agent-directory.js';

export interface ClaimDeps {
  pool: Pool;
  directory: AgentDirectory;
  logger: Logger;
}

export interface Wanted {
  /** The maximum number of attempts to claim. */
  limit: number;
  /** How many of them can be sent immediately. The others wait until requests end. */
  atOnce: number;
  /** How long the others may wait to be sent, in milliseconds. */
  sendWithinMs: number;
  /** Requirements that this worker can serve. */
  served: readonly string[];
  /**
   * Agents that already take up much of this worker. If other agents have work, half of what is
   * claimed goes to them.
   */
  slowAgents: readonly string[];
  /** How long this worker has recently taken from the permit of a rate limit to the request, in milliseconds. */
  permitMs: number;
  /** Whether the previous claim was full, so that more work is likely. */
  continues: boolean;
}

export interface ClaimedWork {
  attempts: ClaimedAttempt[];
  /** For each agent with a rate limit, until when its permits are valid, by `performance.now()`. */
  sendBy: ReadonlyMap<string, number>;
  /** When these permits were given, by `performance.now()`. Null if there are none. */
  permittedAt: number | null;
  /** Milliseconds after which another claim may find more although nothing happens. Null if none will. */
  againInMs: number | null;
  /** Whether jobs of an agent have become rate-limited, so that batches can continue without them. */
  throttled: boolean;
  /** Whether more could be claimed as soon as a request ends. */
  awaitsCapacity: boolean;
  /**
   * Whether only part of the work was examined, so that an empty result does not mean that nothing is
   * left.
   */
  isPartial: boolean;
}

/** When another claim looks at agents that another transaction locks. */
const LOCKED_AGAIN_MS = 1_000;

const NOTHING_MORE = {
  sendBy: new Map<string, number>(),
  permittedAt: null,
  againInMs: null,
  throttled: false,
  awaitsCapacity: false,
  isPartial: false,
};

interface AgentAdmission {
  limitedAgent: LimitedAgent;
  load: Load;
  admission: Admission;
}

/**
 * Claims attempts to send. Agents with a concurrency limit, a rate limit or a circuit that is not
 * closed get as many as these allow, decided under their locks from committed data. Other agents are
 * not examined.
 */
export async function claimWork(deps: ClaimDeps, lease: Lease, wanted: Wanted): Promise<ClaimedWork> {
  if (wanted.slowAgents.length === 0) return claimAny(deps, lease, wanted);
  const { pool } = deps;
  const { limit, atOnce, sendWithinMs, served, slowAgents } = wanted;
  const limited = [...slowAgents, ...(await deps.directory.limitedAgents()).map(({ id }) => id)];
  const half = Math.ceil(limit / 2);
  const others = await claimAttempts(pool, lease, half, { served, limited, byAgent: true, sendWithinMs });
  const left = limit - others.length;
  if (left === 0) return { ...NOTHING_MORE, attempts: others };
  const more = { ...wanted, limit: left, atOnce: Math.max(0, atOnce - others.length) };
  const claimed = await claimAny(deps, lease, more).catch((err: unknown) => {
    if (others.length === 0) throw err;
    deps.logger.warn(
      'dispatch.claim_cut',
      { err },
      'The attempts already claimed in this round are still sent',
    );
    return { ...NOTHING_MORE, attempts: [] };
  });
  return { ...claimed, attempts: [...others, ...claimed.attempts] };
}

async function claimAny(deps: ClaimDeps, lease: Lease, wanted: Wanted): Promise<ClaimedWork> {
  const { pool, directory, logger } = deps;
  const { limit, served, sendWithinMs } = wanted;
  const limitedAgents = await directory.limitedAgents();
  if (limitedAgents.length === 0) {
    const claim = wanted.continues ? claimMore : claimAttempts;
    const attempts = await claim(pool, lease, limit, { served, sendWithinMs });
    return { ...NOTHING_MORE, attempts, isPartial: wanted.continues };
  }
  const settings = (await directory.config()).httpClient.circuitBreaker;
  const seen = admitAgents(limitedAgents, await loadAgents(pool, limitedAgents, served), settings, wanted);
  const limits: ClaimLimits = {
    served,
    sendWithinMs,
    limited: limitedAgents.map(({ id }) => id),
    byAgent: seen.some(({ load }) => load.ready),
  };
  const changing = seen.filter(isToChange).map(({ limitedAgent }) => limitedAgent);
  if (changing.length === 0)
    return summarize(await claimAttempts(pool, lease, limit, limits), seen, [], wanted);
  try {
    return await withTransaction(pool, async (client) => {
      await lockAgents(
        client,
        changing.map(({ id }) => id),
      );
      return claimLocked(client, { lease, wanted, limits, settings, changing, seen });
    });
  } catch (err) {
    if (!isLockTimeout(err)) throw err;
    // If another transaction locks an agent, the other agents still get their work.
    logger.warn('dispatch.limits_locked', { agents: changing.map(({ id }) => id) });
    const claimed = summarize(await claimAttempts(pool, lease, limit, limits), seen, [], wanted);
    // Nothing tells when the lock is free.
    return { ...claimed, againInMs: Math.min(claimed.againInMs ?? LOCKED_AGAIN_MS, LOCKED_AGAIN_MS) };
  }
}

function admitAgents(
  limitedAgents: readonly LimitedAgent[],
  loads: readonly Load[],
  settings: CircuitSettings,
  { limit, atOnce }: Wanted,
): AgentAdmission[] {
  const byId = new Map(loads.map((load) => [load.id, load]));
  return limitedAgents.flatMap((limitedAgent) => {
    const load = byId.get(limitedAgent.id);
    if (!load) return [];
    // A permit is valid only briefly, so attempts that wait in the worker get none.
    const most = limitedAgent.rateLimit ? Math.min(limit, atOnce) : limit;
    return [{ limitedAgent, load, admission: admit(limitedAgent, load, settings, most) }];
  });
}

/**
 * Whether there is an attempt to send, a change of the circuit to store, or a change of the
 * throttling to store.
 */
function isToChange({ limitedAgent, load, admission }: AgentAdmission): boolean {
  return (
    admission.isWanted ||
    admission.circuit !== load.circuit ||
    (limitedAgent.rateLimit !== null && load.throttled !== (load.ready && isExhausted(limitedAgent, load)))
  );
}

function isExhausted({ rateLimit }: LimitedAgent, { permits, now }: Load): boolean {
  return rateLimit !== null && permitsLeft(rateLimit, permits, now.getTime()).left === 0;
}

async function claimLocked(
  client: Queryable,
  round: {
    lease: Lease;
    wanted: Wanted;
    limits: ClaimLimits;
    settings: CircuitSettings;
    changing: LimitedAgent[];
    seen: AgentAdmission[];
  },
): Promise<ClaimedWork> {
  const { lease, wanted, settings, changing } = round;
  const lockedAt = performance.now();
  const admissions = await withoutLocked(
    client,
    admitAgents(changing, await loadAgents(client, changing, wanted.served), settings, wanted),
  );
  const allowed = admissions
    .filter(({ admission }) => admission.isWanted)
    .map(({ limitedAgent, admission: { total, fresh } }) => ({ id: limitedAgent.id, total, fresh }));
  const attempts = await claimAttempts(client, lease, wanted.limit, { ...round.limits, allowed });
  await keepCircuits(client, admissions, attempts);
  const paced = admissions.flatMap((one) => pace(one, attempts, wanted.permitMs));
  const throttled = await writePaces(client, paced);
  const others = round.seen.filter(({ limitedAgent }) => !changing.includes(limitedAgent));
  const claim = summarize(attempts, [...others, ...admissions], paced, wanted);
  const rated = changing.flatMap(({ id, rateLimit }) => (rateLimit ? [[id, rateLimit] as const] : []));
  const sendBy = new Map(
    rated.map(([id, rateLimit]) => [id, lockedAt + validMs(rateLimit, wanted.permitMs)]),
  );
  return { ...claim, throttled, sendBy, permittedAt: sendBy.size > 0 ? lockedAt : null };
}

/** Leaves out agents whose circuit another transaction locks, so that the others do not wait. */
async function withoutLocked(client: Queryable, admissions: AgentAdmission[]): Promise<AgentAdmission[]> {
  const isClosed = ({ load }: AgentAdmission) => load.circuit.state === 'closed';
  const tripped = admissions.filter((one) => !isClosed(one));
  const acquired = await lockCircuits(
    client,
    tripped.map(({ limitedAgent }) => limitedAgent.id),
  );
  return admissions.filter((one) => isClosed(one) || acquired.has(one.limitedAgent.id));
}

/** Stores the changed circuits, with the probes that are sent now. */
async function keepCircuits(
  client: Queryable,
  admissions: readonly AgentAdmission[],
  attempts: readonly ClaimedAttempt[],
): Promise<void> {
  const changed = new Map<string, Circuit>();
  for (const { limitedAgent, load, admission } of admissions) {
    let { circuit } = admission;
    const probe =
      circuit.state === 'closed' ? undefined : attempts.find(({ agentId }) => agentId === limitedAgent.id);
    if (probe) circuit = beginProbe(circuit, probe.id);
    if (circuit !== load.circuit) changed.set(limitedAgent.id, circuit);
  }
  await writeCircuits(client, changed);
}

interface Pace {
  id: string;
  permits: Load['permits'];
  exhausted: boolean;
  nextAt: number;
}

function pace(
  { limitedAgent, load }: AgentAdmission,
  attempts: readonly ClaimedAttempt[],
  permitMs: number,
): Pace[] {
  const { id, rateLimit } = limitedAgent;
  if (!rateLimit) return [];
  const now = load.now.getTime();
  const sent = attempts.filter(({ agentId }) => agentId === id).length;
  const permits = permit(rateLimit, load.permits, sent, now, validMs(rateLimit, permitMs));
  const { left, nextAt } = permitsLeft(rateLimit, permits, now);
  return [{ id, permits, exhausted: left === 0, nextAt: nextAt - now }];
}

/** @param paced agents whose permits have just been given */
function summarize(
  attempts: ClaimedAttempt[],
  admissions: readonly AgentAdmission[],
  paced: readonly Pace[],
  { limit, atOnce }: Wanted,
): ClaimedWork {
  const waits = [
    ...admissions.flatMap(({ load, admission: { againAt } }) =>
      againAt ? [againAt.getTime() - load.now.getTime()] : [],
    ),
    ...paced.flatMap(({ exhausted, nextAt }) => (exhausted ? [nextAt] : [])),
  ];
  return {
    ...NOTHING_MORE,
    attempts,
    againInMs: waits.length > 0 ? Math.max(1, Math.min(...waits)) : null,
    awaitsCapacity:
      atOnce < limit &&
      admissions.some(
        ({ limitedAgent, load }) =>
          limitedAgent.rateLimit && (load.ready || load.left) && !isExhausted(limitedAgent, load),
      ),
  };
}
