import type { OutboxEvent } from '../../events/outbox-event.js';
import {
  type LargeTable,
  type LargeValue,
  type LargeValues,
  largeValueSql,
} from '../jobs/large-value-loader.js';
import type { Columns, EventRows } from './event-rows.js';

/** Large values that answers ask for, of the rows that events are about. */
export interface WantedValue {
  table: LargeTable;
  column: string;
  maxBytes: number;
}

const TABLES: Readonly<Partial<Record<OutboxEvent['kind'], LargeTable>>> = {
  job: 'AgentJobExecution',
  execution: 'ScheduleExecution',
  schedule: 'Schedule',
};

/**
 * What the answers of one group of subscriptions read. It is noted when it is first wanted, and from then on read for all events
 * of a batch at once, before they are answered: in as many statements as for one event, and without a wait in between.
 */
export class EventReads {
  readonly #columns = new Map<string, Columns>();
  readonly #values = new Map<string, WantedValue>();
  /** What is read with the rows for these. */
  #extra: Readonly<Record<string, string>> = {};
  /** Of events that are being answered. */
  readonly #read = new Map<OutboxEvent, Map<string, LargeValue>>();

  constructor(
    private readonly rows: EventRows,
    private readonly values: LargeValues,
  ) {}

  /** The row that the event is about. */
  row(event: OutboxEvent, columns: Columns): object | null | Promise<object | null> {
    const key = Object.keys(columns).sort().join(' ');
    if (!this.#columns.has(key)) this.#columns.set(key, columns);
    return this.rows.load(event, columns);
  }

  /** A large value of that row; undefined: it is of another row. */
  value(event: OutboxEvent, wanted: WantedValue, id: string): LargeValue | Promise<LargeValue> | undefined {
    if (event.entityId !== id || TABLES[event.kind] !== wanted.table) return undefined;
    const key = nameOf(wanted);
    if (!this.#values.has(key)) {
      this.#values.set(key, wanted);
      this.#extra = extraOf([...this.#values.values()]);
    }
    return this.#read.get(event)?.get(key) ?? this.values.load({ ...wanted, id });
  }

  /** Reads all that is known to be wanted of events of one kind, which are about to be answered. */
  async read(events: readonly OutboxEvent[]): Promise<void> {
    const [columns, ...others] = this.#columns.values();
    const wanted = [...this.#values.values()];
    await Promise.all([
      columns && this.rows.loadAll(events, columns, this.#extra),
      ...others.map((more) => this.rows.loadAll(events, more)),
    ]);
    if (!columns || wanted.length === 0) return;
    const taken = new Map<object | null, Map<string, LargeValue>>();
    const unread = events.filter(
      (event) => !this.#take(event, this.rows.load(event, columns), wanted, taken),
    );
    // Somebody else had read their rows before, who did not want these values.
    if (unread.length > 0) await this.#readValues(unread, wanted);
  }

  /**
   * Takes out the values that were read with the row, which lives as long as its event; false: they were not.
   * @param taken by row, those of events of the same page
   */
  #take(
    event: OutboxEvent,
    row: object | null,
    wanted: readonly WantedValue[],
    taken: Map<object | null, Map<string, LargeValue>>,
  ): boolean {
    const known = taken.get(row);
    if (known) {
      this.#read.set(event, known);
      return true;
    }
    const cells = row as Record<string, string | number | null | undefined> | null;
    if (cells && wanted.some((value) => cells[bytesName(value)] === undefined)) return false;
    const own = new Map<string, LargeValue>();
    for (const value of wanted) {
      const [name, bytes] = [nameOf(value), bytesName(value)];
      own.set(name, { text: (cells?.[name] ?? null) as string | null, bytes: Number(cells?.[bytes] ?? 0) });
      if (cells) Object.assign(cells, { [name]: undefined, [bytes]: undefined });
    }
    taken.set(row, own);
    this.#read.set(event, own);
    return true;
  }

  async #readValues(events: readonly OutboxEvent[], wanted: readonly WantedValue[]): Promise<void> {
    const values = await this.values.loadAll(events.flatMap((event) => keysOf(event, wanted)));
    for (const [index, event] of events.entries()) {
      const own = values.slice(index * wanted.length, (index + 1) * wanted.length);
      this.#read.set(event, new Map(wanted.map((value, at) => [nameOf(value), own[at] as LargeValue])));
    }
  }

  /** They have been answered. */
  forget(events: readonly OutboxEvent[]): void {
    for (const event of events) this.#read.delete(event);
  }
}

function keysOf({ entityId }: OutboxEvent, wanted: readonly WantedValue[]) {
  return wanted.map((value) => ({ ...value, id: entityId }));
}

/** What is read with the rows for these values: each, and how long it is. */
function extraOf(wanted: readonly WantedValue[]): Record<string, string> {
  return Object.fromEntries(
    wanted.flatMap((value) => {
      const { bytes, text } = largeValueSql(value.table, value.column, String(value.maxBytes));
      return [
        [nameOf(value), text],
        [bytesName(value), bytes],
      ];
    }),
  );
}

function bytesName(value: WantedValue): string {
  return `${nameOf(value)} bytes`;
}

function nameOf({ column, maxBytes }: WantedValue): string {
  return `${maxBytes} ${column}`;
}
