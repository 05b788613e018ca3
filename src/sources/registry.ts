import type { Pool } from 'pg';
import type { DataSource } from './data-source.js';
import { createDbSource } from './db/db-source.js';
import type { DataSourcePolicy } from './policy.js';

export interface DataSourceDeps {
  /** See `createDataSourcePool`. */
  pool: Pool;
  policy: DataSourcePolicy;
}

/** Every kind of data source, by the prefix of its strings. */
const FACTORIES: ReadonlyMap<string, (deps: DataSourceDeps) => DataSource> = new Map([
  ['db', createDbSource],
]);

export const registeredSources: ReadonlySet<string> = new Set(FACTORIES.keys());

/** @param name one of {@link registeredSources} */
export function createDataSource(name: string, deps: DataSourceDeps): DataSource {
  const factory = FACTORIES.get(name);
  if (!factory) throw new Error(`No data source "${name}" is registered`);
  return factory(deps);
}
