import type { OutboxEvent } from '../../events/outbox-event.js';
import {
  type LargeTable,
  type LargeValue,
  type LargeValues,
  largeValueSql,
} from '../jobs/large-value-loader.js';
import type { Columns, EventRows, Row } from './event-rows.js';

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
    const [rows] = await Promise.all([
      columns && this.rows.loadAll(events, columns, this.#extra),
      ...others.map((more) => this.rows.loadAll(events, more)),
    ]);
    if (!rows || wanted.length === 0) return;
    /** Values by row, for events of the same page. */
    const taken = new Map<Row, Values>();
    for (const [index, event] of events.entries()) {
      const row = rows[index] ?? null;
      const values = taken.get(row) ?? valuesOf(row, wanted);
      taken.set(row, values);
      this.#read.set(event, values);
    }
  }

  /** To be called when the events have been answered. */
  forget(events: readonly OutboxEvent[]): void {
    for (const event of events) this.#read.delete(event);
  }
}

/** The values that were read with the row. */
function valuesOf(row: Row, wanted: readonly NamedValue[]): Values {
  return wanted.map(({ name, bytesName }) => ({
    text: (row?.[name] ?? null) as string | null,
    bytes: Number(row?.[bytesName] ?? 0),
  }));
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
