import {
  countKeyless,
  findUnnamed,
  type KeyedRow,
  type KeyedTable,
  readObject,
  readObjects,
} from '../../../db/configuration/read-objects.js';
import type { Fields } from '../../../domain/configuration/compare-fields.js';
import type { ConfigurationKind } from '../../../domain/configuration/kinds.js';
import type { SecretBox } from '../../../runtime/secrets/secret-box.js';
import type { ServiceDeps } from '../../access/context.js';
import { DOCUMENT_SCHEMAS } from '../document-schemas.js';
import { type ObjectKind, type StoredObject, storedFields } from './object-kind.js';

export interface TableReadOptions {
  /** Columns with the names of fields that hold encrypted secrets. */
  secrets?: readonly string[];
  /** The values of fields that are not columns of the same name. */
  fieldsOf?(keyed: KeyedRow): Fields;
  /** The stored secret of a field. */
  secretAt?(secretBox: SecretBox, keyed: KeyedRow, path: string): string | undefined;
}

/** Reads objects of a kind that has a table of its own. */
export function tableReads(
  kind: ConfigurationKind,
  table: KeyedTable,
  { secrets = [], fieldsOf = () => ({}), secretAt = () => undefined }: TableReadOptions = {},
): Pick<ObjectKind, 'kind' | 'find' | 'list' | 'findUnnamed'> {
  const columns = Object.keys(DOCUMENT_SCHEMAS[kind].shape).filter((name) => !secrets.includes(name));

  function describe({ secretBox }: ServiceDeps, keyed: KeyedRow): StoredObject {
    const { key, row } = keyed;
    const fields = Object.fromEntries(columns.map((name) => [name, row[name]]));
    return {
      id: row.id,
      key,
      name: row.name,
      managedBy: row.managedBy,
      fields: storedFields(kind, key, { ...fields, ...fieldsOf(keyed) }),
      secretAt: (path) => secretAt(secretBox, keyed, path),
    };
  }

  return {
    kind,
    async find(deps, key) {
      const row = await readObject(deps.pool, table, key);
      return row && describe(deps, row);
    },
    async list(deps, page) {
      const rows = await readObjects(deps.pool, table, page);
      return {
        objects: rows.map((row) => describe(deps, row)),
        withoutKey: await countKeyless(deps.pool, table),
      };
    },
    findUnnamed: ({ pool }, owned) => findUnnamed(pool, table, owned),
  };
}
