import type { TypedDocumentNode } from '@urql/core';
import { useCallback, useEffect, useMemo, useRef, useSyncExternalStore } from 'react';
import type { TableSource } from '../../../components/lists/table-source.js';
import { useLiveEvents, useLiveJobs, useRefetchOn } from '../../../lib/graphql/live.js';
import { readUncached } from '../../../lib/graphql/uncached.js';
import { useRepeatedRead } from '../../../lib/graphql/use-repeated-read.js';
import { useNewest } from '../../../lib/use-newest.js';
import { ExecutionJobPagesDocument, type JobExecutionFilter } from '../executions.generated.js';
import { JobWindow, type WindowRow } from './job-window.js';

interface JobsAnswer<Row> {
  scheduleExecution: { jobs: { edges: readonly { node: Row }[] } } | null;
}

export interface JobWindowOptions {
  executionId: string;
  jobsCreated: number;
  /** Filter of the jobs. The run is added here. */
  filter: JobExecutionFilter;
}

/** Larger runs emit too many events of jobs. Their jobs are read again when the counters of the run change. */
const MOST_WITH_EVENTS = 2_000;

/** All jobs of a run as rows of a table or chart, whatever their number: see `job-window.ts`. Updated live. */
export function useJobWindow<Row extends WindowRow & { status: string }>(
  document: TypedDocumentNode<
    JobsAnswer<Row>,
    { id: string; after?: string | null; filter?: JobExecutionFilter | null }
  >,
  { executionId, jobsCreated, filter }: JobWindowOptions,
): TableSource<Row> {
  const key = JSON.stringify(filter);
  const created = useNewest(jobsCreated);
  const jobs = useMemo(() => {
    const asked = { id: executionId, filter: JSON.parse(key) as JobExecutionFilter };
    let known: { totalCount: number; ends: readonly string[] } | undefined;
    return new JobWindow<Row>({
      async readEnds() {
        // Without a filter, the ends of pages change only when jobs are created.
        if (key === '{}' && known?.totalCount === created.current) return { kind: 'ok', value: known };
        const { data, error } = await readUncached(ExecutionJobPagesDocument, asked);
        if (error) return { kind: 'error', error };
        known = data?.scheduleExecution?.jobPages ?? { totalCount: 0, ends: [] };
        return { kind: 'ok', value: known };
      },
      async readPage(after) {
        const { data, error } = await readUncached(document, { ...asked, after });
        if (error) return { kind: 'error', error };
        return { kind: 'ok', value: data?.scheduleExecution?.jobs.edges.map(({ node }) => node) ?? [] };
      },
    });
  }, [document, executionId, key, created]);
  useEffect(() => jobs.open(), [jobs]);
  const view = useSyncExternalStore(jobs.onChange, jobs.view);

  const hasJobEvents = jobsCreated <= MOST_WITH_EVENTS;
  useLiveJobs(hasJobEvents ? { scheduleExecutionId: executionId } : undefined);
  useLiveEvents((events) => {
    if (events === 'reset') return;
    const changed = new Map(
      events.flatMap((event) =>
        event.topic === 'job' && event.entity ? [[event.id, event.entity] as const] : [],
      ),
    );
    if (changed.size === 0) return;
    jobs.patch((row) => {
      const entity = changed.get(row.id);
      return entity && { ...row, ...entity };
    });
  });
  // A patch shows neither the next attempt of a job nor whether it still matches the filter.
  useRefetchOn(
    {
      execution: ({ id }) => id === executionId,
      job: ({ isNew, previousStatus, status }) => isNew || previousStatus !== status,
    },
    jobs.refresh,
    { isBusy: jobs.isRefreshing, tookMs: jobs.tookMs },
  );
  useRepeatedRead({ error: view.error, isBusy: jobs.isRefreshing(), refetch: jobs.refresh });

  const last = useRef(view);
  const isStale = view.isLoading && last.current.rows.length > 0;
  useEffect(() => {
    if (!view.isLoading) last.current = view;
  });
  return {
    ...(isStale ? last.current : view),
    isStale,
    onRange: useCallback((first: number, end: number) => jobs.setRange(first, end), [jobs]),
    refetch: jobs.refresh,
  };
}
