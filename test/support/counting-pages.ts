import type pg from 'pg';
import type { Queryable } from '../../src/db/system/queryable.js';

/**
 * A client that returns no rows. It adds to `pages` how many pages each statement reads when it is repeated; its
 * changes are rolled back.
 */
export function countingPages(pool: pg.Pool, pages: number[]): Queryable {
  const query = async (text: string, values?: unknown[]) => {
    const client = await pool.connect();
    try {
      const explained = async () => {
        await client.query('ROLLBACK; BEGIN');
        return (await client.query(`EXPLAIN (ANALYZE, BUFFERS, COSTS OFF) ${text}`, values)).rows;
      };
      await explained();
      const plan = (await explained()).map((row) => row['QUERY PLAN'] as string).join('\n');
      const [, hit = 0, read = 0] = /Buffers: shared(?: hit=(\d+))?(?: read=(\d+))?/.exec(plan) ?? [];
      pages.push(Number(hit) + Number(read));
    } finally {
      await client.query('ROLLBACK');
      client.release();
    }
    return { rows: [], rowCount: 0 };
  };
  return { query } as unknown as Queryable;
}
