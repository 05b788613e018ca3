import type { DataSourceRequest } from '../domain/expansion/grammar.js';
import type { Json } from '../domain/json.js';

/**
 * The interface of a kind of data source. A new kind is a folder next to `db/` that implements this, and one
 * line in `registry.ts`.
 *
 * Invalid requests are returned as values. A source that fails while it is read throws a {@link
 * DataSourceError}.
 */
export interface DataSource {
  /** Opens one consistent view, in which every request of one set of params is read. */
  openSnapshot(): Promise<SourceSnapshot>;
  /** The tables that requests may name, at most `limit`; reads no row. @throws DataSourceError */
  listTables(limit: number): Promise<SourceTable[]>;
}

/** A table that may be read, with those of its columns that may be read. */
export interface SourceTable {
  schema: string;
  name: string;
  /** The name in data source strings: with its schema if the name alone is not enough. */
  reference: string;
  /** `type` in the terms of the source. */
  columns: { name: string; type: string }[];
}

export interface SourceSnapshot {
  /** Checks a request against what exists and may be read; reads no row. */
  prepare(
    request: DataSourceRequest,
  ): Promise<{ kind: 'ok'; values: SourceValues } | { kind: 'error'; message: string }>;
  /** Releases the view. Safe to call twice; never fails. */
  close(): Promise<void>;
}

/** The values that one request stands for. */
export interface SourceValues {
  /** The table as the source spells it. */
  table: string;
  /**
   * Counts the values; only up to `bound` + 1 if that saves work. A value above the size limit is an error.
   */
  count(bound: number): Promise<
    | {
        kind: 'ok';
        total: number;
        dropped: Dropped;
        /** Size of all values together, as text; 0 if no value can be large. */
        bytes: number;
      }
    | { kind: 'error'; message: string }
  >;
  /**
   * The values in order, at most `chunkSize` at a time, and fewer if they are large: memory grows neither
   * with their number nor with their size. Call `count` first. Can be read again.
   */
  read(chunkSize: number): AsyncIterable<Json[]>;
}

/** Rows that matched but yield no job. */
export interface Dropped {
  nulls: number;
  duplicates: number;
}

/**
 * Whether the same request may succeed later. `passing`: the source is unavailable. `uncertain`: the source
 * refuses at present, perhaps because somebody is working on it. `lasting`: the request itself is the cause.
 */
export type Outlook = 'passing' | 'uncertain' | 'lasting';

/** A data source could not be read. The message is safe for users: no SQL, no host, no value of a row. */
export class DataSourceError extends Error {
  override readonly name = 'DataSourceError';

  constructor(
    message: string,
    readonly outlook: Outlook = 'lasting',
  ) {
    super(message);
  }
}
