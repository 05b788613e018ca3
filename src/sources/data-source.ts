import type { DataSourceRequest } from '../domain/expansion/grammar.js';
import type { Json } from '../domain/json.js';

/**
 * What a kind of data source must be able to do. A new kind is a folder beside `db/` that implements this, and one
 * line in `registry.ts`.
 *
 * Wrong requests are answered as values. A source that fails while it is read throws a {@link DataSourceError}.
 */
export interface DataSource {
  /** Opens one consistent view, in which every request of one params is read. */
  openSnapshot(): Promise<SourceSnapshot>;
  /** What requests may name, at most `limit` tables; reads no row. @throws DataSourceError */
  listTables(limit: number): Promise<SourceTable[]>;
}

/** A table that may be read, with those of its columns that may. */
export interface SourceTable {
  schema: string;
  name: string;
  /** As data source strings name it: with its schema where its name alone does not find it. */
  reference: string;
  /** `type` as the source calls it. */
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

/** The values one request stands for. */
export interface SourceValues {
  /** The table as the source spells it. */
  table: string;
  /** Counts the values, where it saves work only up to `bound` + 1. A value above the limit of one value is an error. */
  count(bound: number): Promise<
    | {
        kind: 'ok';
        total: number;
        dropped: Dropped;
        /** Of all values together, as text; 0 where no value can be large. */
        bytes: number;
      }
    | { kind: 'error'; message: string }
  >;
  /**
   * The values in their order, at most `chunkSize` at a time, and fewer where they are large: memory grows neither with
   * their number nor with their size. To be counted before. May be read again.
   */
  read(chunkSize: number): AsyncIterable<Json[]>;
}

/** Rows that matched but give no job. */
export interface Dropped {
  nulls: number;
  duplicates: number;
}

/** A data source could not be read. The message is fit for users: no SQL, no host, no value of a row. */
export class DataSourceError extends Error {
  override readonly name = 'DataSourceError';

  /** @param isPassing the source is away: the same request may succeed later */
  constructor(
    message: string,
    readonly isPassing = false,
  ) {
    super(message);
  }
}
