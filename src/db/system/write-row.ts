import type { Queryable } from './queryable.js';

/** Columns to write, by name. Names are literals in the code, never input. For jsonb see `toJsonb`. */
export type Columns = Record<string, string | number | boolean | Date | readonly string[] | null>;

/** Inserts one row. @returns false if the id, or the `key` of a table that has one, is already taken */
export async function insertRow(client: Queryable, table: string, columns: Columns): Promise<boolean> {
  const names = Object.keys(columns);
  const { rowCount } = await client.query(
    `INSERT INTO "${table}" (${names.map((name) => `"${name}"`).join(', ')})
     VALUES (${names.map((_, index) => `$${index + 1}`).join(', ')})
     ON CONFLICT ${'key' in columns ? '' : '(id)'} DO NOTHING`,
    Object.values(columns),
  );
  return rowCount === 1;
}

/** Updates one existing row. @returns the row as stored, including changes by triggers */
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
  if (!rows[0]) throw new Error(`a locked row of ${table} is missing`);
  return rows[0];
}
