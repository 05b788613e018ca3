import { type LockedRun, lockExecution, tryLockExecution } from '../../../db/runs/lock-execution.js';
import { type Pool, type PoolClient, withTransaction } from '../../../runtime/database/pool.js';
import { isLockTimeout } from '../../../runtime/database/sqlstate.js';

/**
 * Which of several locked runs a loop waits for. To check a lock now and then is not enough: while answers of
 * a run arrive, one writer of answers locks it right after the other, and each check may find it locked.
 * PostgreSQL gives the lock to those that wait for it. So a loop tries all runs without waiting, and in its
 * next round waits for one of those that were locked. They take turns, because one may be locked for long.
 */
export interface LockTurns {
  /** The run to wait for in this round, if any. */
  next(): string | undefined;
  /** Records which runs were locked in this round. */
  wereLocked(ids: readonly string[]): void;
}

export function createLockTurns(): LockTurns {
  let locked: readonly string[] = [];
  let last = '';
  return {
    next() {
      const next = locked.find((id) => id > last) ?? locked[0];
      last = next ?? '';
      return next;
    },
    wereLocked(ids) {
      locked = [...ids].sort();
    },
  };
}

/** Longer than a writer of many answers holds the lock. */
const WAIT = { lock_timeout: '500ms' } as const;

/**
 * Runs `work` in a transaction that locks this run first.
 * @param waits whether to wait for the lock for a moment
 * @returns undefined if another transaction locks it, or if it does not exist
 */
export async function withRunLocked<T>(
  pool: Pool,
  id: string,
  waits: boolean,
  work: (client: PoolClient, run: LockedRun) => Promise<T>,
): Promise<T | undefined> {
  const lock = waits ? lockExecution : tryLockExecution;
  try {
    return await withTransaction(
      pool,
      async (client) => {
        const run = await lock(client, id);
        return run && (await work(client, run));
      },
      waits ? WAIT : {},
    );
  } catch (error) {
    if (!waits || !isLockTimeout(error)) throw error;
    return undefined;
  }
}
