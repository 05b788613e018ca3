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
 * - One refresh at a time: requests that arrive meanwhile cause one more refresh afterwards, so that
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

export interface JobWindow<Row extends WindowRow> {
  view: () => WindowView<Row>;
  onChange: (listener: () => void) => () => void;
  setRange: (first: number, last: number) => void;
  refresh: () => void;
  isRefreshing: () => boolean;
  /** Duration of the last refresh, in milliseconds. */
  tookMs: () => number;
  /** Begins to read. The returned function stops. */
  open: () => () => void;
  /** Changes loaded rows. `change` returns undefined for rows that stay the same. */
  patch: (change: (row: Row) => Row | undefined) => void;
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

export function createJobWindow<Row extends WindowRow>(reader: WindowReader<Row>): JobWindow<Row> {
  const pages = new Map<number, Page<Row>>();
  const reading = new Set<string>();
  const listeners = new Set<() => void>();
  let ends: readonly string[] | undefined;
  let totalCount: number | undefined;
  let error: CombinedError | undefined;
  let range = { first: 0, last: 0 };
  /** Increases with each refresh. Pages of an earlier one are read again when they become visible. */
  let version = 0;
  let isRefreshing = false;
  let isAskedAgain = false;
  let tookMs = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isOpen = false;
  let view: WindowView<Row> = { rows: [], totalCount: undefined, error: undefined, isLoading: true };

  function publish(): void {
    if (!isOpen) return;
    // Until the count is known, only the first page can be shown.
    const length = totalCount ?? pages.get(0)?.rows.length ?? 0;
    const rows = new Array<Row>(length);
    for (const [number, page] of pages) {
      for (const [at, row] of page.rows.entries()) {
        const index = number * PAGE_SIZE + at;
        if (index < length) rows[index] = row;
      }
    }
    view = { rows, totalCount, error, isLoading: !pages.has(0) && totalCount === undefined && !error };
    for (const listener of listeners) listener();
  }

  async function load(number: number): Promise<void> {
    const after = number === 0 ? null : ends?.[number - 1];
    const asked = version;
    const key = `${number} ${asked}`;
    if (after === undefined || reading.has(key)) return;
    reading.add(key);
    const answer = await reader.readPage(after);
    reading.delete(key);
    if ((pages.get(number)?.version ?? 0) > asked) return;
    error = answer.kind === 'error' ? answer.error : undefined;
    if (answer.kind === 'ok') pages.set(number, { rows: answer.value, version: asked });
    forget();
    publish();
  }

  function inSight(): { from: number; to: number } {
    const last = ends?.length ?? 0;
    const from = Math.floor(range.first / PAGE_SIZE);
    return { from: Math.min(from, last), to: Math.min(Math.floor(range.last / PAGE_SIZE), last) };
  }

  async function loadInSight(): Promise<void> {
    const { from, to } = inSight();
    const wanted = Array.from({ length: to - from + 1 }, (_, index) => from + index);
    await Promise.all(wanted.filter((number) => pages.get(number)?.version !== version).map(load));
  }

  /** Drops the pages that are farthest from the visible rows. */
  function forget(): void {
    const { from, to } = inSight();
    const distance = (number: number) => (number < from ? from - number : number > to ? number - to : 0);
    const farthest = [...pages.keys()].sort((one, other) => distance(other) - distance(one));
    for (const number of farthest.slice(0, Math.max(0, pages.size - MAX_PAGES))) pages.delete(number);
  }

  async function refresh(): Promise<void> {
    if (isRefreshing) {
      isAskedAgain = true;
      return;
    }
    isRefreshing = true;
    version += 1;
    const begunAt = performance.now();
    const first = ends === undefined ? load(0) : undefined;
    const answer = await reader.readEnds();
    if (answer.kind === 'error') error = answer.error;
    else {
      ({ ends, totalCount } = answer.value);
      for (const number of [...pages.keys()]) if (number > ends.length) pages.delete(number);
    }
    publish();
    await Promise.all([first, loadInSight()]);
    isRefreshing = false;
    // A failed refresh is repeated no sooner than a slow one.
    const hasFailed = answer.kind === 'error' || error !== undefined;
    tookMs = hasFailed ? Number.POSITIVE_INFINITY : performance.now() - begunAt;
    if (isAskedAgain && isOpen) {
      isAskedAgain = false;
      void refresh();
    }
  }

  return {
    view: () => view,
    onChange(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    open() {
      isOpen = true;
      void refresh();
      return () => {
        isOpen = false;
        clearTimeout(timer);
      };
    },
    setRange(first, last) {
      // Half a page more on either side, so that slow scrolling meets no holes.
      range = { first: Math.max(0, first - PAGE_SIZE / 2), last: last + PAGE_SIZE / 2 };
      clearTimeout(timer);
      timer = setTimeout(() => void loadInSight(), SETTLE_MS);
    },
    refresh: () => void refresh(),
    isRefreshing: () => isRefreshing,
    tookMs: () => tookMs,
    patch(change) {
      let hasChanged = false;
      for (const [number, page] of pages) {
        const rows = page.rows.map((row) => change(row) ?? row);
        if (rows.every((row, index) => row === page.rows[index])) continue;
        pages.set(number, { ...page, rows });
        hasChanged = true;
      }
      if (hasChanged) publish();
    },
  };
}
