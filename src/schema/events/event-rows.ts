import DataLoader from 'dataloader';
import type { Reader } from '../../db/reader/create-reader.js';
import type { OutboxEvent } from '../../events/outbox-event.js';

/** Columns by name, as in a Prisma `select`. */
export type Columns = Readonly<Record<string, boolean>>;

/**
 * The rows that events are about. One event goes to many subscribers, most of which select the same
 * columns: its row is read once for all of them. Rows of events that arrive together are read in one
 * statement.
 */
export interface EventRows {
  /** Null if the row has been deleted. Synchronous if it has already been read. */
  load(event: OutboxEvent, columns: Columns): object | null | Promise<object | null>;
  /**
   * Reads the rows of events of one kind, in order, with the `extra` expressions as additional columns. Those
   * can be large, so they have to be taken at once: they are kept only for others who have asked for the same
   * meanwhile. Rows without them are read once.
   */
  loadAll(
    events: readonly OutboxEvent[],
    columns: Columns,
    extra?: Readonly<Record<string, string>>,
  ): Promise<readonly Row[]>;
}

/** Null if it has been deleted. */
export type Row = Record<string, unknown> | null;

const MODELS = {
  job: 'AgentJobExecution',
  execution: 'ScheduleExecution',
  schedule: 'Schedule',
  agent: 'AgentRegistry',
  worker: 'Worker',
} as const;

/** Far more selections than there are documents in use, and few enough to keep in memory. */
const MAX_LOADERS = 200;

/** A row, or the promise of it. */
interface Cell {
  key: string;
  row: Row | undefined;
  reading: Promise<void> | undefined;
  /**
   * The same row with other columns. Most events have one cell: a linked list takes less memory than
   * a Map for each event.
   */
  next: Cell | undefined;
}

export function createEventRows(prisma: Reader): EventRows {
  const cellOf = createCells();
  const loaderFor = createLoaders(prisma);
  return {
    load(event, columns) {
      const key = keyOf(event, columns);
      const cell = cellOf(event, key);
      if (cell.row !== undefined) return cell.row;
      cell.reading ??= loaderFor(columns, key)
        .load(event)
        .then((row) => {
          cell.row = row;
        })
        .finally(() => {
          cell.reading = undefined;
        });
      return cell.reading.then(() => cell.row ?? null);
    },
    async loadAll(events, columns, extra = {}) {
      const [first] = events;
      if (!first) return [];
      const rowKey = keyOf(first, columns);
      const without = Object.fromEntries(Object.keys(extra).map((name) => [name, undefined]));
      const hasExtra = Object.keys(extra).length > 0;
      const key = [rowKey, ...Object.keys(extra).sort()].join(' ');
      const cells = events.map((event) => ({ event, cell: cellOf(event, key) }));
      const unread = cells.filter(({ cell: { reading, row } }) => !reading && row === undefined);
      if (unread.length > 0) {
        const asked = unread.map(({ event }) => event);
        const reading = readRows(prisma, asked, columns, extra)
          .then((rows) => {
            for (const { event, cell } of unread) {
              cell.row = rows.get(event.entityId) ?? null;
              if (hasExtra) cellOf(event, rowKey).row ??= cell.row && { ...cell.row, ...without };
            }
            if (hasExtra) setImmediate(() => forget(unread));
          })
          .finally(() => {
            for (const { cell } of unread) cell.reading = undefined;
          });
        for (const { cell } of unread) cell.reading = reading;
      }
      const found = cells.map(({ cell }) => cell.row);
      const readings = new Set(cells.map(({ cell }) => cell.reading));
      const takeRead = () => {
        for (const [index, { cell }] of cells.entries()) found[index] ??= cell.row;
      };
      await Promise.all([...readings].map((reading) => reading?.then(takeRead)));
      return found.map((row) => row ?? null);
    },
  };
}

/** Everybody who waited for these rows has taken them. */
function forget(cells: readonly { cell: Cell }[]): void {
  for (const { cell } of cells) cell.row = undefined;
}

/** The cells of events. They are collected with the events themselves. */
function createCells() {
  const found = new WeakMap<OutboxEvent, Cell>();
  return (event: OutboxEvent, key: string): Cell => {
    const first = found.get(event);
    for (let cell = first; cell; cell = cell.next) if (cell.key === key) return cell;
    const cell: Cell = { key, row: undefined, reading: undefined, next: first };
    found.set(event, cell);
    return cell;
  };
}

/** One loader for each selection of columns. It reads the rows of events that arrive together. */
function createLoaders(prisma: Reader) {
  const loaders = new Map<string, DataLoader<OutboxEvent, Row>>();
  return (columns: Columns, key: string): DataLoader<OutboxEvent, Row> => {
    const known = loaders.get(key);
    if (known) return known;
    if (loaders.size >= MAX_LOADERS) loaders.clear();
    const loader = new DataLoader<OutboxEvent, Row>(
      async (events) => {
        const rows = await readRows(prisma, events, columns);
        return events.map(({ entityId }) => rows.get(entityId) ?? null);
      },
      { cache: false },
    );
    loaders.set(key, loader);
    return loader;
  };
}

async function readRows(
  prisma: Reader,
  events: readonly OutboxEvent[],
  columns: Columns,
  extra: Readonly<Record<string, string>> = {},
): Promise<Map<string, Record<string, unknown>>> {
  const rows = await prisma.$plain(MODELS[events[0]?.kind as keyof typeof MODELS], {
    select: { ...columns, id: true },
    extra,
    where: { id: { in: [...new Set(events.map(({ entityId }) => entityId))] } },
  });
  return new Map(rows.map((row) => [row.id as string, row]));
}

/** The key of these columns, which are planned once for each subscription and belong to one kind of event. */
const keys = new WeakMap<Columns, string>();

function keyOf({ kind }: OutboxEvent, columns: Columns): string {
  const known = keys.get(columns);
  if (known) return known;
  const key = [kind, ...Object.keys(columns).sort()].join(' ');
  keys.set(columns, key);
  return key;
}
