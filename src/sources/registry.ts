import type { Pool } from 'pg';
import type { DataSource } from './data-source.js';
import { createDbSource } from './db/db-source.js';
import type { DataSourcePolicy } from './policy.js';

/** What the kinds read through: one object per process, created by the composition root. */
export interface SourceConnections {
  /** The database of `db:` strings. See `createDataSourcePool`. */
  pool: Pool;
}

export interface DataSourceDeps extends SourceConnections {
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
