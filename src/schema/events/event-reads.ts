import type { OutboxEvent } from '../../events/outbox-event.js';
import {
  type LargeTable,
  type LargeValue,
  type LargeValues,
  largeValueSql,
} from '../jobs/large-value-loader.js';
import type { Columns, EventRows } from './event-rows.js';

/** A large value that answers select, of the row that an event is about. */
export interface WantedValue {
  table: LargeTable;
  column: string;
  maxBytes: number;
}

/** With the column names it has in the row. */
interface NamedValue extends WantedValue {
  name: string;
  bytesName: string;
}

/** In the order of the wanted values. */
type Values = readonly LargeValue[];

const TABLES: Readonly<Partial<Record<OutboxEvent['kind'], LargeTable>>> = {
  job: 'AgentJobExecution',
  execution: 'ScheduleExecution',
  schedule: 'Schedule',
};

/**
 * What the answers of one group of subscriptions read. It is recorded on first use. From then on it
 * is read for all events of a batch together, before they are answered: a batch takes as many
 * statements as one event, and no further waiting.
 */
export class EventReads {
  readonly #columns = new Map<string, Columns>();
  readonly #known = new WeakSet<Columns>();
  #wanted: readonly NamedValue[] = [];
  /** SQL expressions to read with the rows, for these values. */
  #extra: Readonly<Record<string, string>> = {};
  /** Values of the events that are being answered. */
  readonly #read = new Map<OutboxEvent, Values>();

  constructor(
    private readonly rows: EventRows,
    private readonly values: LargeValues,
  ) {}

  /** How many selections of columns and values are known. It only grows. */
  get recorded(): number {
    return this.#columns.size + this.#wanted.length;
  }

  row(event: OutboxEvent, columns: Columns): object | null | Promise<object | null> {
    if (!this.#known.has(columns)) {
      this.#known.add(columns);
      const key = Object.keys(columns).sort().join(' ');
      if (!this.#columns.has(key)) this.#columns.set(key, columns);
    }
    return this.rows.load(event, columns);
  }

  /** A large value of that row. Undefined if the value belongs to another row. */
  value(event: OutboxEvent, wanted: WantedValue, id: string): LargeValue | Promise<LargeValue> | undefined {
    if (event.entityId !== id || TABLES[event.kind] !== wanted.table) return undefined;
    const index = this.#wanted.findIndex(
      ({ column, maxBytes }) => column === wanted.column && maxBytes === wanted.maxBytes,
    );
    if (index === -1) {
      this.#wanted = [...this.#wanted, namedValue(wanted)];
      this.#extra = extraOf(this.#wanted);
    }
    return this.#read.get(event)?.[index] ?? this.values.load({ ...wanted, id });
  }

  /** Reads everything known to be needed for these events, which are of one kind and about to be answered. */
  async read(events: readonly OutboxEvent[]): Promise<void> {
    const [columns, ...others] = this.#columns.values();
    const wanted = this.#wanted;
    await Promise.all([
      columns && this.rows.loadAll(events, columns, this.#extra),
      ...others.map((more) => this.rows.loadAll(events, more)),
    ]);
    if (!columns || wanted.length === 0) return;
    const taken = new Map<object | null, Values>();
    const unread = events.filter(
      (event) => !this.#take(event, this.rows.load(event, columns), wanted, taken),
    );
    // Another group read these rows before, without these values.
    if (unread.length > 0) await this.#readValues(unread, wanted);
  }

  /**
   * Takes the values that were read with the row, which lives as long as its event. Returns false if
   * they were not read with it.
   * @param taken values by row, for events of the same page
   */
  #take(
    event: OutboxEvent,
    row: object | null,
    wanted: readonly NamedValue[],
    taken: Map<object | null, Values>,
  ): boolean {
    const known = taken.get(row);
    if (known) {
      this.#read.set(event, known);
      return true;
    }
    const cells = row as Record<string, string | number | null | undefined> | null;
    if (cells && wanted.some(({ bytesName }) => cells[bytesName] === undefined)) return false;
    const own = wanted.map(({ name, bytesName }) => {
      const value = {
        text: (cells?.[name] ?? null) as string | null,
        bytes: Number(cells?.[bytesName] ?? 0),
      };
      if (cells) {
        cells[name] = undefined;
        cells[bytesName] = undefined;
      }
      return value;
    });
    taken.set(row, own);
    this.#read.set(event, own);
    return true;
  }

  async #readValues(events: readonly OutboxEvent[], wanted: readonly NamedValue[]): Promise<void> {
    const values = await this.values.loadAll(events.flatMap((event) => keysOf(event, wanted)));
    for (const [index, event] of events.entries())
      this.#read.set(event, values.slice(index * wanted.length, (index + 1) * wanted.length));
  }

  /** To be called when the events have been answered. */
  forget(events: readonly OutboxEvent[]): void {
    for (const event of events) this.#read.delete(event);
  }
}

function keysOf({ entityId }: OutboxEvent, wanted: readonly WantedValue[]) {
  return wanted.map(({ table, column, maxBytes }) => ({ table, column, maxBytes, id: entityId }));
}

/** The SQL expressions that read these values and their lengths. */
function extraOf(wanted: readonly NamedValue[]): Record<string, string> {
  return Object.fromEntries(
    wanted.flatMap(({ table, column, maxBytes, name, bytesName }) => {
      const { bytes, text } = largeValueSql(table, column, String(maxBytes));
      return [
        [name, text],
        [bytesName, bytes],
      ];
    }),
  );
}

function namedValue({ table, column, maxBytes }: WantedValue): NamedValue {
  const name = `${maxBytes} ${column}`;
  return { table, column, maxBytes, name, bytesName: `${name} bytes` };
}
