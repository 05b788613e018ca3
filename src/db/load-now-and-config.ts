import type { Queryable } from './queryable.js';

/** The database's clock, and `AgentConfig` of a key as text (null: there is none), in one round trip: what planning a schedule begins with. */
export async function loadNowAndConfig(
  client: Queryable,
  key: string,
): Promise<{ now: Date; value: string | null }> {
  const { rows } = await client.query<{ now: Date; value: string | null }>(
    'SELECT clock_timestamp() AS now, (SELECT value::text FROM "AgentConfig" WHERE key = $1) AS value',
    [key],
  );
  const [row] = rows;
  if (!row) throw new Error('the database gave no time');
  return row;
}
