/** What tables and lists show besides their rows. */
import { countText } from '../../lib/text/count-text.js';
import { lowerFirst } from '../../lib/text/lower-first.js';
import { Button } from '../button.js';
import { Time } from '../facts/time.js';
import { LoadingText, Skeleton } from '../loading.js';
import { EmptyState, type EmptyStateProps, ErrorState } from '../states.js';
import type { TableSource } from './table-source.js';
import { scrollElement } from './use-scrolled-rows.js';

interface NoRowsProps {
  label: string;
  list: TableSource<unknown>;
  isFiltered?: boolean;
  empty: EmptyStateProps;
}

/** Instead of the rows: that they are loading or could not be loaded, or that there are none. */
export function NoRows({ label, list, isFiltered, empty }: NoRowsProps) {
  const what = lowerFirst(label);
  if (list.error)
    return <ErrorState title={`Could not load ${what}`} error={list.error} onRetry={list.refetch} />;
  if (list.isLoading) return <TableSkeleton label={label} />;
  return (
    <>
      <EmptyState {...(isFiltered ? { title: `No ${what} match the filter` } : empty)} />
      {list.searchedBack && (
        <p className="pb-6 text-center text-xs text-muted">
          <SearchedBack at={list.searchedBack} />
        </p>
      )}
    </>
  );
}

/** Offers rows that were created since the pages were read. */
export function LatestRows({ refetch }: Pick<TableSource<unknown>, 'refetch'>) {
  function show(): void {
    refetch?.();
    scrollElement()?.scrollTo({ top: 0 });
  }
  return (
    <div className="flex justify-center border-b bg-accent-soft py-1">
      <Button size="sm" variant="ghost" onClick={show}>
        Show latest rows
      </Button>
    </div>
  );
}

export function ListFooter<Row>({ list }: { list: TableSource<Row> }) {
  const { rows, totalCount, totalCountPrecision, searchedBack, hasMore = false } = list;
  const { isLoadingMore, loadMore, error, refetch } = list;
  return (
    <div className="flex min-h-9 items-center gap-3 px-4 py-2 text-xs text-muted md:px-6">
      <span role="status">
        {countText({ shown: rows.length, hasMore, totalCount, precision: totalCountPrecision })}
      </span>
      {hasMore && (
        <Button size="sm" variant="ghost" isBusy={isLoadingMore ?? false} onClick={() => loadMore?.()}>
          Load more
        </Button>
      )}
      {searchedBack && <SearchedBack at={searchedBack} />}
      {error && (
        <span role="alert" className="text-red">
          Could not refresh.{' '}
          <button type="button" className="underline" onClick={() => refetch?.()}>
            Try again
          </button>
        </span>
      )}
    </div>
  );
}

/** A search examines the newest rows. An ID is found however old it is. */
function SearchedBack({ at }: { at: string }) {
  return (
    <span>
      Searched back to <Time at={at} show="absolute" />
    </span>
  );
}

function TableSkeleton({ label }: { label: string }) {
  return (
    <div role="status">
      {Array.from({ length: 8 }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they are all alike
        <div key={index} className="flex h-9.5 items-center gap-6 border-b px-4 md:px-6">
          <Skeleton className="w-1/4" />
          <Skeleton className="w-1/6" />
          <Skeleton className="hidden w-1/5 md:block" />
        </div>
      ))}
      <div className="px-4 py-3 md:px-6">
        <LoadingText label={`Loading ${lowerFirst(label)}…`} />
      </div>
    </div>
  );
}

/** Placeholder for a row that is being loaded. */
export function RowToCome({ index, top, height }: { index: number; top: number; height: number }) {
  return (
    <div
      role="row"
      aria-rowindex={index + 2}
      aria-busy="true"
      className="absolute inset-x-0 flex items-center border-b px-4 md:px-6"
      style={{ transform: `translateY(${top}px)`, height }}
    >
      <div role="gridcell" className="w-full">
        <Skeleton className="w-1/3" />
      </div>
    </div>
  );
}
