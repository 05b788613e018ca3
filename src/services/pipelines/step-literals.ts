import { findDataSources } from '../../domain/expansion/find-data-sources.js';
import type { JsonObject } from '../../domain/json.js';
import { registeredSources } from '../../sources/registry.js';

/** The params of a step as they are sent: they hold no data sources, but may hold texts that are marked as not being one. */
export function stepLiterals(params: JsonObject): JsonObject {
  const found = findDataSources(params, registeredSources);
  return found.kind === 'ok' ? found.template : params;
}
