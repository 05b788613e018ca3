import {
  deleteExpiredDeliveries,
  deleteExpiredKeys,
  deleteOldAudit,
  deleteOldBackfills,
} from '../../db/system/delete-old-rows.js';
import { leaseMutex, returnMutex } from '../../db/system/mutex.js';
import type { Pool } from '../../runtime/database/pool.js';
import { createLoop, type Loop } from '../../runtime/loop.js';
import { retainHistory } from '../../services/runs/retain-history.js';
import type { EngineContext } from '../engine-context.js';

/** Rows per statement, few enough that nothing else waits for long. */
const ROWS_PER_DELETE = 1_000;
const ROUND_MS = 60_000;
/** One worker at a time deletes. If it dies, another continues after {@link MUTEX_MS}. */
const MUTEX = 'retention';
const MUTEX_MS = 300_000;

/**
 * Deletes rows that are too old and history beyond the limits of its schedule, in small steps, on one worker
 * at a time.
 */
export function createRetentionLoop({ pool, directory, logger, metrics }: EngineContext): Loop {
  return createLoop({
    name: 'retention',
    logger,
    async runOnce(signal) {
      const { scheduler } = await directory.config();
      /** Deletes some rows of each table. A backfill can be deleted after its runs. */
      const others: Record<string, () => Promise<number>> = {
        Backfill: () => deleteOldBackfills(pool, scheduler.historyMaxAge, ROWS_PER_DELETE),
        IdempotencyKey: () => deleteExpiredKeys(pool, ROWS_PER_DELETE),
        WebhookDelivery: () => deleteExpiredDeliveries(pool, scheduler.historyMaxAge, ROWS_PER_DELETE),
        AuditEntry: () => deleteOldAudit(pool, scheduler.auditMaxAge, ROWS_PER_DELETE),
      };
      await whileAlone(pool, async () => {
        const { executions, attempts } = await retainHistory(pool, {
          maxAgeMs: scheduler.historyMaxAge,
          limit: ROWS_PER_DELETE,
          signal,
        });
        const count = (table: string, rows: number) => metrics.retentionDeleted.inc({ table }, rows);
        count('ScheduleExecution', executions);
        count('AgentJobExecution', attempts);
        for (const [table, remove] of Object.entries(others)) count(table, await untilNone(signal, remove));
        if (executions > 0) logger.info('retention.deleted', { executions, attempts });
      });
      return ROUND_MS;
    },
  });
}

async function untilNone(signal: AbortSignal, remove: () => Promise<number>): Promise<number> {
  let total = 0;
  for (let deleted = ROWS_PER_DELETE; deleted === ROWS_PER_DELETE && !signal.aborted; total += deleted) {
    deleted = await remove();
  }
  return total;
}

/** Runs the work unless another worker does. */
async function whileAlone(pool: Pool, work: () => Promise<void>): Promise<void> {
  const mutex = await leaseMutex(pool, MUTEX, MUTEX_MS);
  if (!mutex) return;
  try {
    await work();
  } finally {
    await returnMutex(pool, mutex);
  }
}
