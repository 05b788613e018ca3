import { findDataSources } from '../../domain/expansion/find-data-sources.js';
import type { JsonObject } from '../../domain/json.js';
import { registeredSources } from '../../sources/registry.js';

/**
 * The params of a step as they are sent. They contain no data sources, but may contain texts that are
 * escaped so as not to be one.
 */
export function stepLiterals(params: JsonObject): JsonObject {
  const found = findDataSources(params, registeredSources);
  return found.kind === 'ok' ? found.template : params;
}
