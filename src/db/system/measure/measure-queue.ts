import { READY } from '../../jobs/claim/read-ready.js';
import type { Queryable } from '../queryable.js';

/** Attempts that a worker could claim now. */
export interface QueueMeasure {
  /** Counted up to `most`. */
  depth: number;
  /** When the attempt that has waited longest became ready. Null if none waits. */
  oldestReadyAt: Date | null;
  /** How long that attempt has waited, in milliseconds, by the database's clock. */
  oldestReadyMs: number;
}

/**
 * Jobs with the same requirement and priority form one queue. More queues than this are a mistake, and would
 * make each measurement slow.
 */
const MAX_LINES = 1_000;

const LINE = `SELECT requirements, priority FROM "AgentJobExecution" WHERE status = 'pending' AND "releasedAt" IS NOT NULL`;

/**
 * Measures the queue. Reads each queue along the index, as far as attempts are due. Attempts that wait for a
 * later time (a batch, a retry) are never read, however many there are.
 */
export async function measureQueue(client: Queryable, most: number): Promise<QueueMeasure> {
  const { rows } = await client.query<QueueMeasure>(
    `WITH RECURSIVE line AS (
       (${LINE} ORDER BY requirements, priority DESC LIMIT 1)
       UNION ALL
       SELECT next.* FROM line CROSS JOIN LATERAL (
         (${LINE} AND requirements = line.requirements AND priority < line.priority ORDER BY requirements, priority DESC LIMIT 1)
         UNION ALL
         (${LINE} AND requirements > line.requirements ORDER BY requirements, priority DESC LIMIT 1)
         ORDER BY requirements, priority DESC LIMIT 1) next
     ), measured AS (
       SELECT (SELECT count(*) FROM (
           SELECT FROM "AgentJobExecution" j WHERE ${READY} AND j.requirements = line.requirements AND j.priority = line.priority
           LIMIT $1) ready) AS depth,
         (SELECT "releasedAt" FROM "AgentJobExecution" j WHERE ${READY} AND j.requirements = line.requirements AND j.priority = line.priority
           ORDER BY j.requirements, j.priority DESC, j."releasedAt" LIMIT 1) AS oldest
       FROM (SELECT * FROM line LIMIT ${MAX_LINES}) line
     )
     SELECT least($1, coalesce(sum(depth), 0))::int AS depth, min(oldest) AS "oldestReadyAt",
       greatest(0, coalesce(extract(epoch FROM statement_timestamp() - min(oldest)) * 1000, 0))::float8 AS "oldestReadyMs"
     FROM measured`,
    [most],
  );
  return rows[0] ?? { depth: 0, oldestReadyAt: null, oldestReadyMs: 0 };
}
