/**
 * The jobs of one run, up to a hundred thousand, as one list that can be scrolled to any place. Only
 * pages in and near the visible rows are loaded. Pages are read by keyset; the server returns the
 * cursors between all pages in one query. This file is independent of React: `use-job-window.ts`
 * connects them.
 *
 * - Scrolling: missing pages are read shortly after the scrolling stops. The farthest pages are
 *   dropped.
 * - Changes: `refresh` reads the page cursors and the visible rows again; other loaded pages are read
 *   again when they become visible. The old rows stay visible until the answer arrives.
 * - One refresh at a time: requests that arrive meanwhile cause one more refresh afterward, so that
 *   a slow server is not overloaded. Callers know how long a refresh takes and can leave time in
 *   between.
 */
import type { CombinedError } from '@urql/core';

export interface WindowRow {
  id: string;
  jobId: string;
}

export interface WindowReader<Row> {
  /** The number of jobs, and the cursor at the end of each full page. */
  readEnds: () => Promise<Answer<{ totalCount: number; ends: readonly string[] }>>;
  readPage: (after: string | null) => Promise<Answer<readonly Row[]>>;
}

export type Answer<Value> = { kind: 'ok'; value: Value } | { kind: 'error'; error: CombinedError };

export interface WindowView<Row> {
  /** As long as the list, with holes for rows that are not loaded. */
  rows: readonly Row[];
  totalCount: number | undefined;
  error: CombinedError | undefined;
  isLoading: boolean;
}

export const PAGE_SIZE = 100;
/** Maximum number of loaded pages. */
const MAX_PAGES = 24;
/** Time after which scrolling counts as stopped. */
const SETTLE_MS = 60;

interface Page<Row> {
  rows: readonly Row[];
  /** The refresh in which the page was read. */
  version: number;
}

type Pages<Row> = ReadonlyMap<number, Page<Row>>;

/** Numbers of the first and the last page in sight. */
interface Sight {
  from: number;
  to: number;
}

/** The loaded part of the list, and what is read of it next. */
export class JobWindow<Row extends WindowRow> {
  readonly #reader: WindowReader<Row>;
  readonly #pages = new Map<number, Page<Row>>();
  readonly #reading = new Set<string>();
  readonly #listeners = new Set<() => void>();
  #ends: readonly string[] | undefined;
  #totalCount: number | undefined;
  #error: CombinedError | undefined;
  #range = { first: 0, last: 0 };
  /** Increases with each refresh. Pages of an earlier one are read again when they become visible. */
  #version = 0;
  #isRefreshing = false;
  #isAskedAgain = false;
  #tookMs = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #isOpen = false;
  #view: WindowView<Row> = { rows: [], totalCount: undefined, error: undefined, isLoading: true };

  constructor(reader: WindowReader<Row>) {
    this.#reader = reader;
  }

  readonly view = (): WindowView<Row> => this.#view;

  readonly onChange = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  readonly refresh = (): void => void this.#refresh();

  readonly isRefreshing = (): boolean => this.#isRefreshing;

  /** Duration of the last refresh, in milliseconds. */
  readonly tookMs = (): number => this.#tookMs;

  /** Begins to read. The returned function stops. */
  open(): () => void {
    this.#isOpen = true;
    this.refresh();
    return () => {
      this.#isOpen = false;
      clearTimeout(this.#timer);
    };
  }

  setRange(first: number, last: number): void {
    // Half a page more on either side, so that slow scrolling meets no holes.
    this.#range = { first: Math.max(0, first - PAGE_SIZE / 2), last: last + PAGE_SIZE / 2 };
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#loadInSight(), SETTLE_MS);
  }

  /** Changes loaded rows. `change` returns undefined for rows that stay the same. */
  patch(change: (row: Row) => Row | undefined): void {
    let hasChanged = false;
    for (const [number, page] of this.#pages) {
      const rows = page.rows.map((row) => change(row) ?? row);
      if (rows.every((row, index) => row === page.rows[index])) continue;
      this.#pages.set(number, { ...page, rows });
      hasChanged = true;
    }
    if (hasChanged) this.#publish();
  }

  #publish(): void {
    if (!this.#isOpen) return;
    const totalCount = this.#totalCount;
    const error = this.#error;
    // Until the count is known, only the first page can be shown.
    const rows = rowsOf(this.#pages, totalCount ?? this.#pages.get(0)?.rows.length ?? 0);
    const isLoading = !this.#pages.has(0) && totalCount === undefined && !error;
    this.#view = { rows, totalCount, error, isLoading };
    for (const listener of this.#listeners) listener();
  }

  async #load(number: number): Promise<void> {
    const after = number === 0 ? null : this.#ends?.[number - 1];
    const version = this.#version;
    const key = `${number} ${version}`;
    if (after === undefined || this.#reading.has(key)) return;
    this.#reading.add(key);
    const answer = await this.#reader.readPage(after);
    this.#reading.delete(key);
    if ((this.#pages.get(number)?.version ?? 0) > version) return;
    this.#error = answer.kind === 'error' ? answer.error : undefined;
    if (answer.kind === 'ok') this.#pages.set(number, { rows: answer.value, version });
    for (const each of farthest(this.#pages, this.#inSight())) this.#pages.delete(each);
    this.#publish();
  }

  #inSight(): Sight {
    const last = this.#ends?.length ?? 0;
    const pageOf = (index: number) => Math.min(Math.floor(index / PAGE_SIZE), last);
    return { from: pageOf(this.#range.first), to: pageOf(this.#range.last) };
  }

  async #loadInSight(): Promise<void> {
    const { from, to } = this.#inSight();
    const wanted = Array.from({ length: to - from + 1 }, (_, index) => from + index).filter(
      (number) => this.#pages.get(number)?.version !== this.#version,
    );
    await Promise.all(wanted.map((number) => this.#load(number)));
  }

  async #refresh(): Promise<void> {
    if (this.#isRefreshing) {
      this.#isAskedAgain = true;
      return;
    }
    this.#isRefreshing = true;
    this.#version += 1;
    const begunAt = performance.now();
    const first = this.#ends === undefined ? this.#load(0) : undefined;
    const hasEnds = await this.#readEnds();
    this.#publish();
    await Promise.all([first, this.#loadInSight()]);
    this.#isRefreshing = false;
    // A failed refresh is repeated no sooner than a slow one.
    const hasFailed = !hasEnds || this.#error !== undefined;
    this.#tookMs = hasFailed ? Number.POSITIVE_INFINITY : performance.now() - begunAt;
    if (this.#isAskedAgain && this.#isOpen) {
      this.#isAskedAgain = false;
      this.refresh();
    }
  }

  async #readEnds(): Promise<boolean> {
    const answer = await this.#reader.readEnds();
    if (answer.kind === 'error') {
      this.#error = answer.error;
      return false;
    }
    const { ends, totalCount } = answer.value;
    this.#ends = ends;
    this.#totalCount = totalCount;
    for (const number of [...this.#pages.keys()]) if (number > ends.length) this.#pages.delete(number);
    return true;
  }
}

/** The loaded rows at their places, with holes between them. */
function rowsOf<Row>(pages: Pages<Row>, length: number): readonly Row[] {
  const rows = new Array<Row>(length);
  for (const [number, page] of pages) {
    for (const [at, row] of page.rows.entries()) {
      const index = number * PAGE_SIZE + at;
      if (index < length) rows[index] = row;
    }
  }
  return rows;
}

/** The pages to drop, because too many are loaded and they are the farthest from those in sight. */
function farthest(pages: Pages<unknown>, { from, to }: Sight): readonly number[] {
  const distance = (number: number) => Math.max(0, from - number, number - to);
  return [...pages.keys()]
    .sort((one, other) => distance(other) - distance(one))
    .slice(0, Math.max(0, pages.size - MAX_PAGES));
}
