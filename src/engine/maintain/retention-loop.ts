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
import { deleteInSteps, ROWS_PER_DELETE } from './delete-in-steps.js';

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
      /** Each deletes some rows of a table. Backfills come after the runs, which name them. */
      const others: Record<string, (limit: number) => Promise<number>> = {
        Backfill: (limit) => deleteOldBackfills(pool, scheduler.historyMaxAge, limit),
        IdempotencyKey: (limit) => deleteExpiredKeys(pool, limit),
        WebhookDelivery: (limit) => deleteExpiredDeliveries(pool, scheduler.historyMaxAge, limit),
        AuditEntry: (limit) => deleteOldAudit(pool, scheduler.auditMaxAge, limit),
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
        for (const [table, remove] of Object.entries(others))
          count(table, await deleteInSteps(signal, remove));
        if (executions > 0) logger.info('retention.deleted', { executions, attempts });
      });
      return ROUND_MS;
    },
  });
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
