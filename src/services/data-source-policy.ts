import { loadConfigValue } from '../db/load-config-value.js';
import type { Queryable } from '../db/queryable.js';
import { type DataSourcePolicy, dataSourcePolicySchema } from '../sources/db/policy.js';

/**
 * Which tables and columns data sources may read: `AgentConfig`, key `dataSources`, `{allow, deny}`.
 *
 * @throws Error when what is stored is unusable: to read everything instead would be the wrong way to fail
 */
export async function loadDataSourcePolicy(client: Queryable): Promise<DataSourcePolicy> {
  const parsed = dataSourcePolicySchema.safeParse((await loadConfigValue(client, 'dataSources')) ?? {});
  if (parsed.success) return parsed.data;
  throw new Error(
    'AgentConfig "dataSources" must be {"allow": [...], "deny": [...]} with entries "table" or "table.column"',
  );
}
