/** Objects that have a key, as they are stored. */
import type { Queryable } from '../system/queryable.js';

/** Tables whose rows documents can name. */
export type KeyedTable = 'AgentRegistry' | 'Pipeline' | 'Schedule' | 'Webhook';

/** A row with the keys of the objects it refers to. A key is null if the referenced object has none. */
export interface KeyedRow {
  key: string;
  /** The row as JSON, in which instants are text. */
  row: Record<string, unknown> & { id: string; name: string; managedBy: string | null };
  pipelineKey: string | null;
  scheduleKey: string | null;
  templateKey: string | null;
}

const NO_KEY = 'NULL::text';

function select(table: KeyedTable): string {
  const hasPipeline = table === 'Schedule' || table === 'Webhook';
  const keyOf = (other: string, column: string) =>
    `(SELECT other.key FROM "${other}" other WHERE other.id = o."${column}")`;
  return `SELECT ${keyColumn(table)} AS key, to_jsonb(o) AS row,
    ${hasPipeline ? keyOf('Pipeline', 'pipelineId') : NO_KEY} AS "pipelineKey",
    ${table === 'Webhook' ? keyOf('Schedule', 'scheduleId') : NO_KEY} AS "scheduleKey",
    ${table === 'Schedule' ? keyOf('Schedule', 'templateId') : NO_KEY} AS "templateKey"
    FROM "${table}" o`;
}

/**
 * The column with the key of an object. A client chooses the id of an agent, so the id is the agent's key.
 */
function keyColumn(table: KeyedTable): string {
  return table === 'AgentRegistry' ? 'o.id' : 'o.key';
}

export async function readObject(
  client: Queryable,
  table: KeyedTable,
  key: string,
): Promise<KeyedRow | undefined> {
  const { rows } = await client.query<KeyedRow>(`${select(table)} WHERE ${keyColumn(table)} = $1`, [key]);
  return rows[0];
}

const PAGE = 100;

/**
 * Reads objects in the order of their keys: at most {@link PAGE} objects and `maxBytes` bytes, but at least
 * one object.
 * @param managedBy only objects with this manager; null: all
 */
export async function readObjects(
  client: Queryable,
  table: KeyedTable,
  { after, managedBy, maxBytes }: { after: string | null; managedBy: string | null; maxBytes: number },
): Promise<KeyedRow[]> {
  const key = keyColumn(table);
  const { rows } = await client.query<KeyedRow>(
    `SELECT key, row, "pipelineKey", "scheduleKey", "templateKey" FROM (
       SELECT *, row_number() OVER by_key AS place, sum(octet_length(row::text)) OVER by_key AS bytes FROM (
         ${select(table)}
         WHERE ${key} IS NOT NULL AND ($1::text IS NULL OR ${key} COLLATE "C" > $1) AND ($2::text IS NULL OR o."managedBy" = $2)
         ORDER BY ${key} COLLATE "C" LIMIT ${PAGE}
       ) page WINDOW by_key AS (ORDER BY key COLLATE "C")
     ) measured WHERE place = 1 OR bytes <= $3 ORDER BY key COLLATE "C"`,
    [after, managedBy, maxBytes],
  );
  return rows;
}

/** Counts the objects without a key, which no document can name. */
export async function countKeyless(client: Queryable, table: KeyedTable): Promise<number> {
  if (table === 'AgentRegistry') return 0;
  const { rows } = await client.query<{ count: number }>(
    `SELECT count(*)::int AS count FROM "${table}" WHERE key IS NULL`,
  );
  return rows[0]?.count ?? 0;
}

export interface OwnedObject {
  id: string;
  key: string;
  name: string;
}

/**
 * Finds objects that `managedBy` manages but `keys` does not contain, including objects that have lost their
 * key. Templates come last.
 */
export async function findUnnamed(
  client: Queryable,
  table: KeyedTable,
  { managedBy, keys }: { managedBy: string; keys: readonly string[] },
): Promise<OwnedObject[]> {
  const { rows } = await client.query<OwnedObject>(
    `SELECT o.id, coalesce(${keyColumn(table)}, o.id) AS key, o.name FROM "${table}" o
     WHERE o."managedBy" = $1 AND (${keyColumn(table)} = ANY ($2::text[])) IS NOT TRUE
     ORDER BY ${table === 'Schedule' ? 'o.template, ' : ''}${keyColumn(table)} COLLATE "C"`,
    [managedBy, keys],
  );
  return rows;
}

/** Finds the id of the object with this key. */
export async function findByKey(
  client: Queryable,
  table: 'Pipeline' | 'Schedule',
  key: string,
): Promise<string | undefined> {
  const { rows } = await client.query<{ id: string }>(`SELECT id FROM "${table}" WHERE key = $1`, [key]);
  return rows[0]?.id;
}
