import { armNextBatches } from '../db/advance-batches.js';
import { type ContextRef, contextsDue, contextsStuck } from '../db/contexts.js';
import { executionsToRollUp } from '../db/recover-executions.js';
import { lockExecutions } from '../db/settle-attempts.js';
import { type Pool, withTransaction } from '../runtime/pool.js';
import { advanceContexts, type ContextsOf } from './advance-contexts.js';
import { rollUpExecutions } from './roll-up-executions.js';

const AT_ONCE = 1_000;

export interface Woken {
  contexts: number;
  /** Steps put in line. */
  released: number;
  /** What another transaction holds for a moment is left: ask again. */
  busy: boolean;
}

/** Goes on with contexts in which a wait is over: before a retry, or for dependencies. */
export async function wakeDueContexts(pool: Pool): Promise<Woken> {
  return wake(pool, await contextsDue(pool, AT_ONCE));
}

/** Goes on with contexts in which nothing is in line or running, though steps are pending. */
export async function wakeStuckContexts(pool: Pool): Promise<Woken> {
  return wake(pool, await contextsStuck(pool, AT_ONCE));
}

async function wake(pool: Pool, found: readonly ContextRef[]): Promise<Woken> {
  if (found.length === 0) return { contexts: 0, released: 0, busy: false };
  const executions = groupByExecution(found);
  return withTransaction(pool, async (client) => {
    const locked = new Set(
      (
        await lockExecutions(
          client,
          executions.map(({ id }) => id),
        )
      ).map(({ id }) => id),
    );
    const mine = executions.filter(({ id }) => locked.has(id));
    const { released } = await advanceContexts(client, mine);
    // Steps that ended here (skipped, timed out) may have been the last.
    const ids = mine.map(({ id }) => id);
    const done = await executionsToRollUp(client, ids);
    await rollUpExecutions(client, [...new Set([...done, ...(await armNextBatches(client, ids))])]);
    return { contexts: found.length, released, busy: locked.size < executions.length };
  });
}

function groupByExecution(found: readonly ContextRef[]): ContextsOf[] {
  const groups = new Map<string, string[]>();
  for (const { scheduleExecutionId, contextId } of found) {
    const group = groups.get(scheduleExecutionId);
    if (group) group.push(contextId);
    else groups.set(scheduleExecutionId, [contextId]);
  }
  return Array.from(groups, ([id, contextIds]) => ({ id, contextIds }));
}
