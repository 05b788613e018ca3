import type { PoolClient } from 'pg';

/** A third of the time after which PostgreSQL ends an idle transaction of ours (`connection-config.ts`). */
const EVERY_MS = 10_000;

/**
 * Keeps the transaction of this client open during `work`, which waits for something else. PostgreSQL ends a
 * transaction that is idle, so that a process that was suspended does not keep its locks; this one ends too if
 * the process is suspended.
 */
export async function keepTransaction<T>(
  client: Pick<PoolClient, 'query'>,
  work: () => Promise<T>,
  everyMs = EVERY_MS,
): Promise<T> {
  // If the transaction has failed or the connection is lost, `work` learns it by its own statements.
  const timer = setInterval(() => void client.query('SELECT').catch(() => {}), everyMs);
  try {
    return await work();
  } finally {
    clearInterval(timer);
  }
}
