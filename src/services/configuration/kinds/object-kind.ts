/** The operations on one kind of object that apply and export need. */
import type { OwnedObject } from '../../../db/configuration/read-objects.js';
import type { Fields } from '../../../domain/configuration/compare-fields.js';
import type { Current } from '../../../domain/configuration/decide-change.js';
import type { ConfigurationKind } from '../../../domain/configuration/kinds.js';
import type { Secrets } from '../../../domain/configuration/secrets.js';
import type { Actor, ServiceDeps } from '../../access/context.js';
import type { Result } from '../../system/result.js';
import { DOCUMENT_SCHEMAS } from '../document-schemas.js';
import { presentFields } from '../present-fields.js';

/** An object that a document can name. */
export interface StoredObject extends Current, OwnedObject {}

/** The object that a document describes. */
export interface Wanted {
  key: string;
  /** As parsed by the schema of the document, without secrets. */
  fields: Fields;
  secrets: Secrets;
  managedBy: string | null;
}

interface ExportPage {
  objects: StoredObject[];
  withoutKey: number;
}

interface PageRequest {
  after: string | null;
  managedBy: string | null;
  maxBytes: number;
}

/**
 * Reads and writes the objects of one kind, with the use cases for single objects. `deps.pool` may be an open
 * transaction.
 */
export interface ObjectKind {
  kind: ConfigurationKind;
  /** Fields that keep their value if the document does not have them. */
  operatedFields: readonly string[];
  find(deps: ServiceDeps, key: string): Promise<StoredObject | undefined>;
  list(deps: ServiceDeps, page: PageRequest): Promise<ExportPage>;
  /** Objects that `managedBy` manages and whose keys are not in `keys`. */
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

/**
 * Stored fields in the form of documents. Values that were written by SQL and that no document can
 * express stay as they are.
 */
export function storedFields(kind: ConfigurationKind, key: string, fields: Fields): Fields {
  const schema = DOCUMENT_SCHEMAS[kind];
  const parsed = schema.safeParse({ ...fields, kind, key });
  const { kind: _kind, key: _key, ...known } = presentFields(schema, parsed.success ? parsed.data : fields);
  return known;
}

/** The fields that differ. A field that the document does not have is cleared. */
export function changedFields(fields: Fields, changed: ReadonlySet<string>): Fields {
  return Object.fromEntries([...changed].map((name) => [name, fields[name] ?? null]));
}
