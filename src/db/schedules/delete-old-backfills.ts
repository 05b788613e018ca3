import { idOfAge } from '../system/id-of-age.js';
import type { Queryable } from '../system/queryable.js';

/**
 * Deletes up to `limit` backfills that ended more than `maxAgeMs` ago and have no runs left. @returns how
 * many
 */
export async function deleteOldBackfills(
  client: Queryable,
  maxAgeMs: number,
  limit: number,
): Promise<number> {
  const { rowCount } = await client.query(
    `DELETE FROM "Backfill" WHERE id = ANY (ARRAY(
       SELECT id FROM "Backfill" b
       WHERE id < ${idOfAge('$1')} AND "completedAt" < statement_timestamp() - $1 * interval '1 millisecond'
         AND NOT EXISTS (SELECT FROM "ScheduleExecution" e WHERE e."backfillId" = b.id AND e.trigger = 'backfill')
       ORDER BY id LIMIT $2 FOR UPDATE SKIP LOCKED))`,
    [maxAgeMs, limit],
  );
  return rowCount ?? 0;
}
