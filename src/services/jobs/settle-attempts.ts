import {
  type EndedAttempt,
  executionsToSettle,
  insertRetries,
  loadEndedAttempts,
  markSettled,
  type NextAttempt,
  type Validated,
} from '../../db/jobs/settle-attempts.js';
import { armNextBatches } from '../../db/runs/advance-batches.js';
import { addToCounters, type CounterDelta, type EndedExecution } from '../../db/runs/end/roll-up.js';
import { type RunToSettle, tryLockRuns } from '../../db/runs/lock-execution.js';
import type { Queryable } from '../../db/system/queryable.js';
import { settle } from '../../domain/job/settlement.js';
import { groupErrors } from '../../domain/run/errors.js';
import { liesInRows } from '../../runtime/database/database-error.js';
import { type Pool, withTransaction } from '../../runtime/database/pool.js';
import { isLockTimeout } from '../../runtime/database/sqlstate.js';
import { uuidv7 } from '../../runtime/ids.js';
import { advanceContexts, type ContextsOf } from '../pipelines/advance-contexts.js';
import { rollUpDelivered, rollUpExecutions } from '../runs/roll-up-executions.js';
import { BRIEFLY, createLockedRuns, type LockedRuns } from './locked-runs.js';
import type { ResultValidator } from './result-validator.js';

export interface SettleDeps {
  pool: Pool;
  results: Pick<ResultValidator, 'agentIds' | 'verdicts' | 'forget'>;
  /** in [0, 1), for the jitter of retries */
  random: () => number;
  /** Runs whose rows other transactions lock. Defaults to none. */
  locked?: LockedRuns;
}

/** The result of one round, for logs and metrics. */
export interface Settled {
  attempts: readonly EndedAttempt[];
  /** Runs that ended with these attempts. */
  ended: readonly EndedExecution[];
  retried: number;
  /** Pipeline steps that can now start. */
  released: number;
  /** Whether there may be more. 'busy' if another transaction locks a run at the moment. */
  more: boolean | 'busy';
}

const EXECUTIONS_PER_ROUND = 500;
const ATTEMPTS_PER_ROUND = 2_000;
const NOTHING = { attempts: [], ended: [], retried: 0, released: 0 };

/**
 * Applies the consequences of ended attempts: the retry or the end of the job, counters, the next
 * batch, the result of the run. All in one transaction under the locks of the runs, so that each end
 * counts exactly once.
 */
export async function settleAttempts(deps: SettleDeps): Promise<Settled> {
  const { pool, results, locked = createLockedRuns() } = deps;
  const validated = await validatedBy(results);
  const found = await executionsToSettle(pool, EXECUTIONS_PER_ROUND, validated);
  const candidates = locked.free(found);
  if (candidates.length === 0) return { ...NOTHING, more: found.length > 0 && 'busy' };
  const settled = await settleSome({ ...deps, locked }, candidates, validated);
  results.forget(settled.attempts.map(({ id }) => id));
  return settled;
}

async function validatedBy({ agentIds, verdicts }: SettleDeps['results']): Promise<Validated> {
  return { agentIds: await agentIds(), attemptIds: [...verdicts.keys()] };
}

/**
 * Settles these runs. A run that cannot be settled does not stop the others: if another transaction
 * locks one of its rows, it is put off; if its rows are damaged, it is left out.
 */
async function settleSome(
  deps: Settling,
  executionIds: readonly string[],
  validated: Validated,
): Promise<Settled> {
  try {
    return await withTransaction(
      deps.pool,
      (client) => settleIn(client, deps, executionIds, validated),
      BRIEFLY,
    );
  } catch (error) {
    const isLocked = isLockTimeout(error);
    if (isLocked && executionIds.length === 1) {
      deps.locked.putOff(executionIds);
      return { ...NOTHING, more: 'busy' };
    }
    if (!isLocked && (executionIds.length === 1 || !liesInRows(error))) throw error;
    const middle = executionIds.length >> 1;
    const parts: Settled[] = [];
    for (const part of [executionIds.slice(0, middle), executionIds.slice(middle)])
      await settleSome(deps, part, validated).then(
        (settled) => parts.push(settled),
        () => {},
      );
    const attempts = parts.flatMap((part) => part.attempts);
    // Only failing runs are left, so the error is reported.
    if (attempts.length === 0 && !isLocked) throw error;
    const sum = (count: 'retried' | 'released') => parts.reduce((total, part) => total + part[count], 0);
    const ended = parts.flatMap((part) => part.ended);
    const more = attempts.length > 0 || 'busy';
    return { attempts, ended, retried: sum('retried'), released: sum('released'), more };
  }
}

type Settling = SettleDeps & { locked: LockedRuns };

async function settleIn(
  client: Queryable,
  deps: Settling,
  executionIds: readonly string[],
  validated: Validated,
): Promise<Settled> {
  const executions = await tryLockRuns(client, executionIds);
  const ids = executions.map(({ id }) => id);
  deps.locked.forget(ids);
  deps.locked.putOff(executionIds.filter((id) => !ids.includes(id)));
  const attempts = await loadEndedAttempts(client, ids, ATTEMPTS_PER_ROUND, validated);
  const busy = executions.length < executionIds.length;
  if (attempts.length === 0) return { ...NOTHING, more: busy && 'busy' };
  const retries = planRetries(attempts, executions, deps.random);
  const retried = new Set(retries.map(({ supersedes }) => supersedes));
  await insertRetries(client, retries);
  await markSettled(
    client,
    attempts.map(({ id }) => id),
    [...retried],
    attempts.flatMap(({ id }) => (deps.results.verdicts.get(id) ? [id] : [])),
  );
  const { released } = await advanceContexts(client, contextsOf(attempts));
  const { done, answered } = await addToCounters(client, countEnds(executions, attempts, retried));
  const delivered = await armNextBatches(client, answered);
  const over = await rollUpExecutions(client, [...new Set(done)]);
  const others = delivered.filter((id) => !done.includes(id));
  const ended = [...over, ...(await rollUpDelivered(client, others))];
  return { attempts, ended, retried: retries.length, released, more: true };
}

/** Contexts in which an attempt ended. */
function contextsOf(attempts: readonly EndedAttempt[]): ContextsOf[] {
  return attempts.flatMap(({ scheduleExecutionId: id, contextId }) =>
    contextId === null ? [] : [{ id, contextIds: [contextId] }],
  );
}

function planRetries(
  attempts: readonly EndedAttempt[],
  executions: readonly RunToSettle[],
  random: () => number,
): NextAttempt[] {
  const cancelled = new Set(executions.filter(({ cancelRequested }) => cancelRequested).map(({ id }) => id));
  return attempts.flatMap((attempt) => {
    const settlement = settle(
      { ...attempt, cancelRequested: cancelled.has(attempt.scheduleExecutionId) },
      random(),
    );
    return settlement.kind === 'retry'
      ? [{ supersedes: attempt.id, id: uuidv7(), delayMs: settlement.delayMs }]
      : [];
  });
}

function countEnds(
  executions: readonly RunToSettle[],
  attempts: readonly EndedAttempt[],
  retried: ReadonlySet<string>,
): CounterDelta[] {
  return executions.flatMap(({ id, errors }) => {
    const own = attempts.filter(({ scheduleExecutionId }) => scheduleExecutionId === id);
    if (own.length === 0) return [];
    const ended = own.filter((attempt) => !retried.has(attempt.id));
    const count = (...statuses: string[]) => ended.filter(({ status }) => statuses.includes(status)).length;
    const failures = own.flatMap(({ error, completedAt }) =>
      error === null
        ? []
        : [{ message: typeof error.message === 'string' ? error.message : 'unknown error', at: completedAt }],
    );
    return [
      {
        id,
        completed: count('completed'),
        failed: count('failed', 'dead_letter'),
        skipped: count('skipped'),
        cancelled: count('cancelled'),
        answered: own.filter(({ uncounted }) => uncounted).length,
        started: own.filter(({ uncounted, started }) => uncounted && started).length,
        errors: groupErrors(errors, failures),
      },
    ];
  });
}
