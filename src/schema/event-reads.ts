import type { OutboxEvent } from '../events/outbox-event.js';
import type { Columns, EventRows } from './event-rows.js';
import type { LargeTable, LargeValue, LargeValues } from './large-value-loader.js';

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
    if (!this.#values.has(key)) this.#values.set(key, wanted);
    return this.#read.get(event)?.get(key) ?? this.values.load({ ...wanted, id });
  }

  /** Reads all that is known to be wanted of events of one kind, which are about to be answered. */
  async read(events: readonly OutboxEvent[]): Promise<void> {
    const wanted = [...this.#values.values()];
    const [values] = await Promise.all([
      wanted.length === 0 ? [] : this.values.loadAll(events.flatMap((event) => keysOf(event, wanted))),
      ...[...this.#columns.values()].map((columns) => this.rows.loadAll(events, columns)),
    ]);
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

function nameOf({ column, maxBytes }: WantedValue): string {
  return `${maxBytes} ${column}`;
}
