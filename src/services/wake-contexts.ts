import { armNextBatches } from '../db/advance-batches.js';
import { type ContextRef, contextsDue, contextsStuck } from '../db/find-contexts.js';
import { type EndedExecution, lockExecutions } from '../db/settle-attempts.js';
import { type Pool, withTransaction } from '../runtime/pool.js';
import { advanceContexts, type ContextsOf } from './advance-contexts.js';
import { rollUpExecutions } from './roll-up-executions.js';

const AT_ONCE = 1_000;

export interface Woken {
  contexts: number;
  /** Those they belong to. */
  executions: string[];
  /** Of these, those that have come to their end with it. */
  ended: EndedExecution[];
  /** Steps put in line. */
  released: number;
  /** There may be more: 'busy' where another transaction holds the execution for a moment. */
  more: false | true | 'busy';
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
  if (found.length === 0) return { contexts: 0, executions: [], ended: [], released: 0, more: false };
  const executions = groupByExecution(found);
  return withTransaction(pool, async (client) => {
    const locked = await lockExecutions(
      client,
      executions.map(({ id }) => id),
    );
    const ids = new Set(locked.map(({ id }) => id));
    const ours = executions.filter(({ id }) => ids.has(id));
    const { released, done } = await advanceContexts(client, ours);
    // Steps that were skipped here may have been the last, of an execution or of a batch.
    const delivered = await armNextBatches(client, [...ids]);
    const ended = await rollUpExecutions(client, [...new Set([...done, ...delivered])]);
    const contexts = ours.reduce((sum, { contextIds }) => sum + contextIds.length, 0);
    const busy = ours.length < executions.length;
    return {
      contexts,
      executions: ours.map(({ id }) => id),
      ended,
      released,
      more: busy ? 'busy' : found.length >= AT_ONCE,
    };
  });
}

function groupByExecution(found: readonly ContextRef[]): ContextsOf[] {
  const groups = new Map<string, Set<string>>();
  for (const { scheduleExecutionId, contextId } of found) {
    const group = groups.get(scheduleExecutionId);
    if (group) group.add(contextId);
    else groups.set(scheduleExecutionId, new Set([contextId]));
  }
  return Array.from(groups, ([id, contextIds]) => ({ id, contextIds: [...contextIds] }));
}
