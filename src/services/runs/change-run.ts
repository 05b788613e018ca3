import type { CancelledAttempt } from '../../db/jobs/end/cancel-attempts.js';
import { type LockedRun, lockExecution } from '../../db/runs/lock-execution.js';
import { retryDeadlock } from '../../db/system/retry-deadlock.js';
import { type PoolClient, withTransaction } from '../../runtime/database/pool.js';
import type { ServiceDeps } from '../access/context.js';
import { createAgentDirectory } from '../agents/agent-directory.js';
import { notifyAgents } from '../jobs/notify-agents.js';
import { notFound, type Result } from '../system/result.js';

/** What a change of a run works with, in its transaction. */
export interface RunChange {
  client: PoolClient;
  /** Locked until the transaction ends. */
  run: LockedRun;
  /** Takes attempts that the change ended. Their agents are notified in the background, after the commit. */
  cancelled(attempts: readonly CancelledAttempt[]): void;
}

/** Changes one run or its jobs at the request of a person, in a transaction that locks the run first. */
export async function changeRun<T>(
  deps: ServiceDeps,
  id: string,
  change: (run: RunChange) => Promise<Result<T>>,
): Promise<Result<T>> {
  let ended: readonly CancelledAttempt[] = [];
  const cancelled = (attempts: readonly CancelledAttempt[]) => {
    ended = attempts;
  };
  const result = await retryDeadlock(() =>
    withTransaction(deps.pool, async (client) => {
      ended = [];
      const run = await lockExecution(client, id);
      return run ? change({ client, run, cancelled }) : notFound('run', id);
    }),
  );
  const running = ended.filter(({ wasRunning }) => wasRunning);
  if (result.kind === 'ok')
    notifyAgents({ ...deps, directory: createAgentDirectory(deps) }, running, 'cancelled');
  return result;
}
