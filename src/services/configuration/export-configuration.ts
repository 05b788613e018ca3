import type { ConfigurationKind } from '../../domain/configuration/kinds.js';
import type { JsonObject } from '../../domain/json.js';
import { LIMITS } from '../../domain/limits.js';
import type { ServiceDeps } from '../access/context.js';
import type { StoredObject } from './kinds/object-kind.js';
import { OBJECT_KINDS } from './kinds/object-kinds.js';

export interface ConfigurationPage {
  /** In the order of their keys. */
  documents: JsonObject[];
  /** `after` of the next page. Null if this is the last one. */
  nextAfter: string | null;
  /** Number of objects of this kind without a key, which no document can name. */
  withoutKey: number;
}

export interface ExportRequest {
  kind: ConfigurationKind;
  /** Only objects with this manager. If absent, all objects. */
  managedBy?: string | null | undefined;
  after?: string | null | undefined;
}

/** The objects of one kind as documents, without secrets. */
export async function exportConfiguration(
  deps: ServiceDeps,
  { kind, managedBy = null, after = null }: ExportRequest,
): Promise<ConfigurationPage> {
  const { list } = OBJECT_KINDS[kind];
  const { objects, withoutKey } = await list(deps, {
    after,
    managedBy,
    maxBytes: LIMITS.configurationAnswerBytes,
  });
  const isLast = objects.length === 0 || kind === 'NotificationChannel';
  return {
    documents: objects.map((object) => documentOf(kind, object)),
    nextAfter: isLast ? null : (objects.at(-1)?.key ?? null),
    withoutKey,
  };
}

function documentOf(kind: ConfigurationKind, { key, fields }: StoredObject): JsonObject {
  const { enabled, ...rest } = fields as JsonObject;
  // `enabled` is an operator's decision: a document contains it only if it is false.
  return { kind, key, ...rest, ...(enabled === false && { enabled }) };
}
