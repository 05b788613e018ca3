/**
 * The pages of a list as they are read, each beginning where the one before it ends. Independent of
 * React: `use-live-list.ts` connects them.
 */
import type { AnyVariables, Client, CombinedError, TypedDocumentNode } from '@urql/core';
import { pipe, subscribe } from 'wonka';
import type { CountPrecision } from '../text/count-text.js';

export interface Connection<Row> {
  edges: readonly { node: Row }[];
  pageInfo: { endCursor: string | null; hasNextPage: boolean };
  totalCount?: number;
  totalCountPrecision?: CountPrecision;
  searchedBack?: string | null;
}

interface Page<Row> {
  after: string | null;
  connection: Connection<Row> | undefined;
  /** Whether its answer is awaited. */
  isReading: boolean;
  stop: () => void;
}

export interface ListPagesOptions<Data, Variables extends AnyVariables, Row> {
  client: Client;
  document: TypedDocumentNode<Data, Variables>;
  /** The variables of the page after that cursor. */
  variablesOf: (after: string | null) => Variables;
  connection: (data: Data) => Connection<Row>;
  /** Called with all pages that have been read. */
  onPages: (pages: readonly Connection<Row>[]) => void;
  /** Called at the end of each reading. */
  onRead: (page: number, error: CombinedError | undefined) => void;
}

/** Longer lists are not read again automatically, because each page is a request. */
const AUTO_REFETCH_PAGES = 3;

/** Pages up to the one that was asked for last. */
export class ListPages<Data, Variables extends AnyVariables, Row> {
  readonly #options: ListPagesOptions<Data, Variables, Row>;
  #pages: Page<Row>[] = [];
  /** Duration of the last reading, in milliseconds. */
  tookMs = 0;

  constructor(options: ListPagesOptions<Data, Variables, Row>) {
    this.#options = options;
  }

  /** Whether so many pages are loaded that they are not read again automatically. */
  isLong(): boolean {
    return this.#pages.length > AUTO_REFETCH_PAGES;
  }

  isReading(): boolean {
    return this.#pages.some(({ isReading }) => isReading);
  }

  /** Where the last page ends. Undefined if it is not known. */
  end(): Connection<Row>['pageInfo'] | undefined {
    return this.#pages.at(-1)?.connection?.pageInfo;
  }

  /** Reads the first page, or the one after the last. */
  readNext(): void {
    this.#read(this.#pages.length, this.end()?.endCursor ?? null);
  }

  /** Reads all pages again; of a long list only the first, and drops the others. */
  readAgain(): void {
    if (this.isLong()) this.#dropFrom(1);
    for (const [index, page] of this.#pages.entries()) this.#read(index, page.after, page.connection);
  }

  close(): void {
    this.#dropFrom(0);
  }

  /** @param shown what the page shows until its answer arrives */
  #read(index: number, after: string | null, shown?: Connection<Row>): void {
    const { client, document, variablesOf, connection, onRead } = this.#options;
    this.#pages[index]?.stop();
    const page: Page<Row> = { after, connection: shown, isReading: true, stop: () => {} };
    this.#pages[index] = page;
    const begunAt = performance.now();
    const { unsubscribe } = pipe(
      client.query(document, variablesOf(after), { requestPolicy: 'cache-and-network' }),
      subscribe((result) => {
        if (this.#pages[index] !== page) return;
        const isLast = !result.stale && !result.hasNext;
        if (isLast) {
          page.isReading = false;
          this.tookMs = performance.now() - begunAt;
          onRead(index, result.error);
        }
        if (!result.data) return;
        page.connection = connection(result.data);
        if (isLast) this.#follow(index, page.connection.pageInfo);
        this.#publish();
      }),
    );
    page.stop = unsubscribe;
  }

  /** The next page begins where this one ends. */
  #follow(index: number, { endCursor, hasNextPage }: Connection<Row>['pageInfo']): void {
    const next = this.#pages[index + 1];
    if (!hasNextPage) this.#dropFrom(index + 1);
    else if (next && next.after !== endCursor) this.#read(index + 1, endCursor, next.connection);
  }

  #dropFrom(index: number): void {
    for (const page of this.#pages.splice(index)) page.stop();
  }

  #publish(): void {
    this.#options.onPages(this.#pages.flatMap((page) => page.connection ?? []));
  }
}
