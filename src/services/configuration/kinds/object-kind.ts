/** What every kind of document can do. */
import type { KeyedRow } from '../../../db/configuration/read-objects.js';
import type { Fields } from '../../../domain/configuration/compare-fields.js';
import type { Current } from '../../../domain/configuration/decide-change.js';
import type { ConfigurationKind } from '../../../domain/configuration/kinds.js';
import type { Secrets } from '../../../domain/configuration/secrets.js';
import type { Actor, ServiceDeps } from '../../access/context.js';
import type { Result } from '../../system/result.js';
import { DOCUMENT_SCHEMAS } from '../document-schemas.js';
import { presentFields } from '../present-fields.js';

/** An object that a document can name. */
export interface StoredObject extends Current {
  id: string;
  key: string;
  name: string;
}

/** What is to be written. */
export interface Wanted {
  key: string;
  /** As the document's schema parses them, without secrets. */
  fields: Fields;
  /** Those that the document gives. */
  secrets: Secrets;
  /** Null: it is not managed. */
  managedBy: string | null;
}

export interface ExportPage {
  objects: StoredObject[];
  /** Objects of this kind that have no key. */
  withoutKey: number;
}

export interface PageRequest {
  after: string | null;
  managedBy: string | null;
  maxBytes: number;
}

/** The objects of one kind: how they are read, and the use cases that write them. `deps.pool` may be an open transaction. */
export interface ObjectKind {
  kind: ConfigurationKind;
  /** Fields that stay as they are if the document does not have them. */
  operatedFields: readonly string[];
  find(deps: ServiceDeps, key: string): Promise<StoredObject | undefined>;
  list(deps: ServiceDeps, page: PageRequest): Promise<ExportPage>;
  /** What `managedBy` manages and `keys` do not name. */
  findUnnamed(
    deps: ServiceDeps,
    owned: { managedBy: string; keys: readonly string[] },
  ): Promise<{ id: string; key: string; name: string }[]>;
  create(deps: ServiceDeps, actor: Actor, wanted: Wanted): Promise<Result<{ id: string }>>;
  /** @param changed names of the fields that differ */
  update(
    deps: ServiceDeps,
    actor: Actor,
    { id, wanted, changed }: { id: string; wanted: Wanted; changed: ReadonlySet<string> },
  ): Promise<Result<{ id: string }>>;
  remove(deps: ServiceDeps, actor: Actor, id: string): Promise<Result<unknown>>;
}

/** Stored fields in the form of documents. What others wrote by SQL and no document can say stays as it is. */
export function storedFields(kind: ConfigurationKind, key: string, fields: Fields): Fields {
  const schema = DOCUMENT_SCHEMAS[kind];
  const parsed = schema.safeParse({ kind, key, ...fields });
  const { kind: _kind, key: _key, ...known } = presentFields(schema, parsed.success ? parsed.data : fields);
  return known;
}

/** The values of these columns. */
export function columnsOf({ row }: KeyedRow, names: readonly string[]): Fields {
  return Object.fromEntries(names.map((name) => [name, row[name]]));
}

/** The fields of a document's schema that are columns of the same name. */
export function fieldNames(kind: ConfigurationKind, except: readonly string[] = []): string[] {
  return Object.keys(DOCUMENT_SCHEMAS[kind].shape).filter(
    (name) => name !== 'kind' && !except.includes(name),
  );
}

/** The fields that differ; one that the document does not have is emptied. */
export function changedFields(fields: Fields, changed: ReadonlySet<string>): Fields {
  return Object.fromEntries([...changed].map((name) => [name, fields[name] ?? null]));
}
