import pg from 'pg';
import { endsConnection } from '../../runtime/database/database-error.js';
import { currentTransactionSettings, type Pool } from '../../runtime/database/pool.js';
import { gather } from '../../runtime/gather.js';
import { readModels } from '../reader/models.js';
import { ANNOUNCED_LATER, announceEvents } from './announce-events.js';
import type { Columns } from './write-row.js';

/** A row as node-postgres returns it. */
export type WrittenRow = Record<string, unknown>;

interface Insertion {
  table: string;
  columns: Columns;
  settings: Readonly<Record<string, string>>;
}

type Together = (lane: string, insertion: Insertion) => Promise<WrittenRow | undefined>;

const ROWS_AT_MOST = 50;
/**
 * How long later inserts wait for a statement, for example one that waits for a lock, before they are sent
 * without it.
 */
const MAX_WAIT_MS = 100;
/** While many rows arrive, more share a statement. A third of the cost of five rows does not depend on their number. */
const LINGER_MS = 5;

const models = readModels();
const gatherers = new WeakMap<Pool, Together>();

/**
 * Inserts one row of a table that has a model, in its own transaction. Rows that one actor inserts at the
 * same time share a statement: one round trip and one commit for all of them. Their events are announced a
 * moment later.
 * @returns the row; undefined if the id, or the `key` of a table that has one, is already taken
 */
export function insertTogether(pool: Pool, table: string, columns: Columns): Promise<WrittenRow | undefined> {
  let together = gatherers.get(pool);
  if (!together) {
    together = gather({
      work: (insertions) => insertAll(pool, insertions),
      atMost: ROWS_AT_MOST,
      maxWaitMs: MAX_WAIT_MS,
      lingerMs: LINGER_MS,
      // The statement was refused, so none of its rows was written.
      mayBeOneOf: (error) => error instanceof pg.DatabaseError && !endsConnection(error),
    });
    gatherers.set(pool, together);
  }
  const settings = { ...currentTransactionSettings(), ...ANNOUNCED_LATER };
  // A key may wait for another transaction that inserts the same key, so each key is inserted separately.
  const lane = JSON.stringify([table, settings, columns.key ?? null, Object.keys(columns)]);
  return together(lane, { table, columns, settings });
}

async function insertAll(pool: Pool, insertions: readonly Insertion[]): Promise<(WrittenRow | undefined)[]> {
  const [{ table, columns, settings }] = insertions as [Insertion, ...Insertion[]];
  const model = models.get(table);
  if (!model) throw new Error(`there is no model of the table ${table}`);
  const names = Object.keys(columns);
  const given = Object.entries(settings);
  const calls = given.map((_, index) => `set_config($${2 * index + 2}, $${2 * index + 3}, true)`);
  const { rows } = await pool.query<WrittenRow>(
    `WITH given AS MATERIALIZED (SELECT ${calls.join(', ')})
     INSERT INTO "${table}" (${listOf(names)})
     SELECT ${names.map((name) => `r."${name}"`).join(', ')} FROM given, jsonb_populate_recordset(NULL::"${table}", $1::jsonb) r
     ON CONFLICT ${'key' in columns ? '' : '(id)'} DO NOTHING
     RETURNING ${listOf(model.columns.keys())}`,
    [`[${insertions.map((each) => jsonOf(each.columns, isJson)).join()}]`, ...given.flat()],
  );
  announceEvents(pool);
  const written = new Map(rows.map((row) => [row.id, row]));
  return insertions.map((each) => written.get(each.columns.id));

  function isJson(name: string): boolean {
    return model?.columns.get(name)?.type === 'Json';
  }
}

function listOf(names: Iterable<string>): string {
  return Array.from(names, (name) => `"${name}"`).join(', ');
}

/**
 * Builds a JSON object. Columns that are JSON text are embedded as they are. Those that are null, most of a
 * schedule, are left out: PostgreSQL reads a missing member as null.
 */
function jsonOf(columns: Columns, isJson: (name: string) => boolean): string {
  let members = '';
  for (const name in columns) {
    const value = columns[name];
    if (value === null) continue;
    members += `${members && ','}"${name}":${isJson(name) ? value : JSON.stringify(value)}`;
  }
  return `{${members}}`;
}
