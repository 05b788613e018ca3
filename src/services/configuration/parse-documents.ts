import { CONFIGURATION_KINDS, type ConfigurationKind } from '../../domain/configuration/kinds.js';
import { didYouMean } from '../../domain/did-you-mean.js';
import type { Issue } from '../../domain/issue.js';
import { LIMITS } from '../../domain/limits.js';
import { issuesOf } from '../../domain/parse-leniently.js';
import { isTooDeep, MAX_DEPTH } from '../../http/client/parse-json.js';
import { formIssues } from '../pipelines/pipeline-input.js';
import { invalid, invalidAt, ok, type Result } from '../system/result.js';
import { DOCUMENT_SCHEMAS } from './document-schemas.js';

/** A document with a valid form. */
export interface ConfigurationDocument {
  /** Its index among the documents of the request. */
  index: number;
  kind: ConfigurationKind;
  /** Unique among documents of its kind. */
  key: string;
  /** As parsed by the schema of the document, without `kind` and `key`. */
  fields: Readonly<Record<string, unknown>>;
}

/**
 * Parses all documents, or returns every problem of their forms. Paths begin with `documents` and the
 * index of the document.
 */
export function parseDocuments(given: readonly unknown[]): Result<ConfigurationDocument[]> {
  if (given.length > LIMITS.configurationDocuments)
    return invalidAt(
      ['documents'],
      `has ${given.length.toLocaleString('en')} documents; the limit is ${LIMITS.configurationDocuments.toLocaleString('en')}. Apply them in parts, each with its own managedBy`,
    );
  const documents: ConfigurationDocument[] = [];
  const issues: Issue[] = [];
  const places = new Map<string, number>();
  for (const [index, one] of given.entries()) {
    const parsed = parseDocument(one, index);
    if (Array.isArray(parsed)) {
      issues.push(...below(index, parsed));
      continue;
    }
    const name = `${parsed.kind} ${parsed.key}`;
    const first = places.get(name);
    if (first !== undefined)
      issues.push(
        ...below(index, [{ path: ['key'], message: `${name} is in these documents twice: remove one` }]),
      );
    places.set(name, index);
    documents.push(parsed);
  }
  return issues.length > 0 ? invalid(issues) : ok(documents);
}

function parseDocument(document: unknown, index: number): ConfigurationDocument | Issue[] {
  if (typeof document !== 'object' || document === null || Array.isArray(document))
    return [{ path: [], message: 'must be an object with kind and key' }];
  if (isTooDeep(document)) return [{ path: [], message: `is nested deeper than ${MAX_DEPTH} levels` }];
  const kind: unknown = Reflect.get(document, 'kind');
  if (!isKind(kind)) {
    const meant = typeof kind === 'string' ? didYouMean(kind, CONFIGURATION_KINDS) : '';
    return [{ path: ['kind'], message: `must be one of ${CONFIGURATION_KINDS.join(', ')}.${meant}` }];
  }
  const schema = DOCUMENT_SCHEMAS[kind];
  const parsed = schema.safeParse(document);
  if (!parsed.success)
    return kind === 'Pipeline' ? formIssues(parsed.error, schema, document) : issuesOf(parsed.error, schema);
  const { kind: _kind, key, ...fields } = parsed.data;
  return { index, kind, key, fields };
}

function isKind(kind: unknown): kind is ConfigurationKind {
  return CONFIGURATION_KINDS.some((known) => known === kind);
}

/** Prefixes the paths of a document's issues, so that they apply to the request. */
export function below(index: number, issues: readonly Issue[]): Issue[] {
  return issues.map(({ path, message }) => ({ path: ['documents', String(index), ...path], message }));
}
