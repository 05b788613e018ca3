import {
  countKeyless,
  findUnnamed,
  type KeyedRow,
  type KeyedTable,
  readObject,
  readObjects,
} from '../../../db/configuration/read-objects.js';
import type { ServiceDeps } from '../../access/context.js';
import type { ObjectKind, StoredObject } from './object-kind.js';

/** Reads objects of a kind that has a table of its own. */
export function tableReads(
  table: KeyedTable,
  describe: (deps: ServiceDeps, row: KeyedRow) => StoredObject,
): Pick<ObjectKind, 'find' | 'list' | 'findUnnamed'> {
  return {
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
