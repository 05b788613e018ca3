import { LoadingState } from './loading.js';
import { ErrorState, type ErrorStateProps } from './states.js';

export interface NotLoadedProps {
  /** What the query reads, as the object of a sentence: `the statistics`. */
  what: string;
  /** A query or list without data. */
  query: {
    isLoading?: boolean;
    error?: ErrorStateProps['error'];
    refetch?: ErrorStateProps['onRetry'];
  };
}

/** Stands for data that is being loaded or could not be loaded. */
export function NotLoaded({ what, query: { error, isLoading, refetch } }: NotLoadedProps) {
  if (isLoading) return <LoadingState label={`Loading ${what}…`} />;
  return <ErrorState title={`Could not load ${what}`} error={error} onRetry={refetch} />;
}
