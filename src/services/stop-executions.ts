import { type CancelledAttempt, cancelAttempts } from '../db/cancel-attempts.js';
import { lockExecution } from '../db/lock-execution.js';
import { LOCK_TIMEOUT } from '../db/lock-timeout.js';
import { retryDeadlock } from '../db/retry-deadlock.js';
import { type Pool, withTransaction } from '../runtime/pool.js';

export interface Stopped {
  attempts: CancelledAttempt[];
  /** Executions of which an agent holds attempts in a transaction of its own: to be tried again. */
  held: number;
}

/**
 * Ends the open attempts of executions that were asked to stop. After the commit that asked, in a transaction for each: an agent that
 * leaves its own transaction open keeps its own execution from it, and no schedule from its slot.
 */
export async function stopExecutions(pool: Pool, ids: readonly string[]): Promise<Stopped> {
  const stopped: Stopped = { attempts: [], held: 0 };
  for (const id of ids) {
    try {
      stopped.attempts.push(
        ...(await retryDeadlock(() => withTransaction(pool, (client) => stop(client, id)))),
      );
    } catch (error) {
      if ((error as { code?: string }).code !== LOCK_TIMEOUT) throw error;
      stopped.held += 1;
    }
  }
  // The engine is not woken by its own writes: workers that have such attempts in hand give them up.
  if (stopped.attempts.some(({ wasRunning }) => wasRunning))
    await pool.query(`SELECT pg_notify('callboard_engine', '')`);
  return stopped;
}

async function stop(
  client: Parameters<typeof lockExecution>[0],
  scheduleExecutionId: string,
): Promise<CancelledAttempt[]> {
  const execution = await lockExecution(client, scheduleExecutionId);
  if (!execution?.cancelRequested || execution.runStatus !== 'running') return [];
  return cancelAttempts(client, { scheduleExecutionId, reason: 'replaced' });
}
