import type { Queryable } from './queryable.js';
import { toJsonb } from './to-jsonb.js';

/** Replaces a value of `AgentConfig` that the caller has locked. */
export async function writeConfigValue(
  client: Queryable,
  key: string,
  value: unknown,
  { id }: { id: string },
): Promise<void> {
  await client.query(`UPDATE "AgentConfig" SET value = $2::jsonb, "updatedBy" = $3 WHERE key = $1`, [
    key,
    toJsonb(value),
    id,
  ]);
}
