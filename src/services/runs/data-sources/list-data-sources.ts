import type { SourceTable } from '../../../sources/data-source.js';
import { catchDataSourceError } from '../../../sources/open-data-sources.js';
import { createDataSource, registeredSources } from '../../../sources/registry.js';
import type { Actor, ServiceDeps } from '../../access/context.js';
import { readDataSourcePolicy } from '../../system/read-settings.js';
import { conflict, ok, type Result } from '../../system/result.js';

export const MAX_LISTED_TABLES = 500;

export interface ListedSource {
  /** Prefix of the data source strings. */
  source: string;
  tables: SourceTable[];
}

/** The tables and columns that data source strings can name. Reads no rows. */
export async function listDataSources(deps: ServiceDeps, _actor: Actor): Promise<Result<ListedSource[]>> {
  const policy = await readDataSourcePolicy(deps.pool);
  if (policy.kind === 'error') return conflict(policy.message);
  const listed: ListedSource[] = [];
  for (const source of registeredSources) {
    const tables = await catchDataSourceError(async () => ({
      kind: 'ok' as const,
      tables: await createDataSource(source, { ...deps.dataSources, policy: policy.policy }).listTables(
        MAX_LISTED_TABLES,
      ),
    }));
    if (tables.kind === 'failed') return conflict(tables.message);
    listed.push({ source, tables: tables.tables });
  }
  return ok(listed);
}
