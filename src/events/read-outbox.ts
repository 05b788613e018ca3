import type { QueryArrayConfig } from 'pg';
import type { Pool } from '../runtime/database/pool.js';
import { preparedStatement } from '../runtime/database/prepared-statement.js';
import type { EventKind, OutboxChange } from './outbox-event.js';
import { covers, parseSnapshot, type Snapshot } from './snapshot.js';

/** Events that became visible after `from`, up to `to`. */
export interface OutboxRange {
  from: Snapshot;
  /** Default: the current snapshot. */
  to?: Snapshot;
  /** Only events after this position. Default: 0, all. */
  afterPos?: number;
  /** Default: all kinds. */
  kind?: EventKind;
}

export interface OutboxPage {
  /** Ordered by position, so that the events of one entity are in the order in which they happened. */
  rows: { pos: number; change: OutboxChange }[];
  /** The end of the range; the same on each of its pages. */
  to: Snapshot;
  /** When the page was read, by the database's clock. */
  readAt: Date;
  /**
   * True if events of the range are missing: they were trimmed meanwhile, or the database no longer has this
   * history (restored, failed over).
   */
  broken: boolean;
}

/** Maximum number of rows per statement. Limits memory and the time to deliver a page. */
export const PAGE_SIZE = 1_000;

/** A horizon from another cluster, which came with a dump, is ignored: it is ahead of this cluster's ids. */
function pageOf(read: 'seek_outbox' | 'walk_outbox'): string {
  return `
    WITH place AS MATERIALIZED (
      SELECT pg_current_snapshot() AS now, clock_timestamp() AS "readAt", (
        SELECT snapshot FROM outbox_mark
        WHERE trimmed AND pg_snapshot_xmax(snapshot) <= pg_snapshot_xmax(pg_current_snapshot()) ORDER BY at DESC LIMIT 1
      ) AS horizon
    )
    SELECT CASE WHEN row_number() OVER (ORDER BY pos) = 1 THEN to_jsonb(place) END AS place, pos, kind, "entityId", "previousStatus",
      status, supersedes, date_part('epoch', event.at) * 1000 AS at, "jobId", "agentId", "scheduleId", "scheduleExecutionId", "pipelineId", "pipelineStepId", "contextId"
    FROM place LEFT JOIN ${read}($1, coalesce($2::pg_snapshot, place.now), $3, $4, ${PAGE_SIZE}) AS event ON true
    ORDER BY pos`;
}

const FIRST_PAGE = pageOf('seek_outbox');
const NEXT_PAGE = pageOf('walk_outbox');

/** In the order of the columns. Rows are read as arrays, because building objects of them takes longer. */
type Row = readonly [
  /** Null except in the first row, which exists even if there is no event. */
  place: { now: string; readAt: string; horizon: string | null } | null,
  pos: number | null,
  kind: EventKind,
  entityId: string,
  previousStatus: string | null,
  status: string,
  supersedes: string | null,
  /** Milliseconds since 1970. Parsing a number takes a tenth of the time of a timestamp. */
  at: number,
  jobId: string | null,
  agentId: string | null,
  scheduleId: string | null,
  scheduleExecutionId: string | null,
  pipelineId: string | null,
  pipelineStepId: string | null,
  contextId: string | null,
];

/**
 * Reads the range page by page, at least one page. Each page is its own statement, so the reader may take its
 * time.
 */
export async function* readOutbox(pool: Pool, range: OutboxRange): AsyncGenerator<OutboxPage> {
  let page = await readPage(pool, FIRST_PAGE, range);
  yield page;
  while (page.rows.length === PAGE_SIZE && !page.broken) {
    page = await readPage(pool, NEXT_PAGE, { ...range, to: page.to, afterPos: page.rows.at(-1)?.pos });
    yield page;
  }
}

export async function readSnapshot(pool: Pool): Promise<Snapshot> {
  const { rows } = await pool.query<{ now: string }>('SELECT pg_current_snapshot()::text AS now');
  return snapshotOf(rows[0]?.now);
}

async function readPage(pool: Pool, text: string, range: OutboxRange): Promise<OutboxPage> {
  const { from, to, afterPos = 0, kind = null } = range;
  const statement = preparedStatement(text, [from.text, to?.text ?? null, afterPos, kind]);
  const { rows } = await pool.query<Row & unknown[]>({ ...statement, rowMode: 'array' } as QueryArrayConfig);
  const [first] = rows;
  const place = first?.[0];
  const now = snapshotOf(place?.now);
  const horizon = place?.horizon ? snapshotOf(place.horizon) : undefined;
  return {
    rows: first?.[1] == null ? [] : rows.map(changeOf),
    to: to ?? now,
    readAt: new Date(place?.readAt ?? Number.NaN),
    broken: (horizon !== undefined && !covers(from, horizon)) || (to ?? from).xmax > now.xmax,
  };
}

function changeOf(row: Row): OutboxPage['rows'][number] {
  return {
    pos: row[1] as number,
    change: {
      kind: row[2],
      entityId: row[3],
      previousStatus: row[4],
      status: row[5],
      supersedes: row[6],
      at: new Date(Math.round(row[7])),
      jobId: row[8],
      agentId: row[9],
      scheduleId: row[10],
      scheduleExecutionId: row[11],
      pipelineId: row[12],
      pipelineStepId: row[13],
      contextId: row[14],
    },
  };
}

function snapshotOf(text = ''): Snapshot {
  const snapshot = parseSnapshot(text);
  if (!snapshot) throw new Error(`PostgreSQL returned "${text}" where a snapshot was expected`);
  return snapshot;
}
