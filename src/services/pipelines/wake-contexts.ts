import { type ContextRef, contextsDue, contextsStuck } from '../../db/pipelines/find-contexts.js';
import { armNextBatches } from '../../db/runs/advance-batches.js';
import type { EndedExecution } from '../../db/runs/end/roll-up.js';
import { tryLockRuns } from '../../db/runs/lock-execution.js';
import type { Queryable } from '../../db/system/queryable.js';
import { type Pool, withTransaction } from '../../runtime/database/pool.js';
import { isLockTimeout } from '../../runtime/database/sqlstate.js';
import { BRIEFLY, createLockedRuns, type LockedRuns } from '../jobs/locked-runs.js';
import { rollUpDelivered, rollUpExecutions } from '../runs/roll-up-executions.js';
import { advanceContexts, type ContextsOf } from './advance-contexts.js';

const AT_ONCE = 1_000;

export interface Woken {
  contexts: number;
  executions: string[];
  /** Runs that ended. */
  ended: EndedExecution[];
  released: number;
  /** Whether there may be more. 'busy' if another transaction locks a run at the moment. */
  more: boolean | 'busy';
}

/**
 * Continues contexts in which a wait has ended: before a retry, or for dependencies.
 * @param locked runs whose rows other transactions lock
 */
export async function wakeDueContexts(pool: Pool, locked = createLockedRuns()): Promise<Woken> {
  return wake(pool, locked, await contextsDue(pool, AT_ONCE));
}

/** Continues contexts that have pending steps although nothing in them is queued or running. */
export async function wakeStuckContexts(pool: Pool): Promise<Woken> {
  return wake(pool, createLockedRuns(), await contextsStuck(pool, AT_ONCE));
}

async function wake(pool: Pool, locked: LockedRuns, found: readonly ContextRef[]): Promise<Woken> {
  const all = groupByExecution(found);
  const free = new Set(locked.free(all.map(({ id }) => id)));
  const executions = all.filter(({ id }) => free.has(id));
  if (executions.length === 0) return { ...NOTHING, more: all.length > 0 && 'busy' };
  const woken = await wakeSome(pool, locked, executions);
  if (woken.more === false && found.length >= AT_ONCE) return { ...woken, more: true };
  return woken;
}

const NOTHING = { contexts: 0, executions: [], ended: [], released: 0 };

/** If another transaction locks a row of a run, that run is put off and the others continue. */
async function wakeSome(pool: Pool, locked: LockedRuns, executions: readonly ContextsOf[]): Promise<Woken> {
  try {
    return await withTransaction(pool, (client) => wakeIn(client, locked, executions), BRIEFLY);
  } catch (error) {
    if (!isLockTimeout(error)) throw error;
    if (executions.length === 1) {
      locked.putOff(executions.map(({ id }) => id));
      return { ...NOTHING, more: 'busy' };
    }
    const middle = executions.length >> 1;
    const first = await wakeSome(pool, locked, executions.slice(0, middle));
    const second = await wakeSome(pool, locked, executions.slice(middle));
    return {
      contexts: first.contexts + second.contexts,
      executions: [...first.executions, ...second.executions],
      ended: [...first.ended, ...second.ended],
      released: first.released + second.released,
      more: 'busy',
    };
  }
}

async function wakeIn(
  client: Queryable,
  locked: LockedRuns,
  executions: readonly ContextsOf[],
): Promise<Woken> {
  const wanted = executions.map(({ id }) => id);
  const ids = (await tryLockRuns(client, wanted)).map(({ id }) => id);
  locked.forget(ids);
  locked.putOff(wanted.filter((id) => !ids.includes(id)));
  const ours = executions.filter(({ id }) => ids.includes(id));
  const { released, done } = await advanceContexts(client, ours);
  // The steps skipped here may have been the last of a run or of a batch.
  const delivered = await armNextBatches(client, ids);
  const over = await rollUpExecutions(client, [...new Set(done)]);
  const others = delivered.filter((id) => !done.includes(id));
  const ended = [...over, ...(await rollUpDelivered(client, others))];
  const contexts = ours.reduce((sum, { contextIds }) => sum + contextIds.length, 0);
  const more = ours.length < executions.length && 'busy';
  return { contexts, executions: ours.map(({ id }) => id), ended, released, more };
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
