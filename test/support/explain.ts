import pg from 'pg';

function literal(value: unknown): string {
  if (value === null || value === undefined) return 'NULL';
  if (value instanceof Date) return pg.escapeLiteral(value.toISOString());
  if (Array.isArray(value)) return pg.escapeLiteral(`{${JSON.stringify(value).slice(1, -1)}}`);
  return pg.escapeLiteral(typeof value === 'object' ? JSON.stringify(value) : String(value));
}

/**
 * Runs a statement with `EXPLAIN ANALYZE`, undoes it, and returns the plan. The plan is one for all
 * values, as in a worker (`plansOnce`).
 */
export async function explainOnePlan(
  client: pg.PoolClient,
  text: string,
  values: readonly unknown[] = [],
): Promise<string> {
  const given = values.length === 0 ? '' : `(${values.map(literal).join(', ')})`;
  try {
    await client.query('BEGIN');
    await client.query('SET LOCAL plan_cache_mode = force_generic_plan; SET LOCAL enable_seqscan = off');
    await client.query(`PREPARE explained AS ${text}`);
    const { rows } = await client.query(`EXPLAIN (ANALYZE, BUFFERS, COSTS OFF) EXECUTE explained${given}`);
    return rows.map((row) => row['QUERY PLAN'] as string).join('\n');
  } finally {
    await client.query('ROLLBACK; DEALLOCATE ALL');
  }
}
