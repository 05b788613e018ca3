import type { Issue } from '../issue.js';
import type { Json, JsonObject } from '../json.js';
import { type DataSourceRequest, parseDataSource } from './grammar.js';

/** The place of a value in params: object keys and list indexes, outermost first. */
export type ParamPath = string[];

export interface LocatedRequest {
  path: ParamPath;
  request: DataSourceRequest;
}

type FoundDataSources =
  /**
   * `template`: params with each `$literal` replaced by its value; `requests` in the order of the document.
   */
  { kind: 'ok'; template: JsonObject; requests: LocatedRequest[] } | { kind: 'error'; issues: Issue[] };

const MAX_DEPTH = 100;
const MAX_REQUESTS = 100;

/**
 * Finds every data source string in params, at any depth; keys are never read as one. `{"$literal": value}`
 * with no other key is the value itself, uninterpreted.
 */
export function findDataSources(params: JsonObject, sources: ReadonlySet<string>): FoundDataSources {
  const requests: LocatedRequest[] = [];
  const issues: Issue[] = [];

  const walkObject = (object: JsonObject, path: ParamPath): JsonObject =>
    // fromEntries defines keys, so "__proto__" from JSON stays a plain key.
    Object.fromEntries(Object.entries(object).map(([key, value]) => [key, walk(value, [...path, key])]));

  const walk = (value: Json, path: ParamPath): Json => {
    if (typeof value === 'string') {
      const parsed = parseDataSource(value, sources);
      if (parsed.kind === 'source') requests.push({ path, request: parsed });
      if (parsed.kind === 'error') issues.push({ path, message: parsed.message });
      return value;
    }
    if (typeof value !== 'object' || value === null) return value;
    if (path.length > MAX_DEPTH) {
      issues.push({
        path: path.slice(0, 5),
        message: `Params are nested deeper than ${MAX_DEPTH} levels here.`,
      });
      return value;
    }
    if (Array.isArray(value)) return value.map((item, index) => walk(item, [...path, String(index)]));
    const literal = literalOf(value);
    return literal ? literal.value : walkObject(value, path);
  };

  const template = walkObject(params, []);
  if (requests.length > MAX_REQUESTS) {
    issues.push({ path: [], message: `Params contain more than ${MAX_REQUESTS} data source strings.` });
  }
  return issues.length > 0 ? { kind: 'error', issues } : { kind: 'ok', template, requests };
}

function literalOf(object: JsonObject): { value: Json } | undefined {
  const entries = Object.entries(object);
  const [entry] = entries;
  return entries.length === 1 && entry?.[0] === '$literal' ? { value: entry[1] } : undefined;
}

/** A copy of `params` with one value replaced. It shares everything that is not on the way to that value. */
export function replaceAt(params: JsonObject, path: ParamPath, replacement: Json): JsonObject {
  const replace = (value: Json, depth: number): Json => {
    const key = path[depth];
    if (key === undefined) return replacement;
    if (Array.isArray(value)) return value.with(Number(key), replace(value[Number(key)] ?? null, depth + 1));
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key))
      throw new Error(`Params have no ${formatPath(path)}`);
    // A computed key defines the property even when it is "__proto__".
    return { ...value, [key]: replace(value[key] ?? null, depth + 1) };
  };
  return replace(params, 0) as JsonObject;
}

/** `list[0].id`, as a reader would write it. */
export function formatPath(path: ParamPath): string {
  return path.map((key, index) => (/^\d+$/.test(key) ? `[${key}]` : index === 0 ? key : `.${key}`)).join('');
}
