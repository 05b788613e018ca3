import { currentTransactionSettings, type Pool } from '../../runtime/pool.js';
import { ANNOUNCED_LATER, announceEvents } from './announce-events.js';
import type { Queryable } from './queryable.js';

/** Columns to write, by name (a literal of the code, never of an input); jsonb as text, see `toJsonb`. */
export type Columns = Record<string, string | number | boolean | Date | null>;

/** Inserts one row. @returns false when its id exists already, or its `key` where it has one */
export async function insertRow(client: Queryable, table: string, columns: Columns): Promise<boolean> {
  const { rowCount } = await client.query(
    insertion(table, columns, '', (values) => `VALUES (${values})`),
    Object.values(columns),
  );
  return rowCount === 1;
}

/** The same as a transaction by itself, in one round trip: who acts is said in the statement, and its events are told a moment later. */
export async function insertRowAlone(pool: Pool, table: string, columns: Columns): Promise<boolean> {
  const said = Object.entries({ ...currentTransactionSettings(), ...ANNOUNCED_LATER });
  const first = Object.keys(columns).length + 1;
  const calls = said.map((_, index) => `set_config($${first + 2 * index}, $${first + 2 * index + 1}, true)`);
  const { rowCount } = await pool.query(
    insertion(
      table,
      columns,
      `WITH said AS MATERIALIZED (SELECT ${calls.join(', ')})`,
      (values) => `SELECT ${values} FROM said`,
    ),
    [...Object.values(columns), ...said.flat()],
  );
  announceEvents(pool);
  return rowCount === 1;
}

function insertion(
  table: string,
  columns: Columns,
  before: string,
  from: (values: string) => string,
): string {
  const names = Object.keys(columns);
  return `${before} INSERT INTO "${table}" (${names.map((name) => `"${name}"`).join(', ')})
     ${from(names.map((_, index) => `$${index + 1}`).join(', '))}
     ON CONFLICT ${'key' in columns ? '' : '(id)'} DO NOTHING`;
}

/** Updates one row that is known to exist. @returns the row as it now is, triggers included */
export async function updateRow<T extends object>(
  client: Queryable,
  table: string,
  id: string,
  columns: Columns,
): Promise<T> {
  const assignments = Object.keys(columns).map((name, index) => `"${name}" = $${index + 2}`);
  const { rows } = await client.query<T>(
    assignments.length > 0
      ? `UPDATE "${table}" SET ${assignments.join(', ')} WHERE id = $1 RETURNING *`
      : `SELECT * FROM "${table}" WHERE id = $1`,
    [id, ...Object.values(columns)],
  );
  if (!rows[0]) throw new Error(`a row of ${table} that was locked was not there to be updated`);
  return rows[0];
}
