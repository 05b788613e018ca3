import { READY } from '../jobs/claim-attempts.js';
import type { Queryable } from './queryable.js';

/** What waits to be claimed, its turn come. */
export interface QueueMeasure {
  /** Counted up to `most`. */
  depth: number;
  /** Since when the one waits that has waited longest; null: none waits. */
  oldestReadyAt: Date | null;
  /** Milliseconds that it has waited, by the database's clock. */
  oldestReadyMs: number;
}

/** Jobs of one requirement and priority stand in one line; more lines than this are a mistake, and would make each look slow. */
const MAX_LINES = 1_000;

const LINE = `SELECT requirements, priority FROM "AgentJobExecution" WHERE status = 'pending' AND "releasedAt" IS NOT NULL`;

/**
 * Measures the queue. Goes from line to line along the index, and in each line as far as it is due: what waits for a later
 * time (a batch, a retry) is never read, however much of it there is.
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
