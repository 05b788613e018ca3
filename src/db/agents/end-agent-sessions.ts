import { LIMITS } from '../../domain/limits.js';
import { isSqlState } from '../../runtime/database/sqlstate.js';
import type { Queryable } from '../system/queryable.js';

/** A session of an agent's login that harms others. */
export interface HarmfulSession {
  pid: number;
  login: string;
  /** What the session did, for logs. */
  reason: string;
  /** True if this database user may not end the session. */
  kept: boolean;
}

const interval = (ms: number) => `interval '${ms} milliseconds'`;

/**
 * Ends sessions of agents' logins that block others. The timeouts of the agents' role are only defaults that
 * a session can change, while advisory locks and open transactions affect all sessions.
 *
 * PostgreSQL keeps each notification until every listening session has read it. A session reads none while
 * its transaction is open, and sends them within a transaction: it stays open if the client does not read.
 * Which sessions listen is not visible to others, so all whose transactions take long are ended while the
 * queue fills.
 */
export async function endAgentSessions(client: Queryable): Promise<HarmfulSession[]> {
  const { rows } = await client.query<Omit<HarmfulSession, 'kept'>>(
    `WITH session AS MATERIALIZED (
       SELECT pid, login, state, state_change, xact_start FROM callboard.agent_sessions()
     ), held AS MATERIALIZED (
       SELECT pid, count(*) AS locks FROM pg_locks WHERE granted AND pid IN (SELECT pid FROM session) GROUP BY pid
     ), blocked AS MATERIALIZED (
       SELECT unnest(pg_blocking_pids(pid)) AS pid FROM pg_locks
       WHERE locktype = 'advisory' AND NOT granted AND pid NOT IN (SELECT pid FROM session) AND EXISTS (SELECT FROM session)
         AND waitstart < clock_timestamp() - ${interval(LIMITS.agentLockBlocksMs)}
     )
     SELECT pid, login, CASE
       WHEN state LIKE 'idle in transaction%' AND state_change < clock_timestamp() - ${interval(LIMITS.agentIdleTransactionMs)}
         THEN 'it was idle in a transaction for more than ${LIMITS.agentIdleTransactionMs / 1_000} seconds'
       WHEN xact_start < clock_timestamp() - ${interval(LIMITS.agentTransactionMs)}
         THEN 'its transaction took more than ${LIMITS.agentTransactionMs / 1_000} seconds'
       WHEN xact_start < clock_timestamp() - ${interval(LIMITS.agentQueueBlocksMs)} AND (SELECT pg_notification_queue_usage()) * 100 > ${LIMITS.agentQueuePercent}
         THEN 'its transaction took more than ${LIMITS.agentQueueBlocksMs / 1_000} seconds while the queue of notifications filled up'
       WHEN held.locks > ${LIMITS.agentLocks} THEN 'it held more than ${LIMITS.agentLocks} locks'
       WHEN pid IN (SELECT pid FROM blocked) THEN 'it held an advisory lock that Callboard waited for' END AS reason
     FROM session LEFT JOIN held USING (pid)`,
  );
  const harmful = rows.filter(({ reason }) => reason !== null);
  return Promise.all(
    harmful.map(async (session) => ({ ...session, kept: !(await end(client, session.pid)) })),
  );
}

async function end(client: Queryable, pid: number): Promise<boolean> {
  try {
    await client.query('SELECT callboard.end_agent_session($1)', [pid]);
    return true;
  } catch (error) {
    if (!isSqlState(error, 'insufficientPrivilege')) throw error;
    return false;
  }
}
