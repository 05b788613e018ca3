import { findDataSources } from '../../../domain/expansion/find-data-sources.js';
import type { JsonObject } from '../../../domain/json.js';
import { registeredSources } from '../../../sources/registry.js';
import type { Actor } from '../../access/context.js';
import { invalid, type Refusal } from '../../system/result.js';

/**
 * The refusal of params in which a token with a scope names data sources. It could otherwise read every
 * table that data sources can, in the params of the jobs. Those of the schedule itself are not affected:
 * an admin chose them.
 */
export function refuseSources({ scope }: Pick<Actor, 'scope'>, params: JsonObject): Refusal | undefined {
  if (!scope) return undefined;
  const found = findDataSources(params, registeredSources);
  const paths =
    found.kind === 'ok' ? found.requests.map(({ path }) => path) : found.issues.map(({ path }) => path);
  if (paths.length === 0) return undefined;
  const message = 'names a data source, which an API token with a scope cannot use';
  return invalid(paths.map((path) => ({ path: ['params', ...path], message })));
}
