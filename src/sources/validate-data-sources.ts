import type { Issue } from '../domain/issue.js';
import type { JsonObject } from '../domain/json.js';
import { openDataSources } from './open-data-sources.js';
import type { DataSourceDeps } from './registry.js';

/**
 * Everything that is wrong with the data sources of params when they are saved: grammar, tables, columns,
 * rights, values. Reads the catalog and no row; nothing at all without a data source.
 */
export async function validateDataSources(deps: DataSourceDeps, params: JsonObject): Promise<Issue[]> {
  const opened = await openDataSources(deps, params);
  if (opened.kind === 'error') return opened.issues;
  await opened.close();
  return [];
}
